/** The answer of a comparison: where two configurations do something else on one capture. */
import type { Policy } from "../../engine/decision.ts";
import { formatCount, formatSeconds, plural } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  type Document,
  type Fact,
  paragraph,
  type Section,
  section,
  type Text,
  table,
} from "../../text/document.ts";
import { NODE_CONDITIONS } from "../../text/outcome.ts";
import { clockOf, momentText } from "../../text/utc.ts";
import { type StepEvent, stepEvents } from "../replay/stepEvents.ts";
import { evictionCount, RECORDED_ANYWAY, type Tally } from "../replay/tally.ts";
import {
  type Comparison,
  type DifferentRun,
  type DifferentStep,
  differingSettings,
  differingSteps,
} from "./difference.ts";

/** One of the two policies that are compared. */
export interface Side {
  readonly policy: Policy;
  /** The source of the configuration of this side. */
  readonly origins: readonly string[];
}

/** What the two are called. */
export const NAMES = ["A", "B"] as const;

export function diffDocument(comparison: Comparison, sides: readonly [Side, Side]): Document {
  const { first, runs, tallies } = comparison;
  const counts = countsSection(tallies);
  const repeats = tallies.some(({ evictions }) => evictions.some((each) => each.repeated > 0));
  return {
    title: differenceWords(comparison),
    lead: policies(sides),
    sections: [
      ...firstDifference(first),
      ...differingStepsSection(runs),
      {
        ...counts,
        blocks: [...counts.blocks, ...paragraph(repeats ? RECORDED_ANYWAY : undefined)],
      },
    ],
  };
}

/** The answer in one sentence. */
export function differenceWords(comparison: Comparison): string {
  const steps = plural(comparison.steps, "step");
  return comparison.first === null
    ? `No difference in ${steps}.`
    : `${differingSteps(comparison)} of ${steps} differ.`;
}

const SETTING_COLUMNS: readonly Column[] = [
  { title: "setting" },
  { title: "A", isText: true },
  { title: "B", isText: true },
];

/** Where the two policies come from, and what they have otherwise. */
function policies(sides: readonly [Side, Side]): readonly Block[] {
  const origins = sides.map(({ origins }, side): Fact => [nameOf(side), origins.join(", then ")]);
  return [{ is: "facts", rows: origins }, ...settingsTable(sides[0].policy, sides[1].policy)];
}

/** The settings that the two have otherwise. */
export function settingsTable(left: Policy, right: Policy): readonly Block[] {
  const rows = differingSettings(left, right).map(({ setting, a, b }) => ({
    cells: [[{ code: setting }], a ?? "-", b ?? "-"],
  }));
  return table(SETTING_COLUMNS, rows, { cut: "none" });
}

function nameOf(side: number): string {
  return NAMES[side] ?? "";
}

/** The first step in which the policies differ, for both. */
export function firstDifference(first: DifferentStep | null): readonly Section[] {
  if (first === null) return [];
  const { time, before, after } = first;
  const entries = after.map((decision, side) => {
    const happened = stepEvents(before[side] ?? null, decision);
    const quiet: readonly Block[] = paragraph([{ text: "nothing happens", tone: "faint" }]);
    return {
      title: nameOf(side),
      blocks: happened.length === 0 ? quiet : happened.flatMap(eventBlocks),
    };
  });
  const title = `First difference: ${momentText(time)}, step ${after[0].step}`;
  return [{ title, blocks: [{ is: "entries", entries }] }];
}

function eventBlocks(event: StepEvent): readonly Block[] {
  if (event.signal !== undefined) {
    const { signal, available, state } = event;
    return paragraph(available === "" ? `${signal} ${state}` : `${signal} ${available}, ${state}`);
  }
  const { mark, text, tone, rest = "", message, why } = event;
  const words = `${mark} ${text}`;
  const said: Text = tone === null ? words : [{ text: words, tone }, rest];
  return [
    ...paragraph(said),
    ...(message === undefined ? [] : paragraph([{ text: message, tone: "faint" }])),
    ...(why === undefined ? [] : paragraph(`why: ${why}`)),
  ];
}

const RUN_COLUMNS: readonly Column[] = [
  { title: "from" },
  { title: "step", isNumber: true },
  { title: "steps", isNumber: true },
  { title: "A", shrinks: true },
  { title: "B", shrinks: true },
];

/** Steps one after the other with the same two outcomes are one row. */
export function differingStepsSection(runs: readonly DifferentRun[]): readonly Section[] {
  return section("All differing steps", table(RUN_COLUMNS, runs.map(runRow)));
}

function runRow({ time, step, steps, outcomes }: DifferentRun) {
  return { cells: [clockOf(time), String(step), String(steps), ...outcomes] };
}

interface Count {
  readonly title: string;
  readonly read: (tally: Tally) => number;
  readonly write: (amount: number) => string;
}

const COUNTS: readonly Count[] = [
  // Pods, and steps: a recording shows a pod again in every step after its eviction.
  {
    title: "pods evicted",
    read: ({ evictions }) => new Set(evictions.map(({ uid }) => uid)).size,
    write: formatCount,
  },
  { title: "evictions", read: evictionCount, write: formatCount },
  { title: "node-level reclaims", read: ({ reclaims }) => reclaims, write: formatCount },
  ...NODE_CONDITIONS.map((condition) => ({
    title: condition,
    read: ({ conditionSeconds }: Tally) => conditionSeconds.get(condition) ?? 0,
    write: formatSeconds,
  })),
];

const COUNT_COLUMNS: readonly Column[] = [
  { title: "count" },
  ...NAMES.map((title) => ({ title, isNumber: true })),
];

/** The totals of both replays; a total that is 0 in both is left out, except evictions. */
export function countsSection(tallies: readonly [Tally, Tally]): Section {
  const rows = COUNTS.flatMap(({ title, read, write }, index) => {
    const [a, b] = [read(tallies[0]), read(tallies[1])];
    if (index > 0 && a === 0 && b === 0) return [];
    const tone = a === b ? {} : { tone: "subject" as const };
    return [{ cells: [title, write(a), write(b)], ...tone }];
  });
  return { title: "In all", blocks: table(COUNT_COLUMNS, rows, { cut: "none" }) };
}
