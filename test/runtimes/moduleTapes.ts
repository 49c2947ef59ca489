/**
 * What the other modules are asked on their tapes: admissions, clusters, scenarios, kernel logs.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { OomEngine } from "../../analysis/engine/oomEngine.ts";
import type { RaceDocument } from "../../analysis/engine/oomRace.ts";
import { analyzeKill } from "../../analysis/questions/oom/analyzedKills.ts";
import { readKillerScenario } from "../../analysis/read/killer/scenario.ts";
import { jsonDocumentsOf } from "../../analysis/read/kubelet/yaml.ts";
import { nanosecondsOf } from "../../analysis/text/duration.ts";
import { Detail, OomdAction, SchedulerAction, Timeline } from "../../assembly/abi.ts";
import { admissionDocuments } from "../admission/play.ts";
import { readAdmissions } from "../corpus/admission/corpus.ts";
import { ADMISSIONS_FILE } from "../corpus/admission/files.ts";
import { DUMPS, dumpText, logOf } from "../oom/module.ts";
import { EARLYOOM, OOMD, SYSTEMD, VECTORS, vectorText } from "../oomd/module.ts";
import { drawScenario } from "../simulator/draw.ts";
import { forModule } from "../simulator/scenario.ts";
import type { CallTape, Document, TapedAnswers } from "./callTape.ts";

export interface ModuleTape {
  /** What is played, in the plural. */
  readonly name: string;
  readonly module: string;
  /** The file that the tape is written to. */
  readonly file: string;
  readonly play: (tape: CallTape, module: WebAssembly.Module) => void;
}

export const MODULE_TAPES: readonly ModuleTape[] = [
  {
    name: "admissions",
    module: "plimsoll-admission.wasm",
    file: "admissions.calls",
    play: playAdmissions,
  },
  {
    name: "cluster examples",
    module: "plimsoll-scheduler.wasm",
    file: "clusters.calls",
    play: playClusters,
  },
  {
    name: "cluster scenarios",
    module: "plimsoll-simulator.wasm",
    file: "scenarios.calls",
    play: playScenarios,
  },
  {
    name: "texts of objects",
    module: "plimsoll-eviction.wasm",
    file: "texts.calls",
    play: playTexts,
  },
  { name: "kernel logs", module: "plimsoll-oom.wasm", file: "kernel-logs.calls", play: playLogs },
  {
    name: "scenarios of killers",
    module: "plimsoll-oomd.wasm",
    file: "oomd.calls",
    play: playOomd,
  },
];

/** Plays the tape of each module by a program that gets both files. */
export async function playTapes(
  playedBy: (module: string, tape: string) => Promise<TapedAnswers>,
): Promise<Record<string, TapedAnswers>> {
  const also: Record<string, TapedAnswers> = {};
  for (const { name, module, file } of MODULE_TAPES) also[name] = await playedBy(module, file);
  return also;
}

/** As `AdmissionPlayer` asks: the digest is that of the JavaScript runtimes. */
function playAdmissions(tape: CallTape): void {
  for (const { asked } of readAdmissions(new Uint8Array(readFileSync(ADMISSIONS_FILE))).cases) {
    tape.startCase();
    const isTaken = admissionDocuments(asked).every(([verb, document]) => {
      return tape.give(verb, document) >= 0;
    });
    if (isTaken) tape.ask("report", Detail.Counterfactuals);
  }
}

const EXAMPLES = ["shop", "budgets"];

function playClusters(tape: CallTape): void {
  for (const name of EXAMPLES) playExample(tape, name);
  playLarge(tape);
}

/** Every pending pod of an example is placed, and then each node drained. */
function playExample(tape: CallTape, name: string): void {
  const file = new URL(`../../examples/${name}.cluster.json.gz`, import.meta.url);
  const text = gunzipSync(readFileSync(file)).toString();
  const read = () => {
    tape.startCase();
    tape.call("clear");
    tape.call("configure");
    tape.give("objects", text);
  };
  read();
  tape.ask("summary");
  for (;;) {
    const action = tape.call("schedule");
    if (action === SchedulerAction.Done) break;
    tape.ask("report", Detail.Counterfactuals);
    if (action === SchedulerAction.Scheduled || action === SchedulerAction.Unschedulable)
      tape.call("assume");
  }
  for (const node of nodesOf(text)) {
    read();
    tape.ask("drain", { node, ignoreDaemonSets: true, deleteEmptyDir: true, force: true });
  }
}

function nodesOf(text: string): readonly string[] {
  const { items } = JSON.parse(text) as {
    items: readonly { kind: string; metadata: { name: string } }[];
  };
  return items.filter(({ kind }) => kind === "Node").map(({ metadata }) => metadata.name);
}

const NODES = 500;
const PODS_EACH = 40;

/** So many pods that the memory has to grow while they are read. */
function playLarge(tape: CallTape): void {
  tape.startCase();
  tape.call("clear");
  const before = tape.memoryBytes;
  const nodes = Array.from({ length: NODES }, (_, at) => ({
    kind: "Node",
    metadata: { name: `node-${at}`, labels: { zone: `zone-${at % 3}` } },
    status: { allocatable: { cpu: "16", memory: "64Gi", pods: "110" } },
  }));
  const pods = nodes.flatMap(({ metadata }) =>
    Array.from({ length: PODS_EACH }, (_, at) => pod(`${metadata.name}-${at}`, metadata.name)),
  );
  const pending = Array.from({ length: 5 }, (_, at) => pod(`pending-${at}`));
  for (const items of [nodes, pods, pending]) tape.give("objects", { kind: "List", items });
  if (tape.memoryBytes <= before)
    throw new Error("The memory of the cluster module does not grow.");
  while (tape.call("schedule") !== SchedulerAction.Done) {
    tape.ask("report", Detail.Arithmetic);
    tape.call("assume");
  }
}

/** Each with an amount of its own, so that none is kept once for several. */
function pod(name: string, nodeName?: string): object {
  const requests = { cpu: `${100 + (name.length % 7)}m`, memory: `${200 + name.length}Mi` };
  return {
    kind: "Pod",
    metadata: { namespace: "shop", name, labels: { app: `app-${name}` } },
    spec: {
      ...(nodeName === undefined ? {} : { nodeName }),
      nodeSelector: nodeName === undefined ? { zone: "zone-1" } : {},
      containers: [{ name: `c-${name}`, resources: { requests } }],
    },
  };
}

const SCENARIO_SECONDS = 6 * 3600;

/** The clusters that come with Plimsoll, and drawn ones, which use more of what there is. */
function playScenarios(tape: CallTape): void {
  const folder = new URL("../../examples/clusters/", import.meta.url);
  for (const name of readdirSync(folder).sort()) {
    if (!existsSync(new URL(`${name}/scenario.yaml`, folder))) continue;
    const read = (part: string) => {
      const text = readFileSync(new URL(`${name}/${part}.yaml`, folder), "utf8");
      return jsonDocumentsOf({ name: part, text }).values;
    };
    const objects = JSON.stringify({ kind: "List", items: read("objects") });
    playScenario(tape, { objects, scenario: read("scenario")[0] as object }, SCENARIO_SECONDS);
  }
  for (let seed = 1; seed <= DRAWN_SCENARIOS; seed++) {
    const scenario = drawScenario(seed);
    playScenario(tape, forModule(scenario), scenario.minutes * 60);
  }
}

const DRAWN_SCENARIOS = 12;

interface ScenarioDocuments {
  readonly objects: string;
  readonly scenario: Document;
}

interface PodAtEnd {
  readonly namespace: string;
  readonly name: string;
  readonly node?: string;
  readonly phase: string;
}

/**
 * All its events, its verdict with every pod, what each kubelet sees at its end, and what the
 * scheduler says of the pods that wait.
 */
function playScenario(
  tape: CallTape,
  { objects, scenario }: ScenarioDocuments,
  seconds: number,
): void {
  tape.startCase();
  tape.call("clear");
  tape.call("configure");
  tape.give("objects", objects);
  tape.give("scenario", scenario);
  while (tape.ask("run", nanosecondsOf(seconds)) === Timeline.GoesOn);
  tape.ask("report", Detail.Arithmetic);
  const { pods } = tape.answer as { pods: readonly PodAtEnd[] };
  for (const node of nodesOf(objects)) tape.ask("situation", { node });
  for (const { namespace, name, node, phase } of pods) {
    if (phase === "Pending" && node === undefined) tape.ask("scheduling", { namespace, name });
  }
}

const PART_BYTES = 70_001;

/** Where texts are cut: clusters whole, in parts, one after another, and cut off. */
function playTexts(tape: CallTape): void {
  const texts = EXAMPLES.map((name) => {
    const file = new URL(`../../examples/${name}.cluster.json.gz`, import.meta.url);
    return gunzipSync(readFileSync(file)).toString();
  });
  const log =
    '==== START logs for container a of pod b/c ====\n{["==== END logs for container a of ';
  const pods = Array.from({ length: 9_000 }, (_, at) => ({ ...pod(`pod-${at}`), kind: undefined }));
  const typed = JSON.stringify({ items: pods, kind: "PodList" });
  const dump = `${texts.join("\n")}${log}${log.slice(0, 47)}`;
  for (const text of [
    ...texts,
    typed,
    dump,
    `${typed.slice(0, -1)},"items":[]}`,
    `${typed}\ud800`,
  ]) {
    const bytes = new TextEncoder().encode(text);
    for (const size of [bytes.length, PART_BYTES]) {
      tape.startCase();
      tape.call("clear");
      for (let at = 0; at < bytes.length; at += size) tape.ask("split", bytes.slice(at, at + size));
      tape.ask("split", -1);
    }
  }
  for (const text of [...texts, typed]) playPodsOfNodes(tape, text);
}

/** Whose pods a list has, and what is left of it for each node, and for one that it lacks. */
function playPodsOfNodes(tape: CallTape, text: string): void {
  const { items } = JSON.parse(text) as { items: readonly { kind?: string }[] };
  const pods = items.filter(({ kind = "Pod" }) => kind === "Pod");
  const list = JSON.stringify({ kind: "PodList", items: pods });
  for (const node of [...nodesOf(text), "absent", ""]) {
    tape.startCase();
    tape.call("clear");
    const size = tape.ask("podsOfNode", list + node, node.length);
    // What is left is in the place of the list.
    if (tape.call("pods", size) >= 0) tape.ask("report", Detail.Decision);
  }
  tape.ask("podsOfNode", `${list.slice(0, -2)}absent`, "absent".length);
}

/** An engine that reports its calls. */
class HeardEngine extends OomEngine {
  readonly asked: [string, Document][] = [];

  override select(tasks: Parameters<OomEngine["select"]>[0]) {
    this.asked.push(["select", tasks]);
    return super.select(tasks);
  }
}

const FALL: RaceDocument = {
  observations: [
    { time: "2026-11-24T10:00:00Z", availableBytes: 350 * 2 ** 20 },
    { time: "2026-11-24T10:00:10Z", availableBytes: 150 * 2 ** 20 },
  ],
  thresholds: [{ limitBytes: 100 * 2 ** 20, gracePeriodSeconds: 0 }],
};

/** What the published logs make the module choose, and a race. */
function playLogs(tape: CallTape, module: WebAssembly.Module): void {
  for (const { file } of DUMPS) {
    tape.startCase();
    const engine = new HeardEngine(module);
    for (const oom of logOf(dumpText(file)).ooms) analyzeKill(oom, engine);
    for (const [verb, document] of engine.asked) {
      if (tape.give(verb, document) >= 0) tape.ask("report", Detail.Counterfactuals);
    }
  }
  tape.startCase();
  if (tape.give("race", FALL) >= 0) tape.ask("report", Detail.Decision);
}

/** The scenarios that real programs decided, in each release; the state is saved and restored. */
function playOomd(tape: CallTape): void {
  for (const { id, killer, releases } of VECTORS) {
    const { configuration, steps, seconds } = readKillerScenario(vectorText(`${id}.json`), id);
    const [step] = steps;
    const versions = killer === "earlyoom" ? EARLYOOM : killer === "oomd" ? OOMD : SYSTEMD;
    for (const release of releases) {
      if (versions[release] === undefined) continue;
      tape.startCase();
      tape.call("clear");
      tape.give("configure", { ...configuration, version: versions[release] });
      tape.give("observe", step as object);
      while (tape.call("run", seconds * 1000) === OomdAction.Decided) {
        tape.ask("report", Detail.Counterfactuals);
      }
      tape.ask("save");
    }
  }
}
