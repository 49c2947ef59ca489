/** From options to decisions: the cluster as it is, and beside it as it would be with changes. */
import { ClusterAction, Detail, Status } from "../../../../assembly/abi.ts";
import { formatCount } from "../../../shared/amount.ts";
import {
  type Change,
  ChangeError,
  type ObjectTree,
  readChange,
} from "../../../shared/cluster/change.ts";
import { ChangedDocuments } from "../../../shared/cluster/changedObjects.ts";
import {
  ClusterEngine,
  type ClusterSummary,
  type EffectiveConfiguration,
} from "../../../shared/cluster/clusterEngine.ts";
import { nearestChanges } from "../../../shared/cluster/nearest/nearestChanges.ts";
import { podOfFile } from "../../../shared/cluster/podOfFile.ts";
import { schedulerConfiguration } from "../../../shared/cluster/schedulerConfiguration.ts";
import { EngineError } from "../../../shared/engineError.ts";
import { loadClusterModule } from "../../../system/core.ts";
import { exampleCluster } from "../../../system/examples.ts";
import { isFile, nameOf, readText } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { Findings, inputFailure, usageFailure } from "../../exitCode.ts";
import { readObjects } from "../../input/clusterObjects.ts";
import { readLiveObjects } from "../../input/liveObjects.ts";
import type { PodReference } from "../../input/podReference.ts";
import { printNotes, printWarnings } from "../../notes.ts";
import { Progress } from "../../terminal/progress.ts";
import type { Decided, ScheduleOptions } from "./options.ts";
import { printDecisions } from "./output.ts";

/** Which pod is asked about; null for every pending one. */
type Asked = PodReference | object | null;

/** One cluster: as it is, or with changes. */
interface Alternative {
  readonly engine: ClusterEngine;
  readonly changes: ChangedDocuments;
}

export async function runSchedule(options: ScheduleOptions, io: Io): Promise<void> {
  const progress = new Progress(io);
  const { changes, files } = whatIf(options.whatIf ?? []);
  const standing = new StandingPod(options.pod);
  const module = await loadClusterModule();
  const asIs = alternative(module, standing.changes);
  const changed =
    options.whatIf === undefined ? null : alternative(module, [...standing.changes, ...changes]);
  const asked = await askedPod(options, io);
  const release = await readCluster(options, [asIs, changed], progress, io);
  if (changed !== null) {
    await readObjects(files, { sink: sinkOf([changed]), progress, io });
    refuseUnfound(changed.changes);
  }
  const engines = changed === null ? [asIs.engine] : [asIs.engine, changed.engine];
  const configuration = await configure(engines, options, release, io);
  await progress.clear();
  const summary = asIs.engine.summary().parse();
  await sayWhatWasRead(summary, io);
  await sayWhatIsConfigured(summary.configuration, io);
  const detail = detailOf(options, asked);
  const before = await decisionsOf(asIs.engine, asked, detail, progress);
  const after =
    changed === null ? null : await decisionsOf(changed.engine, asked, detail, progress);
  const pod = standing.pod ?? (asked as ObjectTree | null);
  const [first] = before;
  const isSought = changed === null && asked !== null && detail === Detail.Counterfactuals;
  const nearest =
    isSought && pod !== null && first !== undefined
      ? nearestChanges({ engine: asIs.engine, configuration, pod, decision: first.decision })
      : null;
  await progress.clear();
  const isOne = asked !== null;
  const decisions = { before, after, isOne, standsOn: standing.node, nearest };
  await printDecisions(decisions, options, io);
  const last = after ?? before;
  if (last.some(({ decision }) => decision.result !== "Scheduled")) throw new Findings();
}

function alternative(module: WebAssembly.Module, changes: readonly Change[]): Alternative {
  return { engine: new ClusterEngine(module), changes: new ChangedDocuments(changes) };
}

/** A document goes to each cluster, with the changes of that one made in it. */
function sinkOf(alternatives: readonly Alternative[]) {
  const [first] = alternatives;
  return {
    inputCapacity: first?.engine.inputCapacity ?? 0,
    take(document: Uint8Array) {
      for (const { engine, changes } of alternatives) engine.objects(changes.changed(document));
    },
  };
}

async function readCluster(
  options: ScheduleOptions,
  [asIs, changed]: readonly [Alternative, Alternative | null],
  progress: Progress,
  io: Io,
): Promise<string | undefined> {
  const sink = sinkOf(changed === null ? [asIs] : [asIs, changed]);
  const { example, objects } = options;
  const files = example === undefined ? objects : [await exampleCluster(example)];
  if (files === undefined) return readLiveObjects({ options, sink, progress, io });
  await readObjects(files, { sink, progress, io });
  return undefined;
}

function whatIf(texts: readonly string[]) {
  const files = texts.filter(isFile);
  try {
    return { files, changes: texts.filter((text) => !files.includes(text)).map(readChange) };
  } catch (error) {
    if (!(error instanceof ChangeError)) throw error;
    throw usageFailure(`--what-if ${error.message}.`);
  }
}

function refuseUnfound(changes: ChangedDocuments): void {
  const [first] = changes.unfound;
  if (first === undefined) return;
  const { kind, namespace, name } = first.objects;
  const named = namespace === null ? name : `${namespace}/${name}`;
  throw inputFailure(
    `--what-if "${first.text}": no ${kind} ${named} is among the objects; check its name.`,
  );
}

/** A pod that is asked about by name and stands on a node is taken off it while it is read. */
class StandingPod {
  readonly changes: readonly Change[];
  #node: string | undefined;
  /** As it is decided on: pending. */
  #pod: ObjectTree | null = null;

  constructor(pod: PodReference | undefined) {
    if (pod === undefined) {
      this.changes = [];
      return;
    }
    const { namespace, name } = pod;
    const text = `--pod ${namespace}/${name}`;
    const apply: Change["apply"] = (object) => {
      this.#pod = { apiVersion: "v1", kind: "Pod", ...this.#released(object) };
      return [this.#pod];
    };
    this.changes = [{ text, objects: { kind: "Pod", namespace, name }, apply }];
  }

  get node(): string | undefined {
    return this.#node;
  }

  /** Null when no object was the pod. */
  get pod(): ObjectTree | null {
    return this.#pod;
  }

  #released(object: Parameters<Change["apply"]>[0]) {
    const spec = object.spec as { nodeName?: unknown } | null | undefined;
    if (typeof spec?.nodeName !== "string" || spec.nodeName === "") return object;
    this.#node = spec.nodeName;
    const { nodeName: _, ...pending } = spec;
    return { ...object, spec: pending, status: { phase: "Pending" } };
  }
}

async function askedPod({ pod, podFile }: ScheduleOptions, io: Io): Promise<Asked> {
  if (podFile === undefined) return pod ?? null;
  const described = podOfFile({ name: nameOf(podFile), text: await readText(podFile, io) });
  if (described.madeOf !== null) {
    await printNotes([`The pod is one of the template of ${described.madeOf}.`], io);
  }
  return described.pod;
}

async function configure(
  engines: readonly ClusterEngine[],
  { config, kubernetesVersion }: ScheduleOptions,
  release: string | undefined,
  io: Io,
): Promise<string> {
  const source =
    config === undefined ? null : { name: nameOf(config), text: await readText(config, io) };
  const configured = (version: string | undefined) => {
    const options = version === undefined ? {} : { kubernetesVersion: version };
    const configuration = schedulerConfiguration(source, options);
    for (const engine of engines) engine.configure(configuration);
    return configuration;
  };
  if (kubernetesVersion !== undefined || release === undefined) {
    return configured(kubernetesVersion);
  }
  try {
    return configured(release);
  } catch (error) {
    if (!(error instanceof EngineError) || !(error.path ?? "").includes("plimsoll")) throw error;
    const note = `The API server is of ${release}, whose scheduler is not known: ${error.reason}.`;
    await printWarnings([note], io);
    return configured(undefined);
  }
}

/** Throws when nothing of what was read is of a cluster. */
async function sayWhatWasRead(summary: ClusterSummary, io: Io): Promise<void> {
  const { objects, passedOver } = summary;
  const others = passedOver.map(({ kind, count }) => `${formatCount(count)} ${kind}`);
  const some = others.slice(0, KINDS_SHOWN).join(", ");
  const more = others.length > KINDS_SHOWN ? ` and ${others.length - KINDS_SHOWN} more kinds` : "";
  if (Object.keys(objects).length === 0) {
    const found = others.length === 0 ? "nothing is in them" : `they are ${some}${more}`;
    throw inputFailure(
      `The objects have no node and no pod: ${found}; see plimsoll schedule --help.`,
    );
  }
  if (others.length > 0) await printNotes([`Scheduling does not depend on ${some}${more}.`], io);
  if (objects.Node !== undefined) return;
  await printWarnings(["No node is among the objects; add what kubectl get nodes prints."], io);
}

const KINDS_SHOWN = 5;

/** What of a configuration decides otherwise here than in the scheduler, or keeps from deciding. */
async function sayWhatIsConfigured(
  { configuredParallelism = 1, extenders, profiles }: EffectiveConfiguration,
  io: Io,
): Promise<void> {
  if (configuredParallelism > 1) {
    const note =
      `The configuration's parallelism is ${configuredParallelism}; decisions are those of 1, ` +
      "the only one with which the scheduler places pods the same way each time.";
    await printNotes([note], io);
  }
  const warnings = profiles.flatMap(({ schedulerName, notJudged = [] }) =>
    notJudged.length === 0
      ? []
      : [`No pod of ${schedulerName} can be judged: that takes ${notJudged.join(", ")}.`],
  );
  if (extenders.length > 0) {
    warnings.push(`No pod can be judged: that takes the extender ${extenders.join(", ")}.`);
  }
  await printWarnings(warnings, io);
}

function detailOf({ detail, output }: ScheduleOptions, asked: Asked): Detail {
  if (output !== "text") return detail ?? Detail.Decision;
  return asked === null ? Detail.Decision : Detail.Counterfactuals;
}

function scheduled(engine: ClusterEngine, asked: Asked): ClusterAction {
  try {
    return engine.schedule(asked);
  } catch (error) {
    if (!(error instanceof EngineError) || asked === null) throw error;
    const { namespace, name } = ("metadata" in asked ? asked.metadata : asked) as PodReference;
    const advice = ADVICE[error.status] ?? "correct the pod";
    throw inputFailure(`Pod ${namespace ?? "default"}/${name}: ${error.reason}; ${advice}.`);
  }
}

const ADVICE: Readonly<Partial<Record<Status, string>>> = {
  [Status.NotFound]: "check its namespace and its name",
  [Status.OutOfOrder]: "name a pod that this scheduler places",
};

async function decisionsOf(
  engine: ClusterEngine,
  asked: Asked,
  detail: Detail,
  progress: Progress,
): Promise<readonly Decided[]> {
  const decided: Decided[] = [];
  for (;;) {
    const action = scheduled(engine, asked);
    if (action === ClusterAction.Done) return decided;
    const answer = engine.report(detail);
    decided.push({ answer, decision: answer.parse() });
    if (asked !== null) return decided;
    const comesTrue = action === ClusterAction.Scheduled || action === ClusterAction.Unschedulable;
    if (comesTrue) engine.assume();
    await progress.show(`${formatCount(decided.length)} pods decided on`);
  }
}
