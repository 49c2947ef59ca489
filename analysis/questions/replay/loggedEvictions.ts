/** Evictions that a kubelet's log records, next to what the policy decides on its numbers. */
import type { JournalStep } from "../../read/journal/agreement.ts";
import { podText } from "../../text/podText.ts";
import { formatTime } from "../../text/time.ts";
import type { Happened, HappenedEviction, PolicyOnlyEviction } from "./happened.ts";

export class LoggedEvictions {
  readonly #happened: HappenedEviction[] = [];
  readonly #policyOnly: PolicyOnlyEviction[] = [];

  step(step: JournalStep): void {
    const { pass, decision } = step;
    const time = pass.time === null ? {} : { time: formatTime(pass.time) };
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
      const row = { ...time, namespace, name, reason: "Evicted", message: message ?? "" };
      const agrees = names.decided.includes(podText(pod));
      const policy = agrees ? { policy: "agrees" as const } : differs;
      this.#happened.push({ ...row, source: "log", ...policy });
    }
    this.#policyOnly.push(...only.map((pod) => ({ ...time, ...pod })));
  }

  result(): Happened {
    return { happened: this.#happened, policyOnly: this.#policyOnly };
  }
}

/** A log without a ranking has no pods, and limits of pods have numbers that no log has. */
function isDecidable({ pass, decision }: JournalStep): boolean {
  return decision !== null && pass.ranked !== null && pass.reclaiming !== null;
}
