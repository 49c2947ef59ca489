/** All of it: what captures show, what to set, what a replay says of it. */
import { parse } from "yaml";
import { plural } from "../../text/amount.ts";
import { withSettings } from "../sweep/setting.ts";
import type { AdvisedCapture } from "./advised.ts";
import { areMoments, type Candidate, candidatesOf, type Findings } from "./candidates.ts";
import { type Comparison, comparisonOf, presentOutcomes } from "./comparison.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
import { patchOf } from "./patch.ts";
import { type PublishedReservation, publishedReservations } from "./published.ts";
import { type RequestAdvice, requestAdvice } from "./requests.ts";
import { type ReservationCandidate, reservationCandidates } from "./reservations.ts";
import { nodeSize, type ReservedNow, reservedNow } from "./reserved.ts";
import { traceOf } from "./trace.ts";
import { comparisonWords, givenUpWords, type Verified } from "./verification.ts";

/** A change that was looked at and that a replay speaks against. */
export interface NotAdvised extends Pick<Candidate, "member" | "from" | "to" | "reason"> {
  readonly against: string;
}

export interface Advice {
  readonly captures: readonly AdvisedSpan[];
  /** What these captures cannot show, one sentence each. */
  readonly limits: readonly string[];
  readonly evidence: Evidence;
  /** Pods that the configuration in force evicts. */
  readonly evicted: number;
  readonly changes: readonly Verified[];
  readonly requests: readonly RequestAdvice[];
  readonly notAdvised: readonly NotAdvised[];
  /** All changes at once; null when there is none. */
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

/** A replay of them moves no signal: the capacity that a Summary carries was recorded. */
const RESERVATION_WORDS =
  "Checked by arithmetic only: allocatableMemory.available is computed of a capacity that the " +
  "recorded Summary carries, so a replay shows nothing of a reservation.";

const MOMENT_WORDS =
  "Each node was looked at once: one moment has no fall and no slope, so nothing is said of " +
  "thresholds. What ran outside pods and what pods used then is the least that they need.";

/** Why nothing is to be changed; `evicted` pods were, under the configuration in force. */
export function nothingWords(evicted: number, settings: string): string {
  if (evicted === 0) return `Nothing to change: no evidence speaks for other ${settings}.`;
  return (
    `No setting is advised, though ${plural(evicted, "pod")} ${evicted === 1 ? "was" : "were"} ` +
    `evicted: the evidence speaks for no other ${settings}. What filled the node: plimsoll explain.`
  );
}

const NAMED_MAX = 8;

/** Of a fleet, the first few. */
export function namesText(names: readonly string[]): string {
  const more = names.length - NAMED_MAX;
  return `${names.slice(0, NAMED_MAX).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The captures are of one node, or of nodes of one kind: what is changed is changed on all. */
export function adviceOn(captures: readonly AdvisedCapture[]): Advice {
  const traces = captures.map(traceOf);
  const evidence = evidenceOf(captures, traces);
  const present = presentOutcomes(captures);
  const findings: Findings = { captures, traces, present, evidence };
  const { changes, notAdvised, taken } = judged(findings);
  const reservations = reservationCandidates(evidence.daemons);
  const reserved = reservations.map((each) => verifiedReservation(each, findings));
  const requests = requestAdvice(evidence);
  const all = [...changes, ...reserved.filter(({ comparison }) => comparison.refusal === null)];
  const accepted = reservations.filter(({ member }) => all.some((each) => each.member === member));
  const changed = (each: AdvisedCapture) => withReservations(withAll(each, taken), accepted);
  const together = all.length > 1 ? comparisonOf(captures, present, changed) : null;
  const [first] = captures;
  const size = first === undefined ? null : nodeSize(first, traces[0]?.memory);
  const evicted = present.reduce((sum, { evictions }) => sum + evictions.size, 0);
  const limits = limitsOf(captures);
  const notes = [...notesOf(captures, all, requests, together, evicted), ...limits];
  return {
    captures: traces.map(({ name, steps, from, to }) => ({ name, steps, from, to })),
    limits,
    evidence,
    evicted,
    changes: all,
    requests,
    notAdvised: [...notAdvised, ...reserved.flatMap(refused)],
    together: together ?? all[0]?.comparison ?? null,
    reservedNow: size === null ? null : reservedNow(traces[0]?.memory),
    published: size === null ? [] : publishedReservations(size),
    patch: patchOf(first === undefined ? "{}" : changed(first), all, notes),
  };
}

function limitsOf(captures: readonly AdvisedCapture[]): readonly string[] {
  const ofEach = captures.flatMap(({ limit }) => limit ?? []);
  return [...new Set([...(areMoments(captures) ? [MOMENT_WORDS] : []), ...ofEach])];
}

function judged(findings: Findings) {
  const changes: Verified[] = [];
  const notAdvised: NotAdvised[] = [];
  const taken: Candidate[] = [];
  for (const candidate of candidatesOf(findings)) {
    const { member, from, to, further = [], reason } = candidate;
    const comparison = comparisonOf(findings.captures, findings.present, (each) =>
      withAll(each, [candidate]),
    );
    const { refusal } = comparison;
    const against = refusal === null ? candidate.against(comparison) : `${refusal}.`;
    if (against !== null) {
      notAdvised.push({ member, from, to, reason, against });
      continue;
    }
    const verification = comparisonWords(comparison);
    changes.push({ member, from, to, further, reason, comparison, verification });
    taken.push(candidate);
  }
  return { changes, notAdvised, taken };
}

function verifiedReservation(
  candidate: ReservationCandidate,
  { captures, present }: Findings,
): Verified {
  const comparison = comparisonOf(captures, present, ({ json }) =>
    withReservations(json, [candidate]),
  );
  const verification = [RESERVATION_WORDS, ...givenUpWords(comparison)];
  return { ...candidate, further: [], comparison, verification };
}

function refused({ member, from, to, reason, comparison }: Verified): readonly NotAdvised[] {
  const { refusal } = comparison;
  return refusal === null ? [] : [{ member, from, to, reason, against: `${refusal}.` }];
}

function withAll({ json, policy }: AdvisedCapture, candidates: readonly Candidate[]): string {
  if (candidates.length === 0) return json;
  const changes = candidates.map(({ change }) => change);
  const configuration = parse(withSettings(json, policy, changes));
  for (const { member, to } of candidates.flatMap(({ further = [] }) => further)) {
    const [name = "", ...rest] = member.split(".");
    const key = rest.join(".");
    configuration[name] = key === "" ? Number(to) : { ...configuration[name], [key]: to };
  }
  return JSON.stringify(configuration);
}

function withReservations(json: string, reservations: readonly ReservationCandidate[]): string {
  const configuration = JSON.parse(json);
  for (const { member, to } of reservations) {
    const [name = "", resource = ""] = member.split(".");
    configuration[name] = { ...configuration[name], [resource]: to };
  }
  return JSON.stringify(configuration);
}

function notesOf(
  captures: readonly AdvisedCapture[],
  changes: readonly Verified[],
  requests: readonly RequestAdvice[],
  together: Comparison | null,
  evicted: number,
): readonly string[] {
  return [
    `From ${namesText(captures.map(({ name }) => name))}.`,
    ...(changes.length === 0 ? [nothingWords(evicted, "thresholds or reservations")] : []),
    ...(together === null ? [] : ["All of it together:", ...comparisonWords(together)]),
    ...requests
      .slice(0, NAMED_MAX)
      .map(
        ({ pod, from, to }) => `Not of the kubelet: ${pod} requests ${from} of memory; ${to} fits.`,
      ),
    ...(requests.length > NAMED_MAX
      ? [`And ${plural(requests.length - NAMED_MAX, "request")} more: --output json.`]
      : []),
  ];
}
