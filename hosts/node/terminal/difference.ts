import type { Decision, Policy, PolicyThreshold } from "../../shared/decision.ts";
import { formatSeconds, plural } from "./amount.ts";
import { events } from "./events.ts";
import { clockOf, dateOf } from "./moment.ts";
import { podText, podTexts } from "./podText.ts";
import { section, sectionColumns } from "./section.ts";
import { COLUMNS_MAX, type Style } from "./style.ts";
import { table } from "./table.ts";
import type { Tally } from "./tally.ts";
import { hang } from "./wrap.ts";

/** One of the two policies that are compared. */
export interface Side {
  readonly policy: Policy;
  /** Where its configuration comes from. */
  readonly origins: readonly string[];
}

/** A step under both policies, with the step before it (null at the start). */
export interface DifferentStep {
  readonly time: string;
  readonly before: readonly [Decision | null, Decision | null];
  readonly after: readonly [Decision, Decision];
}

/** Steps one after the other whose two outcomes read the same. */
export interface DifferentRun {
  readonly time: string;
  readonly step: number;
  readonly steps: number;
  readonly outcomes: readonly [string, string];
}

const NAMES = ["A", "B"] as const;

/** What two decisions come to, in a few words; what they have in common is said only once. */
export function outcomeWords(a: Decision, b: Decision): readonly [string, string] {
  const conditions = a.nodeConditions.join() !== b.nodeConditions.join();
  const graces = podTexts(a.evictions) === podTexts(b.evictions);
  return [wordsOf(a, conditions, graces), wordsOf(b, conditions, graces)];
}

function wordsOf(decision: Decision, conditions: boolean, graces: boolean): string {
  const { evictions, nodeConditions, reclaimSufficient } = decision;
  const pods = evictions.map((each) => {
    const grace = graces ? ` with grace period ${formatSeconds(each.gracePeriodSeconds)}` : "";
    return podText(each) + grace;
  });
  const words = [
    pods.length > 0 ? `evicts ${pods.join(", ")}` : null,
    reclaimSufficient === undefined ? null : reclaimSufficient ? "reclaims" : "reclaims too little",
    conditions && nodeConditions.length > 0 ? nodeConditions.join(" ") : null,
  ].filter((each) => each !== null);
  return words.length === 0 ? "quiet" : words.join("; ");
}

/** What a policy does in a step, as one text; words and numbers of messages do not count. */
export function outcomeKey(decision: Decision): string {
  const { action, nodeConditions, reclaim, reclaimSufficient, evictions } = decision;
  const evicted = evictions.map(({ uid, gracePeriodSeconds }) => [uid, gracePeriodSeconds]);
  return JSON.stringify([action, nodeConditions, reclaim, reclaimSufficient ?? null, evicted]);
}

/** The two policies: where they come from, and the thresholds in which they differ. */
export function policies(sides: readonly [Side, Side], style: Style): string[] {
  const width = Math.min(style.columns, COLUMNS_MAX);
  const origins = sides.flatMap((side, index) =>
    hang(`${NAMES[index]}  `, side.origins.join(", then "), width),
  );
  const [a, b] = sides.map((side) => new Map(side.policy.thresholds.map(keyed)));
  const keys = [...new Set([...(a?.keys() ?? []), ...(b?.keys() ?? [])])];
  const rows = keys
    .map((key) => [key, a?.get(key) ?? "-", b?.get(key) ?? "-"])
    .filter(([, left, right]) => left !== right)
    .map((cells) => ({ cells }));
  const columns = [{ title: "threshold" }, { title: "A" }, { title: "B" }];
  const lines = rows.length === 0 ? [] : table(columns, rows, width, style.paint.faint);
  return [...origins, ...(lines.length > 0 ? ["", ...lines] : [])];
}

function keyed(threshold: PolicyThreshold): [string, string] {
  const { signal, hard, value, gracePeriodSeconds, minReclaim } = threshold;
  const grace = hard ? "" : ` for ${formatSeconds(gracePeriodSeconds)}`;
  const reclaim = minReclaim === undefined ? "" : `, minimum reclaim ${minReclaim}`;
  return [`${signal} ${hard ? "hard" : "soft"}`, `${value}${grace}${reclaim}`];
}

/** The first step in which the policies part, told for both. */
export function firstDifference(step: DifferentStep, style: Style): string[] {
  const lines = NAMES.flatMap((name, index) => {
    const [before, after] = [step.before[index] ?? null, step.after[index]];
    const told = after === undefined ? [] : events(before, after, style);
    const shown = told.length > 0 ? told : [style.paint.faint("nothing happens")];
    return shown.map((line, at) => `${at === 0 ? style.paint.subject(name) : " "}  ${line}`);
  });
  const when = `${dateOf(step.time)} ${clockOf(step.time)} UTC, step ${step.after[0].step}`;
  return section(`First difference: ${when}`, lines, style);
}

export function differenceTable(runs: readonly DifferentRun[], style: Style): string[] {
  const rows = runs.map(({ time, step, steps, outcomes }) => ({
    cells: [clockOf(time), String(step), String(steps), ...outcomes],
  }));
  const columns = [
    { title: "from" },
    { title: "step", align: "right" as const },
    { title: "steps", align: "right" as const },
    { title: "A", shrinks: true },
    { title: "B", shrinks: true },
  ];
  const lines = table(columns, rows, sectionColumns(style), style.paint.faint);
  return section("All differing steps", rows.length === 0 ? [] : lines, style);
}

/** Both replays in one line each. */
export function totals(tallies: readonly [Tally, Tally], style: Style): string[] {
  const lines = tallies.map((tally, index) => {
    const conditions = [...tally.conditionSeconds].map(
      ([condition, seconds]) => `${condition} for ${formatSeconds(seconds)}`,
    );
    const evictions = tally.evictions.reduce((sum, each) => sum + 1 + each.repeated, 0);
    return `${NAMES[index]}  ${[plural(evictions, "eviction"), ...conditions].join(", ")}`;
  });
  return section("In all", lines, style);
}
