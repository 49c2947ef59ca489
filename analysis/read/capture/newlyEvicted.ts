import {
  type EndedPod,
  isEviction,
  type ListedPods,
  listedPods,
  NO_LISTED_PODS,
} from "./listedPods.ts";

/** Follows the lists of a capture, and finds the pods that each is the first to call evicted. */
export class NewlyEvicted {
  /** Pods that had been evicted before the first list. */
  before = 0;
  /** The pods of the list in force. */
  listed: ListedPods = NO_LISTED_PODS;
  readonly #ended = new Set<string>();
  #isFirst = true;

  /** Evicted pods that no list before this one has shown as ended. */
  take(pods: Uint8Array): readonly EndedPod[] {
    this.listed = listedPods(pods);
    const ended = [...this.listed.ended].filter(([key]) => !this.#ended.has(key));
    for (const [key] of ended) this.#ended.add(key);
    const evicted = ended.flatMap(([, pod]) => (isEviction(pod) ? [pod] : []));
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (!isFirst) return evicted;
    this.before = evicted.length;
    return [];
  }
}
