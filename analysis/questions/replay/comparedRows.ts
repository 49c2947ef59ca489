/** Evictions as rows: what was recorded, and whether the policy decides the same. */
import type { Eviction } from "../../engine/decision.ts";
import { type MessageKind, readMessage } from "../../read/messages/message.ts";
import { formatSeconds } from "../../text/amount.ts";
import { type Block, type Column, type Fact, type Row, table } from "../../text/document.ts";
import { secondsBetween } from "../../text/time.ts";
import { clockSince } from "../../text/utc.ts";

/** An eviction that is recorded, decided, or both. */
export interface ComparedRow {
  /** RFC 3339. */
  readonly time: string;
  readonly pod: string;
  /** What the pod was evicted for, such as `memory`; empty where nothing names it. */
  readonly resource: string;
  readonly verdict: "agrees" | "other" | "recordedOnly" | "policyOnly" | "unknown";
  /** When the policy first evicts the pod, where that is another moment. */
  readonly decided?: string;
  /** What the policy evicts instead, or the kind of limit that both name. */
  readonly detail?: string;
  /** About the moment; absent where nothing could be decided. */
  readonly nearest?: {
    readonly signal: string;
    /** Rounded, with enough digits to differ from the limit. */
    readonly available: string;
    readonly limit: string;
    readonly hard: boolean;
    readonly isBelow: boolean;
  };
  /** What became of a pod that the policy alone evicts. */
  readonly fate?: string;
}

export const OWN_LIMITS = "their own storage limits";

/** What a pod exceeded, in few words. */
export const LIMIT_WORDS: Readonly<Record<NonNullable<Eviction["cause"]>, string>> = {
  emptyDirLimit: "emptyDir limit",
  podEphemeralStorageLimit: "pod limit",
  containerEphemeralStorageLimit: "container limit",
};

const LIMIT_KINDS: ReadonlySet<MessageKind> = new Set([
  "container-limit",
  "pod-limit",
  "emptyDir-limit",
]);

/** What an eviction message says that the pod was evicted for; empty if it names nothing. */
export function evictedFor(message: string): string {
  const { kind, resource } = readMessage(message);
  return LIMIT_KINDS.has(kind) ? OWN_LIMITS : (resource ?? "");
}

/** Not only the policy evicts the pod. */
export function isRecorded({ verdict }: ComparedRow): boolean {
  return verdict !== "policyOnly";
}

/** How many rows have each verdict. */
export function countOf(rows: readonly ComparedRow[], verdict: ComparedRow["verdict"]): number {
  return rows.filter((row) => row.verdict === verdict).length;
}

const VERDICTS: Readonly<Record<ComparedRow["verdict"], string>> = {
  agrees: "agrees",
  other: "evicts",
  recordedOnly: "recorded only",
  policyOnly: "policy only",
  unknown: "not compared",
};

/** The most rows on a first screen. */
const ROWS = 8;

/** Those that are recorded; the others too where there is room for all of them. */
export function shownRows(rows: readonly ComparedRow[]): readonly ComparedRow[] {
  const recorded = rows.filter(isRecorded);
  return rows.length <= ROWS ? rows : recorded;
}

const AS_DECIDED: readonly ComparedRow["verdict"][] = ["agrees", "policyOnly"];

/** `first` is the time of the first record, whose date a reader knows. */
export function comparedTable(
  rows: readonly ComparedRow[],
  first: string | null,
  notes: readonly Fact[],
): readonly Block[] {
  const hasAmounts = rows.some(({ nearest }) => nearest !== undefined);
  const areDecided = rows.every(({ verdict }) => AS_DECIDED.includes(verdict));
  const columns: readonly Column[] = [
    { title: areDecided ? "time" : "seen at" },
    {
      title: countOf(rows, "policyOnly") > 0 ? "pod" : "recorded as evicted",
      shrinks: true,
    },
    ...(hasAmounts ? [{ title: "available", isNumber: true }] : []),
    { title: "policy", isText: true },
  ];
  return table(
    columns,
    rows.map((row) => rowOf(row, first, hasAmounts)),
    { notes },
  );
}

function rowOf(row: ComparedRow, first: string | null, hasAmounts: boolean): Row {
  const { time, pod, verdict, nearest } = row;
  const cells = [
    clockSince(first, time),
    [{ code: pod }],
    ...(hasAmounts ? [nearest?.available ?? "-"] : []),
    policyWords(row),
  ];
  return verdict === "agrees" ? { cells } : { cells, tone: "low" };
}

/** The verdict as the rest of a sentence about the pod. */
export function verdictWords(row: ComparedRow): string {
  const { verdict } = row;
  const isOfPolicy = verdict === "agrees" || verdict === "other";
  return `${isOfPolicy ? "the policy " : ""}${policyWords(row)}`;
}

/** How far from the record the policy evicts the pod; empty where it is at the same moment. */
export function apartWords({ time, decided }: ComparedRow): string {
  if (decided === undefined) return "";
  const seconds = secondsBetween(decided, time);
  return `, ${formatSeconds(Math.abs(seconds))} ${seconds > 0 ? "earlier" : "later"}`;
}

function policyWords(row: ComparedRow): string {
  const { verdict, detail } = row;
  const words = VERDICTS[verdict] + apartWords(row);
  if (detail === undefined) return words;
  return verdict === "other" ? `${words} ${detail} instead` : `${words}: ${detail}`;
}
