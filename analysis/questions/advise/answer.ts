/** The first screen of advice: what to change, what each change does, and what it costs. */

import { formatAmount, formatBytes, formatSeconds, plural } from "../../text/amount.ts";
import { capitalized } from "../../text/capitalized.ts";
import {
  type Block,
  type Column,
  commandText,
  type Fix,
  fixes,
  type Mark,
  paragraph,
  type Row,
  type Section,
  section,
  type Text,
  table,
} from "../../text/document.ts";
import { fittingTitle } from "../../text/fittingTitle.ts";
import { requestedMoreCost } from "../../text/fixCosts.ts";
import { podText } from "../../text/podText.ts";
import { secondsBetween } from "../../text/time.ts";
import { type Advice, nothingWords } from "./advice.ts";
import type { Comparison, MovedEviction } from "./comparison.ts";
import type { SignalEvidence } from "./evidence.ts";
import type { AdviceRemedy } from "./remedies.ts";
import type { RequestAdvice } from "./requests.ts";

/** How many changes are advised, and how many evictions the settings avoid. */
export function adviceTitle(kinds: readonly Advice[]): string {
  const sum = (of: (advice: Advice) => number) =>
    kinds.reduce((count, each) => count + of(each), 0);
  const settings = sum(({ remedies }) => remedies.length);
  const requests = sum((each) => each.requests.length);
  const evicted = sum((each) => each.evicted);
  const counts = [...counted(settings, "setting"), ...counted(requests, "memory request")];
  const [nothing = ""] = nothingWords(evicted, "settings").split(": ");
  if (counts.length === 0) return nothing;
  const change = `${counts.join(" and ")} to change`;
  if (settings === 0 || evicted === 0) return change;
  const avoided = sum(({ together }) => together?.avoided.length ?? 0);
  const effect =
    avoided === 0
      ? "no setting avoids the eviction"
      : `the settings avoid ${avoided} of ${plural(evicted, "eviction")}`;
  return fittingTitle(`${change}; ${evicted > 1 && avoided === 0 ? `${effect}s` : effect}`, change);
}

export function adviceMark(kinds: readonly Advice[]): Mark {
  const isQuiet = ({ remedies, requests, evicted }: Advice) =>
    remedies.length + requests.length + evicted === 0;
  return kinds.every(isQuiet) ? "good" : "risk";
}

function counted(count: number, what: string): readonly string[] {
  return count === 0 ? [] : [plural(count, what)];
}

/** What the changes rest on. */
export function adviceLead(advice: Advice): readonly Block[] {
  const { evidence, remedies, requests, evicted } = advice;
  const [, why] = nothingWords(evicted, "settings").split(": ");
  const isNothing = remedies.length + requests.length === 0;
  const sentences = [
    ...(isNothing && why !== undefined ? [capitalized(why)] : []),
    ...leadingSignals(evidence.signals).map((each) => signalSentence(each, advice)),
    ...outsideSentence(advice),
  ];
  return paragraph(sentences.join(" ") || undefined);
}

/** Behind a setting that no configuration has. */
function assumedMark({ defaultsAssumed }: Advice): string {
  return defaultsAssumed ? " (assumed)" : "";
}

/** Those that fell below a threshold; without any, memory. */
function leadingSignals(signals: readonly SignalEvidence[]): readonly SignalEvidence[] {
  const crossed = signals.filter(({ lowest, thresholds }) =>
    thresholds.some(({ limit }) => limit !== undefined && lowest < limit),
  );
  return crossed.length > 0
    ? crossed
    : signals.filter(({ signal }) => signal === "memory.available");
}

function signalSentence(
  { signal, lowest, fall, thresholds }: SignalEvidence,
  advice: Advice,
): string {
  const hard = thresholds.find((each) => each.hard)?.value;
  const fell = fall === null ? "" : `; fastest fall ${formatAmount(signal, fall.amount)} in 10s`;
  const limit =
    hard === undefined
      ? "it has no hard threshold"
      : `the hard threshold is ${hard}${assumedMark(advice)}`;
  return `Lowest ${signal} ${formatAmount(signal, lowest)}${fell}; ${limit}.`;
}

/** What outside pods grew is to be found first; else how much of it is reserved. */
function outsideSentence(advice: Advice): readonly string[] {
  const { daemons } = advice.evidence;
  if (daemons?.outsidePods == null) return [];
  const grown = advice.notAdvised.find(({ member }) => /Reserved\.memory$/.test(member));
  if (grown !== undefined) return [grown.against];
  const reserved = formatBytes(daemons.kubeReserved + daemons.systemReserved);
  const used = formatBytes(daemons.outsidePods);
  return [
    `Outside pods, up to ${used} were used and ${reserved} are reserved${assumedMark(advice)}.`,
  ];
}

/** Settings first; a request that no step can check comes last. */
export function adviceFixes(advice: Advice): readonly Section[] {
  const { remedies, requests } = advice;
  const [checked, others] = [true, false].map((is) =>
    requests.filter(({ verified }) => (verified !== null) === is),
  );
  const ofRequests = [...(checked ?? []), ...(others ?? [])].map((each) => ofRequest(each, advice));
  const how = requests.length === 0 ? "replayed" : "settings replayed, requests decided again";
  const title = remedies.length === 0 ? "checked by running the decision again" : how;
  return section(`Fixes (${title})`, fixes([...remedies.map(ofSetting), ...ofRequests]));
}

function ofSetting({ changes: [own, ...further], comparison }: AdviceRemedy): Fix {
  const withIt = further.map(({ member, to }) => `${member} ${to}`);
  const change = `${own?.change ?? ""}${withIt.length === 0 ? "" : `, with ${withIt.join(", ")}`}`;
  const isReservation = /Reserved$/.test(own?.kind ?? "");
  const costs = [...(isReservation ? [] : pressureCost(comparison)), ...givenUpCost(comparison)];
  const effect = isReservation ? "covers what ran outside pods (arithmetic)" : effectOf(comparison);
  return {
    change,
    effect,
    ...(costs.length === 0 ? {} : { cost: costs.join("; ") }),
  };
}

function effectOf({ avoided, added, moved: [first, ...others] }: Comparison): string {
  const changed = [
    ...(avoided.length === 0 ? [] : [`${plural(avoided.length, "eviction")} avoided`]),
    ...(added.length === 0 ? [] : [`${plural(added.length, "eviction")} added`]),
    ...(first === undefined ? [] : [movedWords(first)]),
    ...(others.length === 0 ? [] : [`${others.length} more at another time`]),
  ];
  return changed.length === 0 ? "no eviction in these captures changes" : changed.join("; ");
}

function movedWords({ before, after, secondsEarlier }: MovedEviction): string {
  const by = formatSeconds(Math.abs(secondsEarlier));
  const when = secondsEarlier === 0 ? "" : ` ${by} ${secondsEarlier > 0 ? "earlier" : "later"}`;
  const [now, then] = [before, after].map(({ signal, available }) =>
    signal === null || available === null ? null : formatAmount(signal, available),
  );
  const isSame = before.signal === after.signal && now !== null && then !== null;
  return `${before.pod} is evicted${when}${isSame ? `, with ${then} left instead of ${now}` : ""}`;
}

function pressureCost({ pressureSeconds: { before, after } }: Comparison): readonly string[] {
  if (after <= before) return [];
  return [`under pressure for ${formatSeconds(after)} instead of ${formatSeconds(before)}`];
}

function givenUpCost({ memoryGivenUpBytes: bytes }: Comparison): readonly string[] {
  return bytes === null || bytes <= 0
    ? []
    : [`pods can request ${formatBytes(bytes)} less memory on each node`];
}

function ofRequest({ pod, from, to, verified }: RequestAdvice, { evidence }: Advice): Fix {
  const spared = evidence.pods.find((each) => each.pod === pod)?.sparedBy?.request;
  const instead = spared?.evicted;
  const effect =
    verified === null
      ? "not checked: no step evicts it for memory"
      : instead === undefined
        ? "it is spared"
        : `${podText(instead)} is evicted instead`;
  return {
    change: `Request ${to} of memory for ${pod} (now ${from})`,
    effect,
    cost: requestedMoreCost(from, to),
  };
}

/** The time that the captures cover. */
export function assumedLoad({ captures }: Advice): readonly string[] {
  const seconds = captures.reduce((sum, { from, to }) => {
    return sum + (from === null || to === null ? 0 : secondsBetween(from, to));
  }, 0);
  const of = captures.length === 1 ? "this capture" : "these captures";
  return seconds === 0 ? [] : [`The load of ${of}, ${formatSeconds(seconds)}, is typical.`];
}

const KIND_COLUMNS: readonly Column[] = [
  { title: "nodes", shrinks: true },
  { title: "settings", isNumber: true },
  { title: "requests", isNumber: true },
  { title: "evicted", isNumber: true },
];

/** A row for each kind of node. */
export function kindsTable(
  kinds: readonly Advice[],
  nameOf: (advice: Advice) => string,
): readonly Block[] {
  const rows = kinds.map((kind): Row => {
    const { remedies, requests, evicted } = kind;
    const counts = [remedies.length, requests.length, evicted].map(String);
    return { cells: [[{ code: nameOf(kind) }], ...counts] };
  });
  return table(KIND_COLUMNS, rows);
}

/** The same command in other forms; null where it cannot be repeated. */
interface Commands {
  readonly patch: string | null;
  readonly whole: string | null;
}

/** The patch, where there is one, and the whole answer. */
export function adviceNext(kinds: readonly Advice[], { patch, whole }: Commands): readonly Text[] {
  const hasPatch = kinds.some(({ remedies }) => remedies.length > 0);
  return [
    ...(patch === null || !hasPatch ? [] : [commandText(patch, "a patch with reasons")]),
    ...(whole === null ? [] : [commandText(whole, "the evidence")]),
  ];
}
