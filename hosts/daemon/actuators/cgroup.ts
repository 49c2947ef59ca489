import type { Actuator, Outcome } from "../../../analysis/engine/actuator.ts";
import type { Decision, Eviction } from "../../../analysis/engine/decision.ts";
import type { Machine } from "../cgroup/machine.ts";
import { lineageOf } from "../cgroup/processes.ts";
import { type Termination, terminate } from "../cgroup/termination.ts";
import type { Unit } from "../cgroup/units.ts";

/** What a pod is given that does not say. */
const DEFAULT_GRACE_PERIOD_SECONDS = 30;

/**
 * Evicts units of this machine: every process of the cgroup is asked to end, and ended when the
 * grace period has passed. Never the first process, never this program or those it descends from.
 */
export class CgroupActuator implements Actuator {
  readonly name = "cgroup";
  readonly acts = true;
  readonly #machine: Machine;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  async reclaimNodeLevelResources(): Promise<Outcome> {
    const sentence = "No command reclaims resources on this machine; give one with --reclaim-exec.";
    return { done: false, sentence };
  }

  async evict(eviction: Eviction, decision: Decision): Promise<Outcome> {
    const who = `${eviction.namespace}/${eviction.name}`;
    const unit = this.#machine.units().find(({ uid }) => uid === eviction.uid);
    if (unit === undefined) return refusal(`${who} is already gone; nothing was done.`);
    const objection = this.#objection(unit, decision);
    if (objection !== null) return refusal(`${who} ${objection}`);
    const seconds = this.#gracePeriodSeconds(unit, eviction);
    const termination = await terminate(this.#machine.hierarchies, unit.path, seconds);
    const sentence = sentenceOf(who, seconds, termination);
    // Processes that were asked to end may still do so.
    return termination.left === 0
      ? { done: true, sentence }
      : { done: false, unknown: true, sentence };
  }

  async setNodeConditions(): Promise<Outcome> {
    return { done: true, sentence: "This machine has no Node object; there is nothing to set." };
  }

  /** Why a unit stays, looked at just before it would be evicted; null when it may go. */
  #objection(unit: Unit, { resource }: Decision): string | null {
    const { procRoot } = this.#machine;
    if (unit.processes.includes(1)) return "contains the first process; it is never evicted.";
    const lineage = lineageOf(procRoot, process.pid);
    if (unit.isOwn || unit.processes.some((pid) => lineage.includes(pid))) {
      return "contains this program or one of its ancestors; it is never evicted.";
    }
    const isStorage = resource === "ephemeral-storage" || resource === "inodes";
    if (isStorage && (this.#machine.ruleOf(unit)?.directories ?? []).length === 0) {
      return (
        "has no directories in --pods-file, so it is not known whether evicting it would " +
        "free storage; nothing was done."
      );
    }
    return null;
  }

  /** An override of 0 means none: the pod's own counts, and at least a second. Spec 3.11. */
  #gracePeriodSeconds(unit: Unit, { gracePeriodSeconds }: Eviction): number {
    const own =
      this.#machine.ruleOf(unit)?.terminationGracePeriodSeconds ?? DEFAULT_GRACE_PERIOD_SECONDS;
    return Math.max(1, gracePeriodSeconds === 0 ? own : gracePeriodSeconds);
  }
}

function refusal(sentence: string): Outcome {
  return { done: false, sentence };
}

function sentenceOf(who: string, seconds: number, { asked, forced, left }: Termination): string {
  const begun = `${who}: ${asked} ${asked === 1 ? "process was" : "processes were"} asked to end`;
  if (!forced) return `${begun}, and none is left.`;
  const passed = `${begun}; the grace period of ${seconds}s passed, and the rest was killed`;
  return left === 0 ? `${passed}.` : `${passed}, but ${left} would not end within 10s.`;
}
