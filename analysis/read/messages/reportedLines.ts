/** What a description, a table or a log reports: a message is in a line, its pod there or above. */
import { completed, type EndedCondition, endedCondition, isPending } from "./completed.ts";
import { listedNamespace } from "./describedPod.ts";
import { DescribedSelectors } from "./describedSelectors.ts";
import { DrainOutput, evictedPod, isDeletion } from "./drainOutput.ts";
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
  EXIT_BY_SIGKILL,
  endedLater,
  NOT_FOUND,
  type OtherEnd,
  OUT_OF_MEMORY,
  otherEndOf,
  PENDING_WITHOUT_NODE,
  refusedPod,
  statesEnd,
} from "./otherEnds.ts";
import { assignedIn, lastSeen, type Placement } from "./placedPods.ts";
import type { FoundMessage } from "./reportedMessage.ts";
import { unfitPod } from "./schedulerMessage.ts";
import { FollowedSubject, NAMED_NODE, NOBODY, type Subject } from "./subject.ts";
import {
  describedContainers,
  type TerminatedContainer,
  terminatedText,
} from "./terminatedContainer.ts";
import { UnreadLines } from "./unreadLines.ts";
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
  /** Lines of which it is not known what they report. */
  readonly unread: readonly string[];
}

/** The source of an event, as `kubectl describe` prints it. */
const SOURCE = /\b(?:kubelet|kernel-monitor), ([a-z0-9][a-z0-9.-]*)/;
/** The source of an event, as the API has it. */
const EVENT_HOST = /"component":\s*"kubelet",\s*"host":\s*"([a-z0-9][a-z0-9.-]{0,252})"/g;
/** The pod of an event; a part of its name may have been replaced before the text was shown. */
const POD_OBJECT = /(?:^|\s)pods?\/([a-z0-9](?:[a-z0-9.-]|<[\w. -]{1,40}>)*)/i;
const PENDING = "Pending";
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
  readonly #followed: FollowedSubject;
  readonly #drain: DrainOutput;
  /** The one kubelet whose events are in the text. */
  readonly #host: string | null;
  readonly #containers: ReadonlyMap<number, TerminatedContainer>;
  #hasNamespaces = false;
  /** What the command above a list names, and its rows do not. */
  #listed: string | null = null;
  #read = 0;
  #restarted = 0;
  readonly #messages: FoundMessage[] = [];
  /** By node, the places of those that say why it is not drained. */
  readonly #refused = new Map<string | null, number[]>();
  /** Ends that were reported, with their details. */
  readonly #said = new Set<string>();
  readonly #placements: Placement[] = [];
  readonly #reasons: string[] = [];
  /** Pods that kubectl deleted, of which a text about something else has a line, too. */
  readonly #deleted: string[] = [];
  readonly #pendingRows: Subject[] = [];
  readonly #ended: EndedCondition[] = [];
  readonly #selectors: DescribedSelectors = new DescribedSelectors();
  readonly #unread: UnreadLines = new UnreadLines();

  constructor(whole: string, lines: readonly WholeLine[]) {
    this.#whole = whole;
    this.#lines = lines;
    this.#followed = new FollowedSubject(whole);
    this.#drain = new DrainOutput(whole);
    this.#host = onlyHost(whole);
    this.#containers = describedContainers(lines.map(({ line }) => line));
  }

  take(each: WholeLine, at: number): void {
    const { line, said } = each;
    this.#followed.take(line, this.#drain.take(line));
    if (/^NAMESPACE\s/.test(line)) this.#hasNamespaces = true;
    const listed = listedNamespace(line);
    if (listed !== undefined) this.#listed = listed;
    this.#selectors.take(line, this.#followed.subject);
    if (isDeletion(line) || evictedPod(line) !== null) this.#goOn();
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
    this.#unread.take(line, messages.length > 0 || (row ?? pod) !== null || isDeletion(line));
    if (messages.length > 0) this.#report(each, messages, pod ?? row, this.#containers.get(at));
    else if (row !== null) this.#reasons.push(row.reason);
    else if (isDeletion(line)) this.#deleted.push(DELETED_BY_KUBECTL);
    else if (pod?.status === PENDING) this.#pendingRows.push(this.#subject(line, pod, null));
    else if (pod !== null && !isRunning(pod)) this.#reasons.push(pod.status);
  }

  result(): ReportedLines {
    const isEviction = ({ message }: FoundMessage) => message.otherEnd === undefined;
    const across = this.#messages.some(isEviction)
      ? []
      : messagesAcross(this.#whole, this.#followed.subject);
    const all = [...this.#messages, ...across, ...this.#described()];
    const rows = { pending: this.#pendingRows, ended: this.#ended };
    const messages = this.#selectors.addedTo(completed(all, rows));
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
      read: this.#read + this.#followed.described,
      restarted: this.#restarted,
      restored: [
        ...(this.#lines.some(({ isQuoted }) => isQuoted) ? (["quotes"] as const) : []),
        ...(this.#lines.some(({ count }) => count > 1) ? (["breaks"] as const) : []),
      ],
      unread: this.#unread.lines,
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
    const unsaid = { uid: null, time: null, source: null, count: 1, isCopy: false };
    const status = { isStatus: true, reasons: [PENDING], message: endedBy(end), said: PENDING };
    return [{ ...this.#followed.subject, ...unsaid, ...status }];
  }

  /** A later run of kubectl drain has the flags that one before it lacked. */
  #goOn(): void {
    const { node } = this.#drain;
    for (const at of this.#refused.get(node) ?? []) {
      const each = this.#messages[at];
      const otherEnd = each?.message.otherEnd;
      if (each === undefined || otherEnd === undefined) continue;
      this.#messages[at] = { ...each, message: endedBy(endedLater(otherEnd, "goesOn")) };
    }
    this.#refused.delete(node);
  }

  /** Whether the line counts restarts of a container whose last state is not described. */
  #hasRestarted(at: number): boolean {
    if (!RESTARTS.test(this.#lines[at]?.line ?? "")) return false;
    const before = this.#lines.slice(Math.max(0, at - STATES_LINES), at);
    return !before.some(({ line }) => /^\s*Last (?:Termination )?State:/.test(line));
  }

  #ends({ line }: WholeLine, at: number, pod: PodRow | null, row: EventRow | null) {
    if (pod !== null) return statusEnd(pod.status);
    if (evictedPod(line) !== null) return statusEnd(EVICTED_BY_DRAIN);
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
      this.#followed.describedNode ??
      this.#drain.node;
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
    for (const message of messages) {
      if (this.#isSaidAgain(message)) continue;
      this.#add({
        ...(isOfNode(message) ? { ...NOBODY, node } : about),
        ...each,
        ...(container === undefined ? { message } : terminatedIn(container, message)),
      });
    }
  }

  #add(found: FoundMessage): void {
    const { otherEnd } = found.message;
    if (otherEnd !== undefined) this.#said.add(endKey(otherEnd));
    if (otherEnd?.kind === "drain-refused") {
      const places = this.#refused.get(found.node) ?? [];
      places.push(this.#messages.length);
      this.#refused.set(found.node, places);
    }
    this.#messages.push(found);
  }

  #isSaidAgain({ otherEnd }: EvictionMessage): boolean {
    return this.#drain.isEnd && otherEnd !== undefined && this.#said.has(endKey(otherEnd));
  }

  #subject(line: string, row: EventRow | null, source: string | null): Subject {
    const evicted = evictedPod(line);
    if (evicted !== null) return this.#drain.subjectOf({ namespace: null, name: evicted });
    const [, object] = POD_OBJECT.exec(line) ?? [];
    const name = object ?? row?.name;
    if (name !== undefined) {
      const first = /^(\S+)\s/.exec(line)?.[1] ?? null;
      const namespace = row?.namespace ?? (this.#hasNamespaces ? first : this.#listed);
      return { namespace, name, node: row?.node ?? null };
    }
    const refused = refusedPod(line);
    if (refused !== null) return this.#drain.subjectOf(refused);
    const { subject } = this.#followed;
    const unfit = subject.name === null ? unfitPod(line) : null;
    return { ...subject, name: subject.name ?? unfit, node: subject.node ?? source ?? this.#host };
  }
}

function endKey({ kind, detail }: OtherEnd): string {
  return `${kind} ${detail}`;
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

const RESTARTS = /^\s+Restart Count:\s+[1-9]/;
/** The states of a container are in so many lines, before its restarts. */
const STATES_LINES = 12;

/** The pods are the one that the report is about. */
function withoutPods(message: EvictionMessage): EvictionMessage {
  const { otherEnd } = message;
  return otherEnd === undefined ? message : endedBy({ ...otherEnd, detail: null });
}

/** Matches the state of a pod or a container in a description, or in a part of YAML or JSON. */
const STATE = /^\s*(?:- )?"?(?:[Rr]eason|[Mm]essage)"?:\s/;
const REASON = /^\s*(?:- )?"?[Rr]eason"?:\s+"?([A-Z]\w{2,60})/;
const MESSAGE = /^\s*(?:- )?"?[Mm]essage"?:\s/;
/** Matches what a description of a node says of a condition that a threshold sets. */
const CONDITION = /^\s*(?:(?:Memory|Disk|PID)Pressure\s+True\s|Taints:\s)|^\s{16,}\S+:No\w+\s*$/;
const EVICTED = "Evicted";
const CUT_AFTER_VOLUME = /Usage of EmptyDir volume "([^"\s]{1,253})" exceeds\b/;

/** How the pod ended, by the reason of its status alone. */
function statusEnd(status: string): readonly EvictionMessage[] {
  if (status === EVICTED) return [EVICTED_ALONE];
  const end = otherEndOf(status);
  return end === null ? [] : [endedBy(end)];
}

/** A message whose limit is cut off. */
function cutAfterVolume(volume: string): EvictionMessage {
  const whole = readMessage(`Usage of EmptyDir volume "${volume}" exceeds the limit "0". `);
  return { ...whole, limit: null, isCut: true };
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
  const [, volume] = CUT_AFTER_VOLUME.exec(line) ?? [];
  if (volume !== undefined) return [cutAfterVolume(volume)];
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
