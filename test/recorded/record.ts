/**
 * Records a real kubelet that meets pressure in a guest of its own, and evicts:
 *
 *     npm run examples -- record memory-hard [--release 1.37] [--to build/recorded]
 *
 * Builds the kubelet, an API server and a runtime for containers, boots a kernel under QEMU without
 * any acceleration, plays a scenario and writes what the node served and what the kubelet did.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { controlPlaneBinaries } from "../cluster/binaries.ts";
import { type ControlPlane, startControlPlane } from "../cluster/controlPlane.ts";
import { freePorts } from "../cluster/program.ts";
import { KERNEL, kernelImage, toolsMissing } from "../guest/tools.ts";
import { extractOutcome } from "./extract.ts";
import { type Guest, listen, startGuest } from "./guest.ts";
import { makeImage } from "./image.ts";
import { configurationText, NODE, nodeFiles } from "./nodeFiles.ts";
import { creationsOf } from "./objects.ts";
import { type GuestPrograms, guestPrograms } from "./programs.ts";
import { type Sample, samplesOf } from "./sampling.ts";
import type { Scenario } from "./scenario.ts";
import { NEWER_SCENARIOS } from "./scenarios/index.ts";

const BUILD = fileURLToPath(new URL("../../build", import.meta.url));
const PROGRAMS = ["qemu-system-x86_64", "busybox", "cpio", "mkfs.ext4"];
/** Far more than the slowest start so far; a guest that does not come up is ended. */
const UP_MILLISECONDS = 400_000;
const POLL_MILLISECONDS = 500;

interface PodStatus {
  readonly status: { readonly phase?: string };
}

/** Asks until the answer is yes, or throws. */
async function until(what: string, guest: Guest, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + UP_MILLISECONDS;
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > deadline || guest.hasEnded())
      throw new Error(`The guest has not come to ${what}; read kubelet.log.`);
    await pause(POLL_MILLISECONDS);
  }
  console.log(`${what}: there.`);
}

async function playScenario(
  scenario: Scenario,
  plane: ControlPlane,
  guest: Guest,
): Promise<readonly Sample[]> {
  const { admin } = plane;
  const isReady = async () => {
    const { status } = await admin.getObject<{
      status: { conditions: readonly { type: string; status: string }[] };
    }>(`/api/v1/nodes/${NODE}`);
    return status.conditions.some(({ type, status }) => type === "Ready" && status === "True");
  };
  await until("a node that is ready", guest, isReady);
  for (const { path, body } of creationsOf(scenario.pods)) {
    await admin.request({ method: "POST", path, body });
  }
  const areRunning = async () => {
    const { items } = await admin.getObject<{ items: readonly PodStatus[] }>("/api/v1/pods");
    return items.every(({ status }) => status.phase === "Running");
  };
  await until("all pods running", guest, areRunning);
  const began = Date.now();
  const body = JSON.stringify(scenario.outside);
  const answer = await fetch(guest.begin, { method: "POST", body });
  if (!answer.ok) throw new Error(`The guest cannot begin: ${await answer.text()}`);
  const samples: Sample[] = [];
  const sampled = { kubelet: guest.kubelet, api: admin, began };
  for await (const sample of samplesOf(sampled, scenario.seconds)) samples.push(sample);
  return samples;
}

async function record(scenario: Scenario, programs: GuestPrograms, to: string): Promise<void> {
  const binaries = controlPlaneBinaries();
  if (binaries === null) throw new Error("There is no API server to record against.");
  mkdirSync(to, { recursive: true });
  const configuration = configurationText(scenario.configuration);
  writeFileSync(join(to, "config.yaml"), configuration);
  // Priorities are resolved from their classes, as in a cluster.
  const plane = await startControlPlane(binaries, ["ServiceAccount"]);
  const listeners = await listen(to, scenario.images);
  const client = await plane.authority.client("kubelet", ["system:masters"]);
  const credentials = { authority: plane.authority.certificate, ...client };
  const ports = { apiServer: Number(new URL(plane.server).port), ...listeners };
  const files = nodeFiles(configuration, ports, credentials);
  const image = makeImage(join(BUILD, "recorded/image"), KERNEL, programs, files);
  const kernel = kernelImage() ?? "";
  const guest = startGuest({ kernel, words: scenario.kernel }, image, await freePorts(2));
  try {
    const samples = await playScenario(scenario, plane, guest);
    const lines = samples.map((sample) => `${JSON.stringify(sample)}\n`).join("");
    writeFileSync(join(to, "capture.ndjson.gz"), gzipSync(lines));
    for (const name of ["pods", "events"]) {
      const answer = await plane.admin.get(`/api/v1/${name}`);
      writeFileSync(join(to, `${name}.json`), answer);
    }
    extractOutcome(scenario.name, to);
    console.log(`${scenario.name}: ${samples.length} samples in ${to}`);
  } finally {
    await guest.stop();
    listeners.close();
    await plane.stop();
  }
}

async function main(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      release: { type: "string" },
      to: { type: "string", default: join(BUILD, "recorded/runs") },
    },
  });
  const scenario = NEWER_SCENARIOS.find(({ name }) => name === positionals[0]);
  if (scenario === undefined) {
    const names = NEWER_SCENARIOS.map(({ name }) => name).join(", ");
    console.error(`record: name one scenario of ${names}.`);
    return 2;
  }
  const missing = toolsMissing(PROGRAMS);
  if (missing !== null) {
    console.error(`record: ${missing}`);
    return 1;
  }
  const programs = guestPrograms(values.release);
  if (programs === null) return 1;
  await record(scenario, programs, join(values.to, scenario.name));
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
