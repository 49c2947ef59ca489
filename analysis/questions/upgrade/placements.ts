/** Where two releases place pods: those that are pending, and a further one of each owner. */
import type { SchedulerEngine } from "../../engine/schedulerEngine.ts";
import type { PodName, SchedulingDecision } from "../../engine/schedulingDecision.ts";
import { memberAt, objectOf } from "../../read/json/untyped.ts";
import { formatCount, plural } from "../../text/amount.ts";
import { formatNames } from "../../text/names.ts";
import { podText } from "../../text/podText.ts";
import type { ObjectTree } from "../change/change.ts";
import { queuedDecisions } from "../schedule/queue.ts";
import { refusalWords } from "../schedule/refusalWords.ts";
import type { Compared, Difference } from "./difference.ts";
import { answerOr, Refusals } from "./refusals.ts";
import { type ComparedReleases, type Rule, rulesBetween, rulesFor } from "./rules.ts";

/** The cluster in the schedulers of both releases. */
export type BothSchedulers = readonly [SchedulerEngine, SchedulerEngine];

/** Owners of which a further pod is placed; an answer names a few of them. */
const OWNERS_MAX = 2_000;
const OWNERS = formatCount(OWNERS_MAX);

/** The clusters end with the pending pods placed. */
export function comparedPlacements(
  name: string,
  objects: readonly ObjectTree[],
  engines: BothSchedulers,
  releases: ComparedReleases,
): Compared {
  const rules = rulesBetween(releases);
  const owned = onePodOfEachOwner(objects);
  const tried = owned.slice(0, OWNERS_MAX);
  const refused = new Refusals();
  const further = tried.flatMap(({ owner, pod }) => {
    const [before, after] = engines.map((engine) => decided(engine, pod));
    if (typeof before === "string" || typeof after === "string") {
      refused.add(typeof before === "string" ? before : String(after));
      return [];
    }
    return placementDifference(`a further pod of ${owner}`, before, after, rules);
  });
  const placed = tried.length - refused.count;
  const [before, after] = engines.map(pendingDecisions);
  const pods = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  const pending = [...pods].flatMap((pod) =>
    placementDifference(pod, before?.get(pod), after?.get(pod), rules),
  );
  const left = owned.length - tried.length;
  return {
    input: name,
    checked: [
      ...(pods.size === 0 ? [] : [`placement of ${plural(pods.size, "pending pod")} compared`]),
      ...(placed === 0
        ? []
        : [`placement of a further pod of ${plural(placed, "owner")} compared`]),
    ].join("; "),
    differences: [...pending, ...further],
    notes: [
      ...(left === 0
        ? []
        : [`${name}: ${plural(left, "further owner")} not tried: ${OWNERS} are at most.`]),
      ...refused.sentences(
        (count) => `${name}: a further pod of ${plural(count, "owner")} is not placed`,
      ),
    ],
  };
}

function pendingDecisions(engine: SchedulerEngine): ReadonlyMap<string, SchedulingDecision> {
  const decisions = new Map<string, SchedulingDecision>();
  for (const answer of queuedDecisions(engine)) {
    const decision = answer.parse();
    decisions.set(podText(decision.pod), decision);
  }
  return decisions;
}

/** Or why the module refuses the pod, such as one of another scheduler. */
function decided(engine: SchedulerEngine, pod: ObjectTree): SchedulingDecision | string {
  return answerOr(() => {
    engine.schedule(pod);
    return engine.report().parse();
  });
}

interface OwnedPod {
  readonly owner: string;
  /** As its owner would create it once more. */
  readonly pod: ObjectTree;
}

function onePodOfEachOwner(objects: readonly ObjectTree[]): readonly OwnedPod[] {
  const found = new Map<string, OwnedPod>();
  for (const object of objects) {
    const { metadata, spec } = object;
    const nodeName = memberAt(spec, "nodeName");
    if (object.kind !== "Pod" || typeof nodeName !== "string" || nodeName === "") continue;
    const owner = ownerOf(metadata);
    if (owner === null || found.has(owner)) continue;
    found.set(owner, { owner, pod: furtherPod(object) });
  }
  return [...found.values()];
}

/** A DaemonSet's pods name their nodes, and a mirror pod is not scheduled. */
const PLACED_BY_OWNER: readonly unknown[] = ["DaemonSet", "Node"];

function ownerOf(metadata: unknown): string | null {
  const owners = memberAt(metadata, "ownerReferences");
  const owner = Array.isArray(owners)
    ? owners.map(objectOf).find(({ controller }) => controller === true)
    : undefined;
  if (owner === undefined || PLACED_BY_OWNER.includes(owner.kind)) return null;
  const namespace = memberAt(metadata, "namespace") ?? "default";
  return `${owner.kind} ${namespace}/${owner.name}`;
}

/** What the API server sets in a pod that exists. */
const OF_ONE_POD = ["uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"];

function furtherPod({ metadata, spec }: ObjectTree): ObjectTree {
  const named = Object.entries(objectOf(metadata)).filter(([name]) => !OF_ONE_POD.includes(name));
  const { nodeName: _, ...pending } = objectOf(spec);
  return {
    ...{ apiVersion: "v1", kind: "Pod" },
    metadata: { ...Object.fromEntries(named), name: `${memberAt(metadata, "name")}-further` },
    spec: pending,
  };
}

function placementDifference(
  subject: string,
  before: SchedulingDecision | undefined,
  after: SchedulingDecision | undefined,
  rules: readonly Rule[],
): readonly Difference[] {
  if (before === undefined || after === undefined) return [];
  if (isSame(before, after)) return messageDifference(subject, before, after, rules);
  return [
    {
      ...{ kind: "placement", subject },
      ...wordsOfBoth(before, after),
      isWorse: hasNode(before) && !hasNode(after),
      rules: rulesFor(rules, "scheduler", ["placement"]),
    },
  ];
}

/** A pod that preempts gets its node once its victims have ended. */
function hasNode({ result, nominatedNode }: SchedulingDecision): boolean {
  return result === "Scheduled" || nominatedNode !== undefined;
}

/** Up to 1.34 one of several nodes that are equal is drawn: any of them is the same answer. */
function isSame(before: SchedulingDecision, after: SchedulingDecision): boolean {
  if (before.result !== after.result) return false;
  if (before.nominatedNode !== undefined && before.nominatedNode === after.nominatedNode) {
    return preemptedOf(before) === preemptedOf(after);
  }
  const [a, b] = [before, after].map(
    (each) => new Set([each.node ?? each.nominatedNode, ...(each.alternatives ?? [])]),
  );
  return [...(a ?? [])].some((node) => b?.has(node));
}

function preemptedOf({ victims: preempted = [] }: SchedulingDecision): string {
  return preempted.map(podText).sort().join(", ");
}

/** With every victim where the first of them are the same. */
function wordsOfBoth(before: SchedulingDecision, after: SchedulingDecision) {
  const short = { before: placementWords(before, 2), after: placementWords(after, 2) };
  if (short.before !== short.after) return short;
  return { before: placementWords(before), after: placementWords(after) };
}

function messageDifference(
  subject: string,
  { message: before = "" }: SchedulingDecision,
  { message: after = "" }: SchedulingDecision,
  rules: readonly Rule[],
): readonly Difference[] {
  if (before === after) return [];
  const own = rulesFor(rules, "scheduler", ["message"]);
  return [{ kind: "message", subject, before, after, isWorse: false, rules: own }];
}

function placementWords(decision: SchedulingDecision, max?: number): string {
  const {
    result,
    node,
    nominatedNode,
    victims: preempted = [],
    message = "",
    notEvaluated,
  } = decision;
  switch (result) {
    case "Scheduled":
      return `placed on ${node}`;
    case "Gated":
      return "waits for its scheduling gates";
    case "NotEvaluated":
      return `not evaluated: needs ${(notEvaluated ?? []).join(", ")}`;
    case "Error":
      return "the scheduler fails on it";
    case "Unschedulable":
      if (nominatedNode === undefined) return `pending: ${refusalWords(message) ?? message}`;
      return `preempts ${preemptedNames(preempted, max)} on ${nominatedNode}`;
  }
}

function preemptedNames(pods: readonly PodName[], max = pods.length): string {
  return formatNames(pods.map(podText), { max });
}
