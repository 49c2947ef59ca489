import type { Policy } from "../../engine/decision.ts";
import {
  type DifferentRun,
  type DifferentStep,
  differingSettings,
} from "../../questions/diff/difference.ts";
import { evictionCount, RECORDED_ANYWAY, type Tally } from "../../questions/replay/tally.ts";
import { formatSeconds, plural } from "../../text/amount.ts";
import { events } from "./events.ts";
import { clockOf, dateOf } from "./moment.ts";
import { section, sectionColumns } from "./section.ts";
import { COLUMNS_MAX, type Style } from "./style.ts";
import { table } from "./table.ts";
import { hang } from "./wrap.ts";

/** One of the two policies that are compared. */
export interface Side {
  readonly policy: Policy;
  /** Where its configuration comes from. */
  readonly origins: readonly string[];
}

const NAMES = ["A", "B"] as const;

/** The two policies: where they come from, and what they have otherwise. */
export function policies(sides: readonly [Side, Side], style: Style): string[] {
  const width = Math.min(style.columns, COLUMNS_MAX);
  const origins = sides.flatMap((side, index) =>
    hang(`${NAMES[index]}  `, side.origins.join(", then "), width),
  );
  const rows = differingSettings(sides[0].policy, sides[1].policy).map(({ setting, a, b }) => ({
    cells: [setting, a ?? "-", b ?? "-"],
  }));
  const columns = [{ title: "setting" }, { title: "A" }, { title: "B" }];
  const lines = rows.length === 0 ? [] : table(columns, rows, width, style.paint.faint);
  return [...origins, ...(lines.length > 0 ? ["", ...lines] : [])];
}

/** The first step in which the policies differ, for both. */
export function firstDifference(step: DifferentStep, style: Style): string[] {
  const lines = NAMES.flatMap((name, index) => {
    const [before, after] = [step.before[index] ?? null, step.after[index]];
    const happened = after === undefined ? [] : events(before, after, style);
    const shown = happened.length > 0 ? happened : [style.paint.faint("nothing happens")];
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

/** Pods, not steps: a recording shows a pod again in every step after its eviction. */
function evictionWords(tally: Tally): string {
  const pods = new Set(tally.evictions.map(({ uid }) => uid)).size;
  const again = evictionCount(tally) - pods;
  const repeated = again === 0 ? "" : `, and again in ${plural(again, "later step")}`;
  return `${plural(pods, "pod")} evicted${repeated}`;
}

/** Both replays in one line each. */
export function totals(tallies: readonly [Tally, Tally], style: Style): string[] {
  const lines = tallies.map((tally, index) => {
    const conditions = [...tally.conditionSeconds].map(
      ([condition, seconds]) => `${condition} for ${formatSeconds(seconds)}`,
    );
    return `${NAMES[index]}  ${[evictionWords(tally), ...conditions].join(", ")}`;
  });
  const repeats = tallies.some(({ evictions }) => evictions.some((each) => each.repeated > 0));
  const hint = repeats ? ["", ...hang("", RECORDED_ANYWAY, sectionColumns(style))] : [];
  return section("In all", [...lines, ...hint], style);
}
