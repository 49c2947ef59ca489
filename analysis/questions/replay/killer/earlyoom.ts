/** What earlyoom did in a scenario: which process gets which signal, why, and what spares it. */

import { Detail } from "../../../../assembly/abi.ts";
import type { EarlyoomDecision, KillerDecision } from "../../../engine/oomdDecision.ts";
import type { OomdEngine } from "../../../engine/oomdEngine.ts";
import { type KillerScenario, withArguments } from "../../../read/killer/scenario.ts";
import {
  type Column,
  closing,
  type Document,
  type Fix,
  list,
  paragraph,
  type Row,
  section,
  table,
} from "../../../text/document.ts";
import { sourceText } from "../../../text/sourceText.ts";
import { killerDecisions, subjectText } from "./decisions.ts";
import type { UnseenSignal } from "./unseen.ts";

export interface EarlyoomAnswer {
  readonly name: string;
  readonly scenario: KillerScenario;
  readonly version: string | undefined;
  readonly decisions: readonly EarlyoomDecision[];
  /** Where no sample is low enough: what it may have done between two of them. */
  readonly unseen: UnseenSignal | null;
  readonly fixes: readonly Fix[];
}

const NEWEST = "1.9";
const COLUMNS: readonly Column[] = [
  { title: "" },
  { title: "#", isNumber: true },
  { title: "pid", isNumber: true },
  { title: "name", shrinks: true },
  { title: "", isText: true },
];

export function isEarlyooms(decision: KillerDecision): decision is EarlyoomDecision {
  return decision.killer === "earlyoom";
}

/** The first that sends a signal; the first of all where none does. */
export function firstOf(decisions: readonly EarlyoomDecision[]): EarlyoomDecision | undefined {
  return decisions.find(({ pid }) => pid !== null) ?? decisions[0];
}

export function earlyoomDocument(answer: EarlyoomAnswer): Document {
  const { name, scenario, version, decisions, unseen, fixes } = answer;
  const first = unseen?.decision ?? firstOf(decisions);
  const release = `earlyoom ${version ?? NEWEST}`;
  const looks = decisions.map(({ at, signal, pid }) =>
    signal === null ? `${at}s: no signal` : `${at}s: ${signal} to ${pid}`,
  );
  const assumed = version === undefined ? [`${release}; --killer-version names another`] : [];
  return {
    title: titleOf(first, unseen),
    mark: first?.pid == null ? "good" : "bad",
    sources: [sourceText(name, [subjectText(scenario), release])],
    lead: first === undefined ? [] : [...unseenBlocks(unseen), ...leadOf(first)],
    sections: section("Fixes", fixes.length === 0 ? [] : [{ is: "fixes", fixes }]),
    further: section("Looks", list(looks, "middle")),
    closing: closing([...assumed, "it looks once at each step"], [], []),
  };
}

function titleOf(first: EarlyoomDecision | undefined, unseen: UnseenSignal | null): string {
  if (first?.pid == null) return "earlyoom sends no signal.";
  const [chosen] = first.ranking ?? [];
  const process = `${chosen?.name ?? "process"} (pid ${first.pid})`;
  if (unseen === null) return `earlyoom sends ${first.signal} to ${process}.`;
  const { from, to } = unseen;
  return `earlyoom might send ${first.signal} to ${process} between ${from}s and ${to}s.`;
}

function unseenBlocks(unseen: UnseenSignal | null) {
  return paragraph(
    unseen === null
      ? undefined
      : "No sample is at or below its limits, and earlyoom looks more often than samples were " +
          "taken. Had memory and swap gone on falling as between the two samples before:",
  );
}

function leadOf({ reason, memory, swap, pid, ranking = [] }: EarlyoomDecision) {
  const rows = ranking.slice(0, 5).map((process, index): Row => {
    const isChosen = process.pid === pid;
    const { name, sentence } = process;
    const cells = [isChosen ? "✖" : "", String(index + 1), String(process.pid), name, sentence];
    return isChosen ? { cells, tone: "bad", isKept: true } : { cells };
  });
  const [, next] = ranking;
  return [
    ...paragraph(`${reason}; available: mem ${memory}%, swap ${swap}%.`),
    ...table(COLUMNS, pid === null ? [] : rows),
    ...paragraph(
      pid === null || next === undefined ? undefined : `Next would be ${next.name} (${next.pid}).`,
    ),
  ];
}

/** Each change is made, and the scenario replayed. */
export function earlyoomFixes(
  { scenario, version, decisions }: Pick<EarlyoomAnswer, "scenario" | "version" | "decisions">,
  engine: OomdEngine,
): readonly Fix[] {
  const first = firstOf(decisions);
  const [chosen] = first?.ranking ?? [];
  if (first?.spared === undefined || chosen === undefined) return [];
  const { memory, avoid } = first.spared;
  const args = scenario.args ?? [];
  const tried = (change: string, cost: string, more: readonly string[]): readonly Fix[] => {
    const changed = withArguments(scenario, [...args, ...more]);
    const all = [...killerDecisions(changed, version, engine, Detail.Arithmetic)];
    const after = all.filter(isEarlyooms).filter(({ pid }) => pid !== null);
    if (after.some(({ pid }) => pid === first.pid)) return [];
    const instead = after[0]?.ranking?.[0];
    const effect =
      instead === undefined ? "no signal is sent" : `${instead.name} (${instead.pid}) instead`;
    return [{ change, effect, cost }];
  };
  const limit = memory === undefined ? [] : [`${memory}`];
  const pattern = `^${chosen.name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`;
  return [
    ...limit.flatMap((m) =>
      tried(`earlyoom -m ${m}`, "it acts later for all processes", ["-m", m]),
    ),
    ...(avoid && !args.includes("--avoid")
      ? tried(`earlyoom --avoid '${pattern}'`, "others are chosen first", ["--avoid", pattern])
      : []),
  ];
}
