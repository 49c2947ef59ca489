/** The first screen of the scheduler's answer: what becomes of pods, why, and what would help. */
import type { SchedulingDecision } from "../../engine/schedulingDecision.ts";
import { readSchedulerMessage } from "../../read/messages/schedulerMessage.ts";
import { preemptionText, schedulerReason } from "../../read/messages/schedulerReasons.ts";
import { formatCount, plural } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  type Mark,
  paragraph,
  type Row,
  table,
} from "../../text/document.ts";
import { podText } from "../../text/podText.ts";
import type { RefusalGroup } from "./refusalGroups.ts";
import { refusalWords } from "./refusalWords.ts";

export function scheduleMark(decisions: readonly SchedulingDecision[]): Mark {
  const isOf = (...results: readonly SchedulingDecision["result"][]) =>
    decisions.some(({ result }) => results.includes(result));
  if (isOf("Unschedulable", "Error")) return "bad";
  return isOf("NotEvaluated", "Gated") ? "unknown" : "good";
}

const POD_COLUMNS: readonly Column[] = [
  { title: "pod", shrinks: true },
  { title: "result" },
  { title: "why", isText: true },
];
/** Those that stay pending first. */
const RESULTS: readonly SchedulingDecision["result"][] = [
  ...(["Unschedulable", "Error", "NotEvaluated", "Gated", "Scheduled"] as const),
];

/** A row for each pod. */
export function podsTable(decisions: readonly SchedulingDecision[]): readonly Block[] {
  const order = ({ result }: SchedulingDecision) => RESULTS.indexOf(result);
  return table(POD_COLUMNS, decisions.toSorted((a, b) => order(a) - order(b)).map(podRow));
}

function podRow(decision: SchedulingDecision): Row {
  const { pod, result, node = "", message = "", nominatedNode, victims = [] } = decision;
  const needs = (decision.notEvaluated ?? []).join(", ");
  const preempts = `preempts ${plural(victims.length, "pod")} on ${nominatedNode}`;
  const words: Readonly<Record<SchedulingDecision["result"], readonly [string, string]>> = {
    Scheduled: ["placed", node],
    Unschedulable: [
      "pending",
      nominatedNode === undefined ? (refusalWords(message) ?? message) : preempts,
    ],
    Gated: ["gated", message.replace(/^waiting for scheduling gates: /, "")],
    NotEvaluated: ["unknown", `needs ${needs}`],
    Error: ["error", message],
  };
  return { cells: [[{ code: podText(pod) }], ...words[result]] };
}

const REFUSAL_COLUMNS: readonly Column[] = [
  { title: "nodes", isNumber: true },
  { title: "reason", isText: true },
  { title: "plugin", isSpare: true },
  { title: "which", shrinks: true },
];

/** What refuses one pod, and why preempting others does not help. */
export function refusedLead(
  { message = "" }: SchedulingDecision,
  groups: readonly RefusalGroup[],
): readonly Block[] {
  const rows = groups.map(({ nodes, reasons, plugin }) => {
    const words = reasons.map((reason) => schedulerReason(reason).words).join(", ");
    return { cells: [formatCount(nodes.length), words, plugin, [{ names: nodes }]] };
  });
  const read = readSchedulerMessage(message);
  const preemption = read === null ? null : preemptionText(read);
  if (rows.length === 0) return paragraph(message === "" ? undefined : message);
  return [...table(REFUSAL_COLUMNS, rows), ...paragraph(preemption ?? undefined)];
}
