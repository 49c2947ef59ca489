/** The drain of a node in sentences: whether it completes, what blocks it, where the pods go. */

import type { BlockedPod, Drain, DrainEvent, PendingPod } from "../../engine/drain.ts";
import { plural } from "../../text/amount.ts";
import { withoutFullStop } from "../../text/fullStop.ts";
import { formatNames } from "../../text/names.ts";
import { podText } from "../../text/podText.ts";
import { returnedPods } from "./leftPods.ts";

export interface DrainStep {
  readonly round: number;
  readonly pod: string;
  /** What happens to it. */
  readonly words: string;
}

/** The answer in one sentence. */
export function drainOutcome(drain: Drain): string {
  const { node, result, events, blocked = [] } = drain;
  const gone = events.filter(({ kind }) => kind === "Evicted").length;
  const rounds = events.reduce((most, { round }) => Math.max(most, round), 0);
  const left = leftWords(drain);
  switch (result) {
    case "Drained":
      if (gone === 0) return `${node} has no pod that kubectl would evict${left}`;
      return `${node} would drain in ${plural(rounds, "round")}: ${evictedText(gone)}${left}`;
    case "Refused":
      return `${node} would not drain: kubectl evicts nothing with these flags`;
    case "Blocked": {
      const stay = blocked.length === 1 ? "stays" : "stay";
      const of = `${blocked.length} of ${plural(gone + blocked.length, "pod")} ${stay} blocked`;
      return `${node} would not drain: ${of}${left}`;
    }
    case "Undecided":
      return `Whether ${node} would drain is undecided; ${evictedText(gone)}${left}`;
  }
}

/** Pods that end without a node, or on the same one again. */
function leftWords(drain: Drain): string {
  const { pending } = drain;
  const returned = returnedPods(drain).length;
  const parts = [
    ...(pending.length === 0 ? [] : [`${pending.length} ${waits(pending)}`]),
    ...(returned === 0 ? [] : [`${returned} ${returned === 1 ? "returns" : "return"}`]),
  ];
  return parts.length === 0 ? "" : `, and ${parts.join(", ")}`;
}

const RETURNED_SHOWN = 3;

/** Why pods are placed on the drained node again. */
export function returnWords(drain: Drain): string | undefined {
  const returned = returnedPods(drain);
  if (returned.length === 0) return undefined;
  const [return_, tolerate] =
    returned.length === 1 ? ["returns", "it tolerates"] : ["return", "they tolerate"];
  const names = formatNames(returned.map(podText), { max: RETURNED_SHOWN });
  return (
    `${plural(returned.length, "pod")} ${return_} to ${drain.node}, because ${tolerate} ` +
    `the cordon: ${names}.`
  );
}

function evictedText(count: number): string {
  return `${plural(count, "pod")} ${count === 1 ? "is" : "are"} evicted`;
}

function waits(pending: readonly PendingPod[]): string {
  const isOne = pending.length === 1;
  const isEvaluated = pending.every((pod) => !isUnknown(pod));
  if (!isEvaluated) return isOne ? "is not evaluated" : "wait or are not evaluated";
  const wasTried = pending.every(({ message }) => message !== undefined);
  if (!wasTried) return isOne ? "waits" : "wait";
  return isOne ? "finds no node" : "find no node";
}

/** The server's cause is specific; its message is always the same. */
export function blockedWords({
  pod,
  message,
  cause = message,
  budgets = [],
  why,
}: BlockedPod): string {
  const several = budgets.length === 0 ? "" : ` (${budgets.map(podText).join(", ")})`;
  return `${podText(pod)}: ${withoutFullStop(cause)}${several}. ${why}`;
}

export function pendingWords(pending: PendingPod): string {
  const { pod, message, notEvaluated = [] } = pending;
  const plugins = notEvaluated.join(", ");
  if (isUnknown(pending)) return `${podText(pod)} is not evaluated: it needs ${plugins}.`;
  const more = notEvaluated.length === 0 ? "" : ` Not evaluated: ${plugins}.`;
  return `${podText(pod)}: ${message ?? "it was not retried."}${more}`;
}

/** Plugins that are not evaluated can refuse nodes: with a message none is left to refuse. */
export function isUnknown({ message, notEvaluated }: PendingPod): boolean {
  return notEvaluated !== undefined && message === undefined;
}

/** One for each pod that is evicted, waits or is preempted, in the order of these events. */
export function drainSteps(events: readonly DrainEvent[]): readonly DrainStep[] {
  const steps: DrainStep[] = [];
  const taken = new Set<DrainEvent>();
  for (const [index, event] of events.entries()) {
    if (taken.has(event)) continue;
    // A replacement is shown in the row of the pod it replaces.
    const came = event.kind === "Evicted" ? placementOf(events, index) : undefined;
    if (came !== undefined) taken.add(came);
    const { round, pod } = event;
    steps.push({ round, pod: podText(pod), words: eventWords(event, came) });
  }
  return steps;
}

/** The placement of an evicted pod's replacement in the same round. */
function placementOf(events: readonly DrainEvent[], index: number): DrainEvent | undefined {
  const evicted = events[index];
  if (evicted === undefined) return undefined;
  const name = podText(evicted.pod);
  for (const event of events.slice(index + 1)) {
    if (event.round > evicted.round) return undefined;
    if (event.kind === "Scheduled" && event.replacement && podText(event.pod) === name)
      return event;
  }
  return undefined;
}

function eventWords(event: DrainEvent, came?: DrainEvent): string {
  switch (event.kind) {
    case "Evicted":
      return came?.kind === "Scheduled"
        ? `evicted; its replacement is placed on ${came.node}`
        : "evicted";
    case "Blocked":
      if (event.code === 500) return "blocked: it has more than one budget";
      return `blocked by ${event.budget?.name}${event.code === 429 ? ", tries again" : ""}`;
    case "Scheduled":
      return event.replacement
        ? `its replacement is placed on ${event.node}`
        : `was pending; placed on ${event.node}`;
    case "Preempts":
      return `preempts ${event.victims.map(podText).join(", ")} on ${event.nominatedNode}`;
  }
}
