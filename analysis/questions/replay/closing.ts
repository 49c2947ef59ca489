/** What a replay amounts to, and what to ask next. */
import type { PolicyThreshold, Signal } from "../../engine/decision.ts";
import { formatSeconds, plural } from "../../text/amount.ts";
import { type Block, type Fact, paragraph, type Section, section } from "../../text/document.ts";
import { secondsBetween } from "../../text/time.ts";
import { clockSince } from "../../text/utc.ts";
import { type ComparedRow, countOf, isRecorded, verdictWords } from "./comparedRows.ts";
import { RECORDED_ANYWAY, type TalliedEviction, type Tally } from "./tally.ts";

const WHAT_IF = "--what-if";
/** Values to try out, for the command line that is suggested: the first that is another one. */
const OTHER_VALUES = { memory: ["500Mi", "1Gi"], others: ["20%", "30%"] } as const;

/** Evictions named one by one; more are counted. */
export const NAMED_MAX = 10;

export interface ClosingParts {
  /** The words that name the capture and the policy; null when nothing can be suggested. */
  readonly input: string | null;
  /** The same for `diff`, with this policy on both sides. */
  readonly inputTwice: string | null;
  readonly thresholds: readonly PolicyThreshold[];
  /** What a person types before a command. */
  readonly program?: string;
  /** The pod that memory pressure would evict after the last step; null when there is none. */
  readonly candidate: string | null;
}

/**
 * Where evictions are recorded, they are named, not the policy's. Leaves out what to ask next
 * where the end of the document says it.
 */
export function closing(
  tally: Tally,
  parts: ClosingParts,
  recorded: readonly ComparedRow[] = [],
  isNextSaid = false,
): readonly Section[] {
  const { assumption, evictions } = tally;
  const { candidate } = parts;
  const rows: readonly Fact[] = [
    ...(recorded.length > 0 ? recordedFacts(tally, recorded) : evictionFacts(tally)),
    // The answer that people look for where nothing was evicted: who would be.
    ...(evictions.length > 0 || candidate === null
      ? []
      : [["candidate", `${candidate}, if memory runs short`] as const]),
    ...conditionFacts(tally),
    ...reclaimFacts(tally),
    ...(assumption === null ? [] : [["assumed", assumption] as const]),
  ];
  const anyway = recorded.length > 0 ? [] : recordedAnyway(tally);
  return [
    { title: lengthText(tally), blocks: [{ is: "facts", rows }, ...anyway] },
    ...section("Next steps", isNextSaid ? [] : nextSteps(tally, parts)),
  ];
}

/** Such as `112 steps over 18m30s`. */
function lengthText({ steps, firstTime, lastTime }: Tally): string {
  const isKnown = firstTime !== null && lastTime !== null;
  const seconds = isKnown ? secondsBetween(firstTime, lastTime) : 0;
  return `${plural(steps, "step")}${seconds > 0 ? ` over ${formatSeconds(seconds)}` : ""}`;
}

/** The first evictions by their names, the others counted. */
function evictionFacts({ evictions, firstTime }: Tally): readonly Fact[] {
  if (evictions.length === 0) return [["evictions", "none"]];
  const more = evictions.length - NAMED_MAX;
  const words = ({ pod, time, what, repeated }: TalliedEviction) => {
    const again = repeated === 0 ? "" : `, again in ${plural(repeated, "step")}`;
    return `${pod} at ${clockSince(firstTime, time)}, ${what}${again}`;
  };
  return [
    ...evictions.slice(0, NAMED_MAX).map((each) => ["eviction", words(each)] as const),
    ...(more > 0 ? [["", `and ${more} more`] as const] : []),
  ];
}

/** The recorded evictions, as those of the policy are named above. */
function recordedFacts({ firstTime }: Tally, rows: readonly ComparedRow[]): readonly Fact[] {
  const happened = rows.filter(isRecorded);
  const more = happened.length - NAMED_MAX;
  const alone = countOf(rows, "policyOnly");
  const words = (row: ComparedRow) =>
    `${row.pod} at ${clockSince(firstTime, row.time)}; ${verdictWords(row)}`;
  return [
    ...happened.slice(0, NAMED_MAX).map((row) => ["recorded", words(row)] as const),
    ...(more > 0 ? [["", `and ${more} more`] as const] : []),
    ...(alone > 0 ? [["policy only", plural(alone, "eviction")] as const] : []),
  ];
}

function conditionFacts({ conditionSeconds, conditionsNow }: Tally): readonly Fact[] {
  const conditions = new Set([...conditionSeconds.keys(), ...conditionsNow]);
  return [...conditions].map((condition) => {
    const held = conditionsNow.includes(condition) ? ", still held at the end" : "";
    const seconds = conditionSeconds.get(condition) ?? 0;
    const lasted = seconds === 0 ? " in the last step" : ` for ${formatSeconds(seconds)}${held}`;
    return ["condition", condition + lasted];
  });
}

function reclaimFacts(tally: Tally): readonly Fact[] {
  const { reclaimsAssumed, reclaimsSufficient } = tally;
  const known = tally.reclaims - reclaimsAssumed;
  const isSingleFailure = known === 1 && reclaimsSufficient === 0;
  const sufficient = isSingleFailure ? "not sufficient" : `${reclaimsSufficient} sufficient`;
  const attempts = `node-level reclaim: ${plural(known, "attempt")}, ${sufficient}`;
  return [
    ...(known === 0 ? [] : [["reclaims", attempts] as const]),
    ...(reclaimsAssumed === 0 ? [] : [["unknown", assumedReclaimText(tally)] as const]),
  ];
}

/** What a capture does not say, and what the samples that follow do. */
function assumedReclaimText({ reclaimsAssumed, reclaimsFollowed }: Tally): string {
  const isOne = reclaimsAssumed === 1;
  const reclaims = isOne ? "the node-level reclaim" : `${reclaimsAssumed} node-level reclaims`;
  const after = isOne ? "" : `after ${reclaimsFollowed} of them, `;
  const followed = `; ${after}the next sample is above the threshold`;
  return `what ${reclaims} freed: nothing is assumed${reclaimsFollowed === 0 ? "" : followed}`;
}

/** A recording does not know of an eviction that did not happen in it. */
export function recordedAnyway({ assumption, evictions }: Tally): readonly Block[] {
  if (assumption !== null || evictions.every(({ repeated }) => repeated === 0)) return [];
  return paragraph([{ text: RECORDED_ANYWAY, tone: "low" }]);
}

/** Command lines, each below what it answers. */
function nextSteps(tally: Tally, parts: ClosingParts): readonly Block[] {
  const lines = nextCommands(tally, parts).flatMap(([command, what]) => [`# ${what}`, command]);
  return lines.length === 0 ? [] : [{ is: "code", language: "sh", text: lines.join("\n") }];
}

/** Command lines, the first one first, and what they answer. */
export function nextCommands(
  { evictions: [first] }: Tally,
  { input, inputTwice, thresholds, program = "plimsoll" }: ClosingParts,
): readonly (readonly [command: string, what: string])[] {
  if (first === undefined || input === null) return [];
  const why = [`${program} explain ${input} --step ${first.step}`, "why this pod"] as const;
  if (first.signal === null || inputTwice === null) return [why];
  // Without it, what is evicted under either policy is counted in every later step.
  const whatIf = inputTwice.includes(WHAT_IF) ? "" : ` ${WHAT_IF}`;
  const other = otherThreshold(first.signal, thresholds);
  const diff = `${program} diff ${inputTwice}${whatIf} --eviction-hard '${other}'`;
  return [why, [diff, "another policy"]];
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
