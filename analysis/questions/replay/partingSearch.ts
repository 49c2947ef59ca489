import { Action } from "../../../assembly/abi.ts";
import type { Eviction } from "../../engine/decision.ts";
import type { CaptureRecord } from "../../read/capture/capture.ts";
import { podKey } from "../../read/capture/listedPods.ts";
import { podText } from "../../text/podText.ts";
import { formatTime } from "../../text/time.ts";
import { comparableEnds, partingOf, type RecordedEnd } from "./parting.ts";
import { RecordedEnds } from "./recordedEnds.ts";
import type { ReplayStep } from "./replay.ts";

/** Finds from where a recording does not show what a changed policy would do. */
export class PartingSearch {
  readonly #ends = new RecordedEnds();
  readonly #inForce = new Map<string, string>();
  readonly #evicted = new Set<string>();

  /** Takes a step of the changed policy, and the same one of the policy before the change. */
  take(record: CaptureRecord, own: ReplayStep, unchanged: ReplayStep): void {
    for (const pod of evictionsOf(own)) this.#evicted.add(podKey(pod));
    for (const pod of evictionsOf(unchanged)) this.#inForce.set(podKey(pod), podText(pod));
    const spared = [...this.#inForce].find(([key]) => !this.#evicted.has(key));
    const parted = spared === undefined ? null : { uid: spared[0], pod: spared[1] };
    this.#ends.take(record, parted, formatTime(own.time));
  }

  /** After the last step. */
  get parting(): RecordedEnd | null {
    return partingOf(comparableEnds(this.#ends.all, this.#inForce), this.#evicted);
  }
}

function evictionsOf(step: ReplayStep): readonly Eviction[] {
  return step.action === Action.None ? [] : (step.decision()?.parse().evictions ?? []);
}
