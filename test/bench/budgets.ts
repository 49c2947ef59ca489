import type { Measurements } from "./measurements.ts";
import { formatBytes, formatMicros, formatRatio } from "./table.ts";

/** What the project promises, and what this run has found. */
export interface Budget {
  readonly what: string;
  readonly budget: string;
  readonly measured: string;
  /** Null when it could not be measured here. */
  readonly met: boolean | null;
}

const KIB = 1024;
const INSTANTIATE_MICROS_MAX = 1000;
const NODE_DAY_MICROS_MAX = 1_000_000;
const FROZEN_STEP_MICROS_MAX = 2;
const GROWTH_BYTES_MAX = 16 * KIB * KIB;

function atLeast(what: string, least: number, ratio: number | null): Budget {
  return {
    what,
    budget: `≥ ${least} ×`,
    measured: ratio === null ? "Go is not installed" : formatRatio(ratio),
    met: ratio === null ? null : ratio >= least,
  };
}

function atMost(
  what: string,
  most: number,
  value: number,
  format: (value: number) => string,
): Budget {
  return { what, budget: `≤ ${format(most)}`, measured: format(value), met: value <= most };
}

/** The rows of the budget table. */
export function budgetsOf(found: Measurements): Budget[] {
  const { deciding, frozen, start, module, growth, nodeDay } = found;
  const ordinary = deciding.find(({ pods }) => pods === 110);
  const full = deciding.find(({ pods }) => pods === 2000);
  if (ordinary === undefined || full === undefined) {
    throw new Error("The budgets speak of nodes with 110 and 2,000 pods; measure both.");
  }
  const { kubelet } = ordinary;
  const perPod = full.micros.quiet / 2000 / (ordinary.micros.quiet / 110);
  return [
    atLeast(
      "110 pods, bytes to decision, against JSON.parse and fused TypeScript",
      4,
      ordinary.micros.quietFused / ordinary.micros.quiet,
    ),
    atLeast(
      "110 pods, the same when a pod is evicted",
      4,
      ordinary.micros.evictingFused / ordinary.micros.evicting,
    ),
    atLeast(
      "110 pods, against encoding/json and the kubelet's synchronize",
      15,
      kubelet && kubelet.decodeAndSynchronizeMicros / ordinary.micros.quiet,
    ),
    atLeast(
      "110 pods ranked, against the kubelet's ranking",
      60,
      kubelet && kubelet.rankMicros / frozen.rankAndChoose,
    ),
    atMost("quiet step, snapshot decoded", FROZEN_STEP_MICROS_MAX, frozen.observe, formatMicros),
    atMost(
      "quiet step, snapshot thawed",
      FROZEN_STEP_MICROS_MAX,
      frozen.thawAndObserve,
      formatMicros,
    ),
    atMost("cost of a pod, 2,000 against 110", 1.3, perPod, formatRatio),
    ...(nodeDay === null
      ? []
      : [atMost("node-day, whole process", NODE_DAY_MICROS_MAX, nodeDay.micros, formatMicros)]),
    atMost("instantiate", INSTANTIATE_MICROS_MAX, start.instantiate, formatMicros),
    atMost("module", 96 * KIB, module.bytes, formatBytes),
    atMost("module, brotli", 36 * KIB, module.brotliBytes, formatBytes),
    atMost(
      `resident memory grown in ${growth.steps / 1e6} million steps`,
      GROWTH_BYTES_MAX,
      Math.max(0, growth.grownBytes),
      formatBytes,
    ),
  ];
}
