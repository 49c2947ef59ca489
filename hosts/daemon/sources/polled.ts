import type { Clock } from "../../../analysis/engine/clock.ts";
import type { Snapshot, Source } from "../../../analysis/engine/source.ts";
import { freeWhole } from "../../system/freeing.ts";
import { isUnavailable } from "../kubernetes/apiError.ts";

/**
 * Where the two documents of a node are read, into memory that belongs to who asked. Both reject
 * with ApiError or InputError.
 */
export interface NodeDocuments {
  /** Such as `kubelet https://10.0.0.7:10250`. */
  readonly name: string;
  summary(signal: AbortSignal): Promise<Uint8Array>;
  pods(signal: AbortSignal): Promise<Uint8Array>;
  close(): void;
}

/** Asks for both documents of a node whenever a snapshot is wanted. */
export class PolledSource implements Source {
  readonly name: string;
  readonly #documents: NodeDocuments;
  readonly #clock: Clock;
  #pods: Uint8Array | null = null;

  constructor(documents: NodeDocuments, clock: Clock) {
    this.name = documents.name;
    this.#documents = documents;
    this.#clock = clock;
  }

  async next(signal: AbortSignal): Promise<Snapshot> {
    const { pods, ...snapshot } = await this.again(signal);
    return pods === undefined ? snapshot : { ...snapshot, ...this.#changed(pods) };
  }

  /** With the pods in any case; what `next` leaves out does not depend on it. */
  async again(signal: AbortSignal): Promise<Snapshot> {
    const [summary, pods] = await Promise.allSettled([
      this.#documents.summary(signal),
      this.#documents.pods(signal),
    ]);
    const time = this.#clock.now();
    // Current usage with an older pod list could evict a replaced pod, so neither is shown.
    const failed = [summary, pods].find((document) => document.status === "rejected");
    if (failed !== undefined) return { time, summary: null, summaryError: sentenceOf(failed) };
    return { time, pods: fulfilled(pods), summary: fulfilled(summary) };
  }

  async summaryAfterReclaim(signal: AbortSignal): Promise<Uint8Array | null> {
    try {
      return await this.#documents.summary(signal);
    } catch (error) {
      if (isUnavailable(error)) return null;
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#documents.close();
  }

  #changed(pods: Uint8Array): { readonly pods?: Uint8Array } {
    const before = this.#pods;
    if (before === null || !itemsOf(before).equals(itemsOf(pods))) {
      this.#pods = pods;
      return { pods };
    }
    if (pods !== before) freeWhole(pods);
    return {};
  }
}

/** From the items on: the version of a list grows with every write to the cluster. */
function itemsOf(podList: Uint8Array): Buffer {
  const bytes = Buffer.from(podList.buffer, podList.byteOffset, podList.byteLength);
  return bytes.subarray(Math.max(0, bytes.indexOf('"items"')));
}

function fulfilled<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === "fulfilled") return settled.value;
  throw settled.reason;
}

function sentenceOf({ reason }: PromiseRejectedResult): string {
  if (isUnavailable(reason)) return reason.message;
  throw reason;
}
