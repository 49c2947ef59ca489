/** All of it: what captures show, what to set, what a replay says of it. */
import { plural } from "../../text/amount.ts";
import { ASSUMED_DEFAULTS } from "../../text/assumedDefaults.ts";
import { capitalized } from "../../text/capitalized.ts";
import { formatNames } from "../../text/names.ts";
import type { SearchExtent, Searching } from "../search.ts";
import type { AdvisedCapture } from "./advised.ts";
import { areMoments } from "./candidates.ts";
import { type Comparison, comparisonOf, presentOutcomes } from "./comparison.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
import { patchOf } from "./patch.ts";
import { type PublishedReservation, publishedReservations } from "./published.ts";
import { type AdviceRemedy, adviceRemedies, type NotAdvised } from "./remedies.ts";
import { type RequestAdvice, requestAdvice } from "./requests.ts";
import { nodeSize, type ReservedNow, reservedNow } from "./reserved.ts";
import { traceOf } from "./trace.ts";
import { comparisonWords } from "./verification.ts";

export interface Advice {
  readonly captures: readonly AdvisedSpan[];
  /** What these captures cannot show, one sentence each. */
  readonly limits: readonly string[];
  /** Some of them have no configuration. */
  readonly defaultsAssumed: boolean;
  readonly evidence: Evidence;
  /** Pods that the configuration in force evicts. */
  readonly evicted: number;
  readonly remedies: readonly AdviceRemedy[];
  readonly search: SearchExtent;
  readonly requests: readonly RequestAdvice[];
  readonly notAdvised: readonly NotAdvised[];
  /** All remedies at once; null when there is none. */
  readonly together: Comparison | null;
  readonly reservedNow: ReservedNow | null;
  readonly published: readonly PublishedReservation[];
  /** A part of a KubeletConfiguration, in YAML. */
  readonly patch: string;
}

export interface AdvisedSpan {
  readonly name: string;
  readonly steps: number;
  readonly from: string | null;
  readonly to: string | null;
}

const MOMENT_WORDS =
  "Each node was read once. One moment has no fall and no slope, so there is no advice " +
  "about thresholds, and the usage of pods and of everything outside pods is the least " +
  "that they need.";

/** Why nothing is to be changed; `evicted` pods were, under the configuration in force. */
export function nothingWords(evicted: number, settings: string): string {
  if (evicted === 0) return `Nothing to change: the captures suggest no other ${settings}.`;
  return (
    `No change is advised, although ${plural(evicted, "pod")} ` +
    `${evicted === 1 ? "was" : "were"} evicted: the captures suggest no other ` +
    `${settings}. plimsoll explain shows what filled the node.`
  );
}

const NAMED_MAX = 8;

/** Lists the first few nodes of a fleet. */
export function namesText(names: readonly string[]): string {
  return formatNames(names, { max: NAMED_MAX });
}

/** The captures of one node, or of nodes of one kind: a change applies to all of them. */
export function* adviceOn(captures: readonly AdvisedCapture[]): Searching<Advice> {
  const traces = captures.map(traceOf);
  const evidence = evidenceOf(captures, traces);
  const present = presentOutcomes(captures);
  const found = yield* adviceRemedies({ captures, traces, present, evidence });
  const { remedies, search, notAdvised } = found;
  const requests = requestAdvice(evidence);
  const together = remedies.length > 1 ? comparisonOf(captures, present, found.together) : null;
  const [first] = captures;
  const size = first === undefined ? null : nodeSize(first, traces[0]?.memory);
  const evicted = present.reduce((sum, { evictions }) => sum + evictions.size, 0);
  const limits = limitsOf(captures);
  const defaultsAssumed = captures.some(({ isAssumed }) => isAssumed === true);
  const notes = [
    ...notesOf(captures, remedies, requests, together, evicted),
    ...(defaultsAssumed ? [capitalized(ASSUMED_DEFAULTS)] : []),
    ...limits,
  ];
  return {
    captures: traces.map(({ name, steps, from, to }) => ({ name, steps, from, to })),
    ...{ defaultsAssumed, limits, evidence, evicted, remedies, search, requests, notAdvised },
    together: together ?? remedies[0]?.comparison ?? null,
    reservedNow: size === null ? null : reservedNow(traces[0]?.memory),
    published: size === null ? [] : publishedReservations(size),
    patch: patchOf(first === undefined ? "{}" : found.together(first), remedies, notes),
  };
}

function limitsOf(captures: readonly AdvisedCapture[]): readonly string[] {
  const ofEach = captures.flatMap(({ limit }) => limit ?? []);
  return [...new Set([...(areMoments(captures) ? [MOMENT_WORDS] : []), ...ofEach])];
}

function notesOf(
  captures: readonly AdvisedCapture[],
  remedies: readonly AdviceRemedy[],
  requests: readonly RequestAdvice[],
  together: Comparison | null,
  evicted: number,
): readonly string[] {
  return [
    `From ${namesText(captures.map(({ name }) => name))}.`,
    ...(remedies.length === 0 ? [nothingWords(evicted, "thresholds or reservations")] : []),
    ...(together === null ? [] : ["All changes together:", ...comparisonWords(together)]),
    ...requests
      .slice(0, NAMED_MAX)
      .map(
        ({ pod, from, to }) =>
          `Not a kubelet setting: ${pod} requests ${from} of memory; ${to} fits.`,
      ),
    ...(requests.length > NAMED_MAX
      ? [`And ${plural(requests.length - NAMED_MAX, "request")} more: --output json.`]
      : []),
  ];
}
