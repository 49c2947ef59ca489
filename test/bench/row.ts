/** A row of the table that `npm run bench -- core` prints: a promise, and what this run found. */
import { formatRatio } from "./table.ts";

export interface Row {
  readonly work: string;
  /** What it took here, with its unit. */
  readonly took: string;
  readonly rival: string;
  /** What the rival took in the same run; "" where there is no rival. */
  readonly rivalTook: string;
  readonly budget: string;
  /** The figure that the budget is about, or why there is none. */
  readonly found: string;
  /** Null when it could not be measured here, or when nothing was promised. */
  readonly met: boolean | null;
}

interface Measured {
  readonly work: string;
  readonly rival: string;
  readonly took: number;
  readonly rivalTook: number;
  readonly format: (value: number) => string;
}

/** How many times as long the rival takes. */
export function timesAsFast(least: number, { format, ...measured }: Measured): Row {
  const ratio = measured.rivalTook / measured.took;
  return {
    ...measured,
    took: format(measured.took),
    rivalTook: format(measured.rivalTook),
    budget: `≥ ${least} ×`,
    found: formatRatio(ratio),
    met: ratio >= least,
  };
}

/** How many times the rival's cost this may have. */
export function timesTheCost(most: number, { format, ...measured }: Measured): Row {
  const ratio = measured.took / measured.rivalTook;
  return {
    ...measured,
    took: format(measured.took),
    rivalTook: format(measured.rivalTook),
    budget: `≤ ${most} ×`,
    found: formatRatio(ratio),
    met: ratio <= most,
  };
}

/** A figure of its own, without a rival. */
export function atMost(
  work: string,
  most: number,
  value: number,
  format: (value: number) => string,
): Row {
  const budget = `≤ ${format(most)}`;
  const found = format(value);
  return { work, took: found, rival: "", rivalTook: "", budget, found, met: value <= most };
}

/** A row whose rival is not installed: `why` says what to install. */
export function withoutRival(
  work: string,
  rival: string,
  took: string,
  budget: string,
  why: string,
): Row {
  return { work, took, rival, rivalTook: "-", budget, found: why, met: null };
}

/** A figure that was not promised, for comparison. */
export function remark(work: string, took: string, rival = "", rivalTook = ""): Row {
  return { work, took, rival, rivalTook, budget: "", found: "", met: null };
}
