/** Plays scenarios on the cluster module. */
import { Detail, SchedulerAction } from "../../assembly/abi.ts";
import { type Json, type JsonObject, writeJson } from "../vectors/notation.ts";
import type { Decision, Played, Scenario } from "./scenario.ts";
import { ClusterModule } from "./schedulerModule.ts";

const encoder = new TextEncoder();

/** Plays on one instance, which is cleared before each scenario. */
export class Player {
  readonly #module: WebAssembly.Module;
  readonly #heard: (report: Uint8Array) => void;
  #cluster: ClusterModule;
  /** Of the last scenario: releases are asked about the same objects, one after another. */
  #written: { readonly objects: readonly JsonObject[]; readonly documents: Uint8Array[] } | null =
    null;

  /** `heard` gets the bytes of each report, also of those about refused documents. */
  constructor(module: WebAssembly.Module, heard: (report: Uint8Array) => void = () => {}) {
    this.#module = module;
    this.#heard = heard;
    this.#cluster = new ClusterModule(module);
  }

  /** Every decision in the order of the queue, or why the module refused a document. */
  play(scenario: Scenario): Played {
    try {
      return this.#play(scenario);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      // A trap, which no document may cause, leaves the instance in an unknown state.
      this.#cluster = new ClusterModule(this.#module);
      return { decisions: [], error: { stage: "trap", message: `trap: ${error.message}` } };
    }
  }

  #play({ objects, config, release, preemption = false }: Scenario): Played {
    const cluster = this.#cluster;
    cluster.call("clear");
    const configured = { ...config, plimsoll: { kubernetesVersion: release, preemption } };
    if (cluster.give("configure", encoder.encode(writeJson(configured as Json))) < 0) {
      return { decisions: [], error: { stage: "configuration", message: this.#refusal() } };
    }
    if (this.#written?.objects !== objects) {
      this.#written = { objects, documents: documents(objects, cluster.inputCapacity) };
    }
    for (const document of this.#written.documents) {
      if (cluster.give("objects", document) < 0) {
        return { decisions: [], error: { stage: "objects", message: this.#refusal() } };
      }
    }
    return this.#decisions();
  }

  #decisions(): Played {
    const cluster = this.#cluster;
    const decisions: Decision[] = [];
    for (;;) {
      const action = cluster.call("schedule", 0);
      if (action === SchedulerAction.Done) return { decisions };
      if (action < 0) {
        return { decisions, error: { stage: "decision", message: this.#refusal() } };
      }
      if (cluster.call("report", Detail.Arithmetic) < 0) {
        return { decisions, error: { stage: "report", message: this.#refusal() } };
      }
      decisions.push(JSON.parse(this.#answer()) as Decision);
      const isAssumed =
        action === SchedulerAction.Scheduled || action === SchedulerAction.Unschedulable;
      if (isAssumed) cluster.call("assume");
    }
  }

  #answer(): string {
    this.#heard(this.#cluster.answerBytes());
    return this.#cluster.answer();
  }

  #refusal(): string {
    this.#cluster.call("report", Detail.Decision);
    const { reason, errors = [] } = JSON.parse(this.#answer()) as Refusal;
    const messages = errors.map(({ message }) => message);
    // As the scheduler puts several together.
    return messages.length > 1 ? `[${messages.join(", ")}]` : (messages[0] ?? reason);
  }
}

interface Refusal {
  readonly reason: string;
  readonly errors?: readonly { readonly message: string }[];
}

/** Objects one after another, in documents of at most `capacity` bytes. */
export function documents(objects: readonly JsonObject[], capacity: number): Uint8Array[] {
  const made: Uint8Array[] = [];
  let lines: string[] = [];
  let size = 0;
  for (const object of objects) {
    const line = `${writeJson(object)}\n`;
    if (size + line.length > capacity && lines.length > 0) {
      made.push(encoder.encode(lines.join("")));
      lines = [];
      size = 0;
    }
    lines.push(line);
    size += line.length;
  }
  if (lines.length > 0) made.push(encoder.encode(lines.join("")));
  return made;
}
