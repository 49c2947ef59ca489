/** The answer of a sweep: evictions and pressure under each configuration, and the best of them. */
import { formatCount, plural } from "../../text/amount.ts";
import { WITHOUT_CONFIGURATION } from "../../text/assumedDefaults.ts";
import {
  type Column,
  closing,
  commandText,
  type Document,
  type Fact,
  list,
  type Mark,
  paragraph,
  plain,
  table,
} from "../../text/document.ts";
import { fittingTitle } from "../../text/fittingTitle.ts";
import { formatNames } from "../../text/names.ts";
import { sourceText } from "../../text/sourceText.ts";
import { partingWords, type RecordedEnd, sparesTitle, UNKNOWN } from "../replay/parting.ts";
import { RECORDED_ANYWAY } from "../replay/tally.ts";
import { bestOf, isBetter, pressureOf } from "./best.ts";
import { isKnown } from "./cell.ts";
import { fleetSections } from "./fleetSections.ts";
import { formatShards } from "./leftOut.ts";
import { highestOf, METRICS, metricText } from "./metrics.ts";
import { settingTitle } from "./setting.ts";
import { type Fleet, refusingNodes, type Sweep, unknownNodes, valuesText } from "./sweep.ts";

/** How the sweep is asked for again. */
export interface SweepContext {
  /** The name of the capture. */
  readonly capture?: string;
  /** The same command with `--all`; null where it cannot be repeated, or has it. */
  readonly whole?: string | null;
  /** The command that shows the capture on a page; null where it is in no file. */
  readonly page?: string | null;
}

/** The most rows on a first screen, without the best one. */
const ROWS = 8;

/** A row for each configuration; of conditions those that held under one of them. */
export function sweepDocument(
  sweep: Sweep,
  { capture = "", whole = null, page = null }: SweepContext = {},
) {
  const { axes, values, cells, steps, defaultsAssumed, fleet } = sweep;
  const metrics = METRICS.filter(
    (metric) => metric.isCount === true || highestOf(metric, cells) > 0,
  );
  const reasons = cells.map((cell, index) => cell.refusal ?? notCountedOnSome(sweep, index));
  const columns: readonly Column[] = [
    ...axes.map(({ setting }) => ({ title: settingTitle(setting), isNumber: true, shrinks: true })),
    ...metrics.map(({ title }) => ({ title, isNumber: true })),
    ...(reasons.some((reason) => reason !== "") ? [{ title: "", isText: true }] : []),
  ];
  const best = bestOf(sweep);
  // The best of those that are known is not the best of all.
  const isAllKnown = cells.every(
    (cell, index) => isKnown(cell) && unknownNodes(sweep, index) === 0,
  );
  const rows = cells.map((cell, index) => ({
    cells: [
      ...(values[index] ?? []),
      ...metrics.map((metric) => metricText(metric, cell)),
      reasons[index] ?? "",
    ].slice(0, columns.length),
    ...(index === best && isAllKnown ? { tone: "subject" as const, isKept: true } : {}),
  }));
  const repeats = cells.some((cell) => isKnown(cell) && cell.evictions > cell.podsEvicted);
  const partings = cells.flatMap(({ parting }) => parting ?? []);
  const document: Document = {
    ...verdict(sweep, best),
    sources: [
      sourceText(capture, [
        ...(fleet === undefined ? ["capture"] : [plural(fleet.nodes, "node")]),
        plural(steps, "step"),
        plural(cells.length, "configuration"),
      ]),
    ],
    lead: [
      ...list(fleet === undefined ? [] : notCounted(fleet)),
      ...paragraph(repeats ? RECORDED_ANYWAY : undefined),
      ...table(columns, rows, { notes: costNotes(sweep) }),
    ],
    sections: fleet === undefined || best < 0 ? [] : fleetSections(sweep, fleet, best),
    closing: closing(
      [
        ...(defaultsAssumed === true ? [WITHOUT_CONFIGURATION] : []),
        ...(fleet === undefined || fleet.defaultsAssumed === 0 ? [] : [assumedOf(fleet)]),
      ],
      partingNotes(partings),
      [
        ...(whole === null || cells.length <= ROWS
          ? []
          : [commandText(whole, "each configuration")]),
        ...(page === null ? [] : [commandText(page, "the same, as a picture")]),
      ],
    ),
  };
  return document;
}

const LEFT_OUT_SHOWN = 3;

/** What is not in the numbers, and why. */
function notCounted({ leftOut, captures, missing, of, duplicates }: Fleet): readonly string[] {
  const named = leftOut.slice(0, LEFT_OUT_SHOWN).map(({ capture, reason }) => {
    return `${plain(capture)} (${plain(reason).replace(/\.$/, "")})`;
  });
  const more = leftOut.length - named.length;
  const rest = more > 0 ? `, and ${formatCount(more)} more` : "";
  const counts = `${formatCount(leftOut.length)} of ${plural(captures, "capture")}`;
  return [
    ...(missing.length === 0 ? [] : [`Missing: ${shardsText(missing)} of ${formatCount(of)}.`]),
    ...(leftOut.length === 0 ? [] : [`Left out: ${counts}: ${named.join(", ")}${rest}.`]),
    ...(duplicates.length === 0 ? [] : [`Given twice, counted once: ${formatNames(duplicates)}.`]),
  ];
}

function shardsText(shards: readonly number[]): string {
  return `${shards.length === 1 ? "shard" : "shards"} ${formatShards(shards)}`;
}

/** The counts of such a configuration are those of the other nodes. */
function notCountedOnSome(sweep: Sweep, index: number): string {
  if (sweep.fleet === undefined) return "";
  const nodes = plural(sweep.fleet.nodes, "node");
  const on = (verb: string, count: number) =>
    count === 0 ? [] : [`${verb} on ${formatCount(count)} of ${nodes}`];
  return [
    ...on("refused", refusingNodes(sweep, index)),
    ...on(UNKNOWN, unknownNodes(sweep, index)),
  ].join(", ");
}

function assumedOf({ defaultsAssumed }: Fleet): string {
  const captures = plural(defaultsAssumed, "capture");
  return `${captures} without a configuration: kubelet defaults assumed.`;
}

function verdict(sweep: Sweep, best: number): { readonly title: string; readonly mark: Mark } {
  const { cells } = sweep;
  const found = cells[best];
  const sparing = cells.flatMap((cell, index) => {
    return cell.parting !== null || unknownNodes(sweep, index) > 0 ? [index] : [];
  });
  if (sparing.length > 0) return { title: sparingTitle(sweep, sparing), mark: "risk" };
  if (found === undefined) {
    return { title: "The kubelet would start with none of them", mark: "bad" };
  }
  const refused = notCountedOnSome(sweep, best);
  if (refused !== "") {
    const title = `No value is valid on all nodes; ${valuesText(sweep, best)} is ${refused}`;
    return { title, mark: "bad" };
  }
  const counted = cells.filter(({ refusal }, index) => {
    return refusal === null && refusingNodes(sweep, index) === 0;
  });
  const isSame = counted.every((cell) => !isBetter(found, cell));
  const pods = found.podsEvicted === 0 ? "no pod" : plural(found.podsEvicted, "pod");
  if (isSame) {
    const [one, more] = ["The only valid configuration evicts", "All configurations evict"];
    const title = `${counted.length === 1 ? one : more} ${pods}`;
    return { title, mark: found.podsEvicted === 0 ? "good" : "risk" };
  }
  const shown = valuesText(sweep, best);
  if (found.podsEvicted === 0) return { title: `With ${shown}, no pod is evicted`, mark: "good" };
  const isFewest = counted.some(({ podsEvicted }) => podsEvicted > found.podsEvicted);
  const isLeast = counted
    .filter(({ podsEvicted }) => podsEvicted === found.podsEvicted)
    .some((cell) => pressureOf(cell) > pressureOf(found));
  const why = isLeast || !isFewest ? "has the least pressure" : `evicts fewest: ${pods}`;
  return { title: `No value spares all pods; ${shown} ${why}`, mark: "risk" };
}

/** Whether one of them evicts fewest depends on what the recording does not show. */
function sparingTitle(sweep: Sweep, sparing: readonly number[]): string {
  const { cells } = sweep;
  const [first = 0, ...others] = sparing;
  const parting = cells[first]?.parting ?? null;
  if (others.length === 0 && parting !== null)
    return sparesTitle(valuesText(sweep, first), parting);
  const some = `${formatCount(sparing.length)} of ${plural(cells.length, "configuration")}`;
  const which = sparing.length === cells.length ? "All configurations" : some;
  return fittingTitle(
    `${which} spare a pod that was evicted; what follows is unknown`,
    "What follows a recorded eviction is unknown",
  );
}

/** The pod and the time, where a row has no room for it. */
function partingNotes([first, ...others]: readonly RecordedEnd[]): readonly string[] {
  if (first === undefined) return [];
  const whose = others.length === 0 ? "the one that spares it" : "those that spare it";
  return [partingWords(first, whose)];
}

/** A hard memory threshold is taken from what pods can request. Spec 1.6. */
function costNotes({ axes }: Sweep): readonly Fact[] {
  const isMemory = axes.some(({ setting }) => {
    return setting.kind === "threshold" && setting.hard && setting.signal === "memory.available";
  });
  return isMemory ? [["", "cost: pods can request that much less memory on each node"]] : [];
}
