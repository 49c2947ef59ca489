// Replays real kubelets' documents, when the folder named on the command line is there: every pair
// of Summary and PodList answers, evicts under a threshold that is always met, and explains why;
// every recorded run of a kubelet replays under its own configuration, of all samples and of every
// tenth from each of the first ten: each of its evictions is reported, and each other is marked.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const folder = process.argv[2];
const faults = [];
/** `run --record` keeps a sample in ten seconds; these were taken each second. */
const SECONDS_APART = 10;
/** Done, or an input that is refused with a sentence. */
const ANSWERS = new Set([0, 3]);
/** What the policy does next to a recorded eviction. */
const MARKS = new Set(["agrees", "other", "none"]);

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

function foldersIn(path) {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(path, name));
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
  const explained = plimsoll("explain", ...always, "--step", "1", "--all");
  const name = decision?.evictions?.[0]?.name ?? items[0].metadata.name;
  expect(explained.status === 0 && explained.stdout.includes(name), "no explanation", explained);
}

/** Pass by pass they are compared elsewhere; here the command reads them as they were recorded. */
function replayRecorded(path) {
  const capture = join(path, "capture.ndjson.gz");
  const samples = gunzipSync(readFileSync(capture)).toString().split("\n").filter(Boolean);
  const scratch = mkdtempSync(join(tmpdir(), "plimsoll-"));
  const phases = Array.from({ length: SECONDS_APART }, (_, from) => from);
  const thin = phases.map((from) => {
    const file = join(scratch, `from-${from}.ndjson`);
    writeFileSync(file, `${thinned(samples, from).join("\n")}\n`);
    return file;
  });
  const { evictions } = JSON.parse(readFileSync(join(path, "outcome.json"), "utf8"));
  for (const file of [capture, ...thin]) compareRecorded(file, path, evictions);
  rmSync(scratch, { recursive: true });
}

function compareRecorded(file, path, evictions) {
  const config = ["--config", join(path, "config.yaml")];
  const replayed = plimsoll("replay", file, ...config, "--output", "json");
  const { decisions, happened, policyOnly } = JSON.parse(replayed.stdout || "{}");
  expect(replayed.status === 0 && happened !== undefined, "no answer", replayed);
  if (happened === undefined) return;
  const names = evictions.map(podName).sort();
  const reported = happened.map(podName).sort();
  const isWhole = JSON.stringify(reported) === JSON.stringify(names);
  expect(isWhole, `${reported.join(" ")} instead of ${names.join(" ")}`, replayed);
  const isMarked = ({ policy, other }) => MARKS.has(policy) && (policy === "other") === !!other;
  expect(happened.every(isMarked), "a recorded eviction without a mark", replayed);
  const agreed = new Set(happened.filter(({ policy }) => policy === "agrees").map(podName));
  const known = new Set([...agreed, ...policyOnly.map(podName)]);
  const decided = decisions.flatMap((decision) => decision.evictions ?? []).map(podName);
  const unmarked = decided.filter((name) => !known.has(name));
  expect(unmarked.length === 0, `decided without a mark: ${unmarked.join(" ")}`, replayed);
  const early = policyOnly.filter((each) => evictions.some((real) => isReal(each, real)));
  expect(early.length === 0, `called not recorded: ${early.map(podName).join(" ")}`, replayed);
}

function podName({ namespace, name }) {
  return `${namespace}/${name}`;
}

/** Whether a decision evicts the pod when the kubelet did. */
function isReal(decided, real) {
  const apart = Math.abs(Date.parse(decided.time) - Date.parse(real.time));
  return podName(decided) === podName(real) && apart <= SECONDS_APART * 1000;
}

/** Every tenth sample after the first; a list of pods stays until the next. */
function thinned(samples, from) {
  let pods;
  return samples.flatMap((line, index) => {
    const sample = JSON.parse(line);
    pods = sample.pods ?? pods;
    const isKept = index === 0 || index % SECONDS_APART === from;
    return isKept ? [JSON.stringify({ ...sample, pods })] : [];
  });
}

const recorded = join(folder, "recorded");
for (const path of foldersIn(folder).filter((path) => path !== recorded)) {
  for (const documents of documentsIn(path)) replayDocuments(documents);
}
for (const path of foldersIn(recorded)) replayRecorded(path);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
