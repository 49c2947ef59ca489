/** A real workerd with the worker as it is deployed, on a port that the system chose. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Settings } from "../../hosts/edge/worker/settings.ts";
import { INSTALL_PACKAGES, packagedProgram } from "../runtimes/packages.ts";
import { STATE_KEYS, WORK_WITHOUT_END } from "./client.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = join(ROOT, "build/edge");
/** File descriptor on which workerd says where it listens. */
const CONTROL = 3;

export const WORKERD_PROGRAM = packagedProgram("@cloudflare", "workerd-", "bin/workerd");
/** Why tests of the worker are skipped here; a failure where every tool must be there. */
export const WITHOUT_WORKERD = WORKERD_PROGRAM === null && process.env.CI !== "true";
if (WITHOUT_WORKERD)
  console.warn(`workerd is not here and its tests are skipped: ${INSTALL_PACKAGES}`);

export interface Workerd {
  readonly url: string;
  readonly pid: number;
  /** Everything it has printed. */
  printed(): string;
  stop(): Promise<void>;
}

export interface WorkerdOptions {
  readonly settings?: Settings;
  /** Where Durable Objects are kept; one of its own when it is left out. */
  readonly storage?: string;
  /** The worker's script in this repository; the one that is deployed when it is left out. */
  readonly entry?: string;
}

/** A folder for Durable Objects that outlives a workerd. */
export function createStorage(): string {
  mkdirSync(FOLDER, { recursive: true });
  return mkdtempSync(join(FOLDER, "storage-"));
}

const DEPLOYED = "dist/worker.mjs";
const MODULE_FILES = ["plimsoll-eviction.wasm", "plimsoll-scheduler.wasm"];
const bundled = new Map<string, Promise<string>>();

/** A worker with its packages in one script, as a deployment uploads it. */
export function bundleWorker(entry = DEPLOYED): Promise<string> {
  const folder = bundled.get(entry) ?? bundle(entry);
  bundled.set(entry, folder);
  return folder;
}

async function bundle(entry: string): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(join(FOLDER, "worker-"));
  await build({
    absWorkingDir: ROOT,
    entryPoints: { worker: entry },
    outdir: folder,
    bundle: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["module", "main"],
    external: ["*.wasm", "cloudflare:*"],
    // What a test's worker adds to.
    alias: { "plimsoll/worker": `./${DEPLOYED}` },
    logLevel: "warning",
  });
  for (const name of MODULE_FILES) copyFileSync(join(ROOT, "dist", name), join(folder, name));
  return folder;
}

/** A test asks more at once than a tenant may, where it does not say otherwise. */
const USUAL_SETTINGS = {
  LIMITS: "{}",
  STATE_KEYS: JSON.stringify(STATE_KEYS),
  WORK: JSON.stringify(WORK_WITHOUT_END),
};

function configuration(settings: Settings, storage: string): string {
  const bindings = Object.entries({ ...USUAL_SETTINGS, ...settings }).map(
    ([name, text]) => `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(text)})`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "edge", worker = .worker),
    (name = "disk", disk = (path = ${JSON.stringify(storage)}, writable = true))
  ],
  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "edge") ]
);
const worker :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "../worker.js"),
    ${MODULE_FILES.map((name) => `(name = "${name}", wasm = embed "../${name}")`).join(",\n    ")}
  ],
  bindings = [
    ${bindings.join(",\n    ")},
    (name = "NODES", durableObjectNamespace = "NodeObject"),
    (name = "INDEX", durableObjectNamespace = "IndexObject")
  ],
  durableObjectNamespaces = [
    (className = "NodeObject", uniqueKey = "plimsoll-nodes", enableSql = true),
    (className = "IndexObject", uniqueKey = "plimsoll-index", enableSql = true)
  ],
  durableObjectStorage = (localDisk = "disk"),
  compatibilityDate = "2026-01-01"
);
`;
}

export async function startWorkerd(options: WorkerdOptions = {}): Promise<Workerd> {
  const folder = await bundleWorker(options.entry);
  const storage = options.storage ?? createStorage();
  const { stop, ...workerd } = await serve(folder, configuration(options.settings ?? {}, storage));
  return {
    ...workerd,
    async stop() {
      await stop();
      if (options.storage === undefined) rmSync(storage, { recursive: true, force: true });
    },
  };
}

/** Runs a configuration that names its socket `http`. */
export async function serve(folder: string, capnp: string): Promise<Workerd> {
  const name = join(mkdtempSync(join(folder, "run-")), "worker.capnp");
  writeFileSync(name, capnp);
  const started = spawn(WORKERD_PROGRAM ?? "workerd", ["serve", `--control-fd=${CONTROL}`, name], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [started.stdout, started.stderr] as Readable[]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  const port = await portOf(started, () => printed);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: started.pid ?? 0,
    printed: () => printed,
    async stop() {
      const ended = once(started, "exit");
      if (started.exitCode === null && started.kill("SIGKILL")) await ended;
      rmSync(join(name, ".."), { recursive: true, force: true });
    },
  };
}

async function portOf(started: ChildProcess, printed: () => string): Promise<number> {
  const lines = createInterface({ input: started.stdio[CONTROL] as Readable });
  for await (const line of lines) {
    const event = JSON.parse(line) as { event: string; port?: number };
    if (event.event === "listen" && event.port !== undefined) return event.port;
  }
  throw new Error(`workerd has ended before it listened: ${printed()}`);
}
