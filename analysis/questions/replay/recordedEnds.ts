import type { CaptureRecord } from "../../read/capture/capture.ts";
import { NewlyEvicted } from "../../read/capture/newlyEvicted.ts";
import { statsOfPod } from "../../read/capture/podStats.ts";
import type { RecordedEnd } from "./parting.ts";
import type { TalliedEviction } from "./tally.ts";

/** When the recording loses pods, each pod once. */
export class RecordedEnds {
  readonly #lists = new NewlyEvicted();
  readonly #ends = new Map<string, RecordedEnd>();

  get all(): readonly RecordedEnd[] {
    return [...this.#ends.values()];
  }

  /** `parted`: the first pod that one policy alone has evicted so far, which may lack stats. */
  take(
    { pods, summary }: CaptureRecord,
    parted: Pick<TalliedEviction, "uid" | "pod"> | null,
    time: string,
  ): void {
    if (pods !== undefined) {
      this.#lists.take(pods);
      for (const gone of this.#lists.gone) this.#add({ ...gone, time });
    }
    if (parted === null || summary === null || this.#ends.has(parted.uid)) return;
    const { uid: key, pod } = parted;
    if (statsOfPod(summary, key) === null) this.#add({ key, pod, isEviction: false, time });
  }

  #add(end: RecordedEnd): void {
    if (!this.#ends.has(end.key)) this.#ends.set(end.key, end);
  }
}
