/** The scheduler's own code on the same objects, in a process of Go. */
import { LineProcess, OracleMissing, oraclePath, SCHEDULER } from "../../fidelity/oracleProcess.ts";
import { PINNED_RELEASE } from "../../fidelity/scenario.ts";
import type { KubernetesObject } from "./workloads.ts";

export interface Measured {
  readonly pods: number;
  readonly scheduled: number;
  readonly nanoseconds: number;
  readonly placements: readonly string[];
}

/** The release that is measured. */
export const RELEASE = PINNED_RELEASE;

export class Scheduler {
  readonly #process: LineProcess;

  private constructor(path: string) {
    this.#process = new LineProcess(path);
  }

  /** Null where Go is not installed. */
  static build(): Scheduler | null {
    try {
      return new Scheduler(oraclePath(RELEASE, SCHEDULER));
    } catch (error) {
      if (error instanceof OracleMissing) return null;
      throw error;
    }
  }

  /** Decisions in the order of the queue, each assumed; none begins after `seconds`. */
  async measure(objects: readonly KubernetesObject[], seconds: number): Promise<Measured> {
    const line = JSON.stringify({ id: "bench", objects, measure: { seconds } });
    const [answer = "{}"] = await this.#process.ask([line]);
    const { measured, error } = JSON.parse(answer) as {
      measured?: Measured;
      error?: { message: string };
    };
    if (measured === undefined) throw new Error(`The scheduler refused: ${error?.message}`);
    return measured;
  }

  close(): void {
    this.#process.close();
  }
}
