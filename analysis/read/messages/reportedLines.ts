/** What a description, a table or a log reports: a message is in a line, its pod there or above. */
import { describedPod, listedNamespace, printedPod } from "./describedPod.ts";
import { type EventRow, eventRow, isRunning, type PodRow, podRow } from "./eventRow.ts";
import {
  EVICTED_ALONE,
  type EvictionMessage,
  endedBy,
  isOfNode,
  messagesIn,
  readMessage,
} from "./message.ts";
import {
  EVICTED_BY_DRAIN,
  EVICTION_ANSWERED_429,
  EXIT_BY_SIGKILL,
  endedLater,
  NOT_FOUND,
  OUT_OF_MEMORY,
  otherEndOf,
  PENDING_WITHOUT_NODE,
  refusedPod,
  statesEnd,
} from "./otherEnds.ts";
import { assignedIn, lastSeen, type Placement } from "./placedPods.ts";
import type { FoundMessage, ReportedMessage } from "./reportedMessage.ts";
import {
  describedContainers,
  type TerminatedContainer,
  terminatedText,
} from "./terminatedContainer.ts";
import { unwrapped, type WholeLine } from "./wholeLines.ts";

/** What was undone in a text: signs of quoting before its lines, and breaks inside values. */
export type Restored = "quotes" | "breaks";

export interface ReportedLines {
  readonly messages: readonly FoundMessage[];
  readonly placements: readonly Placement[];
  /** The reasons of events and the statuses of pods that say nothing of an end. */
  readonly reasons: readonly string[];
  /** How many descriptions and rows of pods there are. */
  readonly read: number;
  /** Pods among these that restarted for a reason that is not in the text. */
  readonly restarted: number;
  readonly restored: readonly Restored[];
}

type Subject = Pick<ReportedMessage, "namespace" | "name" | "node">;

/** The source of an event, as `kubectl describe` prints it. */
const SOURCE = /\b(?:kubelet|kernel-monitor), ([a-z0-9][a-z0-9.-]*)/;
const UNDRAINED = /unable to drain node "([a-z0-9][a-z0-9.-]{0,252})"/;
/** The source of an event, as the API has it. */
const EVENT_HOST = /"component":\s*"kubelet",\s*"host":\s*"([a-z0-9][a-z0-9.-]{0,252})"/g;
const NAMED_NODE = /(?:^|\s)nodes?(?:\/|\s+(?=\S+ status is now: ))([a-z0-9][a-z0-9.-]*)/i;
const DRAINED = /^\s*pod(?:\/| ")([a-z0-9][a-z0-9.-]{0,252})"? evicted\s*$/;
const JSON_NAME = /^\s*"(name|namespace)": ?"([a-z0-9][a-z0-9.-]{0,252})",?\s*$/;
/** What kubectl prints before it asks for the eviction. */
const EVICTING = /^\s*evicting pod ([a-z0-9][a-z0-9-]{0,62})\/([a-z0-9][a-z0-9.-]{0,252})\s*$/;
/** After it kubectl repeats, at the end of a run, what it refused before. */
const UNDRAINED_AGAIN = /^\s*There are pending nodes to be drained:/;
/** What kubectl prints of the node when it begins to drain it. */
const CORDONED = /^\s*node(?:\/| ")([a-z0-9][a-z0-9.-]{0,252})"? (?:already )?cordoned/;
/** What kubectl prints of each pod when it is deleted, in a drain or without one. */
const DELETED = /^\s*pod(?:\/| ")[a-z0-9][a-z0-9.-]{0,252}"? deleted\s*$/;
const DELETED_BY_KUBECTL = "deleted by kubectl";
/** What a program writes in place of a line break or a quote in a text of its own. */
const ESCAPED = /\\[nrt'"]/g;
const UNESCAPED: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** A text that says less as it is than without escapes is one that a program quoted. */
export function reportedLines(text: string): ReportedLines {
  const own = linesReported(text);
  if (text.search(ESCAPED) < 0) return own;
  const plain = text.replace(ESCAPED, ([, escaped = ""]) => UNESCAPED[escaped] ?? escaped);
  const other = linesReported(plain);
  const isNothing = own.messages.length === 0 && own.reasons.length === 0 && own.read === 0;
  return isNothing || saidIn(other) > saidIn(own) ? other : own;
}

/** How many messages say more than that a pod was evicted. */
function saidIn({ messages }: ReportedLines): number {
  return messages.filter(({ message }) => message.kind !== EVICTED_ALONE.kind).length;
}

function linesReported(whole: string): ReportedLines {
  const lines = unwrapped(whole.split(/\r?\n/));
  const text = new TextLines(whole, lines);
  for (const [at, line] of lines.entries()) text.take(line, at);
  return text.result();
}

/** `Warning  FailedScheduling  5m  default-scheduler  …`: without a column for the object. */
const DESCRIBED_ROW = new RegExp(
  [
    String.raw`^[>\s]*(?:Normal|Warning)\s+[A-Z]\w+\s+(?:\d|<unknown>)`,
    // Up to 1.7: first seen, last seen, count and source.
    String.raw`^[>\s]*(?:\w+\s+){2}\d+\s+\{?[a-z][a-z-]*[\s,}][^A-Z]{0,300}\s(?:Normal|Warning)\s`,
    String.raw`\s\d{1,9}\s+\{[a-z][^{}]{1,300}\}\s+(?:\S{1,300}\s+)?[a-z]\w{2,60}\s+[A-Z]`,
  ].join("|"),
);

class TextLines {
  readonly #whole: string;
  readonly #lines: readonly WholeLine[];
  /** The pod of a text about one. */
  readonly #asked: Subject;
  /** The pod or node whose description is read. */
  #pod: Subject;
  #undrained: string | null;
  #isEndOfDrain = false;
  /** The name or namespace in the line of JSON before. */
  #jsonName: { readonly member: string; readonly value: string } | null = null;
  /** Whether the lines are those of an event's object. */
  #isInvolved = false;
  /** The namespaces of pods, which kubectl prints once. */
  readonly #evicting = new Map<string, string>();
  /** The one kubelet whose events are in the text. */
  readonly #host: string | null;
  readonly #containers: ReadonlyMap<number, TerminatedContainer>;
  #hasNamespaces = false;
  /** What the command above a list names, and its rows do not. */
  #listed: string | null = null;
  #read = 0;
  #restarted = 0;
  /** Whether a description has begun, and is not counted yet. */
  #isNamed = false;
  readonly #messages: FoundMessage[] = [];
  readonly #placements: Placement[] = [];
  readonly #reasons: string[] = [];
  /** Pods that kubectl deleted, of which a text about something else has a line, too. */
  readonly #deleted: string[] = [];
  readonly #pendingRows: Subject[] = [];
  readonly #ended: EndedCondition[] = [];
  readonly #selectors: DescribedSelectors = new DescribedSelectors();

  constructor(whole: string, lines: readonly WholeLine[]) {
    this.#whole = whole;
    this.#lines = lines;
    this.#asked = describedPod(whole) ?? NOBODY;
    this.#pod = this.#asked;
    this.#undrained = UNDRAINED.exec(whole)?.[1] ?? null;
    this.#host = onlyHost(whole);
    this.#containers = describedContainers(lines.map(({ line }) => line));
  }

  take(each: WholeLine, at: number): void {
    const { line, said } = each;
    this.#follow(line);
    this.#selectors.take(line, this.#pod);
    if (DELETED.test(line) || DRAINED.test(line)) this.#goOn();
    const pod = podRow(line);
    if (pod !== null) this.#read += 1;
    if ((pod !== null && isRunning(pod) && pod.restarts > 0) || this.#hasRestarted(at)) {
      this.#restarted += 1;
    }
    const row = pod === null ? eventRow(line) : null;
    const placed = row === null ? null : assignedIn(line);
    if (placed !== null) {
      const isDescribed = DESCRIBED_ROW.test(line);
      this.#placements.push({ ...placed, uid: null, at: lastSeen(line), isDescribed });
    }
    const ended = row === null ? null : endedCondition(line);
    if (ended !== null) this.#ended.push(ended);
    const messages = said.length > 0 ? said : this.#ends(each, at, pod, row);
    if (messages.length > 0) this.#report(each, messages, pod ?? row, this.#containers.get(at));
    else if (row !== null) this.#reasons.push(row.reason);
    else if (DELETED.test(line)) this.#deleted.push(DELETED_BY_KUBECTL);
    else if (pod?.status === PENDING) this.#pendingRows.push(this.#subject(line, pod, null));
    else if (pod !== null && !isRunning(pod)) this.#reasons.push(pod.status);
  }

  result(): ReportedLines {
    const isEviction = ({ message }: FoundMessage) => message.otherEnd === undefined;
    const across = this.#messages.some(isEviction) ? [] : messagesAcross(this.#whole, this.#pod);
    const all = withoutRepeated([...this.#messages, ...across, ...this.#described()]);
    const named = withNamespaces(withOnlyRow(withOnlyNode(all)));
    const found = withOnlyPending(named, this.#pendingRows);
    const messages = this.#selectors.addedTo(withEndedConditions(found, this.#ended));
    const explained = new Set(messages.filter(isPending).map(({ name }) => name));
    const others = this.#pendingRows.filter(({ name }) => !explained.has(name));
    return {
      messages,
      placements: this.#placements,
      reasons: [
        ...this.#reasons,
        ...others.map(() => PENDING),
        ...(messages.length > 0 ? this.#deleted : []),
      ],
      read: this.#read,
      restarted: this.#restarted,
      restored: [
        ...(this.#lines.some(({ isQuoted }) => isQuoted) ? (["quotes"] as const) : []),
        ...(this.#lines.some(({ count }) => count > 1) ? (["breaks"] as const) : []),
      ],
    };
  }

  /** A described pod that is pending without a node, in a text that reports nothing else. */
  #described(): readonly FoundMessage[] {
    const known = this.#messages.length + this.#reasons.length + this.#pendingRows.length;
    const isOpen = this.#lines.some(({ line }) => /^Status:\s+Pending\b/.test(line));
    const isUnbound = this.#lines.some(({ line }) => /^Node:\s+(?:<none>|\/)\s*$/.test(line));
    const end = otherEndOf(PENDING_WITHOUT_NODE);
    if (known > 0 || !isOpen || end === null) return [];
    if (!isUnbound) {
      this.#reasons.push(PENDING);
      return [];
    }
    return [
      {
        ...{ ...this.#pod, uid: null, time: null, count: 1, source: null, isCopy: false },
        ...{ isStatus: true, reasons: [PENDING], message: endedBy(end), said: PENDING },
      },
    ];
  }

  /** A later run of kubectl drain has the flags that one before it lacked. */
  #goOn(): void {
    for (const [at, each] of this.#messages.entries()) {
      const { otherEnd } = each.message;
      if (otherEnd?.kind !== "drain-refused" || each.node !== this.#undrained) continue;
      this.#messages[at] = { ...each, message: endedBy(endedLater(otherEnd, "goesOn")) };
    }
  }

  /** Which pod or node the next lines are about. */
  #follow(line: string): void {
    if (/^NAMESPACE\s/.test(line)) this.#hasNamespaces = true;
    const listed = listedNamespace(line);
    if (listed !== undefined) this.#listed = listed;
    const printed = printedPod(line);
    if (printed !== null) this.#pod = { ...NOBODY, ...printed };
    const [, asked, evicting] = EVICTING.exec(line) ?? [];
    if (asked !== undefined && evicting !== undefined) this.#evicting.set(evicting, asked);
    const cordoned = CORDONED.exec(line)?.[1];
    if (UNDRAINED_AGAIN.test(line)) this.#isEndOfDrain = true;
    else if (cordoned !== undefined || UNDRAINED.test(line)) this.#isEndOfDrain = false;
    this.#undrained = cordoned ?? this.#undrained;
    // What follows the end of a block of code may be about another pod.
    if (/^\s*(?:`{3}|~{3})/.test(line)) this.#pod = this.#asked;
    if (this.#isNamed && /^(?:Containers|Conditions):\s*$/.test(line)) {
      this.#read += 1;
      this.#isNamed = false;
    }
    const [, member, value = ""] = /^(Name|Namespace|Node):\s+(\S+)/.exec(line) ?? [];
    if (member === "Name") {
      this.#pod = { ...NOBODY, name: value };
      this.#isNamed = true;
    }
    if (member === "Namespace") this.#pod = { ...this.#pod, namespace: value };
    if (member === "Node") this.#pod = { ...this.#pod, node: boundNode(value) };
    this.#followInvolved(line);
    this.#followJson(line);
    const [, namespace, name] = EVICTION_PATH.exec(line) ?? [];
    if (namespace !== undefined && name !== undefined) {
      this.#pod = { namespace, name, node: this.#undrained };
    }
  }

  /** The object of an event that is described itself: the name at the margin is the event's. */
  #followInvolved(line: string): void {
    if (/^\S/.test(line)) this.#isInvolved = /^Involved Object:\s*$/.test(line);
    if (!this.#isInvolved) return;
    const [, member, value = ""] = /^\s+(Name|Namespace):\s+(\S+)/.exec(line) ?? [];
    if (member === "Name") this.#pod = { ...NOBODY, name: value };
    if (member === "Namespace") this.#pod = { ...this.#pod, namespace: value };
  }

  /** Both names of an object, in lines of JSON next to each other; a container has one alone. */
  #followJson(line: string): void {
    const [, member, value = ""] = JSON_NAME.exec(line) ?? [];
    const before = this.#jsonName;
    this.#jsonName = member === undefined ? null : { member, value };
    if (member === undefined || before === null || before.member === member) return;
    const [name, namespace] = member === "name" ? [value, before.value] : [before.value, value];
    this.#pod = { ...NOBODY, namespace, name };
  }

  /** Whether the line counts restarts of a container whose last state is not described. */
  #hasRestarted(at: number): boolean {
    if (!RESTARTS.test(this.#lines[at]?.line ?? "")) return false;
    const before = this.#lines.slice(Math.max(0, at - STATES_LINES), at);
    return !before.some(({ line }) => /^\s*Last (?:Termination )?State:/.test(line));
  }

  #ends({ line }: WholeLine, at: number, pod: PodRow | null, row: EventRow | null) {
    if (pod !== null) return statusEnd(pod.status);
    if (DRAINED.test(line)) return statusEnd(EVICTED_BY_DRAIN);
    // JSON and YAML have the message of a status before its reason.
    const isSaid = [at + 1, at - 1, at - 2].some((other) => {
      return endedLike(this.#lines[other]?.line ?? "", line);
    });
    const ends = [...(isSaid ? [] : endsIn(line, row)), ...exitIn(this.#lines, at)];
    return refusedPod(line) === null ? ends : ends.map(withoutPods);
  }

  #report(
    { line, isQuoted }: WholeLine,
    messages: readonly EvictionMessage[],
    row: (EventRow & Partial<PodRow>) | null,
    container: TerminatedContainer | undefined,
  ): void {
    const source = SOURCE.exec(line)?.[1] ?? row?.node ?? null;
    const about = this.#subject(line, row, source);
    const node =
      row?.node ??
      NAMED_NODE.exec(line)?.[1] ??
      source ??
      describedNode(this.#pod) ??
      this.#undrained;
    const isCondition = CONDITION.test(line);
    const at = row === null ? null : lastSeen(line);
    const each = {
      time: null,
      count: row?.count ?? 1,
      source: isCondition ? `conditions of ${node}` : line.trim().replace(/\s+/g, " "),
      isCopy: isCondition || isQuoted || about.name !== null || node !== null,
      isStatus: STATE.test(line) || (row?.isStatus ?? false),
      reasons: row === null ? [] : [row.reason],
      uid: null,
      said: line.trim(),
      ...(at === null ? {} : { at }),
      ...(row !== null && DESCRIBED_ROW.test(line) ? { isDescribed: true as const } : {}),
    };
    const others = messages.filter((message) => !this.#isSaidAgain(message));
    this.#messages.push(
      ...others.map((message) => ({
        ...(isOfNode(message) ? { ...NOBODY, node } : about),
        ...each,
        ...(container === undefined ? { message } : terminatedIn(container, message)),
      })),
    );
  }

  #isSaidAgain({ otherEnd }: EvictionMessage): boolean {
    if (!this.#isEndOfDrain || otherEnd === undefined) return false;
    return this.#messages.some(({ message: { otherEnd: before } }) => {
      return before?.kind === otherEnd.kind && before.detail === otherEnd.detail;
    });
  }

  #subject(line: string, row: EventRow | null, source: string | null): Subject {
    const [, drained] = DRAINED.exec(line) ?? [];
    if (drained !== undefined) return this.#drained({ namespace: null, name: drained });
    const [, object] = /(?:^|\s)pods?\/([a-z0-9][a-z0-9.-]*)/i.exec(line) ?? [];
    const name = object ?? row?.name;
    if (name !== undefined) {
      const first = /^(\S+)\s/.exec(line)?.[1] ?? null;
      const namespace = row?.namespace ?? (this.#hasNamespaces ? first : this.#listed);
      return { namespace, name, node: row?.node ?? null };
    }
    const refused = refusedPod(line);
    if (refused !== null) return this.#drained(refused);
    return { ...this.#pod, node: this.#pod.node ?? source ?? this.#host };
  }

  /** A pod that kubectl names in a drain, whose namespace and node are in lines before. */
  #drained({ namespace, name }: { namespace: string | null; name: string }): Subject {
    const asked = this.#evicting.get(name) ?? null;
    return { namespace: namespace ?? asked, name, node: this.#undrained };
  }
}

function onlyHost(whole: string): string | null {
  const hosts = new Set([...whole.matchAll(EVENT_HOST)].map(([, host = ""]) => host));
  const [only = null] = hosts;
  return hosts.size === 1 ? only : null;
}

/** What a description says of the container whose state was read. */
function terminatedIn(container: TerminatedContainer, message: EvictionMessage) {
  const { otherEnd } = message;
  if (otherEnd === undefined) return { message };
  const detail = otherEnd.detail ?? terminatedText(container);
  return { message: endedBy({ ...otherEnd, detail }), container };
}

/** Messages that no line, nor a few of them together, have as a whole. */
function messagesAcross(whole: string, pod: Subject): readonly FoundMessage[] {
  const one = {
    ...{ ...pod, uid: null, time: null, count: 1 },
    ...{ source: null, isCopy: false, isStatus: false, reasons: [] },
  };
  return messagesIn(whole).map((message) => ({ ...one, message, said: "" }));
}

/** A status, an event or an answer alone says less than the message of the same pod. */
function withoutRepeated(found: readonly FoundMessage[]): readonly FoundMessage[] {
  const isAnswer = ({ message }: FoundMessage) => message.otherEnd?.kind === EVICTION_ANSWERED_429;
  const isAlone = ({ message }: FoundMessage) => message.kind === EVICTED_ALONE.kind;
  const isRefusal = ({ message }: FoundMessage) => message.otherEnd?.kind === "eviction-refused";
  const said = found.filter((each) => !isAlone(each) && each.message.otherEnd === undefined);
  const refused = found.filter(isRefusal);
  return found.filter((each) => {
    const more = isAlone(each) ? said : isAnswer(each) ? refused : [];
    return !more.some((other) => isOfSamePod(each, other));
  });
}

function isOfSamePod(one: Subject, other: Subject): boolean {
  const isNamespace = (one.namespace ?? other.namespace) === (other.namespace ?? one.namespace);
  return one.name === other.name && isNamespace;
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

/** The labels that a described pod needs of its node, which its rejection does not name. */
class DescribedSelectors {
  readonly #labels = new Map<string, string[]>();
  #last: string[] | null = null;

  take(line: string, pod: Subject): void {
    const [, first] = /^Node-Selectors:\s+(\S{1,400})\s*$/.exec(line) ?? [];
    const [, next] = /^\s{8,}([^\s:]{1,300}=\S{0,63})\s*$/.exec(line) ?? [];
    if (first !== undefined && first !== "<none>") {
      this.#last = [first];
      this.#labels.set(keyOf(pod), this.#last);
    } else if (next !== undefined && this.#last !== null) this.#last.push(next);
    else this.#last = null;
  }

  addedTo(found: readonly FoundMessage[]): readonly FoundMessage[] {
    return found.map((each) => {
      const { otherEnd } = each.message;
      const labels = this.#labels.get(keyOf(each));
      if (otherEnd?.kind !== "node-affinity" || labels === undefined) return each;
      const words = labels.length === 1 ? "the label" : "the labels";
      const detail = `needs ${words} ${labels.join(", ")}`;
      return { ...each, message: endedBy({ ...otherEnd, detail }) };
    });
  }
}

function keyOf({ namespace, name }: Subject): string {
  return `${namespace}/${name}`;
}

/** The end of a node's condition, in a row of an event. */
interface EndedCondition {
  readonly condition: string;
  readonly node: string | null;
  readonly at: number;
}

const ENDED_CONDITION = /\b(?:NodeHas|KubeletHas)(?:No(Disk)Pressure|Sufficient(Memory|PID))\b/;

/** Null for a row that ends no condition, or does not say when. */
function endedCondition(line: string): EndedCondition | null {
  const [found, disk, other] = ENDED_CONDITION.exec(line) ?? [];
  const at = lastSeen(line);
  if (found === undefined || at === null) return null;
  const node = NAMED_NODE.exec(line)?.[1] ?? null;
  return { condition: `${disk ?? other}Pressure`, node, at };
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

const RESTARTS = /^\s+Restart Count:\s+[1-9]/;
/** The states of a container are in so many lines, before its restarts. */
const STATES_LINES = 12;

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

const PENDING = "Pending";

function isPending({ message }: FoundMessage): boolean {
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

/** The pods are the one that the report is about. */
function withoutPods(message: EvictionMessage): EvictionMessage {
  const { otherEnd } = message;
  return otherEnd === undefined ? message : endedBy({ ...otherEnd, detail: null });
}

/** `POST …/api/v1/namespaces/shop/pods/cart-1/eviction`, as kubectl prints it with -v=6. */
const EVICTION_PATH =
  /\/namespaces\/([a-z0-9][a-z0-9-]{0,62})\/pods\/([a-z0-9][a-z0-9.-]{0,252})\/eviction\b/;
/** Matches the state of a pod or a container in a description, or in a part of YAML or JSON. */
const STATE = /^\s*(?:- )?"?(?:[Rr]eason|[Mm]essage)"?:\s/;
const REASON = /^\s*(?:- )?"?[Rr]eason"?:\s+"?([A-Z]\w{2,60})/;
const MESSAGE = /^\s*(?:- )?"?[Mm]essage"?:\s/;
/** Matches what a description of a node says of a condition that a threshold sets. */
const CONDITION = /^\s*(?:(?:Memory|Disk|PID)Pressure\s+True\s|Taints:\s)|^\s{16,}\S+:No\w+\s*$/;
const EVICTED = "Evicted";

/** How the pod ended, by the reason of its status alone. */
function statusEnd(status: string): readonly EvictionMessage[] {
  if (status === EVICTED) return [EVICTED_ALONE];
  const end = otherEndOf(status);
  return end === null ? [] : [endedBy(end)];
}

/** What else ended a pod, of a line that has no message of an eviction. */
function endsIn(line: string, row: EventRow | null): readonly EvictionMessage[] {
  const isAbout = row !== null || STATE.test(line) || CONDITION.test(line);
  if (!isAbout && !statesEnd(line)) return [];
  // The kubelet writes the same conditions into the status of the pod, in this sentence.
  if (row?.conditions !== undefined) {
    return [readMessage(`The node had condition: [${row.conditions}]. `)];
  }
  const end = otherEndOf(line);
  if (end !== null) return [endedBy(end)];
  return row?.reason === EVICTED || REASON.exec(line)?.[1] === EVICTED ? [EVICTED_ALONE] : [];
}

/** Whether the message next to a reason says the same, and more. */
function endedLike(message: string, reason: string): boolean {
  if (!REASON.test(reason) || !MESSAGE.test(message)) return false;
  const end = otherEndOf(message);
  return end !== null && end.kind === otherEndOf(reason)?.kind;
}

const EXIT = /^\s*"?exit ?code"?:\s+137\b/i;
/** The members of a terminated state are in so many lines. */
const STATE_LINES = 4;

/** A container that was ended with SIGKILL, unless its state says that memory ran out. */
function exitIn(lines: readonly WholeLine[], at: number): readonly EvictionMessage[] {
  if (!EXIT.test(lines[at]?.line ?? "")) return [];
  const state = lines.slice(Math.max(0, at - STATE_LINES), at + STATE_LINES + 1);
  const isKnown = ({ line }: WholeLine) => line.includes(OUT_OF_MEMORY) || line.includes(NOT_FOUND);
  if (state.some(isKnown)) return [];
  const end = otherEndOf(EXIT_BY_SIGKILL);
  return end === null ? [] : [endedBy(end)];
}

/** A description without a namespace is that of a node. */
function describedNode({ namespace, name }: Subject): string | null {
  return namespace === null ? name : null;
}

const NOBODY = { namespace: null, name: null, node: null };

/** The node without its address; kubectl writes <none> for a pod that is not scheduled. */
function boundNode(value: string): string | null {
  const [node = ""] = value.split("/", 1);
  return node === "" || node === "<none>" ? null : node;
}
