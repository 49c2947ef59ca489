import type { Actuator, Outcome } from "../../../analysis/engine/actuator.ts";
import type { Decision, Eviction } from "../../../analysis/engine/decision.ts";
import { runCommand } from "./command.ts";

export interface ExecOptions {
  /** A line for the shell, run once for each eviction. */
  readonly command: string;
  readonly timeoutSeconds: number;
}

/**
 * Hands evictions to a command: the decision as JSON on its standard input, the pod in its
 * environment. Exit code 0 means that the pod is evicted, any other that it is not.
 */
export class ExecActuator implements Actuator {
  readonly name = "exec";
  readonly acts = true;
  readonly #options: ExecOptions;

  constructor(options: ExecOptions) {
    this.#options = options;
  }

  async reclaimNodeLevelResources(): Promise<Outcome> {
    const sentence = "No command reclaims resources on this node; give one with --reclaim-exec.";
    return { done: false, sentence };
  }

  evict(eviction: Eviction, decision: Decision): Promise<Outcome> {
    const { namespace, name, uid, gracePeriodSeconds, message } = eviction;
    return runCommand({
      ...this.#options,
      input: JSON.stringify(decision),
      environment: {
        ...environmentOf("evict", decision),
        PLIMSOLL_NAMESPACE: namespace,
        PLIMSOLL_POD: name,
        PLIMSOLL_UID: uid,
        PLIMSOLL_GRACE_PERIOD_SECONDS: String(gracePeriodSeconds),
        PLIMSOLL_MESSAGE: message,
      },
    });
  }

  async setNodeConditions(): Promise<Outcome> {
    return { done: true, sentence: "A command evicts pods only; no node conditions were set." };
  }
}

/** Adds to any actuator a command that reclaims what the node itself can do without. */
export class ReclaimingActuator implements Actuator {
  readonly name: string;
  /** A command that is asked for acts, however evictions are made. */
  readonly acts = true;
  readonly #evictor: Actuator;
  readonly #options: ExecOptions;

  constructor(evictor: Actuator, options: ExecOptions) {
    this.name = `${evictor.name}, reclaim by ${options.command}`;
    this.#evictor = evictor;
    this.#options = options;
  }

  reclaimNodeLevelResources(decision: Decision): Promise<Outcome> {
    const environment = environmentOf("reclaimNodeLevelResources", decision);
    const input = JSON.stringify(decision);
    return runCommand({ ...this.#options, input, environment });
  }

  evict(...asked: Parameters<Actuator["evict"]>): Promise<Outcome> {
    return this.#evictor.evict(...asked);
  }

  setNodeConditions(...asked: Parameters<Actuator["setNodeConditions"]>): Promise<Outcome> {
    return this.#evictor.setNodeConditions(...asked);
  }
}

function environmentOf(act: string, { signal, resource, reclaim }: Decision) {
  return {
    PLIMSOLL_ACT: act,
    PLIMSOLL_SIGNAL: signal ?? "",
    PLIMSOLL_RESOURCE: resource ?? "",
    PLIMSOLL_RECLAIM: reclaim.join(" "),
  };
}
