/** One incident in a capture and in the kubelet's log of the same time. */
import { readMessage } from "../../read/messages/message.ts";
import { allOf, formatCount, plural } from "../../text/amount.ts";
import {
  closing,
  commandText,
  type Document,
  list,
  type Mark,
  paragraph,
  type Row,
  section,
  table,
} from "../../text/document.ts";
import { podText } from "../../text/podText.ts";
import { parseTime } from "../../text/time.ts";
import { clockOf } from "../../text/utc.ts";
import type { Happened, HappenedEviction, PolicyOnlyEviction } from "./happened.ts";
import type { LoggedIncident } from "./loggedIncident.ts";

/** An eviction where it is recorded; one record at least. */
export interface SharedEviction {
  readonly inCapture: HappenedEviction | null;
  readonly inLog: HappenedEviction | null;
  /** The rest of the resource in the pass that decided it; empty where no log says it. */
  readonly available: string;
}

const NANOSECONDS = 1_000_000_000n;
/** A list of pods shows an eviction some measurements after the log has it. */
const APART_MAX = 60n * NANOSECONDS;

/** The evictions of both in order of time; those of one pod at one time are the same. */
export function sharedEvictions(
  capture: Happened,
  log: Happened,
  available: readonly string[] = [],
): readonly SharedEviction[] {
  const unmatched = [...capture.happened];
  const logged = log.happened.map((inLog, index): SharedEviction => {
    const at = unmatched.findIndex((each) => isSameEviction(each, inLog));
    const [inCapture = null] = at < 0 ? [] : unmatched.splice(at, 1);
    return { inCapture, inLog, available: available[index] ?? "" };
  });
  const captured = unmatched.map((inCapture) => ({ inCapture, inLog: null, available: "" }));
  const timeOf = ({ inCapture, inLog }: SharedEviction) => inLog?.time ?? inCapture?.time ?? "";
  return [...logged, ...captured].sort((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1));
}

function isSameEviction(a: PolicyOnlyEviction, b: PolicyOnlyEviction): boolean {
  if (podText(a) !== podText(b)) return false;
  const [of, other] = [parseTime(a.time ?? ""), parseTime(b.time ?? "")];
  if (of === null || other === null) return true;
  return of - other <= APART_MAX && other - of <= APART_MAX;
}

/** The commands that answer about each file alone. */
export interface IncidentCommands {
  readonly capture: string;
  readonly log: string;
}

export function captureAndLogDocument(
  capture: Happened,
  log: LoggedIncident,
  commands: IncidentCommands,
): Document {
  const evictions = sharedEvictions(capture, log.happened, log.available);
  const recorded = evictions.flatMap(({ inCapture, inLog }) => inLog ?? inCapture ?? []);
  // What one of them alone decides may be recorded in the other.
  const only = [...capture.policyOnly, ...log.happened.policyOnly].filter(
    (each) => !recorded.some((eviction) => isSameEviction(each, eviction)),
  );
  return {
    ...verdictOf(evictions, log.resources),
    lead: [
      ...paragraph([...log.sentences(), ...oneSided(evictions)].join(" ") || undefined),
      ...table(COLUMNS, evictions.map(rowOf)),
    ],
    sections: [],
    further: section(
      "Decided by the policy, and not recorded",
      list(
        only.map((each) => {
          const { time, stillRunningUntil: until } = each;
          const at = time === undefined ? "" : ` at ${clockOf(time)}`;
          const running = until === undefined ? "" : `; it still runs at ${clockOf(until)}`;
          return `${podText(each)}${at}${running}`;
        }),
      ),
    ),
    closing: closing([], [], [commandText(commands.capture), commandText(commands.log)]),
  };
}

function verdictOf(
  evictions: readonly SharedEviction[],
  resources: ReadonlySet<string | null>,
): { title: string; mark: Mark } {
  const [first] = evictions;
  if (first === undefined) {
    return { title: "Neither the capture nor the log records an eviction", mark: "good" };
  }
  const count = evictions.length;
  const either = first.inLog ?? first.inCapture;
  const who =
    count === 1 && either !== null
      ? `${podText(either)} was evicted`
      : `${formatCount(count)} pods were evicted`;
  const what = `${who}${causeOf(evictions, resources)}`;
  const agreeing = evictions.filter(agrees).length;
  if (evictions.every(isAgreed)) {
    const all = count === 1 ? "" : ` on ${allOf(count)}`;
    return { title: `${what}; capture, log and policy agree${all}`, mark: "bad" };
  }
  if (count === 1 && isUncompared(first)) return { title: what, mark: "bad" };
  const share =
    count === 1
      ? `the policy ${agreeing === 1 ? "agrees" : "does not evict it"}`
      : `the policy agrees with ${agreeing === count ? "all" : formatCount(agreeing)}`;
  return { title: `${what}; ${share}`, mark: "bad" };
}

/** The resource, where all evictions are for one. */
function causeOf(evictions: readonly SharedEviction[], logged: ReadonlySet<string | null>): string {
  const captured = evictions
    .filter(({ inLog }) => inLog === null)
    .map(({ inCapture }) => readMessage(inCapture?.message ?? "").resource);
  const resources = new Set([...logged, ...captured]);
  const [resource = null] = resources.size === 1 ? resources : [];
  return resource === null ? "" : ` for ${resource}`;
}

/** What the policy does on the numbers of the log, or else of the capture. */
function policyOf({ inCapture, inLog }: SharedEviction) {
  const known = inLog === null || inLog.policy === "unknown" ? inCapture : inLog;
  return known?.policy;
}

function agrees(eviction: SharedEviction): boolean {
  return policyOf(eviction) === "agrees";
}

/** No numbers are recorded that the policy could decide on. */
function isUncompared(eviction: SharedEviction): boolean {
  return (policyOf(eviction) ?? "unknown") === "unknown";
}

function placesOf({ inCapture, inLog }: SharedEviction): string {
  return inCapture === null ? "log" : inLog === null ? "capture" : "capture, log";
}

/** In both records, as the policy decides. */
function isAgreed(eviction: SharedEviction): boolean {
  return agrees(eviction) && eviction.inCapture !== null && eviction.inLog !== null;
}

/** Where all are in one alone, the table says so. */
function oneSided(evictions: readonly SharedEviction[]): readonly string[] {
  if (new Set(evictions.map(placesOf)).size === 1) return [];
  const of = (count: number, where: string) =>
    count === 0 ? [] : [`${plural(count, "eviction is", "evictions are")} in the ${where} alone.`];
  return [
    ...of(evictions.filter(({ inCapture }) => inCapture === null).length, "log"),
    ...of(evictions.filter(({ inLog }) => inLog === null).length, "capture"),
  ];
}

const COLUMNS = [
  { title: "time" },
  { title: "recorded as evicted", shrinks: true },
  { title: "available", isNumber: true, isSpare: true },
  { title: "recorded in" },
  { title: "policy", shrinks: true },
] as const;

function rowOf(eviction: SharedEviction): Row {
  const { inCapture, inLog, available } = eviction;
  const either = inLog ?? inCapture;
  const { time, other } = either ?? {};
  const policy = agrees(eviction)
    ? "agrees"
    : other !== undefined
      ? `evicts ${podText(other)}`
      : either?.policy === "none"
        ? "evicts no pod"
        : "unknown";
  return {
    cells: [
      time === undefined ? "" : clockOf(time),
      either === null ? "" : podText(either),
      available === "" ? "unknown" : available,
      placesOf(eviction),
      policy,
    ],
    ...(policy === "agrees" ? {} : { tone: "low" as const }),
  };
}
