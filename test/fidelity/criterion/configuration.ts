/** Thresholds as parsed, and the errors that stop the kubelet at its start. Specification 2. */
import type { Policy } from "../../../analysis/engine/decision.ts";
import type { Played } from "../play.ts";
import type { OracleAnswer, OracleThreshold, ThresholdValue } from "../scenario.ts";
import { type Difference, differ } from "./difference.ts";

/** What the oracle says a quantity or percentage text is worth. */
export interface Worth {
  /** As the kubelet prints it. */
  readonly quantity?: string;
  /** The bits of the float32 fraction, in hexadecimal. */
  readonly fraction?: string;
}

export type Worths = ReadonlyMap<string, Worth>;

/** The kubelet stops at the first error; a map's first one is chosen by chance. */
export function compareErrors(answer: OracleAnswer, played: Played): Difference[] {
  const theirs = answer.errors ?? [];
  const ours = played.errors ?? [];
  if (theirs.length === 0 && ours.length === 0) return [];
  if (theirs.length === 0 || ours.length === 0) {
    return [{ what: "configuration refused", kubelet: theirs, plimsoll: ours }];
  }
  const missing = theirs.filter((text) => !ours.includes(text));
  return missing.length === 0
    ? []
    : [{ what: "configuration errors", kubelet: missing, plimsoll: ours }];
}

export function compareThresholds(
  answer: OracleAnswer,
  policy: Policy,
  worths: Worths,
): Difference | null {
  const theirs = (answer.thresholds ?? []).map(textOfTheirs).sort();
  const ours = policy.thresholds.map((threshold) => textOfOurs(threshold, worths)).sort();
  return differ("thresholds", theirs, ours);
}

function textOfTheirs({
  signal,
  hard,
  gracePeriod,
  minReclaim,
  ...value
}: OracleThreshold): string {
  const reclaim = minReclaim === undefined ? "none" : worthOf(minReclaim);
  return `${signal} ${hard} ${worthOf(value)} grace ${secondsOf(gracePeriod)} reclaim ${reclaim}`;
}

function worthOf({ quantity, percentage }: ThresholdValue): string {
  return quantity ?? `0x${float32Bits(Number(percentage === "+Inf" ? Infinity : percentage))}`;
}

function textOfOurs(threshold: Policy["thresholds"][number], worths: Worths): string {
  const { signal, hard, value, gracePeriodSeconds, minReclaim } = threshold;
  const worth = (text: string): string => {
    const { quantity, fraction } = worths.get(text) ?? {};
    return quantity ?? (fraction === undefined ? `"${text}"` : `0x${fraction}`);
  };
  const reclaim = minReclaim === undefined ? "none" : worth(minReclaim);
  return `${signal} ${hard} ${worth(value)} grace ${gracePeriodSeconds} reclaim ${reclaim}`;
}

export function float32Bits(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  return view.getUint32(0).toString(16).padStart(8, "0");
}

const UNITS: Readonly<Record<string, number>> = {
  h: 3600,
  m: 60,
  s: 1,
  ms: 1e-3,
  µs: 1e-6,
  ns: 1e-9,
};

/** Go's `1m30.5s` in seconds; the last digits of very long ones are lost, as in ours. */
function secondsOf(duration: string): number {
  const nanoseconds = [...duration.matchAll(/(\d+)(?:\.(\d+))?(h|ms|m|s|µs|ns)/g)].reduce(
    (sum, [, whole = "0", fraction = "", unit = "s"]) => {
      const unitNanoseconds = BigInt(Math.round((UNITS[unit] ?? 1) * 1e9));
      const scale = 10n ** BigInt(fraction.length);
      return sum + (BigInt(`${whole}${fraction}`) * unitNanoseconds) / scale;
    },
    0n,
  );
  const text = String(nanoseconds).padStart(10, "0");
  return Number(`${text.slice(0, -9)}.${text.slice(-9)}`);
}
