/** Events and pods as tables: who was evicted, what else happened, and all kinds of it. */

import type { EvictionMessage } from "../../read/messages/message.ts";
import type { Reported } from "../../read/messages/reported.ts";
import type { ReportedMessage } from "../../read/messages/reportedMessage.ts";
import { formatCount } from "../../text/amount.ts";
import { type Block, type Column, type Text, table } from "../../text/document.ts";
import { messageAmount } from "../../text/messageAmount.ts";
import { clockOf } from "../../text/utc.ts";
import { aboveRequest } from "./messageWords.ts";
import { allReports, groupedByKind } from "./reportedVerdict.ts";
import { byKind, isAboutNode, kindText, subjectOf } from "./reportWords.ts";

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** Null for a time that is not known, or has no date and zone. */
export function timeOf({ time }: ReportedMessage): string | null {
  return time !== null && RFC_3339.test(time) ? time : null;
}

export function evictedTable(evicted: readonly ReportedMessage[]): readonly Block[] {
  return subjectsTable("evicted", "why", evicted, whyText);
}

/** The reports of the worst kind, where none is of an eviction. */
export function worstTable(reported: Reported): readonly Block[] {
  const [worst] = kindsOf(reported);
  if (worst === undefined) return [];
  const [, of] = worst;
  const title = of.every(isAboutNode) ? "node" : "pod";
  return subjectsTable(title, "", of, reasonText);
}

/** The numbers of another end, or the conditions for which a kubelet rejected the pod. */
function reasonText({ message }: ReportedMessage): string {
  return message.otherEnd?.detail ?? message.nodeConditions?.join(", ") ?? "-";
}

function subjectsTable(
  title: string,
  reason: string,
  reported: readonly ReportedMessage[],
  reasonOf: (each: ReportedMessage) => Text,
): readonly Block[] {
  const isTimed = reported.some((each) => timeOf(each) !== null);
  const isCounted = reported.some(({ count }) => count > 1);
  const isPlaced = title !== "node" && reported.some(({ node }) => node !== null);
  const isExplained = reported.some((each) => reasonOf(each) !== "-");
  type Cell = readonly [Column, (each: ReportedMessage) => Text];
  const cells: readonly Cell[] = [
    ...(isTimed ? [[{ title: "time" }, (each) => clockText(timeOf(each))] as Cell] : []),
    [
      { title, shrinks: true },
      (each) => [{ code: subjectOf(each) ?? (title === "node" ? "a node" : "a pod") }],
    ],
    ...(isCounted
      ? [[{ title: "times", isNumber: true }, ({ count }) => formatCount(count)] as Cell]
      : []),
    ...(isPlaced
      ? [[{ title: "node", shrinks: true, isSpare: true }, ({ node }) => node ?? "-"] as Cell]
      : []),
    ...(isExplained ? [[{ title: reason, isText: true }, reasonOf] as Cell] : []),
  ];
  return table(
    cells.map(([column]) => column),
    reported.map((each) => ({ cells: cells.map(([, cell]) => cell(each)) })),
  );
}

function clockText(time: string | null): string {
  return time === null ? "-" : clockOf(time);
}

/** `app used 2.46Gi, requests 256Mi` of the container that is farthest above its request. */
function whyText({ message }: ReportedMessage): string {
  const { limit, containers } = message;
  const left = leftText(message);
  const [most] = aboveRequest(message);
  if (most !== undefined) {
    const { usage: used, request, resource: of } = most;
    const requests = request === null || request === 0n ? "0" : messageAmount(request, of);
    const subject = containers.length > 1 ? `${most.name} ` : "";
    const own = `${subject}used ${messageAmount(used, of)}, requests ${requests}`;
    return left === null ? own : `${own}; ${left}`;
  }
  if (limit !== undefined && limit !== null) {
    return `over its limit of ${messageAmount(limit, null)}`;
  }
  return left ?? "-";
}

/** What the node had left, and the threshold; null where the message does not say it. */
function leftText({ available, threshold, resource }: EvictionMessage): string | null {
  if (available === null) return null;
  const left = `${messageAmount(available, resource)} left on the node`;
  return threshold === null ? left : `${left}, threshold ${messageAmount(threshold, resource)}`;
}

const KIND_COLUMNS: readonly Column[] = [
  { title: "times", isNumber: true },
  { title: "reason", isText: true },
  { title: "meaning", isText: true },
];

/** Everything that is explained, by its kind; left out where there is only one kind. */
export function kindsTable(reported: Reported): readonly Block[] {
  const kinds = kindsOf(reported);
  if (kinds.length < 2) return [];
  const rows = kinds.map(([kind, of]) => ({
    cells: [
      formatCount(of.reduce((sum, { count }) => sum + count, 0)),
      [...new Set(of.flatMap(({ reasons }) => reasons))].join(", ") || "-",
      kindText(kind, of),
    ],
  }));
  return table(KIND_COLUMNS, rows);
}

function kindsOf(reported: Reported): readonly (readonly [string, readonly ReportedMessage[]])[] {
  return [...groupedByKind(allReports(reported))].sort(([a], [b]) => byKind(a, b));
}
