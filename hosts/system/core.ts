import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { shippedFile } from "./shipped.ts";

/** Beside the bundled program, or where the build puts it when the sources run as they are. */
const PLACES = ["./plimsoll.wasm", "../../dist/plimsoll.wasm"];

const REMEDY = "is not beside the program; install plimsoll again, or run npm run build.";
const ABSENT = `plimsoll.wasm ${REMEDY}`;

/** The compiled core; an EvictionEngine is made from it for each node. */
export async function loadEviction(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await coreBytes());
}

/** The compiled rules of the kernel's OOM killer. */
export async function loadOomModule(): Promise<WebAssembly.Module> {
  return compiled(oomFile());
}

/** The compiled scheduler. */
export async function loadSchedulerModule(): Promise<WebAssembly.Module> {
  return compiled(clusterFile());
}

/** The compiled cluster in virtual time. */
export async function loadSimulatorModule(): Promise<WebAssembly.Module> {
  return compiled(loopFile());
}

/** The compiled rules of the kubelet's admission. */
export async function loadAdmissionModule(): Promise<WebAssembly.Module> {
  return compiled(admissionFile());
}

async function compiled(path: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(path));
}

function moduleFile(file: string): string {
  const places = PLACES.map((place) => place.replace("plimsoll.wasm", file));
  return shippedFile(places, `${file} ${REMEDY}`);
}

/** The SHA-256 of the core: the same module gives the same decisions everywhere. */
export async function coreDigest(): Promise<string> {
  return createHash("sha256")
    .update(await coreBytes())
    .digest("hex");
}

/** Where the core is. */
export function coreFile(): string {
  return shippedFile(PLACES, ABSENT);
}

/** Where the rules of the kernel's OOM killer are. */
export function oomFile(): string {
  return moduleFile("plimsoll-oom.wasm");
}

export function admissionFile(): string {
  return moduleFile("plimsoll-admission.wasm");
}

/** Where the scheduler is. */
export function clusterFile(): string {
  return moduleFile("plimsoll-cluster.wasm");
}

/** Where the cluster in virtual time is. */
export function loopFile(): string {
  return moduleFile("plimsoll-loop.wasm");
}

async function coreBytes(): Promise<Buffer<ArrayBuffer>> {
  return readFile(coreFile());
}
