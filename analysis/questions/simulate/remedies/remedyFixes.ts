/** Changes with which a cluster settles, each as a fix with its cost. */
import type { Signal } from "../../../engine/decision.ts";
import { plural } from "../../../text/amount.ts";
import { type Block, fixes } from "../../../text/document.ts";
import {
  LARGER_REQUEST,
  LOOSER_SPREAD,
  limitCost,
  lowerThresholdCost,
  smallerRequestCost,
} from "../../../text/fixCosts.ts";
import { withoutFullStop } from "../../../text/fullStop.ts";
import { amountOf } from "../../../text/quantityText.ts";
import { changeSentence } from "../../remedy.ts";
import { settledWords } from "../verdictWords.ts";
import type { SimulateChange, SimulateChangeKind } from "./candidate.ts";
import type { SimulateRemedy } from "./simulateRemedies.ts";

/** The heading above the fixes; it contains the effect if all of them have the same one. */
export function fixesTitle(remedies: readonly SimulateRemedy[]): string {
  const effect = remedies.every(sparesAll) ? ": settles, no evictions" : "";
  return `Fixes (checked by simulating again${effect})`;
}

/** The smallest changes first. */
export function remedyFixes(remedies: readonly SimulateRemedy[]): readonly Block[] {
  const isSame = remedies.every(sparesAll);
  return fixes(
    remedies.map(remedyFix).map(({ effect, ...fix }) => (isSame ? fix : { ...fix, effect })),
  );
}

function sparesAll({ evictedPods }: SimulateRemedy): boolean {
  return evictedPods === 0;
}

/** One of them, with its effect. */
export function remedyFix(remedy: SimulateRemedy) {
  const { changes, pending = 0 } = remedy;
  const stays = pending === 1 ? "stays" : "stay";
  const waiting = pending === 0 ? [] : [`${plural(pending, "pod")} ${stays} pending`];
  const own = changes.flatMap((change) => COSTS[change.kind](change) ?? []);
  const costs = [...own.filter((cost) => pending === 0 || cost !== MAY_STAY), ...waiting];
  return {
    change: withoutFullStop(changeSentence(remedy)),
    effect: settledWords(remedy),
    ...(costs.length === 0 ? {} : { cost: [...new Set(costs)].join("; ") }),
  };
}

const MAY_STAY = "a pod for which no node is left stays pending";

/** Undefined for a change that costs nothing by itself. */
const COSTS: Readonly<Record<SimulateChangeKind, (change: SimulateChange) => string | undefined>> =
  {
    affinity: ({ to }) =>
      to === undefined ? "its pods may be placed on nodes that the rule kept them from" : MAY_STAY,
    cordon: () => "no new pod is placed on it",
    evictionHard: thresholdCost,
    evictionPressureTransitionPeriod: () => "the node refuses pods for that much longer",
    evictionSoft: thresholdCost,
    evictionSoftGracePeriod: () => "evictions begin later, with less left",
    limits: ({ container = "it" }) => limitCost(container),
    node: ({ to }) => plural(Number(to), "more node"),
    nodeName: () => undefined,
    nodeSelector: () => "its pods may be placed on nodes that the selector kept them from",
    nodeSize: () => "a larger machine",
    replicas: ({ from, to }) => `${plural(Number(from) - Number(to), "pod")} fewer`,
    requests: requestCost,
    systemReserved: ({ member = "" }) => `pods can request that much less ${member} there`,
    taint: () => "pods that the taint kept away may be placed there",
    toleration: ({ to }) =>
      to === undefined
        ? "its pods are kept from nodes with that taint"
        : "its pods stay on a node in spite of that taint",
    topologySpread: ({ to }) => (to === "ScheduleAnyway" ? LOOSER_SPREAD : MAY_STAY),
  };

/** Arithmetic where both are amounts; a share is one of a capacity that the change does not say. */
function thresholdCost({ member = "", from = "", to = "" }: SimulateChange): string {
  const [signal] = member.split(",") as readonly Signal[];
  const isShare = from.endsWith("%") || to.endsWith("%");
  const [before, after] = [amountOf(from), amountOf(to)];
  return isShare || signal === undefined || before === null || after === null
    ? "less is left when an eviction begins"
    : lowerThresholdCost(signal, before - after);
}

function requestCost({ member = "", from = "", to = "" }: SimulateChange): string {
  const [before, after] = [from === "none" ? 0 : amountOf(from), amountOf(to)];
  const isLarger = before !== null && after !== null && after > before;
  return isLarger ? LARGER_REQUEST : smallerRequestCost(member);
}
