/** From options to decisions: the cluster as it is, and as it would be with changes. */

import { EngineError } from "../../../../analysis/engine/engineError.ts";
import type { SchedulerEngine } from "../../../../analysis/engine/schedulerEngine.ts";
import type { Change, ObjectTree } from "../../../../analysis/questions/change/change.ts";
import { CordonedNodes } from "../../../../analysis/questions/change/cordonedNodes.ts";
import { otherNamespaces } from "../../../../analysis/questions/options/objects.ts";
import type { PodReference } from "../../../../analysis/questions/options/values.ts";
import type { ScheduleOptions } from "../../../../analysis/questions/schedule/options.ts";
import { queuedDecisions } from "../../../../analysis/questions/schedule/queue.ts";
import { refusedPod } from "../../../../analysis/questions/schedule/refusal.ts";
import { scheduleRemedies } from "../../../../analysis/questions/schedule/remedies/scheduleRemedies.ts";
import { onlyNamespace, sourceOf } from "../../../../analysis/questions/schedule/source.ts";
import { waitingNotes } from "../../../../analysis/questions/schedule/waiting.ts";
import { formatCount } from "../../../../analysis/text/amount.ts";
import { Detail, SchedulerAction } from "../../../../assembly/abi.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { Findings } from "../../exitCode.ts";
import { describedPod } from "../../input/describedPod.ts";
import { alternative, readChanges, readCluster } from "../../input/schedulingCluster.ts";
import { printWarnings } from "../../notes.ts";
import { Progress } from "../../screen/progress.ts";
import { searched } from "../../screen/searched.ts";
import type { Decided } from "./decided.ts";
import { printDecisions } from "./output.ts";

/** Which pod is asked about; null for every pending one. */
type Asked = PodReference | object | null;

export async function runSchedule(options: ScheduleOptions, io: Io): Promise<void> {
  const progress = new Progress(io);
  const { changes, files } = readChanges(options.change ?? []);
  const placed = new PlacedPod(options.pod);
  const module = await loadModule("scheduler");
  const cordoned = new CordonedNodes();
  const asIs = { ...alternative(module, placed.changes), cordoned };
  const changed =
    options.change === undefined ? null : alternative(module, [...placed.changes, ...changes]);
  const asked = await askedPod(options, io);
  const alternatives = changed === null ? ([asIs] as const) : ([asIs, changed] as const);
  const read = { options, alternatives, files, progress, io };
  const { configuration, summary, namespaces, listedKinds } = await readCluster(read);
  if (asked === null) await printWarnings(waitingNotes(summary), io);
  const detail = detailOf(options, asked);
  const namespace = asked === null ? options.namespace : undefined;
  await printWarnings(otherNamespaces("objects", namespace, namespaces), io);
  const decided = async (engine: SchedulerEngine) => {
    const all = await decisionsOf(engine, asked, detail, progress);
    return all.filter(({ decision: { pod } }) => pod.namespace === (namespace ?? pod.namespace));
  };
  const before = await decided(asIs.engine);
  const after = changed === null ? null : await decided(changed.engine);
  const pod = placed.pod ?? (asked as ObjectTree | null);
  const [first] = before;
  const isSought = changed === null && asked !== null && detail === Detail.Counterfactuals;
  const found =
    isSought && pod !== null && first !== undefined
      ? await searched(
          scheduleRemedies({ ...asIs, configuration, pod, decision: first.decision }),
          "change",
          progress,
        )
      : null;
  await progress.clear();
  const isOne = asked !== null;
  const sources = [
    sourceOf(summary),
    ...(namespace === undefined ? [] : [onlyNamespace(namespace)]),
  ];
  const isGiven = summary.objects.Pod !== undefined || listedKinds.has("Pod");
  const lacksPods = options.objects !== undefined && !isGiven;
  const around = { isOne, runsOn: placed.node, found, sources, lacksPods };
  const decisions = { before, after, ...around };
  await printDecisions(decisions, options, io);
  const last = after ?? before;
  if (last.some(({ decision }) => decision.result !== "Scheduled")) throw new Findings();
}

/** A placed pod that is asked about by name is removed from its node while it is read. */
class PlacedPod {
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
  return podFile === undefined ? (pod ?? null) : describedPod(podFile, io);
}

function detailOf({ detail, output }: ScheduleOptions, asked: Asked): Detail {
  if (output === "json" || output === "ndjson") return detail ?? Detail.Decision;
  return asked === null ? Detail.Decision : Detail.Counterfactuals;
}

function scheduled(engine: SchedulerEngine, asked: NonNullable<Asked>): SchedulerAction {
  try {
    return engine.schedule(asked);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw refusedPod(("metadata" in asked ? asked.metadata : asked) as PodReference, error);
  }
}

async function decisionsOf(
  engine: SchedulerEngine,
  asked: Asked,
  detail: Detail,
  progress: Progress,
): Promise<readonly Decided[]> {
  if (asked !== null) {
    const action = scheduled(engine, asked);
    return action === SchedulerAction.Done ? [] : [decidedOf(engine.report(detail))];
  }
  const decided: Decided[] = [];
  for (const answer of queuedDecisions(engine, detail)) {
    decided.push(decidedOf(answer));
    await progress.show(`${formatCount(decided.length)} pods decided on`);
  }
  return decided;
}

function decidedOf(answer: Decided["answer"]): Decided {
  return { answer, decision: answer.parse() };
}
