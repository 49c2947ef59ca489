import { SIGNAL_ROWS } from "../../engine/contract/signals.ts";

/** A default threshold that a message's number of bytes agrees with. */
export interface FittingDefault {
  readonly signal: string;
  /** Such as `15%`. */
  readonly value: string;
  /** Bytes of the file system of which the number is that percentage. */
  readonly capacity: bigint;
}

/** File systems have a whole number of blocks of this size. */
const BLOCK_BYTES = 4096;

/**
 * The one default of `signals` that a threshold in bytes is: of a percentage, the kubelet makes
 * `int64(float64(capacity) × float32(percentage))` (Spec 2.4), and only one capacity in some 400
 * is a whole number of blocks by chance. Null where several or none agree.
 */
export function fittingDefault(
  signals: readonly string[],
  threshold: bigint,
): FittingDefault | null {
  const fitting = SIGNAL_ROWS.flatMap((row) => {
    if (!signals.includes(row.name) || row.unit !== "bytes" || !("default" in row)) return [];
    const percent = /^(\d+)%$/.exec(row.default)?.[1];
    const capacity = percent === undefined ? null : capacityOf(threshold, Number(percent));
    return capacity === null ? [] : [{ signal: row.name, value: row.default, capacity }];
  });
  const [only, ...others] = fitting;
  return only === undefined || others.length > 0 ? null : only;
}

/** The size in whole blocks of which the threshold is this percentage; null for none. */
export function capacityOf(threshold: bigint, percent: number): bigint | null {
  const bytes = Number(threshold);
  if (bytes <= 0 || !Number.isSafeInteger(Math.ceil((bytes * 100) / percent))) return null;
  const share = Math.fround(Math.fround(percent) / 100);
  const capacity = Math.ceil(bytes / share / BLOCK_BYTES) * BLOCK_BYTES;
  return Math.trunc(capacity * share) === bytes ? BigInt(capacity) : null;
}
