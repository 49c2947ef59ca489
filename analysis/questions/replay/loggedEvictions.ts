/** Evictions that a kubelet's log records, next to what the policy decides on its numbers. */
import type { JournalStep } from "../../read/journal/agreement.ts";
import { podText } from "../../text/podText.ts";
import { formatTime } from "../../text/time.ts";
import type { Happened, HappenedEviction, PolicyOnlyEviction } from "./happened.ts";
import { MEASURED_EVERY_NANOSECONDS } from "./recordedEvictions.ts";

/** Passes that decide to evict one pod, none far from the one before it. */
interface Pending {
  readonly row: PolicyOnlyEviction;
  last: bigint | null;
  isCarriedOut: boolean;
}

export class LoggedEvictions {
  readonly #happened: HappenedEviction[] = [];
  readonly #pending: Pending[] = [];
  /** The latest of each pod. */
  readonly #latest = new Map<string, Pending>();

  step(step: JournalStep): void {
    const { pass, decision } = step;
    const time = timed(pass.time);
    const decided = decision?.evictions ?? [];
    const names = { decided: decided.map(podText), recorded: pass.evicted.map(podText) };
    const only = decided
      .filter((each) => !names.recorded.includes(podText(each)))
      .map(({ namespace, name }) => ({ namespace, name }));
    const [other] = only;
    const differs =
      other !== undefined
        ? { policy: "other" as const, other }
        : { policy: isDecidable(step) ? ("none" as const) : ("unknown" as const) };
    for (const pod of pass.evicted) {
      const { namespace, name, message } = pod;
      const when = timed(pod.time ?? pass.time);
      const row = { ...when, namespace, name, reason: "Evicted", message: message ?? "" };
      const agrees = names.decided.includes(podText(pod));
      const policy = agrees ? { policy: "agrees" as const } : differs;
      this.#happened.push({ ...row, source: "log", ...policy });
      const pending = this.#pendingAt(podText(pod), pass.time);
      if (pending !== undefined) pending.isCarriedOut = true;
    }
    for (const pod of only) this.#decide({ ...time, ...pod }, pass.time);
  }

  result(): Happened {
    const policyOnly = this.#pending.filter(({ isCarriedOut }) => !isCarriedOut);
    return { happened: this.#happened, policyOnly: policyOnly.map(({ row }) => row) };
  }

  #decide(row: PolicyOnlyEviction, time: bigint | null): void {
    const pending = this.#pendingAt(podText(row), time);
    if (pending !== undefined) {
      pending.last = time;
      return;
    }
    const fresh = { row, last: time, isCarriedOut: false };
    this.#pending.push(fresh);
    this.#latest.set(podText(row), fresh);
  }

  /** What a pass before decided of a pod, if that was at most two measurements ago. */
  #pendingAt(pod: string, time: bigint | null): Pending | undefined {
    const pending = this.#latest.get(pod);
    if (pending === undefined || pending.isCarriedOut) return undefined;
    const { last } = pending;
    const isRecent =
      last === null || time === null || time - last <= 2n * MEASURED_EVERY_NANOSECONDS;
    return isRecent ? pending : undefined;
  }
}

function timed(time: bigint | null): { readonly time?: string } {
  return time === null ? {} : { time: formatTime(time) };
}

/**
 * A log without a ranking has no pods, and limits of pods have numbers that no log has; nor does a
 * pass that cannot be compared show that the policy would have evicted none.
 */
function isDecidable({ pass, decision, agreement }: JournalStep): boolean {
  const isCompared = decision !== null && agreement.agrees !== null;
  return isCompared && pass.ranked !== null && pass.reclaiming !== null;
}
