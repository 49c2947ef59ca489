/** What events and pods report, as kubectl prints them: as JSON, YAML or text. */
import { CUT_JSON, FLAWED_JSON, flawedJson, identify } from "../recognize/identify.ts";
import { textOfFile } from "../recognize/text.ts";
import { describedPod } from "./describedPod.ts";
import {
  beginsMessage,
  type EvictionMessage,
  endedBy,
  endsInSentence,
  isOfNode,
  messagesIn,
  readMessage,
} from "./message.ts";
import { otherEndOf, refusedPod, statesEnd } from "./otherEnds.ts";

/** A message and its pod; null for members that the document lacks. */
export interface ReportedMessage {
  readonly namespace: string | null;
  readonly name: string | null;
  readonly node: string | null;
  /** The time as it was written. */
  readonly time: string | null;
  /** How often the event was seen. */
  readonly count: number;
  readonly message: EvictionMessage;
  /** The pod's uid; null where the document does not say it. */
  readonly uid: string | null;
  /** The message as it was written; for a text, the whole line. */
  readonly said: string;
  /** Whether this is a pod's status, whose event says the same. */
  readonly isStatus: boolean;
}

/** A message where it was found. */
interface FoundMessage extends ReportedMessage {
  /** Equal for copies of one event; null where it is not known. */
  readonly source: string | null;
  /** One of two that are equal is a copy; lines that name no pod may be of several. */
  readonly isCopy: boolean;
  /** The reason of its event; empty where none is written. */
  readonly reason: string;
}

/** The document cannot hold messages; one sentence without its full stop. */
export class EvidenceError extends Error {
  override readonly name = "EvidenceError";
}

export interface Reported {
  readonly messages: readonly ReportedMessage[];
  /** Kills, rejections, deletions, conditions; each with its `otherEnd`. */
  readonly ends: readonly ReportedMessage[];
  /** What is not explained: how many by their reason, the most first. */
  readonly other: readonly (readonly [reason: string, count: number])[];
  /** How many events and pods were looked at; 0 for a text. */
  readonly read: number;
}

type Members = Readonly<Record<string, unknown>>;
const EVICTED = "Evicted";
/** The source of an event, as `kubectl describe` prints it. */
const SOURCE = /\b(?:kubelet|kernel-monitor), ([a-z0-9][a-z0-9.-]*)/;
/** How often it was seen, in the column of its age. */
const TIMES_SEEN = /\(x(\d{1,9}) over /;

/** `name` is what sentences call the document. Throws EvidenceError for another document. */
export function reportedMessages(name: string, bytes: Uint8Array): Reported {
  const { kind, words, json } = identify(bytes);
  if (kind === "Status")
    throw new EvidenceError(`${name}: this is ${words}, not a list of objects`);
  if (json !== null) {
    const items = itemsOf(parsedJson(name, new TextDecoder().decode(json)));
    const objects = items.filter((item) => isEvent(item) || isPod(item));
    if (objects.length === 0 && (items.length > 0 || !isList(kind, words))) {
      throw new EvidenceError(`${name}: this is ${words}, which holds no events and no pods`);
    }
    const reported = objects.flatMap(reportedOfObject);
    return { ...sorted(reported, objects.flatMap(unexplained)), read: objects.length };
  }
  // Its sentences could be read, and not which pods they are about, nor what is lost.
  const isFlawed = words === CUT_JSON || words.startsWith(FLAWED_JSON);
  if (isFlawed) throw new EvidenceError(`${name}: this is ${words}`);
  const text = textOfFile(bytes);
  const lines = text === null ? [] : unwrapped(text.split(/\r?\n/));
  const { messages, reasons } = text === null ? NOTHING : messagesOfLines(lines, text);
  const isNothing = messages.length === 0 && reasons.length === 0;
  if (isNothing && !/^No resources found/.test(text ?? "")) {
    throw new EvidenceError(`${name}: this is ${words}, and no eviction message is in it`);
  }
  return { ...sorted(messages, reasons), read: 0 };
}

/** Whether a text holds a message or an event whose end is known. */
export function isReport(text: string): boolean {
  return messagesOfLines(unwrapped(text.split(/\r?\n/)), text).messages.length > 0;
}

/** A list is recognized by its first members, before all of it is read. */
function parsedJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new EvidenceError(`${name}: this is ${flawedJson(text)}`);
  }
}

function isList(kind: string, words: string): boolean {
  return kind === "PodList" || /List\b/.test(words);
}

function itemsOf(document: unknown): readonly Members[] {
  const { items } = members(document);
  if (!Array.isArray(items)) return [members(document)];
  return items.map(members).flatMap((item) => {
    const inner: unknown = item.items;
    return Array.isArray(inner) ? inner.map(members) : [item];
  });
}

function isEvent(item: Members): boolean {
  return item.involvedObject !== undefined || item.regarding !== undefined;
}

function isPod(item: Members): boolean {
  return !isEvent(item) && (item.kind === "Pod" || item.kind === undefined) && "status" in item;
}

const NOTHING = { messages: [], reasons: [] };

/** Messages of evictions, other ends, and the rest by its reasons. */
function sorted(
  reported: readonly FoundMessage[],
  reasons: readonly string[],
): Omit<Reported, "read"> {
  const isEnd = ({ message }: ReportedMessage) => message.otherEnd !== undefined;
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return {
    messages: distinct(reported.filter((each) => !isEnd(each))),
    ends: distinct(reported.filter(isEnd)),
    other: [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)),
  };
}

function reportedOfObject(item: Members): readonly FoundMessage[] {
  const isOfEvent = isEvent(item);
  const about = isOfEvent ? ofEvent(item) : ofPod(item);
  const { uid, name } = members(item.metadata);
  const id = text(uid) ?? text(name);
  const reported = {
    ...about,
    source: id === null ? null : `${id} ${about.time}`,
    isCopy: true,
    isStatus: !isOfEvent,
  };
  const own = isExplained(reported) ? [reported] : [];
  return isOfEvent ? own : [...own, ...terminations(item, reported)];
}

function isExplained({ message, reason }: FoundMessage): boolean {
  return message.kind !== "unknown" || message.otherEnd !== undefined || reason === EVICTED;
}

function exitCodeText(code: unknown): string {
  return typeof code === "number" ? String(code) : "?";
}

/** The reason of an event or a pod that says nothing of an end; a pod that runs has none. */
function unexplained(item: Members): readonly string[] {
  if (reportedOfObject(item).length > 0) return [];
  const { reason } = isEvent(item) ? item : members(item.status);
  const named = text(reason) ?? (isEvent(item) ? "no reason" : null);
  return named === null ? [] : [named];
}

const OUT_OF_MEMORY = "OOMKilled";
/** The kubelet writes exit code 137 with it, and does not know how the container ended. */
const NOT_FOUND = "ContainerStatusUnknown";
/** 128 and the number of SIGKILL. */
const SIGKILL_EXIT_CODE = 137;

/** Containers that were ended with SIGKILL, now or before they were started again. */
function terminations(pod: Members, about: FoundMessage): readonly FoundMessage[] {
  const { containerStatuses, initContainerStatuses } = members(pod.status);
  return [containerStatuses, initContainerStatuses]
    .flatMap((each) => (Array.isArray(each) ? each.map(members) : []))
    .flatMap((container) => {
      const states = [members(container.lastState), members(container.state)];
      const ended = states.map(({ terminated }) => members(terminated));
      const last = ended.findLast(({ reason, exitCode }) => {
        if (reason === NOT_FOUND) return false;
        return reason === OUT_OF_MEMORY || exitCode === SIGKILL_EXIT_CODE;
      });
      if (last === undefined) return [];
      const end = otherEndOf(last.reason === OUT_OF_MEMORY ? OUT_OF_MEMORY : "exit code 137");
      if (end === null) return [];
      const detail =
        `container ${text(container.name) ?? "?"}, exit code ${exitCodeText(last.exitCode)}` +
        (isCount(container.restartCount) ? `, restarted ${container.restartCount} times` : "");
      const time = text(last.finishedAt);
      return [{ ...about, time, count: 1, message: endedBy({ ...end, detail }) }];
    });
}

type WithReason = Omit<FoundMessage, "isStatus" | "source" | "isCopy">;

function ofEvent(event: Members): WithReason {
  const about = members(event.involvedObject ?? event.regarding);
  const [series, source] = [members(event.series), members(event.source)];
  const own = members(event.metadata);
  const said = text(event.message) ?? text(event.note) ?? "";
  return {
    reason: text(event.reason) ?? "",
    namespace: text(about.namespace),
    name: about.kind === undefined || about.kind === "Pod" ? text(about.name) : null,
    node:
      (about.kind === "Node" ? text(about.name) : null) ??
      text(source.host) ??
      text(event.reportingInstance),
    time: [
      ...[series.lastObservedTime, event.lastTimestamp, event.deprecatedLastTimestamp],
      ...[event.eventTime, event.firstTimestamp, own.creationTimestamp],
    ].reduce<string | null>((found, each) => found ?? text(each), null),
    count: [series.count, event.count, event.deprecatedCount, 1].find(isCount) ?? 1,
    message: explained(said, event.reason),
    uid: about.kind === undefined || about.kind === "Pod" ? text(about.uid) : null,
    said,
  };
}

function ofPod(pod: Members): WithReason {
  const [own, spec, status] = [members(pod.metadata), members(pod.spec), members(pod.status)];
  const conditions = Array.isArray(status.conditions) ? status.conditions.map(members) : [];
  const disrupted = conditions.find(({ type }) => type === "DisruptionTarget");
  const pending = conditions.find(
    (each) => each.type === "PodScheduled" && each.status === "False",
  );
  const said = [status.message, disrupted?.message, pending?.message].map(text);
  return {
    reason: text(status.reason) ?? "",
    namespace: text(own.namespace),
    name: text(own.name),
    node: text(spec.nodeName),
    time: text(disrupted?.lastTransitionTime) ?? text(pending?.lastTransitionTime),
    count: 1,
    message: explained(
      said.filter((each) => each !== null).join(" "),
      text(status.reason) ?? disrupted?.reason,
    ),
    uid: text(own.uid),
    said: said.find((each) => each !== null) ?? "",
  };
}

/** The message, or what its text and its reason together are about. */
function explained(said: string, reason: unknown): EvictionMessage {
  const message = readMessage(said);
  if (message.kind !== "unknown") return message;
  const end = otherEndOf(`${text(reason) ?? ""}: ${said}`);
  return end === null ? message : endedBy(end);
}

const UNDRAINED = /unable to drain node "([a-z0-9][a-z0-9.-]{0,252})"/;
const NAMED_NODE = /(?:^|\s)nodes?\/([a-z0-9][a-z0-9.-]*)/i;

/** `kubectl describe` and tables: a message is in a line, its pod there or above it. */
function messagesOfLines(
  lines: readonly WholeLine[],
  whole: string,
): { readonly messages: readonly FoundMessage[]; readonly reasons: readonly string[] } {
  let pod: Pick<ReportedMessage, "namespace" | "name" | "node"> = describedPod(whole) ?? NOBODY;
  const undrained = UNDRAINED.exec(whole)?.[1] ?? null;
  let namespaceColumn = false;
  const found: FoundMessage[] = [];
  const reasons: string[] = [];
  for (const [at, { line, said, isQuoted }] of lines.entries()) {
    if (/^NAMESPACE\s/.test(line)) namespaceColumn = true;
    const [, member, value = ""] = /^(Name|Namespace|Node):\s+(\S+)/.exec(line) ?? [];
    if (member === "Name") pod = { ...NOBODY, name: value };
    if (member === "Namespace") pod = { ...pod, namespace: value };
    if (member === "Node") pod = { ...pod, node: value.replace(/\/.*$/, "") };
    const refused = refusedPod(line);
    const ends = said.length > 0 ? [] : [...endsIn(line), ...exitIn(lines, at)];
    const messages = [...said, ...ends.map((end) => (refused === null ? end : withoutPods(end)))];
    const row = eventRow(line);
    if (messages.length === 0) {
      if (row !== null) reasons.push(row.reason);
      continue;
    }
    const [, object] = /(?:^|\s)pods?\/([a-z0-9][a-z0-9.-]*)/i.exec(line) ?? [];
    const named = object ?? row?.name;
    const first = /^(\S+)\s/.exec(line)?.[1] ?? null;
    const source = SOURCE.exec(line)?.[1] ?? row?.node ?? null;
    const namespace = row?.namespace ?? (namespaceColumn ? first : null);
    const own = named === undefined ? null : { namespace, name: named, node: row?.node ?? null };
    const refusing = refused === null ? null : { ...NOBODY, ...refused };
    const about = own ?? refusing ?? { ...pod, node: pod.node ?? source };
    const node =
      row?.node ?? NAMED_NODE.exec(line)?.[1] ?? source ?? describedNode(pod) ?? undrained;
    const isCondition = CONDITION.test(line);
    const each = {
      time: null,
      count: row?.count ?? 1,
      reason: row?.reason ?? "",
      source: isCondition ? `conditions of ${node}` : line.trim().replace(/\s+/g, " "),
      isCopy: isCondition || isQuoted || about.name !== null || node !== null,
      isStatus: STATE.test(line) || (row?.isStatus ?? false),
      uid: null,
      said: line.trim(),
    };
    found.push(
      ...messages.map((message) => ({
        ...(isOfNode(message) ? { ...NOBODY, node } : about),
        ...each,
        message,
      })),
    );
  }
  if (found.some(({ message }) => message.otherEnd === undefined)) {
    return { messages: found, reasons };
  }
  return { messages: [...found, ...messagesAcross(whole, pod)], reasons };
}

/** Messages that no line, nor a few of them together, have as a whole. */
function messagesAcross(
  whole: string,
  pod: Pick<ReportedMessage, "namespace" | "name" | "node">,
): readonly FoundMessage[] {
  const one = {
    ...{ ...pod, uid: null, time: null, count: 1 },
    ...{ source: null, isCopy: false, isStatus: false, reason: "" },
  };
  return messagesIn(whole).map((message) => ({ ...one, message, said: "" }));
}

/** What a mail puts before each line. */
const QUOTING = /^(?:>[ \t]?)+/;
/** A member of a description, or the name of a group of them. */
const MEMBER = /^\s*[A-Z][\w() -]{0,40}:(?:\s{2,}|\s*$)/;
/** The most lines of a folded message, and the most other lines between two of them. */
const FOLDS_MAX = 60;
const FOLDS_AHEAD = 4;

/** A line as it was before it was folded, and the messages of evictions in it. */
interface WholeLine {
  readonly line: string;
  readonly said: readonly EvictionMessage[];
  /** Somebody answers to a text that has the line as well. */
  readonly isQuoted: boolean;
}

/** Lines with messages that a chat, a mail or a terminal folded, each in one line again. */
function unwrapped(folded: readonly string[]): readonly WholeLine[] {
  const lines = folded.map((line) => withoutBars(line.replace(QUOTING, "")));
  const whole: WholeLine[] = [];
  for (let at = 0; at < lines.length; ) {
    const { count, ...each } = unfolded(lines, at);
    whole.push({ ...each, isQuoted: QUOTING.test(folded[at] ?? "") });
    at += count;
  }
  return whole;
}

/** A row of a Markdown table with the columns of one that kubectl prints. */
function withoutBars(line: string): string {
  return /\b(?:Normal|Warning)\s*\|/.test(line) ? line.replace(/\s*\|\s*/g, "  ") : line;
}

/** Whether the reasons of a scheduler go on in the next line. */
const REASONS_GO_ON = /nodes are available:(?: .{0,20000}[^.\s"])?\s*$/;

/** The line with those after it that, read together with it, say more of the same messages. */
function unfolded(
  lines: readonly string[],
  at: number,
): Omit<WholeLine, "isQuoted"> & { readonly count: number } {
  let line = lines[at] ?? "";
  let count = 1;
  while (REASONS_GO_ON.test(line) && count < FOLDS_MAX) {
    const next = lines[at + count];
    if (next === undefined || isOfItsOwn(next) || !/^\s{4}/.test(next)) break;
    line = `${line.trimEnd()} ${next.trim()}`;
    count += 1;
  }
  let said = messagesIn(line);
  const next = lines[at + count];
  if (said.length === 0 && next !== undefined && !isOfItsOwn(next) && endsInSentence(line)) {
    const joined = `${line.trimEnd()} ${next.trim()}`;
    const together = messagesIn(joined);
    if (together.length > 0) [line, said, count] = [joined, together, count + 1];
  }
  for (let ahead = 1; said.length > 0 && ahead <= FOLDS_AHEAD && count + ahead <= FOLDS_MAX; ) {
    const next = lines.slice(at + count, at + count + ahead);
    if (next.length < ahead || isOfItsOwn(next.at(-1) ?? "")) break;
    const joined = [line.trimEnd(), ...next.map((each) => each.trim())].join(" ");
    const together = messagesIn(joined);
    if (together.length === said.length && saysMore(together.at(-1), said.at(-1))) {
      [line, said, count, ahead] = [joined, together, count + ahead, 1];
    } else ahead += 1;
  }
  return { line, said, count };
}

/** The pods are the one that the report is about. */
function withoutPods(message: EvictionMessage): EvictionMessage {
  const { otherEnd } = message;
  return otherEnd === undefined ? message : endedBy({ ...otherEnd, detail: null });
}

function isOfItsOwn(line: string): boolean {
  return line.trim() === "" || eventRow(line) !== null || MEMBER.test(line) || beginsMessage(line);
}

function saysMore(one: EvictionMessage | undefined, other: EvictionMessage | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const isLonger = one.broken.join("").length > other.broken.join("").length;
  return messageKey(one) !== messageKey(other) || (other.isCut && !one.isCut) || isLonger;
}

/** What a line says of its event apart from the message. */
interface EventRow {
  readonly reason: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly node?: string;
  readonly count?: number;
  readonly isStatus?: boolean;
}

/** The reason of an event in a table, or in a description. */
const ROW_REASON = /(?:^|\s)(?:Normal|Warning)\s+([A-Z][A-Za-z]{2,60})\s/;
/** A row of chosen columns that begin with the reason and the pod. */
const CHOSEN_ROW = /^\s*([A-Z][A-Za-z]{2,60})\s{2,}(?:pods?\/)?([a-z0-9][a-z0-9.-]{0,252})\s{2,}\S/;
/** First seen, last seen and count: the columns of kubectl up to 1.13. */
const OLD_COLUMNS = /^\s*(?:\d{1,5}[smhdy]|<invalid>)\s+(?:\d{1,5}[smhdy]|<invalid>)\s+(\d{1,9})\s/;
/** `At TIME - event for cart-1: {kubelet worker-2} Evicted: …`, as tests of Kubernetes print it. */
const TEST_ROW = new RegExp(
  String.raw` - event for ([a-z0-9][a-z0-9.-]{0,252}): \{(\S{1,63})(?: ([a-z0-9.-]{0,253}))?\} ` +
    String.raw`([A-Z][\w-]{2,60}): `,
);
/** `ns/shop pod/cart-1 node/worker-2 reason/OutOfcpu …` of OpenShift's monitor. */
const MONITOR_ROW = /\sreason\/([A-Z][\w-]{2,60})(?:\s|$)/;

/** `"Event occurred" object="shop/cart-1" kind="Pod" … reason="Evicted"` of a kubelet's log. */
const KLOG_ROW = new RegExp(
  `"Event occurred" object="(?:([a-z0-9-]{1,63})/)?([a-z0-9.-]{1,253})" .{0,200}?` +
    String.raw`kind="(Pod|Node)" .{0,200}?reason="([A-Z]\w{2,60})"`,
);

/** Null for a line that is not of an event. */
function eventRow(line: string): EventRow | null {
  const [, reason] = ROW_REASON.exec(line) ?? [];
  if (reason !== undefined) {
    const count = TIMES_SEEN.exec(line)?.[1] ?? OLD_COLUMNS.exec(line)?.[1];
    return { reason, ...(count === undefined ? {} : { count: Number(count) }) };
  }
  const [, name, component, host = "", dumped] = TEST_ROW.exec(line) ?? [];
  if (name !== undefined && dumped !== undefined) {
    const isOfKubelet = component === "kubelet" && host !== "";
    return { reason: dumped, name, ...(isOfKubelet ? { node: host } : {}) };
  }
  const [, logged, object = "", kind, loggedReason] = KLOG_ROW.exec(line) ?? [];
  if (loggedReason !== undefined) {
    if (kind === "Node") return { reason: loggedReason, node: object };
    return {
      ...{ reason: loggedReason, name: object },
      ...(logged === undefined ? {} : { namespace: logged }),
    };
  }
  const [, monitored] = MONITOR_ROW.exec(line) ?? [];
  if (monitored === undefined) return chosenRow(line);
  const [, namespace] = /\sns\/([a-z0-9][a-z0-9-]*)\s/.exec(line) ?? [];
  const [, node] = /\snode\/([a-z0-9][a-z0-9.-]*)\s/.exec(line) ?? [];
  return {
    ...{ reason: monitored, isStatus: monitored === "Failed" },
    ...(namespace === undefined ? {} : { namespace }),
    ...(node === undefined ? {} : { node }),
  };
}

/** Null for a row that states no end: lines of any table look like it. */
function chosenRow(line: string): EventRow | null {
  const [, reason, name] = CHOSEN_ROW.exec(line) ?? [];
  if (reason === undefined || name === undefined || otherEndOf(line) === null) return null;
  return { reason, name };
}

/** Matches the state of a pod or a container in a description, or in a part of YAML or JSON. */
const STATE = /^\s*(?:- )?"?(?:[Rr]eason|[Mm]essage)"?:\s/;
/** Matches what a description of a node says of a condition that a threshold sets. */
const CONDITION = /^\s*(?:(?:Memory|Disk|PID)Pressure\s+True\s|Taints:\s)|^\s{16,}\S+:No\w+\s*$/;

/** What else ended a pod, of a line that has no message of an eviction. */
function endsIn(line: string): readonly EvictionMessage[] {
  const isAbout = eventRow(line) !== null || STATE.test(line) || CONDITION.test(line);
  if (!isAbout && !statesEnd(line)) return [];
  const end = otherEndOf(line);
  return end === null ? [] : [endedBy(end)];
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
  const end = otherEndOf("exit code 137");
  return end === null ? [] : [endedBy(end)];
}

/** A description without a namespace is that of a node. */
function describedNode(described: typeof NOBODY | Pick<ReportedMessage, "namespace" | "name">) {
  return described.namespace === null ? described.name : null;
}

const NOBODY = { namespace: null, name: null, node: null };

/** What says the same of one pod or node: events with a reason or two, and its status. */
interface Same {
  report: ReportedMessage;
  /** How often each says it: events by their reason, and the status. */
  readonly counts: Map<string, number>;
  /** Whether one of two that are equal is a copy, by source. */
  readonly sources: Map<string, boolean>;
}

/** Reports whose reasons, processes or amounts differ from one time to the next. */
const DIFFERING: ReadonlySet<string> = new Set([
  "failed-scheduling",
  "no-scale-up",
  "drain-refused",
  "oom-killed",
  "image-gc-failed",
]);

/**
 * A pod's status and its event say the same, and so does a copy of either. So do two reporters:
 * a kubelet writes FreeDiskSpaceFailed and ImageGCFailed of one failure, and SystemOOM of a
 * process that node-problem-detector reports as OOMKilling.
 */
function distinct(messages: readonly FoundMessage[]): readonly ReportedMessage[] {
  const byText = new Map<string, Same[]>();
  for (const message of messages) {
    const { otherEnd } = message.message;
    const about = isOfNode(message.message) ? message.node : "";
    const isApart = otherEnd !== undefined && DIFFERING.has(otherEnd.kind);
    const sentence = isApart ? otherEnd.detail : "";
    const subject = `${message.namespace}/${message.name}/${about}`;
    const key = `${sentence} ${subject} ${messageKey(message.message)}`;
    const { source, isCopy, reason, ...report } = message;
    const all = byText.get(key) ?? [];
    byText.set(key, all);
    const known = all.find((each) => isOfOnePod(each.report, report));
    const same = known ?? { report, counts: new Map(), sources: new Map() };
    if (known === undefined) all.push(same);
    same.report = mergedReports(same.report, report);
    const wasCopy = source === null ? undefined : same.sources.get(source);
    if (wasCopy === true || (wasCopy === false && isCopy)) continue;
    if (source !== null) same.sources.set(source, isCopy);
    const reporter = message.isStatus ? "status" : `event ${reason}`;
    same.counts.set(reporter, (same.counts.get(reporter) ?? 0) + message.count);
  }
  return [...byText.values()].flat().map(({ report, counts }) => {
    return { ...report, count: Math.max(...counts.values()) };
  });
}

/** A pod that was made again under a name has another uid, and maybe another node. */
export function isOfOnePod(a: ReportedMessage, b: ReportedMessage): boolean {
  const isSame = (one: string | null, other: string | null) =>
    one === null || other === null || one === other;
  return isSame(a.uid, b.uid) && isSame(a.node, b.node);
}

/** Two reports of one eviction: as the earlier one has it, with what the other one adds. */
export function mergedReports(a: ReportedMessage, b: ReportedMessage): ReportedMessage {
  const order = [a, b].map(({ time, isStatus }) => `${time ?? "~"} ${isStatus ? 1 : 0}`);
  const [first, second] = (order[1] ?? "") < (order[0] ?? "") ? [b, a] : [a, b];
  return {
    ...first,
    node: first.node ?? second.node,
    uid: first.uid ?? second.uid,
    count: Math.max(a.count, b.count),
  };
}

/** Equal for messages that say the same, regardless of the text around them. */
export function messageKey(message: EvictionMessage): string {
  const { kind, event, resource, threshold, available, limit, containers, volume } = message;
  const usages = containers.map(({ name, usage, request }) => `${name} ${usage} ${request}`);
  const conditions = message.nodeConditions?.join(" ");
  const amounts = [threshold, available, limit, volume];
  const end = message.otherEnd?.kind;
  return [kind, end, event, resource, conditions, ...amounts, ...usages].join("|");
}

function members(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && value > 0;
}
