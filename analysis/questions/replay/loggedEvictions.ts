/** Evictions that a kubelet's log records, next to what the policy decides on its numbers. */
import type { JournalStep } from "../../read/journal/agreement.ts";
import { formatTime } from "../../text/time.ts";
import type { Happened, HappenedEviction, PolicyOnlyEviction } from "./happened.ts";

export class LoggedEvictions {
  readonly #happened: HappenedEviction[] = [];
  readonly #policyOnly: PolicyOnlyEviction[] = [];

  step({ pass, decision }: JournalStep): void {
    const time = formatTime(pass.time ?? 0n);
    const decided = decision?.evictions ?? [];
    const recorded = pass.evicted.map(({ namespace, name }) => `${namespace}/${name}`);
    const isRecorded = ({ namespace, name }: Name) => recorded.includes(`${namespace}/${name}`);
    const [other] = decided.filter((each) => !isRecorded(each));
    for (const { namespace, name, message } of pass.evicted) {
      const agrees = decided.some((each) => each.namespace === namespace && each.name === name);
      const policy = agrees ? "agrees" : other === undefined ? "none" : "other";
      const instead =
        policy === "other" && other !== undefined
          ? { other: { namespace: other.namespace, name: other.name } }
          : {};
      const row = { time, namespace, name, reason: "Evicted", message: message ?? "" };
      this.#happened.push({ ...row, source: "log", policy, ...instead });
    }
    for (const { namespace, name } of decided.filter((each) => !isRecorded(each))) {
      this.#policyOnly.push({ time, namespace, name });
    }
  }

  result(): Happened {
    return { happened: this.#happened, policyOnly: this.#policyOnly };
  }
}

interface Name {
  readonly namespace: string;
  readonly name: string;
}
