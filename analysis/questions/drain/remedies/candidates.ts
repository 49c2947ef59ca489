/** Changes that might let a drain go on, found from the pods that are blocked or find no node. */

import type { BlockedPod, Drain, DrainedBudget, DrainRequest } from "../../../engine/drain.ts";
import type { PodName } from "../../../engine/schedulingDecision.ts";
import { memberAt, mergePatch } from "../../../read/json/untyped.ts";
import { podText } from "../../../text/podText.ts";
import type { ChangedObjects, ObjectTree } from "../../change/change.ts";
import type { RemedyChange } from "../../remedy.ts";
import type { ScheduleChange } from "../../schedule/remedies/candidates.ts";
import type { CandidateChange } from "../../search.ts";
import { DRAIN_FLAGS } from "../flags.ts";
import {
  type Documents,
  type Draft,
  objectNamed,
  replacementOf,
  withChangedBudget,
  withObject,
  withScaledPods,
  withTexts,
} from "./draft.ts";

/** The smallest first. */
const KINDS = [
  "flag",
  "unhealthyPodEvictionPolicy",
  "minAvailable",
  "maxUnavailable",
  "replicas",
  "placement",
  "room",
  "budget",
  "selector",
] as const;

export type DrainChangeKind = (typeof KINDS)[number];

export type DrainChange = RemedyChange<DrainChangeKind>;

export interface DraftChange extends DrainChange {
  readonly apply: (draft: Draft) => Draft;
  /** The budget that is changed, and may then guard nothing. */
  readonly budget?: PodName;
}

/** The cluster before the drain, after some changes. */
export interface World {
  readonly asIs: Draft;
  readonly changes: readonly DraftChange[];
  readonly draft: Draft;
}

export function worldOf(asIs: Draft, changes: readonly DraftChange[]): World {
  return { asIs, changes, draft: changes.reduce((draft, { apply }) => apply(draft), asIs) };
}

/** A thing to change; its values are the places of its changes, the smallest of which is first. */
export interface Candidate extends CandidateChange<World> {
  readonly changes: readonly DraftChange[];
}

/**
 * Every flag that kubectl asks for, in one command with those that are given already. Null where it
 * asks for none that a drain with them has already tried.
 */
export function flagChange(
  { refusals, node }: Drain,
  asked: DrainRequest,
  had: DrainRequest,
): DraftChange | null {
  const isNamed = (flag: string) => refusals.some(({ message }) => message.includes(flag));
  const isNew = DRAIN_FLAGS.some(([flag, member]) => had[member] !== true && isNamed(flag));
  if (!isNew) return null;
  const all = DRAIN_FLAGS.filter(([flag, member]) => had[member] === true || isNamed(flag));
  const own = all.filter(([, member]) => asked[member] !== true);
  const flags = Object.fromEntries(own.map(([, member]) => [member, true]));
  return {
    ...{ kind: "flag", objects: [nodeText(node)] },
    change: `Give ${own.map(([flag]) => flag).join(" and ")}`,
    cost: own.map(([, , cost]) => cost).join(" "),
    kubectl: `kubectl drain ${node} ${all.map(([flag]) => flag).join(" ")}`,
    apply: (draft) => ({ ...draft, request: { ...draft.request, ...flags } }),
  };
}

function nodeText(name: string): string {
  return `Node ${name}`;
}

function budgetText(name: PodName): string {
  return `PodDisruptionBudget ${podText(name)}`;
}

/** By their cost; those that set the same number are one candidate. */
export function candidatesOf(changes: readonly DraftChange[]): readonly Candidate[] {
  const groups: [DraftChange, ...DraftChange[]][] = [];
  const seen = new Set<string>();
  for (const change of changes) {
    if (seen.has(change.change)) continue;
    seen.add(change.change);
    const group = groups.find(([first]) => setsSame(first, change));
    if (group === undefined) groups.push([change]);
    else group.push(change);
  }
  return groups.map((group) => ({
    cost: KINDS.indexOf(group[0].kind),
    values: [...group.keys()],
    changes: group,
    apply: (world, value) => {
      const change = group[value];
      const isMade = world.changes.some((each) => each.change === change?.change);
      return change === undefined || isMade ? null : withChange(world, change);
    },
  }));
}

/** With a change in place of one that sets the same number. */
function withChange({ changes, asIs }: World, change: DraftChange): World {
  const kept = changes.filter((each) => !setsSame(each, change));
  return worldOf(asIs, [...kept, change]);
}

const SIZED: ReadonlySet<DrainChangeKind> = new Set(["minAvailable", "maxUnavailable", "replicas"]);

/** Whether two set the same number: the later one is made in place of the other. */
export function setsSame(some: DrainChange, other: DrainChange): boolean {
  const isOfSame = some.objects.join() === other.objects.join();
  return SIZED.has(some.kind) && some.kind === other.kind && isOfSame;
}

/** The changes for each pod that is blocked in the drain of a draft. */
export function blockedChanges(
  documents: Documents,
  drain: Drain,
  draft: Draft,
): readonly DraftChange[] {
  const { blocked = [] } = drain;
  return blocked.flatMap((pod) => {
    const { budgets } = pod;
    if (budgets === undefined) return ofOneBudget(documents, drain, draft, pod);
    // One less is not enough: the next eviction is answered as the last one was.
    if (budgets.length > 2) return budgets.map((kept) => deletedBut(kept, budgets));
    return budgets.flatMap((budget) => ofTwoBudgets(documents, pod, budget));
  });
}

function ofOneBudget(
  documents: Documents,
  drain: Drain,
  draft: Draft,
  { budget: name, pod }: BlockedPod,
): readonly DraftChange[] {
  const document = name === undefined ? null : objectNamed(documents, budgetObject(name));
  if (name === undefined || document === null) return [];
  const status = drain.budgets.find(
    ({ namespace, name: other }) => namespace === name.namespace && other === name.name,
  );
  const sizes = status === undefined ? [] : sizesOf(drain, status);
  return [
    ...alwaysAllowing(name, document),
    ...sizes.flatMap((by) => loosened(name, document, status as DrainedBudget, by)),
    ...sizes.flatMap((by) => scaled(documents, draft, pod, by)),
    deleted(name),
  ];
}

/**
 * What is needed for the eviction of a pod that is not ready, which takes no disruption, for one
 * that does, and for all of them at once.
 */
function sizesOf({ blocked = [] }: Drain, status: DrainedBudget): readonly number[] {
  const isOf = ({ budget }: BlockedPod) => podIs(budget, status);
  const lacking = Math.max(status.desiredHealthy - status.currentHealthy, 0);
  const most = lacking + Math.max(blocked.filter(isOf).length, 1);
  return [...new Set([lacking, lacking + 1, most])].filter((by) => by > 0);
}

function podIs(some: PodName | undefined, { namespace, name }: PodName): boolean {
  return some?.namespace === namespace && some.name === name;
}

function budgetObject({ namespace, name }: PodName): ChangedObjects {
  return { kind: "PodDisruptionBudget", namespace, name };
}

function patchedBudget(
  name: PodName,
  spec: object,
  words: Omit<DrainChange, "objects" | "kubectl">,
): DraftChange {
  const patch = { spec };
  const json = JSON.stringify(patch);
  return {
    ...words,
    budget: name,
    objects: [budgetText(name)],
    kubectl: `kubectl patch pdb ${name.name} -n ${name.namespace} --type merge -p '${json}'`,
    apply: (draft) =>
      withChangedBudget(
        withObject(draft, budgetObject(name), (object) => mergePatch(object, patch) as ObjectTree),
        name,
      ),
  };
}

function alwaysAllowing(name: PodName, document: ObjectTree): readonly DraftChange[] {
  const policy = "unhealthyPodEvictionPolicy";
  if (memberAt(document, "spec", policy) === "AlwaysAllow") return [];
  const change =
    `Let pods that are not ready go whatever the budget ${podText(name)} allows ` +
    `(${policy}: AlwaysAllow)`;
  return [patchedBudget(name, { [policy]: "AlwaysAllow" }, { kind: policy, change })];
}

/** A lower minAvailable or a higher maxUnavailable, in the form that the budget has. */
function loosened(
  name: PodName,
  document: ObjectTree,
  { desiredHealthy, currentHealthy }: DrainedBudget,
  by: number,
): readonly DraftChange[] {
  const least = memberAt(document, "spec", "minAvailable");
  const most = memberAt(document, "spec", "maxUnavailable");
  const expected = Number(memberAt(document, "status", "expectedPods") ?? currentHealthy);
  const wanted = desiredHealthy - by;
  if (wanted < 0) return [];
  const [kind, from, to] =
    most === undefined
      ? (["minAvailable", least, lowered(least, wanted, expected)] as const)
      : (["maxUnavailable", most, raised(most, wanted, expected)] as const);
  if (from === undefined) return [];
  const verb = kind === "minAvailable" ? "Lower" : "Raise";
  const change = `${verb} ${kind} of the budget ${podText(name)} from ${from} to ${to}`;
  const amounts = { from: String(from), to: String(to) };
  return [patchedBudget(name, { [kind]: to }, { kind, change, ...amounts })];
}

/** The greatest percentage that amounts to no more than wanted; the drain verifies it. */
function lowered(from: unknown, wanted: number, expected: number): number | string {
  if (typeof from === "number" || expected <= 0) return wanted;
  return `${Math.floor((100 * wanted) / expected)}%`;
}

function raised(from: unknown, wanted: number, expected: number): number | string {
  const unavailable = expected - wanted;
  if (typeof from === "number" || expected <= 0) return unavailable;
  return `${Math.floor((100 * (unavailable - 1)) / expected) + 1}%`;
}

function deleted(name: PodName): DraftChange {
  return {
    ...{ kind: "budget", objects: [budgetText(name)] },
    change: `Delete the budget ${podText(name)}`,
    cost: "Then nothing limits how many of its pods are evicted at a time.",
    kubectl: `kubectl delete pdb ${name.name} -n ${name.namespace}`,
    apply: (draft) => withObject(draft, budgetObject(name), null),
  };
}

/** Budgets of one pod, which are all of its namespace. */
function deletedBut(kept: PodName, budgets: readonly PodName[]): DraftChange {
  const gone = budgets.filter(({ name }) => name !== kept.name);
  const names = gone.map(({ name }) => name).join(" ");
  return {
    ...{ kind: "budget", objects: gone.map(budgetText) },
    change: `Delete the budgets ${gone.map(podText).join(" and ")}`,
    cost: `The budget ${podText(kept)} stays.`,
    kubectl: `kubectl delete pdb ${names} -n ${kept.namespace}`,
    apply: (draft) => gone.reduce((at, name) => withObject(at, budgetObject(name), null), draft),
  };
}

function ofTwoBudgets(
  documents: Documents,
  { pod }: BlockedPod,
  name: PodName,
): readonly DraftChange[] {
  return [{ ...deleted(name), cost: ONE_LEFT }, ...narrowed(documents, pod, name)];
}

const ONE_LEFT = "The other budgets of its pods stay.";

/** Narrows the selector by a label of this pod that it does not contain yet. */
function narrowed(documents: Documents, pod: PodName, name: PodName): readonly DraftChange[] {
  const document = objectNamed(documents, budgetObject(name));
  const object = objectNamed(documents, { kind: "Pod", ...pod });
  const labels = Object.entries(memberAt(object, "metadata", "labels") ?? {});
  const selector = memberAt(document, "spec", "selector");
  const said = JSON.stringify(selector ?? null);
  const label = labels.find(([key]) => !PER_POD.has(key) && !said.includes(JSON.stringify(key)));
  if (label === undefined || document === null) return [];
  const [key, value] = label;
  const before = memberAt(selector, "matchExpressions");
  const own = { key, operator: "NotIn", values: [value] };
  const matchExpressions = [...(Array.isArray(before) ? before : []), own];
  const change = `Narrow the selector of the budget ${podText(name)}: ${key} notin (${value})`;
  const narrower = patchedBudget(
    name,
    { selector: { matchExpressions } },
    { kind: "selector", change },
  );
  // The scales behind the last status are no longer those of the pods that it selects.
  const counted = { status: { expectedPods: null } };
  return [
    {
      ...narrower,
      apply: (draft) =>
        withObject(
          narrower.apply(draft),
          budgetObject(name),
          (object) => mergePatch(object, counted) as ObjectTree,
        ),
    },
  ];
}

/** Labels that each pod of an owner has with a value of its own. */
const PER_POD = new Set([
  "statefulset.kubernetes.io/pod-name",
  "apps.kubernetes.io/pod-index",
  "pod-template-hash",
  "controller-revision-hash",
]);

const SCALED_KINDS = ["ReplicaSet", "StatefulSet", "ReplicationController"] as const;

/** More replicas of what owns the pod, where that has a scale of its own. */
function scaled(
  documents: Documents,
  { added }: Draft,
  pod: PodName,
  by: number,
): readonly DraftChange[] {
  const { namespace, name } = pod;
  const object = objectNamed(documents, { kind: "Pod", namespace, name });
  const direct = controllerOf(object);
  const kind = SCALED_KINDS.find((each) => each === direct?.kind);
  if (object === null || direct === null || kind === undefined) return [];
  const owner = objectNamed(documents, { kind, namespace, name: direct.name });
  const replicas = memberAt(owner, "spec", "replicas") ?? 1;
  if (owner === null || typeof replicas !== "number") return [];
  const above = controllerOf(owner);
  if (above !== null && above.kind !== "Deployment") return [];
  const top = above ?? direct;
  // In place of an earlier scale, which the budget has counted.
  const more = by + added.filter((each) => isOwned(each, namespace, direct)).length;
  const to = replicas + more;
  const scale = `kubectl scale ${top.kind.toLowerCase()} ${top.name}`;
  const full = `${top.kind} ${podText({ namespace, name: top.name })}`;
  return [
    {
      ...{ kind: "replicas", objects: [full], from: String(replicas), to: String(to) },
      change: `Scale the ${full} from ${replicas} to ${to}`,
      kubectl: `${scale} -n ${namespace} --replicas=${to}`,
      apply: (draft) =>
        withScaledPods(draft, podsLike(object, direct.name, more, { documents, draft })),
    },
  ];
}

function isOwned(object: ObjectTree, namespace: string, { kind, name }: ObjectOwner): boolean {
  const owner = controllerOf(object);
  const isOfSame = memberAt(object, "metadata", "namespace") === namespace;
  return isOfSame && owner?.kind === kind && owner.name === name;
}

interface ObjectOwner {
  readonly kind: string;
  readonly name: string;
}

function controllerOf(object: ObjectTree | null): ObjectOwner | null {
  const references = memberAt(object, "metadata", "ownerReferences");
  const list: readonly unknown[] = Array.isArray(references) ? references : [];
  const found = list.find((each) => memberAt(each, "controller") === true);
  if (found === undefined) return null;
  return { kind: String(memberAt(found, "kind")), name: String(memberAt(found, "name")) };
}

/** Pods like one of the owner's, with names that no other pod has. */
function podsLike(
  like: ObjectTree,
  owner: string,
  count: number,
  { documents, draft }: { readonly documents: Documents; readonly draft: Draft },
): readonly ObjectTree[] {
  const namespace = String(memberAt(like, "metadata", "namespace") ?? "default");
  const isTaken = (name: string) =>
    draft.added.some(({ metadata }) => podIs(metadata as PodName, { namespace, name })) ||
    objectNamed(documents, { kind: "Pod", namespace, name }) !== null;
  const pods: ObjectTree[] = [];
  for (let number = 0; pods.length < count; number++) {
    const name = `${owner}-${number}`;
    if (isTaken(name)) continue;
    const replacement = replacementOf(like);
    const metadata = { ...(replacement.metadata as ObjectTree), namespace, name };
    pods.push({ ...replacement, metadata });
  }
  return pods;
}

/** Another node like one that is there. */
export function roomChange(node: string): DraftChange {
  return {
    ...{ kind: "room", objects: [nodeText(node)], change: `Add a node like ${node}` },
    ...textsOf([`copy node/${node} 1`]),
  };
}

/** What would place a pod, as `plimsoll schedule` has found it. */
export function placementChange(pod: PodName, changes: readonly ScheduleChange[]): DraftChange {
  const texts = changes.map(({ change }) => change);
  return {
    kind: "placement",
    objects: [...new Set(changes.flatMap(({ objects }) => objects))],
    change: `Make room for ${podText(pod)}: ${texts.join(" and ")}`,
    ...textsOf(texts),
  };
}

function textsOf(whatIf: readonly string[]): Pick<DraftChange, "apply" | "whatIf"> {
  return { whatIf, apply: (draft) => withTexts(draft, whatIf) };
}
