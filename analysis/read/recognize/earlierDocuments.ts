import type { DocumentKind, RecognizedDocument } from "./given.ts";

/** What belongs together, though it was given one after the other. */
export interface Together {
  readonly documents: readonly RecognizedDocument[];
  /** Whether what they complete is on show already. */
  readonly completes: boolean;
}

/**
 * Documents that were given one by one: a PodList belongs to the Summary that was given before it
 * or comes after it, and a configuration to the Summary that comes after it, or to the Summary or
 * capture on show that lacks one.
 */
export class EarlierDocuments {
  #earlier: readonly RecognizedDocument[] = [];

  /** Nothing is taken from before for a capture, nor for another Summary than the one on show. */
  with(now: readonly RecognizedDocument[]): Together {
    const [first] = now;
    if (first?.is === CONFIGURATION && now.length === 1) return this.#withConfiguration(first);
    const isOther =
      has(now, CAPTURE) ||
      has(this.#earlier, CAPTURE) ||
      (has(now, SUMMARY) && has(this.#earlier, SUMMARY));
    const kept = isOther ? [] : this.#earlier.filter(({ is }) => !has(now, is));
    this.#earlier = [...kept, ...now];
    return { documents: this.#earlier, completes: has(kept, SUMMARY) };
  }

  /** One that completes nothing concerns what is on show, and opens nothing again. */
  #withConfiguration(configuration: RecognizedDocument): Together {
    const isOnShow = has(this.#earlier, CAPTURE) || has(this.#earlier, SUMMARY);
    if (isOnShow && !this.#earlier.some(isConfigured)) {
      this.#earlier = [...this.#earlier, configuration];
      return { documents: this.#earlier, completes: true };
    }
    const parts = this.#earlier.filter(({ is }) => is === PODS);
    if (!has(this.#earlier, SUMMARY)) this.#earlier = [...parts, configuration];
    return { documents: [configuration], completes: false };
  }
}

const CAPTURE = "a capture";
const SUMMARY = "a stats Summary";
const PODS = "a PodList";
const CONFIGURATION = "a kubelet configuration";

function has(all: readonly RecognizedDocument[], kind: DocumentKind): boolean {
  return all.some(({ is }) => is === kind);
}

function isConfigured(document: RecognizedDocument): boolean {
  return document.is === CONFIGURATION || (document.is === CAPTURE && document.isConfigured);
}
