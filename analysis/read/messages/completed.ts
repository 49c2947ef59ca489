/** What the reports of one text say about each other: a name, a node, an end, or the same again. */
import { EVICTED_ALONE, endedBy, isOfNode } from "./message.ts";
import { EVICTION_ANSWERED_429, endedLater } from "./otherEnds.ts";
import { lastSeen } from "./placedPods.ts";
import type { FoundMessage } from "./reportedMessage.ts";
import { NAMED_NODE, type Subject } from "./subject.ts";

/** What the rows of a text have besides the reports. */
export interface OtherRows {
  /** Pods of a list that are pending. */
  readonly pending: readonly Subject[];
  readonly ended: readonly EndedCondition[];
}

/** The same reports with what others of the text know of them; what says less is left out. */
export function completed(
  found: readonly FoundMessage[],
  { pending, ended }: OtherRows,
): readonly FoundMessage[] {
  const named = withNamespaces(withOnlyRow(withOnlyNode(withoutRepeated(found))));
  return withEndedConditions(withOnlyPending(named, pending), ended);
}

/** A status, an event or an answer alone says less than the message of the same pod. */
function withoutRepeated(found: readonly FoundMessage[]): readonly FoundMessage[] {
  const isAnswer = ({ message }: FoundMessage) => message.otherEnd?.kind === EVICTION_ANSWERED_429;
  const isAlone = ({ message }: FoundMessage) => message.kind === EVICTED_ALONE.kind;
  const pods = new Map<string, ReportedPods>();
  const podsOf = (what: string) => {
    const of = pods.get(what) ?? new ReportedPods();
    pods.set(what, of);
    return of;
  };
  for (const each of found) {
    const { otherEnd } = each.message;
    if (otherEnd === undefined && !isAlone(each)) podsOf(SAID).add(each);
    if (otherEnd?.kind === REFUSED) podsOf(REFUSED).add(each);
    if (otherEnd !== undefined && otherEnd.detail !== null)
      podsOf(`${otherEnd.kind} in full`).add(each);
  }
  return found.filter((each) => {
    const { otherEnd } = each.message;
    const isBare = each.isStatus && otherEnd !== undefined && otherEnd.detail === null;
    if (isAlone(each)) return !podsOf(SAID).has(each);
    if (isAnswer(each)) return !podsOf(REFUSED).has(each);
    // The status of a pod has its end as one word, without numbers or names.
    return !isBare || !podsOf(`${otherEnd.kind} in full`).has(each);
  });
}

const SAID = "said";
const REFUSED = "eviction-refused";

/** Pods by name; one without a namespace may be any of that name. */
class ReportedPods {
  readonly #namespaces = new Map<string | null, Set<string | null>>();

  add({ namespace, name }: Subject): void {
    const known = this.#namespaces.get(name) ?? new Set();
    this.#namespaces.set(name, known.add(namespace));
  }

  has({ namespace, name }: Subject): boolean {
    const known = this.#namespaces.get(name);
    return known !== undefined && (namespace === null || known.has(null) || known.has(namespace));
  }
}

/** A row of a description, or a condition whose node is cut off, is about the one that is named. */
function withOnlyNode(found: readonly FoundMessage[]): readonly FoundMessage[] {
  const isAboutNode = ({ message, isDescribed }: FoundMessage) =>
    isOfNode(message) && (isDescribed === true || message.otherEnd?.kind === "node-condition");
  const named = new Set(found.filter(isAboutNode).flatMap(({ node }) => node ?? []));
  const [only = null] = named;
  if (named.size !== 1) return found;
  return found.map((each) => (isAboutNode(each) ? { ...each, node: only } : each));
}

/** A name without a namespace is that of the only other one that is called so. */
function withNamespaces(found: readonly FoundMessage[]): readonly FoundMessage[] {
  const byName = new Map<string, Set<string>>();
  for (const { name, namespace } of found) {
    if (name === null || namespace === null) continue;
    byName.set(name, (byName.get(name) ?? new Set()).add(namespace));
  }
  return found.map((each) => {
    if (each.name === null || each.namespace !== null) return each;
    const [namespace, ...others] = byName.get(each.name) ?? [];
    return namespace === undefined || others.length > 0 ? each : { ...each, namespace };
  });
}

/** The end of a node's condition, in a row of an event. */
export interface EndedCondition {
  readonly condition: string;
  readonly node: string | null;
  readonly at: number;
}

const ENDED_CONDITION = /\b(?:NodeHas|KubeletHas)(?:No(Disk)Pressure|Sufficient(Memory|PID))\b/;

/** Null for a row that ends no condition, or does not say when. */
export function endedCondition(line: string): EndedCondition | null {
  const [found, disk, other] = ENDED_CONDITION.exec(line) ?? [];
  const at = lastSeen(line);
  if (found === undefined || at === null) return null;
  const node = NAMED_NODE.exec(line)?.[1] ?? null;
  return { condition: `${disk ?? other}Pressure`, node, at };
}

/** The same reports, without the claim that a condition holds which ended since. */
function withEndedConditions(
  found: readonly FoundMessage[],
  ended: readonly EndedCondition[],
): readonly FoundMessage[] {
  return found.map((each) => {
    const { otherEnd } = each.message;
    const { at, node } = each;
    if (otherEnd?.kind !== "node-condition" || at === undefined) return each;
    const isOver = ended.some((end) => {
      const isSame = end.node === null || node === null || end.node === node;
      return isSame && end.condition === otherEnd.detail && end.at > at;
    });
    return isOver ? { ...each, message: endedBy(endedLater(otherEnd, "over")) } : each;
  });
}

export function isPending({ message }: FoundMessage): boolean {
  return message.otherEnd?.kind === "failed-scheduling";
}

/** A status without its pod is about the one pod of a list whose row says the same. */
function withOnlyRow(found: readonly FoundMessage[]): readonly FoundMessage[] {
  return Object.entries(STATUS_LINES).reduce(
    (messages, [kind, line]) => withOnlyRowOf(kind, line, messages),
    found,
  );
}

function withOnlyRowOf(
  kind: string,
  line: RegExp,
  found: readonly FoundMessage[],
): readonly FoundMessage[] {
  const isOfKind = ({ message }: FoundMessage) => message.otherEnd?.kind === kind;
  const [only, ...others] = found.filter((each) => {
    const { name, isStatus, message } = each;
    return isOfKind(each) && name !== null && isStatus && message.otherEnd?.detail === null;
  });
  if (only === undefined || others.length > 0) return found;
  return found.map((each) => {
    const isStatus = isOfKind(each) && each.name === null && line.test(each.said);
    return isStatus ? { ...each, namespace: only.namespace, name: only.name } : each;
  });
}

/** The kinds of ends that a row has as well, and the line of a status that adds to it. */
const STATUS_LINES: Readonly<Record<string, RegExp>> = {
  "unexpected-admission-error": /\bmessage"?:/i,
  "oom-killed": /^"?reason"?: /i,
};

/** Rows of a description that lacks its pod are about the one pod of a list that is pending. */
function withOnlyPending(
  found: readonly FoundMessage[],
  pending: readonly Subject[],
): readonly FoundMessage[] {
  const [only] = pending;
  if (only === undefined || pending.some(({ name }) => name !== only.name)) return found;
  return found.map((each) => {
    const isOpen = isPending(each) && each.name === null && each.isDescribed === true;
    return isOpen ? { ...each, namespace: only.namespace, name: only.name } : each;
  });
}
