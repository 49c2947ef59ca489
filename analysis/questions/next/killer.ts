/** What a killer in user space kills next on a machine, should its memory run out. */
import { Detail } from "../../../assembly/abi.ts";
import type { KillerDecision } from "../../engine/oomdDecision.ts";
import type { OomdEngine } from "../../engine/oomdEngine.ts";
import type { KillerScenario } from "../../read/killer/scenario.ts";
import { readableText } from "../../read/readable.ts";
import { formatBytes } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  closing,
  type Document,
  paragraph,
  section,
  table,
} from "../../text/document.ts";
import { sourceText } from "../../text/sourceText.ts";
import { candidateBlocks } from "../replay/killer/candidates.ts";
import { killerDecisions } from "../replay/killer/decisions.ts";
import { EXHAUSTED } from "./exhausted.ts";

/** What the machine has at the last sample, in kB. */
export interface MachineNow {
  readonly MemTotal?: number;
  readonly MemAvailable?: number;
  readonly SwapTotal?: number;
  readonly SwapFree?: number;
}

/** The first decision for each reason that the killer has. */
export function nextKills(scenario: KillerScenario, engine: OomdEngine): readonly KillerDecision[] {
  const found = new Map<string, KillerDecision>();
  for (const decision of killerDecisions(scenario, undefined, engine, Detail.Counterfactuals)) {
    const reason = reasonOf(decision);
    if (victimOf(decision) === null || found.has(reason)) continue;
    found.set(reason, readableText<KillerDecision>(JSON.stringify(decision)));
  }
  return [...found.values()];
}

interface KnownOfMachine {
  /** The file of the killer, and how often the machine was looked at. */
  readonly configuration: string;
  readonly now: MachineNow;
  /** Whether to list every candidate. */
  readonly all: boolean;
}

const SHOWN = 5;
/** Why nothing can be said of a killer here: what it chooses from is not known. */
export function unknownKills(
  killer: string,
  isUnified: boolean,
  isMonitoredKnown: boolean,
): string | null {
  if (killer === "earlyoom") return null;
  if (!isUnified) {
    return `What ${killer} would kill is unknown: this machine has no cgroup v2 with memory.`;
  }
  if (killer === "oomd" || isMonitoredKnown) return null;
  return "What systemd-oomd would kill is unknown: systemctl does not say what it monitors.";
}

const COLUMNS: readonly Column[] = [
  { title: "because of", shrinks: true },
  { title: "kills", shrinks: true },
  { title: "then", shrinks: true },
];

export function nextKillsDocument(
  killer: string,
  decisions: readonly KillerDecision[],
  { configuration, now, all }: KnownOfMachine,
): Document {
  const [first] = decisions;
  const rows = decisions.map((decision) => ({
    cells: [reasonOf(decision), victimOf(decision) ?? "", nextOf(decision) ?? "nothing"],
  }));
  return {
    title:
      first === undefined
        ? `If memory ran out now, ${killer} would kill nothing.`
        : `If memory ran out now, ${killer} would kill ${victimOf(first)} first.`,
    mark: first === undefined ? "good" : "risk",
    sources: [sourceText("this machine", [configuration])],
    lead: [...paragraph(nowText(now)), ...table(COLUMNS, rows)],
    sections:
      first === undefined ? [] : section("How it chooses the first", candidatesOf(first, all)),
    further: [],
    closing: closing(EXHAUSTED, [], []),
  };
}

function nowText({ MemTotal, MemAvailable, SwapTotal = 0, SwapFree = 0 }: MachineNow): string {
  if (MemTotal === undefined || MemAvailable === undefined) return "Its memory is unknown.";
  const of = (free: number, all: number) => `${size(free)} of ${size(all)}`;
  const swap = SwapTotal === 0 ? "no swap" : `${of(SwapFree, SwapTotal)} of swap free`;
  return `Now ${of(MemAvailable, MemTotal)} of memory is available, ${swap}.`;
}

function size(kilobytes: number): string {
  return formatBytes(kilobytes * 1024);
}

function reasonOf(decision: KillerDecision): string {
  if (decision.killer === "earlyoom") return "memory and swap";
  if (decision.killer === "oomd") return `ruleset ${decision.ruleset}`;
  const { by, rule, target } = decision;
  if (by === "swap") return "memory and swap";
  return by === "rule" ? `rule ${rule} of ${target}` : `pressure of ${target}`;
}

function victimOf(decision: KillerDecision): string | null {
  if (decision.killer === "oomd") return decision.picked;
  if (decision.killer === "systemd-oomd") return decision.victim;
  const [chosen] = decision.ranking ?? [];
  return decision.pid === null ? null : `${chosen?.name ?? "process"} (pid ${decision.pid})`;
}

function nextOf(decision: KillerDecision): string | null {
  if (decision.killer !== "earlyoom") return decision.next ?? null;
  const [, next] = decision.ranking ?? [];
  return next === undefined ? null : `${next.name} (pid ${next.pid})`;
}

function candidatesOf(decision: KillerDecision, all: boolean): readonly Block[] {
  const most = all ? Number.POSITIVE_INFINITY : SHOWN;
  if (decision.killer !== "earlyoom")
    return candidateBlocks(decision.candidates, victimOf(decision), most);
  const rows = (decision.ranking ?? []).map(({ pid, name, sentence }) => {
    return { path: `${name} (pid ${pid})`, preference: "none", sentence };
  });
  return candidateBlocks(rows, victimOf(decision), most);
}
