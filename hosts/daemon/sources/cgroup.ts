import type { Clock } from "../../../analysis/engine/clock.ts";
import type { Snapshot, Source } from "../../../analysis/engine/source.ts";
import type { Machine, MachineDocuments } from "../cgroup/machine.ts";

/** Measures this machine each time it is asked; it never ends. */
export class CgroupSource implements Source {
  readonly name: string;
  readonly #machine: Machine;
  readonly #clock: Clock;
  #pods: Uint8Array = new Uint8Array();

  constructor(machine: Machine, clock: Clock) {
    this.#machine = machine;
    this.#clock = clock;
    const { version } = machine.hierarchies.units;
    this.name = `cgroup v${version} of ${machine.nodeName}`;
  }

  async next(signal: AbortSignal): Promise<Snapshot | null> {
    if (signal.aborted) return null;
    const documents = await this.#documents();
    if (typeof documents === "string") {
      return { time: this.#clock.now(), summary: null, summaryError: documents };
    }
    const { time, pods, summary } = documents;
    if (Buffer.compare(pods, this.#pods) === 0) return { time, summary };
    this.#pods = pods;
    return { time, pods, summary };
  }

  async summaryAfterReclaim(): Promise<Uint8Array | null> {
    const documents = await this.#documents();
    return typeof documents === "string" ? null : documents.summary;
  }

  async close(): Promise<void> {}

  /** A sentence when the machine cannot be measured now. */
  async #documents(): Promise<MachineDocuments | string> {
    try {
      return await this.#machine.documents();
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}
