/** What would place a pod, as cards to be tried and copied. */
import { type Fix, fixes, list, type Section, section, type Text } from "../../../text/document.ts";
import {
  LARGER_REQUEST,
  LOOSER_SPREAD,
  NEW_PRIORITY,
  openedNodeCost,
  smallerRequestCost,
  TOLERATED_TAINT,
} from "../../../text/fixCosts.ts";
import { formatNames } from "../../../text/names.ts";
import { podText } from "../../../text/podText.ts";
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

const COSTS: Readonly<
  Record<ScheduleChangeKind, (change: ScheduleChange, node: string) => string>
> = {
  affinity: () => "the pod may be placed on nodes that the rule kept it from",
  label: () => "whatever selects the label no longer finds the pod",
  nodeSelector: () => "the pod may be placed on nodes that the selector kept it from",
  priority: () => NEW_PRIORITY,
  // Only a larger request has an amount by itself.
  requests: ({ change, to }) =>
    to === undefined
      ? smallerRequestCost(/--requests=(memory|cpu)/.exec(change)?.[1] ?? "")
      : LARGER_REQUEST,
  schedulingGates: () => "whatever set the gates no longer decides when the pod is placed",
  toleration: () => TOLERATED_TAINT,
  topologySpread: () => LOOSER_SPREAD,
  uncordon: (_, node) => openedNodeCost(node),
};

export const SCHEDULE_FIXES = "Fixes (checked by scheduling again)";
export const MOVES = "Moves to other nodes (checked by scheduling again)";

export function scheduleFixes(remedies: readonly ScheduleRemedy[]): readonly ScheduleFix[] {
  return remedies.map(({ changes, node, victims = [] }) => {
    const texts = changes.flatMap(({ whatIf = [] }) => whatIf);
    const copies = changes.map(copyOf);
    const isWhole = copies.every((copy) => copy !== null);
    const preempts = victims.length === 0 ? [] : [preemptsText(victims)];
    return {
      change: texts.map(changeWords).map(lowerAfterFirst).join(" and "),
      effect: `placed on ${node}`,
      cost: [...new Set(changes.map((each) => COSTS[each.kind](each, node))), ...preempts].join(
        "; ",
      ),
      ...(isWhole ? { copy: copies.join("\n") } : {}),
      changes: texts,
    };
  });
}

function preemptsText(victims: NonNullable<ScheduleRemedy["victims"]>): string {
  const are = victims.length === 1 ? "is" : "are";
  return `${formatNames(victims.map(podText), { max: 2 })} ${are} preempted`;
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

/** The same in a document; a pod that is placed already is moved by them. */
export function fixesSection(
  fixed: readonly ScheduleFix[],
  title = SCHEDULE_FIXES,
): readonly Section[] {
  return section(
    title,
    fixes(fixed.map(({ change, effect, cost }): Fix => ({ change, effect, cost }))),
  );
}

/** The changes as `--change` takes them. */
export function triedSection(fixed: readonly ScheduleFix[]): readonly Section[] {
  const texts = fixed.map(({ changes }): Text => {
    return [{ code: changes.map((change) => `--change '${change}'`).join(" ") }];
  });
  return section("Fixes to try with --change", list(texts, "none"));
}
