import type { PolicyThreshold, Signal } from "../../engine/decision.ts";
import { RECORDED_ANYWAY, type Tally } from "../../questions/replay/tally.ts";
import { formatSeconds, plural } from "../../text/amount.ts";
import { secondsBetween } from "../../text/time.ts";
import { clockSince } from "../../text/utc.ts";
import { COLUMNS_MAX, type Style } from "./style.ts";
import { table } from "./table.ts";
import { hang } from "./wrap.ts";

const WHAT_IF = "--what-if";
/** Values to try out, for the command line that is suggested: the first that is another one. */
const OTHER_VALUES = { memory: ["500Mi", "1Gi"], others: ["20%", "30%"] } as const;

/** Evictions named one by one; more are counted. */
const NAMED_MAX = 10;

export interface ClosingParts {
  /** The words that name the capture and the policy; null when nothing can be suggested. */
  readonly input: string | null;
  /** The same for `diff`, with this policy on both sides. */
  readonly inputTwice: string | null;
  readonly thresholds: readonly PolicyThreshold[];
  /** The pod that memory pressure would evict after the last step; null when there is none. */
  readonly candidate: string | null;
}

/** What the replay amounts to, and what to ask next. */
export function closing(tally: Tally, parts: ClosingParts, style: Style): string[] {
  const width = Math.min(style.columns, COLUMNS_MAX);
  const seconds =
    tally.firstTime === null || tally.lastTime === null
      ? 0
      : secondsBetween(tally.firstTime, tally.lastTime);
  const span = seconds > 0 ? ` over ${formatSeconds(seconds)}` : "";
  return [
    style.paint.title(`${plural(tally.steps, "step")}${span}`),
    ...evictionLines(tally, width),
    ...candidateLines(tally, parts.candidate),
    ...conditionLines(tally),
    ...reclaimLines(tally),
    ...(tally.assumption === null ? [] : hang("  assumed      ", tally.assumption, width)),
    ...repeatedLines(tally, style),
    ...hintLines(tally, parts, style),
  ];
}

function evictionLines(tally: Tally, width: number): string[] {
  if (tally.evictions.length === 0) return ["  evictions    none"];
  const rows = tally.evictions.slice(0, NAMED_MAX).map((eviction) => ({
    cells: [
      eviction.pod,
      clockSince(tally.firstTime, eviction.time),
      eviction.what +
        (eviction.repeated === 0 ? "" : `, again in ${plural(eviction.repeated, "step")}`),
    ],
  }));
  const columns = [{ title: "", shrinks: true }, { title: "" }, { title: "" }];
  const label = `  evictions    `;
  const lines = table(columns, rows, width - label.length);
  const more = tally.evictions.length - rows.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].map((line, index) =>
    index === 0 ? label + line : " ".repeat(label.length) + line,
  );
}

/** The answer that people look for where nothing was evicted: who would be. */
function candidateLines({ evictions }: Tally, candidate: string | null): string[] {
  if (evictions.length > 0 || candidate === null) return [];
  return [`  candidate    ${candidate}, if memory runs short`];
}

function conditionLines({ conditionSeconds, conditionsNow }: Tally): string[] {
  const conditions = new Set([...conditionSeconds.keys(), ...conditionsNow]);
  return [...conditions].map((condition, index) => {
    const held = conditionsNow.includes(condition) ? ", still held at the end" : "";
    const seconds = conditionSeconds.get(condition) ?? 0;
    const lasted = seconds === 0 ? " in the last step" : ` for ${formatSeconds(seconds)}${held}`;
    return `  ${(index === 0 ? "conditions" : "").padEnd(11)}  ${condition}${lasted}`;
  });
}

function reclaimLines(tally: Tally): string[] {
  if (tally.reclaims === 0) return [];
  const attempts = plural(tally.reclaims, "attempt");
  const sufficient =
    tally.reclaims === 1 && tally.reclaimsSufficient === 0
      ? "not sufficient"
      : `${tally.reclaimsSufficient} sufficient`;
  return [`  reclaims     node-level reclaim: ${attempts}, ${sufficient}`];
}

/** A recording does not know of an eviction that did not happen in it. */
function repeatedLines(tally: Tally, style: Style): string[] {
  if (tally.assumption !== null || tally.evictions.every((each) => each.repeated === 0)) return [];
  const width = Math.min(style.columns, COLUMNS_MAX);
  return ["", ...hang("", RECORDED_ANYWAY, width).map(style.paint.low)];
}

function hintLines(
  { evictions: [first] }: Tally,
  { input, inputTwice, thresholds }: ClosingParts,
  style: Style,
): string[] {
  if (first === undefined || input === null) return [];
  const hint = (label: string, command: string) =>
    `${style.paint.faint(label)}  ${style.program ?? "plimsoll"} ${command}`;
  const lines = ["", hint("why this pod  ", `explain ${input} --step ${first.step}`)];
  if (first.signal !== null && inputTwice !== null) {
    // Without it, what is evicted under either policy is counted in every later step.
    const whatIf = inputTwice.includes(WHAT_IF) ? "" : ` ${WHAT_IF}`;
    const other = otherThreshold(first.signal, thresholds);
    lines.push(hint("another policy", `diff ${inputTwice}${whatIf} --eviction-hard '${other}'`));
  }
  return lines;
}

/** A hard threshold to try out; that of Allocatable follows the one of memory. Spec 1.6. */
function otherThreshold(signal: Signal, thresholds: readonly PolicyThreshold[]): string {
  const isMemory = signal === "memory.available" || signal === "allocatableMemory.available";
  const own: Signal = isMemory ? "memory.available" : signal;
  const taken = thresholds.filter((each) => each.hard && each.signal === own);
  const values = OTHER_VALUES[isMemory ? "memory" : "others"];
  const other = values.find((value) => taken.every((each) => each.value !== value));
  return `${own}<${other ?? values[0]}`;
}
