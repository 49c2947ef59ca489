// Replays real kubelets' documents, when the folder named on the command line is there: every pair
// of Summary and PodList answers, evicts under a threshold that is always met, and explains why;
// every recorded run of a kubelet ends in the evictions that kubelet made.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const folder = process.argv[2];
/** Of the kubelet that was recorded. */
const RECORDED_RELEASE = "1.20";
const scratch = mkdtempSync(join(tmpdir(), "plimsoll-captures-"));
const faults = [];
/** Done, or an input that is refused with a sentence. */
const ANSWERS = new Set([0, 3]);

/** The kubelet refuses to evict pods of this priority. Spec 3.10. */
const CRITICAL_PRIORITY = 2_000_000_000;

function plimsoll(...args) {
  const { status, stdout, stderr } = spawnSync("node", ["dist/plimsoll.mjs", ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  return { status, stdout, stderr, command: `plimsoll ${args.join(" ")}` };
}

function decisionsOf({ stdout }) {
  return stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function expect(holds, what, { command, status, stderr }) {
  if (holds) return;
  faults.push(`${what}: ${command} (exit ${status}) ${stderr.trim().split("\n")[0]}`);
}

/** `pods1.json` belongs to `summary1.json`; a summary may have no pods. */
function documentsIn(path) {
  return readdirSync(path)
    .filter((name) => name.endsWith(".json") && !name.startsWith("pods"))
    .map((name) => {
      const pods = join(path, name.replace(/^summary/, "pods"));
      const isPaired =
        name.startsWith("summary") && readdirSync(path).includes(pods.split("/").at(-1));
      return ["--summary", join(path, name), ...(isPaired ? ["--pods", pods] : [])];
    });
}

function replayDocuments(documents) {
  const plain = plimsoll("replay", ...documents);
  expect(ANSWERS.has(plain.status), "no answer", plain);
  if (!documents.includes("--pods")) return;
  const always = [...documents, "--eviction-hard", "memory.available<99%"];
  const evicting = plimsoll("replay", ...always, "--output", "ndjson");
  const [decision] = evicting.status === 0 ? decisionsOf(evicting) : [];
  const { items } = JSON.parse(readFileSync(documents.at(-1), "utf8"));
  const isEvictable = items.some(({ spec }) => !(spec.priority >= CRITICAL_PRIORITY));
  const action = isEvictable ? "EvictPod" : "None";
  expect(decision?.action === action, `not ${action} under 99%`, evicting);
  const explained = plimsoll("explain", ...always, "--step", "1");
  const name = decision?.evictions?.[0]?.name ?? items[0].metadata.name;
  expect(explained.status === 0 && explained.stdout.includes(name), "no explanation", explained);
}

/**
 * What the kubelet saw in each pass of its loop, as a capture: pods and their usage from the last
 * sample before the pass, and the node's numbers exactly as its log has them.
 */
function passesAsCapture(samples, passes) {
  const carried = [];
  for (const sample of samples) carried.push(sample.pods ?? carried.at(-1));
  return passes.flatMap(({ time, observations, observationsAfterReclaim }) => {
    const before = samples.findLastIndex((sample) => sample.summary && sample.time <= time);
    if (before < 0 || !observations) return [];
    const { summary } = samples[before];
    const reclaimed = observationsAfterReclaim && {
      reclaimed: withObservations(summary, observationsAfterReclaim),
    };
    const seen = withObservations(summary, observations);
    return [{ time, pods: carried[before], summary: seen, ...reclaimed }];
  });
}

function numberOf(quantity) {
  const [, digits, unit] = quantity.match(/^(-?\d+)(Ki|Mi|Gi|k|)$/);
  return Number(digits) * { "": 1, k: 1000, Ki: 1024, Mi: 1024 ** 2, Gi: 1024 ** 3 }[unit];
}

/** Signals come in pairs that share a block of the Summary. */
function withObservations({ node, pods }, observations) {
  const seen = (signal) => {
    const { available, capacity, time } = observations[signal];
    return { available: numberOf(available), capacity: numberOf(capacity), time };
  };
  const memory = (signal) => {
    const { available, capacity, time } = seen(signal);
    return { time, availableBytes: available, workingSetBytes: capacity - available };
  };
  const fileSystem = (name, block) => {
    const { available, capacity, time } = seen(`${name}.available`);
    const inodes = seen(`${name}.inodesFree`);
    const bytes = { time, availableBytes: available, capacityBytes: capacity };
    return { ...block, ...bytes, inodesFree: inodes.available, inodes: inodes.capacity };
  };
  const pids = seen("pid.available");
  const rlimit = {
    time: pids.time,
    maxpid: pids.capacity,
    curproc: pids.capacity - pids.available,
  };
  const systemContainers = [{ name: "pods", memory: memory("allocatableMemory.available") }];
  const runtime = { imageFs: fileSystem("imagefs", node.runtime.imageFs) };
  const fs = fileSystem("nodefs", node.fs);
  const numbers = { memory: memory("memory.available"), fs, runtime, rlimit, systemContainers };
  return { node: { ...node, ...numbers }, pods };
}

/**
 * The pod, and the message of node pressure without its numbers: containers were measured a moment
 * after the sample. Which storage limit is named first was another matter in the recorded release.
 */
function tell({ namespace, name, message }) {
  const isPressure = message.startsWith("The node was low");
  const words = isPressure ? ` (${message.replace(/using \d+\w+/, "using …")})` : "";
  return `${namespace}/${name}${words}`;
}

function replayRecorded(path) {
  const samples = gunzipSync(readFileSync(join(path, "capture.ndjson.gz")))
    .toString()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const { passes, evictions } = JSON.parse(readFileSync(join(path, "outcome.json"), "utf8"));
  const capture = join(scratch, "passes.ndjson");
  const records = passesAsCapture(samples, passes);
  writeFileSync(capture, records.map((record) => JSON.stringify(record)).join("\n"));
  const release = ["--kubelet-version", RECORDED_RELEASE];
  const config = ["--config", join(path, "config.yaml"), ...release];
  const whole = plimsoll("replay", join(path, "capture.ndjson.gz"), ...config);
  expect(whole.status === 0, "the recording does not replay", whole);
  const replayed = plimsoll("replay", capture, ...config, "--output", "ndjson");
  const ours = decisionsOf(replayed).flatMap((decision) => decision.evictions.map(tell));
  const theirs = evictions.map(tell);
  for (let index = 0; index < Math.max(ours.length, theirs.length); index++) {
    const same = ours[index] === theirs[index];
    expect(same, `evicted ${ours[index]}, but the kubelet ${theirs[index]}`, replayed);
  }
  console.log(`${path}: ${records.length} passes, ${ours.length} evictions`);
}

try {
  for (const name of readdirSync(folder)) {
    if (name === "recorded" || name.includes(".")) continue;
    for (const documents of documentsIn(join(folder, name))) replayDocuments(documents);
  }
  for (const name of readdirSync(join(folder, "recorded"))) {
    if (!name.includes(".")) replayRecorded(join(folder, "recorded", name));
  }
} finally {
  rmSync(scratch, { recursive: true });
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
