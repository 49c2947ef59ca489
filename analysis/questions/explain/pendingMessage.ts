/** The scheduler's sentence about a pending pod: a sum of nodes, with what changes each reason. */
import { nodeState, stateFix } from "../../read/messages/nodeStates.ts";
import type { SchedulerMessage } from "../../read/messages/schedulerMessage.ts";
import {
  type MergedReason,
  mergedReasons,
  namedTaints,
  preemptionText,
  schedulerReason,
} from "../../read/messages/schedulerReasons.ts";
import { allOf, formatCount, plural } from "../../text/amount.ts";
import { capitalized } from "../../text/capitalized.ts";
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
import { smallerRequestCost } from "../../text/fixCosts.ts";

const NOT_CHECKED = "Fixes (not checked: a message has no nodes and no pods)";

export function pendingMessage(message: SchedulerMessage): Document {
  return {
    title: pendingTitle(message),
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

export function pendingTitle({ nodes, reasons, text, preempting }: SchedulerMessage): string {
  if (preempting !== null) {
    const title = `The pod preempts ${plural(preempting.victims, "pod")}`;
    return fittingTitle(`${title} on ${preempting.node}, and waits to be placed there`, title);
  }
  const [first] = mergedReasons(reasons);
  if (first === undefined) return `The pod stays pending: ${podReason(text)}`;
  const title = `The pod stays pending: ${refusingText(nodes)}`;
  if (isContradicted(nodes, first)) {
    return "The pod stays pending; the scheduler's message contradicts itself";
  }
  const some = first.nodes === nodes ? "" : `, ${formatCount(first.nodes)}`;
  return fittingTitle(`${title}${some} because of ${first.words}`, title);
}

function refusingText(nodes: number | null): string {
  if (nodes === null) return "no node takes it";
  if (nodes === 0) return "there is no node";
  return nodes === 1 ? "the only node refuses it" : `${allOf(nodes)} nodes refuse it`;
}

/** What a sentence about the pod alone says, in a few words. */
function podReason(text: string): string {
  if (/not found/.test(text)) return "its PersistentVolumeClaim does not exist";
  if (/being deleted/.test(text)) return "its PersistentVolumeClaim is being deleted";
  if (/PreBind/.test(text)) return "its volumes were not bound in time";
  return schedulerReason(text).plugin === null ? "see below" : "it has an unbound volume claim";
}

const COLUMNS: readonly Column[] = [
  { title: "nodes", isNumber: true },
  { title: "reason", isText: true },
  { title: "plugin", isSpare: true },
  { title: "what changes it", isText: true },
];

export function pendingLead(message: SchedulerMessage): readonly Block[] {
  const { reasons, text } = message;
  if (reasons.length === 0) return paragraph(`${text}.`);
  const rows = mergedReasons(reasons).map(({ nodes, words, plugin, change }) => {
    return { cells: [formatCount(nodes), words, plugin ?? "-", change] };
  });
  const preemption = preemptionText(message);
  return [
    ...table(COLUMNS, rows),
    ...paragraph(taintsText(message)),
    ...paragraph(overlapText(message)),
    ...paragraph(preemption ?? undefined),
  ];
}

const PRESSURE = /^node\.kubernetes\.io\/(?:disk|memory|pid)-pressure$/;
const BY_STATE = " Kubernetes sets it by the node's state, which a toleration does not mend.";

function taintsText({ reasons }: SchedulerMessage): string | undefined {
  const taints = [...namedTaints(reasons)];
  if (taints.length === 0) return undefined;
  const named = taints.map(([taint, nodes]) => `${taint} on ${plural(nodes, "node")}`);
  const isShort = taints.some(([taint]) => PRESSURE.test(taint));
  const isOfState = taints.every(([taint]) => nodeState(taint.replace(/=.*/, "")) !== null);
  const meaning = isShort
    ? " A pressure taint points to evictions there."
    : isOfState && taints.length === 1
      ? BY_STATE
      : "";
  return `${taints.length === 1 ? "Taint" : "Taints"}: ${named.join(", ")}.${meaning}`;
}

/** A node has each reason once. */
function isContradicted(nodes: number | null, { nodes: counted }: MergedReason): boolean {
  return nodes !== null && counted > nodes;
}

function overlapText(message: SchedulerMessage): string | undefined {
  const { nodes, reasons } = message;
  const [first] = mergedReasons(reasons);
  if (first !== undefined && isContradicted(nodes, first)) {
    const counted = `${plural(first.nodes, "node")} with ${first.words}`;
    return `The message contradicts itself: it counts ${counted}, of ${formatCount(nodes ?? 0)}.`;
  }
  if (isSum(message)) return undefined;
  const merged = mergedReasons(reasons);
  const everywhere = merged.filter((each) => each.nodes === nodes);
  if (nodes !== null && nodes > 1 && everywhere.length > 0 && everywhere.length < merged.length) {
    const words = everywhere.map((each) => each.words).join(" and ");
    const all = `${capitalized(allOf(nodes))} nodes refuse it for ${words}`;
    return `${all}: until that changes, no other change helps. ${SEVERAL}`;
  }
  if (merged.length < 2) return undefined;
  const isOpen = merged.every((each) => aloneNodes(message, merged, each) === 0);
  return isOpen ? `${SEVERAL} It takes the pod once all of its own are gone.` : SEVERAL;
}

const SEVERAL = "A node can have several of these reasons.";

/** Whether each node is counted once. */
function isSum({ nodes, reasons }: SchedulerMessage): boolean {
  return reasons.reduce((sum, each) => sum + each.nodes, 0) === nodes;
}

/** How many nodes have only this reason, at the least. */
function aloneNodes(
  { nodes }: SchedulerMessage,
  merged: readonly MergedReason[],
  reason: MergedReason,
): number {
  if (merged.length === 1) return reason.nodes;
  const others = merged.reduce((sum, each) => sum + (each === reason ? 0 : each.nodes), 0);
  return Math.max(0, Math.min(reason.nodes, (nodes ?? 0) - others));
}

/** The cheapest first; only what is enough for some node by itself. */
export function pendingFixes(message: SchedulerMessage): readonly Section[] {
  const { reasons } = message;
  const merged = mergedReasons(reasons);
  const found = merged.flatMap((reason) => {
    const alone = aloneNodes(message, merged, reason);
    if (alone === 0) return [];
    const lack = alone === 1 ? "lacks" : "lack";
    const least = alone < reason.nodes ? "at least " : "";
    const only = `${least}${plural(alone, "node")} ${lack} nothing else that is named here`;
    return fixOf(reason, only) ?? [];
  });
  const ofPod = reasons.length > 0 ? [] : podFixes(message.text);
  const all = [...found, ...ofPod].sort((a, b) => a.order - b.order);
  return section(NOT_CHECKED, fixes(all));
}

type OrderedFix = Fix & { readonly order: number };

/** What a sentence about the pod alone asks for. */
function podFixes(text: string): readonly OrderedFix[] {
  if (/not found/.test(text)) return [{ order: 0, change: "Create the PersistentVolumeClaim" }];
  return /unbound|PreBind/.test(text) ? [CLAIM_FIX] : [];
}

const CLAIM_FIX: OrderedFix = {
  order: 0,
  change: [
    "Bind the claim: ",
    { code: "kubectl describe pvc" },
    " says whether its StorageClass, provisioner or volume is missing",
  ],
};

/** By the words of a reason. */
const FIXES: Readonly<Record<string, OrderedFix>> = {
  "unbound volume claim": CLAIM_FIX,
  "too many pods": {
    order: 1,
    change: "Add a node, or raise the kubelet's maxPods",
    cost: "each pod needs an address of the node's range, and memory",
  },
  "node selector or affinity": {
    order: 2,
    change: "Change the pod's nodeSelector or node affinity, or label a node",
  },
  "missing topology label": {
    order: 2,
    change:
      "Label the nodes with the topologyKey of the pod's constraint, or change the constraint",
  },
  "untolerated taint": {
    order: 3,
    change: "Tolerate the taint, if the pod may run on those nodes",
    cost: "they are kept free for other pods",
  },
};

/** Null for a reason that no fix is known for; `only` is what else those nodes lack. */
function fixOf({ words, nodes }: MergedReason, only: string): OrderedFix | null {
  if (words === "unschedulable") {
    const what = nodes === 1 ? "the unschedulable node" : `the ${nodes} unschedulable nodes`;
    return { order: 0, change: `Uncordon ${what}, if the drain is over` };
  }
  const repair = stateFix(words);
  if (repair !== null) return { order: 0, change: repair };
  const [, resource] = /^insufficient (.+)$/.exec(words) ?? [];
  if (resource !== undefined && resource !== "resources") {
    const cost = smallerRequestCost(resource);
    return { order: 1, change: `Lower the ${resource} request`, effect: only, cost };
  }
  const fix = FIXES[words];
  if (fix === undefined) return null;
  return words === "node selector or affinity" ? { ...fix, effect: only } : fix;
}

function unknownIn({ nodes, reasons }: SchedulerMessage): string {
  if (nodes === null && reasons.length === 0) return "Which claim, and why it has no volume.";
  const merged: readonly MergedReason[] = mergedReasons(reasons);
  const missing = merged.flatMap(({ words }) => /^insufficient (.+)$/.exec(words)?.[1] ?? []);
  const isOpen = reasons.some(({ reason }) => {
    const isTaint = schedulerReason(reason).words === "untolerated taint";
    return isTaint && namedTaints([{ nodes: 1, reason }]).size === 0;
  });
  const taints = isOpen ? ", which taints" : "";
  const amount = missing.length === 0 ? "" : `, how much ${missing.join(" and ")} is missing`;
  return `Which nodes${taints}${amount}.`;
}
