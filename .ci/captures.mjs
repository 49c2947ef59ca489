// Replays real kubelets' documents, when the folder named on the command line is there: every pair
// of Summary and PodList answers, evicts under a threshold that is always met, and explains why;
// every recorded run of a kubelet replays under its own configuration, and each of its evictions is
// reported, of all samples and of every tenth.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const folder = process.argv[2];
const faults = [];
/** `run --record` keeps a sample in ten seconds; these were taken each second. */
const SECONDS_APART = 10;
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
  const config = ["--config", join(path, "config.yaml")];
  const whole = plimsoll("replay", join(path, "capture.ndjson.gz"), ...config);
  expect(whole.status === 0 && whole.stdout.includes("evicts "), "no evictions", whole);
  const samples = gunzipSync(readFileSync(join(path, "capture.ndjson.gz")))
    .toString()
    .split("\n");
  const { evictions } = JSON.parse(readFileSync(join(path, "outcome.json"), "utf8"));
  const names = evictions.map(({ name }) => name).sort();
  for (const lines of [samples.filter(Boolean), thinned(samples.filter(Boolean), SECONDS_APART)]) {
    const file = join(mkdtempSync(join(tmpdir(), "plimsoll-")), "capture.ndjson");
    writeFileSync(file, `${lines.join("\n")}\n`);
    const replayed = plimsoll("replay", file, ...config, "--output", "json");
    const { happened } = JSON.parse(replayed.stdout);
    const recorded = happened.map(({ name }) => name).sort();
    const isWhole = JSON.stringify(recorded) === JSON.stringify(names);
    expect(isWhole, `${recorded.join(" ")} instead of ${names.join(" ")}`, replayed);
  }
}

/** Every tenth sample, from one that is another each day; a list of pods stays until the next. */
function thinned(samples, every) {
  const from = new Date().getDate() % every;
  let pods;
  return samples.flatMap((line, index) => {
    const sample = JSON.parse(line);
    pods = sample.pods ?? pods;
    return index === 0 || index % every === from ? [JSON.stringify({ ...sample, pods })] : [];
  });
}

const recorded = join(folder, "recorded");
for (const path of foldersIn(folder).filter((path) => path !== recorded)) {
  for (const documents of documentsIn(path)) replayDocuments(documents);
}
for (const path of foldersIn(recorded)) replayRecorded(path);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
