import { podText } from "../../text/podText.ts";
import {
  type EndedPod,
  isEviction,
  type ListedPods,
  listedPods,
  NO_LISTED_PODS,
} from "./listedPods.ts";

/** A pod that a list is the first to call ended, or to lack. */
export interface GonePod {
  readonly key: string;
  /** Namespace and name. */
  readonly pod: string;
  readonly isEviction: boolean;
}

/** Follows the lists of a capture, and finds the pods that each is the first to call evicted. */
export class NewlyEvicted {
  /** Pods that have ended or are missing since the list before, as the list in force shows. */
  gone: readonly GonePod[] = [];
  /** Pods that had been evicted before the first list. */
  before = 0;
  /** The pods of the list in force. */
  listed: ListedPods = NO_LISTED_PODS;
  readonly #ended = new Set<string>();
  #isFirst = true;

  /** Evicted pods that no list before this one has shown as ended. */
  take(pods: Uint8Array): readonly EndedPod[] {
    const { running, deleted } = this.listed;
    this.listed = listedPods(pods);
    const ended = [...this.listed.ended].filter(([key]) => !this.#ended.has(key));
    for (const [key] of ended) this.#ended.add(key);
    const evicted = ended.flatMap(([, pod]) => (isEviction(pod) ? [pod] : []));
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    this.gone = isFirst ? [] : [...ended.map(goneOf), ...this.#missing(running, deleted)];
    if (!isFirst) return evicted;
    this.before = evicted.length;
    return [];
  }

  #missing(...before: readonly ReadonlyMap<string, string>[]): readonly GonePod[] {
    const { ended, deleted, running } = this.listed;
    return before
      .flatMap((pods) => [...pods])
      .filter(([key]) => !ended.has(key) && !deleted.has(key) && !running.has(key))
      .map(([key, pod]) => ({ key, pod, isEviction: false }));
  }
}

function goneOf([key, pod]: readonly [string, EndedPod]): GonePod {
  return { key, pod: podText(pod), isEviction: isEviction(pod) };
}
