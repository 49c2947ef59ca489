/** The first line about events and pods: who was evicted, or what else happened. */
import { NOT_FOUND } from "../../read/messages/otherEnds.ts";
import type { Reported } from "../../read/messages/reported.ts";
import type { ReportedMessage } from "../../read/messages/reportedMessage.ts";
import { formatCount, plural } from "../../text/amount.ts";
import type { Mark } from "../../text/document.ts";
import { fittingTitle } from "../../text/fittingTitle.ts";
import { titleOf } from "./messageDocument.ts";
import { pendingTitle } from "./pendingMessage.ts";
import { byKind, isEviction, kindText, reportKind, subjectOf, subjectsOf } from "./reportWords.ts";
import { isMainProcess } from "./terminatedWords.ts";

/** Kinds that a sentence about several has. */
const KINDS_MAX = 2;

export function reportedTitle(reported: Reported): string {
  const evicted = evictedIn(reported);
  const [first] = evicted;
  if (first !== undefined) {
    return subjectsOf(evicted).size === 1 ? oneEvicted(first) : manyEvicted(evicted);
  }
  const all = allReports(reported);
  const kinds = kindsIn(all);
  const [only, ...others] = kinds;
  if (only === undefined) {
    const hidden = hiddenEnds(reported);
    if (hidden > 0)
      return `${plural(hidden, "pod")} ended; STATUS does not show whether one was evicted`;
    return isUnread(reported) ? NOTHING_IN_READ_LINES : noneTitle(reported);
  }
  if (others.length === 0 || subjectsOf(all).size === 1) return singleTitle(...only);
  const texts = kinds.slice(0, KINDS_MAX).map(([kind, of]) => kindText(kind, of));
  // One that a drain evicted was evicted, too.
  const isOpen = isUnread(reported) || kinds.some(([kind]) => kind === "drained");
  const none = isOpen ? "" : "No pod was evicted; ";
  return fittingTitle(
    `${none}${texts.join(", ")}`,
    ...texts.slice(0, 1).map((text) => `${none}${text}`),
    ...texts,
  );
}

const NOTHING_IN_READ_LINES = "No eviction, kill or rejection in the lines that are understood";

/** Whether the text has lines that may report anything: then none of it is said to be absent. */
export function isUnread({ unread = [] }: Reported): boolean {
  return unread.length > 0;
}

function noneTitle(reported: Reported): string {
  const { restarted = 0 } = reported;
  return restarted === 0
    ? `No pod was evicted, killed or rejected${whereText(reported)}`
    : `No pod was evicted or rejected; the text does not say why ${howMany(restarted)} restarted`;
}

/** The kind of report that the title begins with; null without any. */
export function leadingKind(reported: Reported): string | null {
  const [first] = evictedIn(reported);
  if (first !== undefined) return reportKind(first.message);
  const [[kind] = [null]] = kindsIn(allReports(reported));
  return kind;
}

/** The worst first. */
function kindsIn(all: readonly ReportedMessage[]) {
  return [...groupedByKind(all)].sort(([a], [b]) => byKind(a, b));
}

export function reportedMark(reported: Reported): Mark {
  const all = allReports(reported);
  if (all.length === 0) {
    const isOpen = hiddenEnds(reported) > 0 || (reported.restarted ?? 0) > 0;
    return reported.read === 0 || isOpen || isUnread(reported) ? "unknown" : "good";
  }
  const kinds = all.map(({ message }) => reportKind(message));
  if (kinds.every((kind) => kind === "unknown")) return "unknown";
  if (kinds.every((kind) => SETTLED.has(kind))) return "good";
  return kinds.every((kind) => RISKS.has(kind)) ? "risk" : "bad";
}

/** What kubectl's list has in STATUS of an evicted pod too, once its containers have ended. */
const ENDED: ReadonlySet<string> = new Set(["Error", NOT_FOUND]);

/** Rows of pods of which nothing says why they ended. */
export function hiddenEnds({ other }: Reported): number {
  return other.reduce((sum, [reason, count]) => sum + (ENDED.has(reason) ? count : 0), 0);
}

/** Nothing has happened to a pod yet. */
const RISKS: ReadonlySet<string> = new Set([
  ...["reclaim", "node-condition", "image-gc-failed", "image-fs-unknown", "unknown"],
  ...["placed-later", "deleted-later", "taint-manager-cancelled", "node-condition-ended"],
]);

/** A pod that was pending, and is not any more, or whose node is drained as was asked. */
const SETTLED: ReadonlySet<string> = new Set(["placed-later", "deleted-later", "drained"]);

/** Reports of evictions by a kubelet. */
export function evictedIn({ messages }: Reported): readonly ReportedMessage[] {
  return messages.filter(({ message }) => isEviction(message));
}

export function allReports({ messages, ends }: Reported): readonly ReportedMessage[] {
  return [...messages, ...ends];
}

export function groupedByKind(
  reported: readonly ReportedMessage[],
): ReadonlyMap<string, readonly ReportedMessage[]> {
  const groups = new Map<string, ReportedMessage[]>();
  for (const each of reported) {
    const kind = reportKind(each.message);
    groups.set(kind, [...(groups.get(kind) ?? []), each]);
  }
  return groups;
}

function howMany(count: number): string {
  return count === 1 ? "one" : formatCount(count);
}

function whereText({ read }: Reported): string {
  return read === 0 ? "" : ` in ${plural(read, "object")}`;
}

/** `memory`, `disk`: the resource of an eviction, as a person calls it. */
function resourceText({ message: { resource, kind } }: ReportedMessage): string {
  if (kind === "evicted") return "a reason that no message has";
  if (kind !== "node-pressure") return "a storage limit";
  if (resource === null) return "node pressure";
  return resource === "ephemeral-storage" ? "disk" : resource;
}

function oneEvicted(evicted: ReportedMessage): string {
  const { message, node } = evicted;
  const subject = subjectOf(evicted);
  if (evicted.name === null || subject === null) return titleOf(message);
  if (message.kind !== "node-pressure" && message.kind !== "evicted") {
    return fittingTitle(
      titleOf(message).replace(/^A pod/, subject),
      kindText(message.kind, [evicted], true),
      kindText(message.kind, [evicted]),
    );
  }
  const from = node === null ? "" : ` from ${node}`;
  const reason = message.resource === null ? "" : ` for ${resourceText(evicted)}`;
  return fittingTitle(`${subject} was evicted${from}${reason}`, `${subject} was evicted${reason}`);
}

function manyEvicted(evicted: readonly ReportedMessage[]): string {
  const total = `${plural(subjectsOf(evicted).size, "pod")} were evicted`;
  const where = counted(evicted, (each) => {
    const on = each.node === null ? "" : `on ${each.node} `;
    return `${on}for ${resourceText(each)}`;
  });
  const why = counted(evicted, (each) => `for ${resourceText(each)}`);
  const nodes = new Set(evicted.flatMap((each) => each.node ?? []));
  const isEach = evicted.every((each) => each.node !== null);
  const [node, ...others] = nodes;
  const places = isEach ? plural(nodes.size, "node") : `at least ${plural(nodes.size, "node")}`;
  // One that is named is not the node of the others.
  const isOnly = node !== undefined && isEach;
  const on = others.length > 0 ? ` on ${places}` : isOnly ? ` on ${node}` : "";
  return fittingTitle(
    ...(others.length > 0 && why.length > 1 ? [total + listed(where)] : []),
    total + on + listed(why),
    total + on,
  );
}

/** ` for memory` where there is one group, `: 2 for memory, 1 for disk` otherwise. */
function listed(groups: readonly Counted[]): string {
  const [only, ...others] = groups;
  if (only !== undefined && others.length === 0) return ` ${only.words}`;
  return `: ${groups.map(({ count, words }) => `${count} ${words}`).join(", ")}`;
}

interface Counted {
  readonly words: string;
  readonly count: number;
}

/** The pods by words about them, the most first. */
function counted(
  evicted: readonly ReportedMessage[],
  wordsOf: (each: ReportedMessage) => string,
): readonly Counted[] {
  const groups = new Map<string, ReportedMessage[]>();
  for (const each of evicted) {
    const words = wordsOf(each);
    groups.set(words, [...(groups.get(words) ?? []), each]);
  }
  return [...groups]
    .map(([words, of]) => ({ words, count: subjectsOf(of).size }))
    .sort((a, b) => b.count - a.count);
}

/** One kind of report, and no eviction. */
function singleTitle(kind: string, reported: readonly ReportedMessage[]): string {
  const [first] = reported;
  const isOne = subjectsOf(reported).size === 1;
  const { container, name } = first ?? {};
  if (isOne && first !== undefined && container !== undefined && name !== null) {
    const subject = subjectOf(first);
    const how = kind === "oom-killed" ? "OOMKilled" : "SIGKILL";
    const code = container.exitCode === null ? "" : `, exit ${container.exitCode}`;
    const what = isMainProcess(container) ? "it" : "a process in it";
    const killer = kind === "oom-killed" ? `the kernel killed ${what}` : "it was killed";
    return fittingTitle(
      `${subject} was not evicted: ${killer} (${how}${code})`,
      `${subject}: ${killer}, no eviction`,
    );
  }
  const { scheduling } = reported.at(-1)?.message.otherEnd ?? {};
  if (isOne && first !== undefined && subjectOf(first) === null) {
    return scheduling === undefined ? titleOf(first.message) : pendingTitle(scheduling);
  }
  return fittingTitle(kindText(kind, reported, true), kindText(kind, reported));
}
