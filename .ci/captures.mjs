// Replays real kubelets' documents, when the folder named on the command line is there: every pair
// of Summary and PodList answers, evicts under a threshold that is always met, and explains why;
// every recorded run of a kubelet ends in the evictions that kubelet made.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const folder = process.argv[2];
const scratch = mkdtempSync(join(tmpdir(), "plimsoll-captures-"));
const faults = [];
const ANSWERS = new Set([0, 3]);

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
  expect(decision?.action === "EvictPod", "no eviction under 99%", evicting);
  const explained = plimsoll("explain", ...always, "--step", "1");
  const name = decision?.evictions?.[0]?.name;
  expect(name && explained.stdout.includes(name), "no explanation", explained);
}

/**
 * What the kubelet saw in each pass of its loop, as a capture: node numbers from the sample that
 * carries the pass's own, pods from the sample before it, because an evicted pod is soon gone.
 */
function passesAsCapture(samples, passes) {
  const carried = [];
  for (const sample of samples) carried.push(sample.pods ?? carried.at(-1));
  return passes.flatMap(({ time, observations, observationsAfterReclaim }) => {
    const exact = sampleWith(samples, observations);
    if (exact < 0) return [];
    const after = sampleWith(samples, observationsAfterReclaim);
    const before = samples.findLastIndex((sample) => sample.summary && sample.time <= time);
    const summary = withPodsOf(samples[exact].summary, samples[Math.max(0, before)].summary);
    const reclaimed = after < 0 ? undefined : withPodsOf(samples[after].summary, summary);
    return [{ time, pods: carried[Math.max(0, before)], summary, reclaimed }];
  });
}

function bytesOf(quantity) {
  const [, digits, unit] = quantity.match(/^(-?\d+)(Ki|Mi|Gi|k|)$/);
  return Number(digits) * { "": 1, k: 1000, Ki: 1024, Mi: 1024 ** 2, Gi: 1024 ** 3 }[unit];
}

function sampleWith(samples, observations) {
  if (!observations) return -1;
  const memory = bytesOf(observations["memory.available"].available);
  const fs = bytesOf(observations["nodefs.available"].available);
  return samples.findIndex(
    ({ summary }) =>
      summary?.node.memory.availableBytes === memory && summary.node.fs.availableBytes === fs,
  );
}

function withPodsOf(summary, other) {
  const known = new Set(summary.pods.map(({ podRef }) => podRef.uid));
  return {
    ...summary,
    pods: [...summary.pods, ...other.pods.filter((pod) => !known.has(pod.podRef.uid))],
  };
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
  const config = ["--config", join(path, "config.yaml")];
  const whole = plimsoll("replay", join(path, "capture.ndjson.gz"), ...config);
  expect(whole.status === 0, "the recording does not replay", whole);
  const replayed = plimsoll("replay", capture, ...config, "--output", "ndjson");
  const ours = decisionsOf(replayed).flatMap(({ evictions = [] }) =>
    evictions.map(({ name }) => name),
  );
  const theirs = evictions.map(({ name }) => name);
  const same = JSON.stringify(ours) === JSON.stringify(theirs);
  expect(same, `evicted ${ours.join(", ")}, but the kubelet ${theirs.join(", ")}`, replayed);
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
