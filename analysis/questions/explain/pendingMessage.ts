/** The scheduler's sentence about a pending pod: a sum of nodes, with what changes each reason. */
import type { SchedulerMessage } from "../../read/messages/schedulerMessage.ts";
import { schedulerReason } from "../../read/messages/schedulerReasons.ts";
import { formatCount, plural } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  closing,
  commandText,
  type Document,
  type Fix,
  fixes,
  paragraph,
  type Section,
  section,
  table,
} from "../../text/document.ts";
import { fittingTitle } from "../../text/fittingTitle.ts";

const NOT_CHECKED = "Fixes (not checked: a message has no nodes and no pods)";

export function pendingMessage(message: SchedulerMessage): Document {
  return {
    title: titleOf(message),
    mark: "bad",
    sources: ["FailedScheduling message · kube-scheduler"],
    lead: pendingLead(message),
    sections: pendingFixes(message),
    closing: closing(
      [],
      [unknownIn(message)],
      [commandText("plimsoll schedule NAMESPACE/POD", "tries and checks fixes")],
    ),
  };
}

function titleOf({ nodes, reasons: [first] }: SchedulerMessage): string {
  const all =
    nodes === 1 ? "the only node refuses it" : `all ${formatCount(nodes)} nodes refuse it`;
  const title = `The pod stays pending: ${nodes === 0 ? "there is no node" : all}`;
  if (first === undefined) return title;
  const { words } = schedulerReason(first.reason);
  const some = first.nodes === nodes ? "" : `, ${formatCount(first.nodes)}`;
  return fittingTitle(`${title}${some} because of ${words}`, title);
}

const COLUMNS: readonly Column[] = [
  { title: "nodes", isNumber: true },
  { title: "reason", isText: true },
  { title: "plugin", isSpare: true },
  { title: "what changes it", isText: true },
];

export function pendingLead(message: SchedulerMessage): readonly Block[] {
  const { reasons, text } = message;
  if (reasons.length === 0) return paragraph(text);
  const rows = reasons.map(({ nodes, reason }) => {
    const { words, plugin, change } = schedulerReason(reason);
    return { cells: [formatCount(nodes), words, plugin ?? "-", change] };
  });
  const preemption = preemptionText(message);
  return [
    ...table(COLUMNS, rows),
    ...paragraph(isSum(message) ? undefined : "A node can have several of these reasons."),
    ...paragraph(preemption ?? undefined),
  ];
}

/** Whether each node is counted once. */
function isSum({ nodes, reasons }: SchedulerMessage): boolean {
  return reasons.reduce((sum, each) => sum + each.nodes, 0) === nodes;
}

function preemptionText({ preemption, notEligible }: SchedulerMessage): string | null {
  if (notEligible !== null)
    return `Preemption was not tried: ${notEligible.replace(/^not eligible due to /, "")}.`;
  const words = preemption.flatMap(({ nodes, reason }) => {
    const on = plural(nodes, "node");
    if (/^No preemption victims/.test(reason)) {
      return [`${on} ${nodes === 1 ? "has" : "have"} no pod of lower priority to preempt`];
    }
    return /not helpful/.test(reason) ? [`on ${on} the reason would remain`] : [];
  });
  return words.length === 0 ? null : `Preemption does not help: ${words.join(", and ")}.`;
}

/** The cheapest first. */
export function pendingFixes(message: SchedulerMessage): readonly Section[] {
  const { reasons } = message;
  const isAlone = isSum(message);
  const found = reasons.flatMap(({ nodes, reason }) => {
    const { words } = schedulerReason(reason);
    const lack = nodes === 1 ? "lacks" : "lack";
    const only = isAlone ? `${plural(nodes, "node")} ${lack} nothing else that is named here` : "";
    const fix = fixOf(words, nodes, only);
    return fix === null ? [] : [fix];
  });
  return section(NOT_CHECKED, fixes(found.sort((a, b) => a.order - b.order)));
}

const COSTS: Readonly<Record<string, string>> = {
  memory: "if the pod uses more, it is among the first to be evicted",
  cpu: "a smaller share of the processors when the node is busy",
};

function fixOf(words: string, nodes: number, only: string): (Fix & { order: number }) | null {
  if (words === "unschedulable") {
    const what = nodes === 1 ? "the unschedulable node" : `the ${nodes} unschedulable nodes`;
    return { order: 0, change: `Uncordon ${what}, if the drain is over` };
  }
  const [, resource] = /^insufficient (.+)$/.exec(words) ?? [];
  if (resource !== undefined) {
    return {
      order: 1,
      change: `Lower the ${resource} request`,
      ...(only === "" ? {} : { effect: only }),
      cost: COSTS[resource] ?? "the pod gets that much less of it",
    };
  }
  if (words !== "untolerated taint") return null;
  return {
    order: 2,
    change: "Tolerate the taint, if the pod may run on those nodes",
    cost: "they are kept free for other pods, or are not ready",
  };
}

function unknownIn({ reasons }: SchedulerMessage): string {
  const words = reasons.map(({ reason }) => schedulerReason(reason).words);
  const missing = words.flatMap((each) => /^insufficient (.+)$/.exec(each)?.[1] ?? []);
  const taints = words.includes("untolerated taint") ? ", which taints" : "";
  const amount = missing.length === 0 ? "" : `, how much ${missing.join(" and ")} is missing`;
  return `Which nodes${taints}${amount}.`;
}
