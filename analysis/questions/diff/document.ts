/** The answer of a comparison: where two configurations do something else on one capture. */
import type { Policy } from "../../engine/decision.ts";
import { formatCount, formatSeconds, plural } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  closing,
  commandText,
  type Document,
  type Fact,
  paragraph,
  type Row,
  type Section,
  section,
  type Text,
  table,
} from "../../text/document.ts";
import { NODE_CONDITIONS } from "../../text/outcome.ts";
import { sourceText } from "../../text/sourceText.ts";
import { clockOf, dateOf, momentText } from "../../text/utc.ts";
import { partingWords, UNKNOWN } from "../replay/parting.ts";
import { type StepEvent, stepEvents } from "../replay/stepEvents.ts";
import { evictionCount, RECORDED_ANYWAY, type Tally } from "../replay/tally.ts";
import {
  allPods,
  costNotes,
  diffVerdict,
  moreNotes,
  NAMES,
  podRows,
  SETTINGS_MAX,
  sidePartingOf,
} from "./answer.ts";
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

/** What was compared, and how that is asked for again. */
export interface DiffContext {
  /** The name of the capture. */
  readonly capture?: string;
  /** The same command with `--all`; null where it cannot be repeated, or has it. */
  readonly whole?: string | null;
}

export function diffDocument(
  comparison: Comparison,
  sides: readonly [Side, Side],
  { capture = "", whole = null }: DiffContext = {},
): Document {
  const { first, tallies, steps } = comparison;
  const counts = countsSection(comparison);
  const parting = sidePartingOf(comparison);
  // Totals of which one is unknown do not compare.
  const shown = parting === null ? SHOWN : SHOWN.slice(0, 1);
  const repeats = tallies.some(({ evictions }) => evictions.some((each) => each.repeated > 0));
  const [{ assumption }] = tallies;
  const day = tallies[0].firstTime === null ? undefined : dateOf(tallies[0].firstTime);
  const origins = sides.map(({ origins }, side) => {
    // The folders of this machine are nothing to a reader of a report.
    const files = origins.map((origin) => origin.split("/").at(-1));
    return `${nameOf(side)} ${files.join(", then ")}`;
  });
  const [{ policy: a }, { policy: b }] = sides;
  const lead = [...settingRows(sides), ...podRows(comparison), ...countRows(comparison, shown)];
  return {
    ...diffVerdict(comparison),
    sources: [sourceText(capture, ["capture", plural(steps, "step"), day]), ...origins],
    lead: [
      ...paragraph(first === null ? undefined : firstWords(comparison, first)),
      ...table(SIDE_COLUMNS, lead, {
        cut: "none",
        notes: [...costNotes(a, b), ...moreNotes(differingSettings(a, b).length, comparison)],
      }),
    ],
    sections: [],
    further: [
      ...section("Settings", policies(sides)),
      ...section("Evicted pods", table(SIDE_COLUMNS, allPods(comparison), { cut: "none" })),
      ...firstDifference(first),
      ...differingStepsSection(comparison),
      {
        ...counts,
        blocks: [...counts.blocks, ...paragraph(repeats ? RECORDED_ANYWAY : undefined)],
      },
    ],
    closing: closing(
      [
        ...(parting === null ? [] : [partingWords(parting, NAMES[parting.side])]),
        ...(assumption !== null ? [assumption] : repeats && parting === null ? [STAYS] : []),
      ],
      [],
      whole === null || first === null ? [] : [commandText(whole)],
    ),
  };
}

const STAYS = "Evicted pods stay in the recording; --what-if removes them.";

const SIDE_COLUMNS: readonly Column[] = [
  { title: "", shrinks: true },
  ...NAMES.map((title) => ({ title, isNumber: true })),
];

function firstWords(comparison: Comparison, { time, after }: DifferentStep): string {
  return `${differWords(comparison)}, the first at ${clockOf(time)} (step ${after[0].step}).`;
}

/** How many steps differ; where one side is unknown later, up to there. */
function differWords(comparison: Comparison): string {
  const { steps, runs } = comparison;
  const parting = sidePartingOf(comparison);
  const [differing, all] = [differingSteps(comparison), plural(steps, "step")];
  if (parting === null) return `${formatCount(differing)} of ${all} differ`;
  const known = differingSteps({ runs: runs.filter(({ time }) => time < parting.time) });
  const verb = known === 1 ? "differs" : "differ";
  const from = `From ${clockOf(parting.time)} on, ${nameOf(parting.side)} is ${UNKNOWN}`;
  return `${from}; before, ${plural(known, "step")} ${verb}`;
}

function settingRows([{ policy: a }, { policy: b }]: readonly [Side, Side]): readonly Row[] {
  return differingSettings(a, b)
    .slice(0, SETTINGS_MAX)
    .map(({ setting, a, b }) => ({ cells: [[{ code: setting }], a ?? "-", b ?? "-"] }));
}

/** The answer in one sentence. */
export function differenceWords(comparison: Comparison): string {
  const steps = plural(comparison.steps, "step");
  return comparison.first === null ? `No difference in ${steps}.` : `${differWords(comparison)}.`;
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
export function differingStepsSection(comparison: Comparison): readonly Section[] {
  const parting = sidePartingOf(comparison);
  const rows = comparison.runs.map((run) =>
    runRow(parting === null || run.time < parting.time ? run : unknownIn(run, parting.side)),
  );
  return section("All differing steps", table(RUN_COLUMNS, rows));
}

/** The recording does not show what this side would do from there on. */
function unknownIn({ outcomes: [a, b], ...run }: DifferentRun, side: number): DifferentRun {
  return { ...run, outcomes: side === 0 ? [UNKNOWN, b] : [a, UNKNOWN] };
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

/** Repeated evictions of one pod are on the first screen as an assumption. */
const SHOWN = COUNTS.filter(({ read }) => read !== evictionCount);

const COUNT_COLUMNS: readonly Column[] = [
  { title: "count" },
  ...NAMES.map((title) => ({ title, isNumber: true })),
];

/** The totals of both replays; a total that is 0 in both is left out, except evictions. */
export function countsSection(comparison: Comparison): Section {
  return { title: "In all", blocks: table(COUNT_COLUMNS, countRows(comparison), { cut: "none" }) };
}

function countRows(comparison: Comparison, counts: readonly Count[] = COUNTS): readonly Row[] {
  const { tallies } = comparison;
  const unknown = sidePartingOf(comparison)?.side;
  return counts.flatMap(({ title, read, write }, index) => {
    const [a, b] = [read(tallies[0]), read(tallies[1])];
    if (index > 0 && a === 0 && b === 0) return [];
    const tone = a === b ? {} : { tone: "subject" as const };
    const cells = [a, b].map((count, side) => (side === unknown ? UNKNOWN : write(count)));
    return [{ cells: [title, ...cells], ...tone }];
  });
}
