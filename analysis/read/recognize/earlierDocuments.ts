import type { DocumentKind, RecognizedDocument } from "./given.ts";

/** What belongs together, though it was given one after the other. */
export interface Together {
  readonly documents: readonly RecognizedDocument[];
  /** Whether a Summary among them is on show already. */
  readonly completes: boolean;
}

/**
 * Bare documents of the API that were given one by one: a PodList belongs to the Summary that was
 * given before it or comes after it, and a configuration to the Summary that comes after it.
 */
export class EarlierDocuments {
  #earlier: readonly RecognizedDocument[] = [];

  /** Nothing is taken from before for a capture, nor for another Summary than the one on show. */
  with(now: readonly RecognizedDocument[]): Together {
    const isOther = has(now, "a capture") || (has(now, SUMMARY) && has(this.#earlier, SUMMARY));
    const kept = isOther ? [] : this.#earlier.filter(({ is }) => !has(now, is));
    const documents = [...kept, ...now];
    this.#earlier = has(now, "a capture") ? [] : documents;
    // It concerns what is on show, and opens nothing again.
    if (now.every(({ is }) => is === CONFIGURATION)) return { documents: now, completes: false };
    return { documents, completes: has(kept, SUMMARY) };
  }
}

const SUMMARY = "a stats Summary";
const CONFIGURATION = "a kubelet configuration";

function has(all: readonly RecognizedDocument[], kind: DocumentKind): boolean {
  return all.some(({ is }) => is === kind);
}
