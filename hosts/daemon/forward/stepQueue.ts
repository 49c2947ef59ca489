import type { RecordParts } from "../../shared/capture/writer.ts";

/** A step that waits to be forwarded, with all it depends on. */
export interface ForwardedStep {
  /** Its time, its Summary, and the one after node-level reclaim. */
  readonly record: RecordParts;
  readonly configuration: string;
  /** The list in force. */
  readonly pods: Uint8Array;
  /** The engine's state before it. */
  readonly state: Uint8Array;
}

/** A minute of snapshots of a large node, or an hour of a small one. */
const BYTES_MAX = 32 << 20;

/** What waits, bounded in bytes: the newest steps are the ones that matter. */
export class StepQueue {
  readonly #steps: ForwardedStep[] = [];
  #bytes = 0;
  #dropped = 0;

  get length(): number {
    return this.#steps.length;
  }

  get dropped(): number {
    return this.#dropped;
  }

  add(step: ForwardedStep): void {
    this.#steps.push(step);
    this.#bytes += bytesOf(step);
    while (this.#bytes > BYTES_MAX && this.take() !== null) this.#dropped += 1;
  }

  /** The oldest; null when nothing waits. */
  take(): ForwardedStep | null {
    const step = this.#steps.shift() ?? null;
    if (step !== null) this.#bytes -= bytesOf(step);
    return step;
  }
}

/** A list is counted with each step it is in force for: an upper bound of what is held. */
function bytesOf({ record, configuration, pods, state }: ForwardedStep): number {
  const { summary, reclaimed } = record;
  const documents = [summary, reclaimed, pods, state].map((bytes) => bytes?.length ?? 0);
  return documents.reduce((sum, bytes) => sum + bytes, configuration.length);
}
