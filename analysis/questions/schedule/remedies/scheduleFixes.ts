/** What would place a pod, as cards to be tried and copied. */
import { plural } from "../../../text/amount.ts";
import { type Fix, type Section, section } from "../../../text/document.ts";
import { podTexts } from "../../../text/podText.ts";
import { priorityText } from "../../change/changeTexts.ts";
import { changeWords } from "../../change/changeWords.ts";
import type { ScheduleChange, ScheduleChangeKind } from "./candidates.ts";
import type { ScheduleRemedy } from "./scheduleRemedies.ts";

/** A change that was verified. */
export interface ScheduleFix {
  /** Without a full stop. */
  readonly change: string;
  readonly effect: string;
  readonly cost: string;
  /** Commands of kubectl, or members for the template of the pod; absent for neither. */
  readonly copy?: string;
  /** In the syntax of `--change`, to be tried. */
  readonly changes: readonly string[];
}

const COSTS: Readonly<Record<ScheduleChangeKind, string>> = {
  affinity: "the pod may be placed on nodes that the rule kept it from",
  label: "whatever selects the label no longer finds the pod",
  nodeSelector: "the pod may be placed on nodes that the selector kept it from",
  priority: "a PriorityClass",
  requests: "using more than it requests, the pod is among the first to be evicted",
  schedulingGates: "whatever set the gates no longer decides when the pod is placed",
  toleration: "the pod may be placed on every node with this taint",
  topologySpread: "pods may end up on one node or in one zone",
  uncordon: "other pods may be placed there too; ask who cordoned it, and why",
};

export const SCHEDULE_FIXES = "Fixes, each checked by scheduling again";

export function scheduleFixes(remedies: readonly ScheduleRemedy[]): readonly ScheduleFix[] {
  return remedies.map(({ changes, node, victims = [] }) => {
    const texts = changes.flatMap(({ whatIf = [] }) => whatIf);
    const copies = changes.map(copyOf);
    const isWhole = copies.every((copy) => copy !== null);
    const preempts = victims.length === 0 ? [] : [preemptsText(victims)];
    return {
      change: texts.map(changeWords).map(lowerAfterFirst).join(" and "),
      effect: `Placed on ${node}`,
      cost: [...new Set(changes.map(({ kind }) => COSTS[kind])), ...preempts].join("; "),
      ...(isWhole ? { copy: copies.join("\n") } : {}),
      changes: texts,
    };
  });
}

function preemptsText(victims: NonNullable<ScheduleRemedy["victims"]>): string {
  return `preempts ${plural(victims.length, "pod")}: ${podTexts(victims)}`;
}

function lowerAfterFirst(words: string, index: number): string {
  return index === 0 ? words : words.charAt(0).toLowerCase() + words.slice(1);
}

/** Pods are changed in the template of their owner, which a dump may lack. */
function copyOf({ kind, change }: ScheduleChange): string | null {
  const [last = ""] = change.split(" ").slice(-1);
  switch (kind) {
    case "uncordon":
      return `kubectl ${change}`;
    case "requests": {
      const list = /--requests=(\S+)/.exec(change)?.[1] ?? "";
      const lines = list.split(",").map((each) => `    ${each.replace("=", ": ")}`);
      return ["resources:", "  requests:", ...lines].join("\n");
    }
    case "toleration":
      return tolerationText(last);
    case "priority":
      return priorityText(Number(/"priority":(-?\d+)/.exec(change)?.[1]));
    default:
      return null;
  }
}

/** A taint, `KEY[=VALUE]:EFFECT`, as the toleration of it. */
function tolerationText(taint: string): string {
  const [, key = "", value, effect] = /^([^=:]+)(?:=([^:]*))?:(\w+)$/.exec(taint) ?? [];
  const of = value === undefined ? ["operator: Exists"] : ["operator: Equal", `value: "${value}"`];
  const members = [`key: ${key}`, ...of, `effect: ${effect}`];
  return ["tolerations:", `  - ${members.join("\n    ")}`].join("\n");
}

/** The same in a document that is handed on. */
export function fixesSection(fixes: readonly ScheduleFix[]): readonly Section[] {
  const sentences = fixes.map(({ change, effect, cost }): Fix => ({ change, effect, cost }));
  return sentences.length === 0
    ? []
    : section(SCHEDULE_FIXES, [{ is: "fixes", fixes: sentences, cut: "none" }]);
}
