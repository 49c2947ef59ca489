/** Evictions that a kubelet's log records, next to what the policy decides on its numbers. */
import type { JournalStep } from "../../read/journal/agreement.ts";
import { podText } from "../../text/podText.ts";
import { formatTime } from "../../text/time.ts";
import type { Happened, HappenedEviction, PolicyOnlyEviction } from "./happened.ts";

export class LoggedEvictions {
  readonly #happened: HappenedEviction[] = [];
  readonly #policyOnly: PolicyOnlyEviction[] = [];

  step({ pass, decision }: JournalStep): void {
    const time = formatTime(pass.time ?? 0n);
    const decided = decision?.evictions ?? [];
    const names = { decided: decided.map(podText), recorded: pass.evicted.map(podText) };
    const only = decided
      .filter((each) => !names.recorded.includes(podText(each)))
      .map(({ namespace, name }) => ({ namespace, name }));
    const [other] = only;
    const differs =
      other === undefined ? { policy: "none" as const } : { policy: "other" as const, other };
    for (const pod of pass.evicted) {
      const { namespace, name, message } = pod;
      const row = { time, namespace, name, reason: "Evicted", message: message ?? "" };
      const agrees = names.decided.includes(podText(pod));
      const policy = agrees ? { policy: "agrees" as const } : differs;
      this.#happened.push({ ...row, source: "log", ...policy });
    }
    this.#policyOnly.push(...only.map((pod) => ({ time, ...pod })));
  }

  result(): Happened {
    return { happened: this.#happened, policyOnly: this.#policyOnly };
  }
}
