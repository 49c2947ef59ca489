/**
 * `npm run suite -- transcript --out FOLDER`: runs every command on every example in every form,
 * and writes what it prints and its exit code to a file for each run. `--compare FOLDER` runs the
 * same and shows where that differs from what such a FOLDER holds; exit status 1 when it does. With
 * `--only PATTERN` only the commands with such a name run. `--renamed NEW=OLD` compares a word,
 * such as the name of a command, as if it still were the old one. Commands, options, forms and
 * examples are read from the program and from `examples/`; the tables here hold only values of
 * options.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import type { Command, Option } from "commander";
import { ExitCode } from "../../hosts/cli/exitCode.ts";
import { processIo } from "../../hosts/cli/processIo.ts";
import { wholeProgram } from "../../hosts/cli/program.ts";
import { logOf } from "../analysis/read/messages/kubeletLog.ts";
import { commandLine, type NodeContext } from "../hosts/cli/commandLine.ts";
import { dumpOf, exportedText } from "../prometheus/exported.ts";
import { readKept } from "../recorded/kept.ts";

const { values } = parseArgs({
  options: {
    out: { type: "string" },
    compare: { type: "string" },
    only: { type: "string", default: "" },
    renamed: { type: "string", multiple: true, default: [] },
  },
});
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const reference = values.compare === undefined ? null : resolve(values.compare);
const out = resolve(values.out ?? mkdtempSync(join(tmpdir(), "plimsoll-transcript-")));
const renamed = values.renamed.map((pair) => {
  const [name = "", old = ""] = pair.split("=");
  return [new RegExp(`\\b${name}\\b`, "g"), old] as const;
});
const oldName = (text: string) =>
  renamed.reduce((renaming, [name, old]) => renaming.replace(name, old), text);

/** Where commands run, so that no path of this machine is in what they print. */
const workplace = mkdtempSync(join(tmpdir(), "plimsoll-workplace-"));
const PLAIN = { HOME: workplace, LANG: "C.UTF-8", NO_COLOR: "1" };
/** All else that the surroundings decide: colors, ASCII, the name of the program. */
const PAINTED = "painted";
const SURFACES: Readonly<Record<string, NodeContext>> = {
  "80": { columns: 80, environment: PLAIN },
  "120": { columns: 120, environment: PLAIN },
  [PAINTED]: {
    program: "kubectl plimsoll",
    environment: { HOME: workplace, LC_ALL: "C", FORCE_COLOR: "1" },
  },
};
const NAME_CHARACTERS_MAX = 180;
const STREAM_CHARACTERS_MAX = 100_000;
const RUN_MILLISECONDS_MAX = 120_000;
const SHOWN_FILES_MAX = 40;
const SHOWN_LINES_MAX = 40;
const SHOWN_COLUMNS_MAX = 240;

/** What a run may not depend on; the day is fixed because some logs lack their year. */
const TODAY = "2026-11-21";
process.env.TZ = "UTC";
const ahead = Date.parse(`${TODAY}T12:00:00Z`) - Date.now();
globalThis.Date = new Proxy(Date, {
  construct: (date, words) =>
    Reflect.construct(date, words.length > 0 ? words : [date.now() + ahead]),
  get: (date, name) => (name === "now" ? () => date.now() + ahead : Reflect.get(date, name)),
});

const PICTURE_BEGINS = "\u001b[?2026h";
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const VERSION = new RegExp(`(?<![\\d.])${version.replaceAll(".", "\\.")}(?![\\d.])`, "g");

/**
 * Everything that differs between two runs of the same program, or two releases of it. A screen
 * leaves out pictures when it is late: the last one is the result.
 */
function normalized(text: string): string {
  return text
    .slice(Math.max(0, text.lastIndexOf(PICTURE_BEGINS)))
    .replaceAll(workplace, "WORKPLACE")
    .replaceAll(ROOT, "ROOT/")
    .replace(/(?<=core sha256 |"core":")[0-9a-f]{64}/g, "DIGEST")
    .replaceAll(VERSION, "VERSION")
    .replace(new RegExp(`${TODAY}T[\\d:.]+Z`, "g"), "NOW")
    .replace(/read in [\d.]+ \S*s, decided in .*/g, "read and decided in A WHILE");
}

const list = (folder: string, ending: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
const captures = list("examples", ".plimsoll.ndjson.gz");
const clusters = list("examples", ".cluster.json.gz");
const scenarios = list("examples/clusters", "").filter((path) => !path.endsWith(".json"));
const nameOf = (path: string) => path.replace(/^.*\//, "").replace(/\..*$/, "");

const MESSAGE =
  "The node was low on resource: memory. Threshold quantity: 100Mi, available: 96256Ki. " +
  "Container cart was using 2391Mi, request is 256Mi, has larger consumption of memory. ";
const STATUS = { phase: "Failed", reason: "Evicted", message: MESSAGE };
const EVICTED = { kind: "Pod", metadata: { name: "cart-1", namespace: "shop" }, status: STATUS };

async function writeWorkplace(): Promise<void> {
  const [first = ""] = captures.filter((path) => nameOf(path) === "memory-leak");
  const lines = gunzipSync(readFileSync(join(ROOT, first)))
    .toString()
    .split("\n");
  const { summary, pods } = JSON.parse(lines[1] ?? "");
  const log = logOf((await readKept("memory-hard")).passes, "klog of 1.35");
  const kind = "kind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1beta1\n";
  const configuration = `${kind}evictionHard:\n  memory.available: 500Mi\n`;
  const documents: Readonly<Record<string, string>> = {
    "summary.json": JSON.stringify(summary),
    "pods.json": JSON.stringify(pods),
    "collected/summary.json": JSON.stringify(summary),
    "collected/pods.json": JSON.stringify(pods),
    "kubelet.yaml": configuration,
    "bad.yaml": `${kind}evictionHard:\n  memory.available: "-1Gi"\n`,
    "drop-ins/10-eviction.conf": `${kind}evictionHard:\n  memory.available: 700Mi\n`,
    "pod.yaml":
      "apiVersion: v1\nkind: Pod\nmetadata: {name: agent, namespace: shop}\nspec:\n" +
      "  containers: [{name: agent, resources: {requests: {cpu: 500m, memory: 2Gi}}}]\n",
    "events.txt": `Warning  Evicted  2m  kubelet  ${MESSAGE}\n`,
    "pod-status.json": JSON.stringify(EVICTED),
    "kubelet.log": log,
    "series.json": dumpOf(await exportedText("memory-leak")),
    "bundle/sos_commands/kubernetes/journalctl_--no-pager_--unit_kubelet": log,
    "bundle/sos_commands/host/hostname": "worker-3\n",
    "bundle/var/lib/kubelet/config.yaml": configuration,
    "cut.ndjson": lines.slice(0, 4).join("\n").slice(0, -200),
  };
  for (const [name, text] of Object.entries(documents)) {
    mkdirSync(join(workplace, dirname(name)), { recursive: true });
    writeFileSync(join(workplace, name), text);
  }
  for (const folder of ["examples", "test"])
    symlinkSync(join(ROOT, folder), join(workplace, folder));
  process.chdir(workplace);
}

type Words = readonly string[];

/** What an option reads. */
const INPUTS: Readonly<Record<string, readonly Words[]>> = {
  "--example": [...captures, ...scenarios, ...clusters].map((path) => [nameOf(path)]),
  "--objects": [
    ...clusters.map((path) => [path]),
    ...scenarios.flatMap((path) => [
      [`${path}/objects.yaml`, "--scenario", `${path}/scenario.yaml`],
      [`${path}/objects.yaml`],
    ]),
  ],
  "--summary": [["summary.json", "--pods", "pods.json"], ["summary.json"]],
  "--journal": [["kubelet.log"]],
  "--bundle": [["bundle"]],
  "--message": [[MESSAGE]],
  "--events": [["events.txt"]],
  "--pod-status": [["pod-status.json"]],
  "--prometheus-dump": [["series.json", "--node", "worker-3"]],
};
const ARGUMENTS: Readonly<Record<string, readonly Words[]>> = {
  capture: [...captures.map((path) => [path]), ["cut.ndjson"]],
  captures: [...captures.map((path) => [path]), captures.slice(-3)],
  log: [...list("test/oom/dumps", ".txt").map((path) => [path]), ["kubelet.log"]],
  config: [["kubelet.yaml"], ["bad.yaml"], ["bad.yaml", "kubelet.yaml", "pod.yaml"], ["drop-ins"]],
  directory: [["collected"]],
};
/** An argument of a command in addition to its inputs. */
const BESIDES: Readonly<Record<string, readonly Words[]>> = {
  node: [["worker-1"], ["worker-2"]],
  pod: [["shop/cart-1"]],
};
/** Without these a command asks a cluster or this machine, draws lots, or goes on until Ctrl-C. */
const ALWAYS: Readonly<Record<string, Words>> = {
  "--source": ["capture"],
  "--listen": ["none"],
  "--write": ["site"],
  "--key": ["transcript"],
  "--vary": ["evictionHard.memory.available=100Mi,1Gi"],
  "--threads": ["1"],
};
const MANDATORY: Readonly<Record<string, Words>> = {
  "--out": ["-"],
  "--at": ["10m"],
  "--node": ["worker-1"],
  "--openmetrics": [],
};
/** What changes the answer about every example. */
const SETTINGS: readonly Words[] = [
  [],
  ["--eviction-hard", "memory.available<1Gi"],
  ["--pod-file", "pod.yaml"],
  ["--pod-file", "pod.yaml", "--node", "worker-1"],
  ["--ignore-daemonsets", "--delete-emptydir-data", "--force"],
];
/** All other options, one at a time, on one input of each kind. */
const SAMPLES_MAX = 2;
const SAMPLES = ["memory-leak", "eviction-loop", "shop", "budgets", "summary", "kubelet", "rpi"];
const VALUES: Readonly<Record<string, readonly Words[]>> = {
  "--act": [["observe"]],
  "--source": [],
  "--at": [["10:05:00"], ["2m39s"], ["nonsense"]],
  "--step": [["28"], ["9999"]],
  "--pod": [["cart"], ["shop/cart-1"], ["shop/cart-1", "--node", "worker-2"]],
  "--admit": [["pod.yaml"]],
  "--change": [["cordon worker-1"], ["copy node/worker-1 1"], ["label node/worker-2 a=b"]],
  "--detail": [["1"], ["2"]],
  "--config": [["kubelet.yaml"], ["bad.yaml"], ["kubelet.yaml", "--config", "drop-ins"]],
  "--config-dir": [["drop-ins"]],
  "--kubelet-config": [["kubelet.yaml"], ["worker-1=kubelet.yaml"]],
  "--capture": [[captures[0] ?? ""], [`worker-1=${captures[0]}`]],
  "--kubelet-version": [["1.28"], ["1.20"], ["9.9"]],
  "--kubernetes-version": [["1.30"], ["9.9"]],
  "--layout": [["imagefs"], ["split"]],
  "--capacity": [["memory=16Gi,cpu=8"]],
  "--kernel": [["5.15"], ["4.4"]],
  "--seed": [["7"]],
  "--until": [["1h"]],
  "--threads": [["2"]],
  "--steps": [["5"]],
  "--vary": [["evictionSoft.memory.available=1Gi,2Gi"], ["evictionHard.memory.available=1"]],
  "--scrape-interval": [["30s"]],
  "--scrape-offset": [["5s"]],
  "--eviction-hard": [["memory.available<500Mi"], ["memory.available<10%"], ["memory<1"]],
  "--eviction-soft": [
    ["memory.available<2Gi", "--eviction-soft-grace-period", "memory.available=1m"],
  ],
  "--eviction-minimum-reclaim": [["memory.available=200Mi"]],
  "--eviction-pressure-transition-period": [["30s"]],
  "--eviction-max-pod-grace-period": [["60"]],
  "--system-reserved": [["memory=500Mi"]],
  "--kube-reserved": [["memory=500Mi"]],
  "--enforce-node-allocatable": [["pods"]],
  "--feature-gates": [["KubeletSeparateDiskGC=true"], ["Nonsense=true"]],
};

const optionsOf = (command: Command) =>
  new Map(command.options.map((option) => [option.long ?? "", option]));

function inputsOf(command: Command): Words[] {
  const options = optionsOf(command);
  const read = Object.entries(INPUTS)
    .filter(([flag]) => options.has(flag))
    .flatMap(([flag, each]) => each.map((words) => [flag, ...words]));
  const given = command.registeredArguments.flatMap((argument) => ARGUMENTS[argument.name()] ?? []);
  // An example is read like the file that it is, so that one file is enough.
  return [...read, ...(given[0]?.[0] === captures[0] && read.length > 0 ? given.slice(-1) : given)];
}

/** Command lines without an output form: for each input, under each setting that there is. */
function linesOf(command: Command, path: Words): Words[][] {
  const options = optionsOf(command);
  const isOwn = (words: Words) =>
    words.every((word) => !word.startsWith("--") || options.has(word));
  const needed = [...options].flatMap(([flag, option]) => {
    const words = ALWAYS[flag] ?? (option.mandatory ? MANDATORY[flag] : undefined);
    const isPossible = option.argChoices?.includes(words?.[0] ?? "") !== false;
    return words === undefined || !isPossible ? [] : [flag, ...words];
  });
  const besides = command.registeredArguments.flatMap((each) => BESIDES[each.name()] ?? []);
  return (besides.length > 0 ? besides : [[]]).flatMap((argument) =>
    [[], ...inputsOf(command)].map((input) =>
      SETTINGS.map((setting) => [...input, ...setting])
        .filter(isOwn)
        .map((words) => [...path, ...argument, ...needed, ...words]),
    ),
  );
}

function variantsOf(option: Option): Words[] {
  const flag = option.long ?? "";
  if (option.isBoolean()) return [[flag]];
  const choices = option.argChoices?.map((choice) => [choice]);
  return (VALUES[flag] ?? choices ?? []).map((words) => [flag, ...words]);
}

/** What is wrong with any command line: inputs that exclude each other, and what there is not. */
function refusedOf(command: Command, path: Words): Words[] {
  const options = optionsOf(command);
  const firsts = new Map(inputsOf(command).map((words) => [words[0], words])).values();
  const inputs = [...firsts].filter(([first = ""]) => options.has(first));
  const pairs = inputs.flatMap((a, index) => inputs.slice(index + 1).map((b) => [...a, ...b]));
  const absent = [...options.keys()].filter((flag) => INPUTS[flag] !== undefined);
  return [
    ...pairs,
    ["--nonsense"],
    ["--output", "nonsense"],
    ["missing.json"],
    ...absent.map((flag) => [flag, "missing.json"]),
  ].map((words) => [...path, ...words]);
}

function fileOf(words: Words, surface: string): string {
  const old = words.map(oldName);
  const folder = /^[a-z]+$/.test(old[0] ?? "") ? old.shift() : undefined;
  const text = old.join(" ");
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 8);
  const name = text.replace(/[^\w.,=+ -]/g, "_").slice(0, NAME_CHARACTERS_MAX);
  return join(folder ?? "plimsoll", `${name === text ? text : `${name} ${digest}`}@${surface}.txt`);
}

function bounded(text: string): string {
  if (text.length <= STREAM_CHARACTERS_MAX) return text;
  const digest = createHash("sha256").update(text).digest("hex");
  const begun = text.slice(0, STREAM_CHARACTERS_MAX);
  return `${begun}\n… ${text.length} characters, SHA-256 ${digest}\n`;
}

function write(file: string, text: string): void {
  mkdirSync(join(out, dirname(file)), { recursive: true });
  writeFileSync(join(out, file), text);
}

async function record(words: Words, surface = "80"): Promise<ExitCode> {
  const overdue = new Promise<never>((_, reject) => {
    const error = new Error(`plimsoll ${words.join(" ")} has not ended.`);
    setTimeout(() => reject(error), RUN_MILLISECONDS_MAX).unref();
  });
  const run = commandLine(words, SURFACES[surface]);
  const { exitCode, stdout, stderr } = await Promise.race([run, overdue]);
  const parts = [`exit code ${exitCode}`, "--- stdout", stdout, "--- stderr", stderr];
  write(fileOf(words, surface), parts.map((part) => bounded(normalized(part))).join("\n"));
  return exitCode;
}

/** In each form; what is refused has one form. Whether it is answered. */
async function recordForms(words: Words, command: Command): Promise<boolean> {
  const [first = [], ...others] = optionsOf(command)
    .get("--output")
    ?.argChoices?.map((form) => ["--output", form]) ?? [[]];
  if ((await record([...words, ...first])) > ExitCode.Findings) return false;
  // The first form is the one for people, the only one that is fitted to a width.
  if (!words.includes("--out")) await record([...words, ...first], "120");
  for (const form of others) await record([...words, ...form]);
  return true;
}

/** Every input in every form, then the other options on a few of them, then what is refused. */
async function recordCommand(command: Command, path: Words): Promise<void> {
  for (const surface of Object.keys(SURFACES)) await record([...path, "--help"], surface);
  await record(["help", ...path]);
  const samples = new Map<string, Words>();
  for (const lines of linesOf(command, path)) {
    // The first setting that is answered shows what each form is like.
    let answered: Words | null = null;
    for (const line of lines) {
      if (answered !== null) await record(line);
      else if (await recordForms(line, command)) answered = line;
    }
    const sample = SAMPLES.find((name) => answered?.some((word) => word.includes(name)));
    if (answered === null || sample === undefined || samples.has(sample)) continue;
    samples.set(sample, answered);
  }
  for (const line of [...samples.values()].slice(0, SAMPLES_MAX)) {
    await record(line, PAINTED);
    for (const option of command.options.flatMap(variantsOf)) await record([...line, ...option]);
  }
  for (const words of refusedOf(command, path)) await record(words);
}

/** The commands and theirs, each with the words that are typed for it. */
function commandsOf(command: Command, path: Words): (readonly [Command, Words])[] {
  const below = command.commands.flatMap((each) => commandsOf(each, [...path, each.name()]));
  return [[command, path], ...below];
}

function modules(): string {
  const names = list("dist", ".wasm");
  const digest = (name: string) =>
    createHash("sha256")
      .update(readFileSync(join(ROOT, name)))
      .digest("hex");
  return names.map((name) => `${digest(name)}  ${basename(name)}\n`).join("");
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.txt$/.test(name));

/** A document of one line is shown a member a line. */
const unfolded = (text: string) =>
  text.replace(/^.{400,}$/gm, (line) => line.replace(/,(?=["{])/g, ",\n"));

function shownDifference(before: string, after: string): string {
  const paths = { before, after };
  for (const [name, text] of Object.entries(paths)) {
    writeFileSync(join(workplace, name), unfolded(text));
  }
  const { stdout } = spawnSync("diff", ["-U2", ...Object.keys(paths)], { encoding: "utf8" });
  const lines = stdout.split("\n").slice(2);
  const more = lines.length > SHOWN_LINES_MAX ? [`… ${lines.length - SHOWN_LINES_MAX} lines`] : [];
  const shown = lines.slice(0, SHOWN_LINES_MAX).map((line) => line.slice(0, SHOWN_COLUMNS_MAX));
  return [...shown, ...more].join("\n");
}

/** The command that a file is about, as it was typed. */
function commandIn(file: string, paths: readonly Words[]): string {
  const typed = file.replace(/^(help|plimsoll)\//, "").replace("/", " ");
  const commands = paths.map((path) => path.map(oldName).join(" "));
  const named = commands.filter(
    (each) => typed.startsWith(`${each} `) || typed.startsWith(`${each}@`),
  );
  return named.reduce((longest, each) => (each.length > longest.length ? each : longest), "");
}

/** Prints where the runs differ; whether they do. */
function compareWith(folder: string, run: readonly Words[], all: readonly Words[]): boolean {
  const names = { before: new Set(filesBelow(folder)), after: new Set(filesBelow(out)) };
  const ran = new Set(run.map((path) => path.map(oldName).join(" ")));
  const isCompared = (name: string) => run.length === all.length || ran.has(commandIn(name, all));
  const missing = [...names.before].filter((name) => isCompared(name) && !names.after.has(name));
  const added = [...names.after].filter((name) => !names.before.has(name));
  const both = [...names.after].filter((name) => names.before.has(name));
  const texts = (name: string) =>
    [folder, out].map((each) => oldName(readFileSync(join(each, name), "utf8")));
  const differing = both.filter((name) => new Set(texts(name)).size > 1);
  for (const name of missing) console.log(`only before: ${name}`);
  for (const name of added) console.log(`only now: ${name}`);
  for (const name of differing.slice(0, SHOWN_FILES_MAX)) {
    const [before = "", after = ""] = texts(name);
    console.log(`\n=== ${name}\n${shownDifference(before, after)}`);
  }
  for (const name of differing.slice(SHOWN_FILES_MAX)) console.log(`differs: ${name}`);
  const others = `${missing.length} only before, ${added.length} only now`;
  const equal = both.length - differing.length;
  console.log(`${equal} runs are equal, ${differing.length} differ, ${others}.`);
  return differing.length + missing.length + added.length > 0;
}

await writeWorkplace();
rmSync(out, { recursive: true, force: true });
write("modules.txt", modules());
const commands = commandsOf(await wholeProgram(processIo()), []);
const only = new RegExp(values.only);
const chosen = commands.filter(([, path]) => only.test(path.join(" ")));
for (const [command, path] of chosen) {
  const began = performance.now();
  await recordCommand(command, path);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.error(`${path.join(" ") || "plimsoll"}: ${seconds} s`);
}
const [run, all] = [chosen, commands].map((each) => each.map(([, path]) => path));
const differs = reference !== null && compareWith(reference, run ?? [], all ?? []);
console.error(`${filesBelow(out).length} files in ${out}`);
rmSync(workplace, { recursive: true });
// A run that watches something leaves a timer.
process.exit(differs ? 1 : 0);
