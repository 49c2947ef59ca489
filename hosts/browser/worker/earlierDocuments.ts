import type { GivenDocument } from "../session/protocol.ts";
import { type DocumentKind, kindOf } from "./recognize.ts";

interface Known {
  readonly given: GivenDocument;
  readonly is: DocumentKind;
}

/** What belongs together, though it was given one after the other. */
export interface Together {
  readonly documents: readonly GivenDocument[];
  /** Whether a Summary among them is on show already. */
  readonly completes: boolean;
}

/**
 * Bare documents of the API that were given one by one: a PodList belongs to the Summary that was
 * given before it or comes after it, and a configuration to the Summary that comes after it.
 */
export class EarlierDocuments {
  #earlier: readonly Known[] = [];

  /** Nothing is taken from before for a capture, nor for another Summary than the one on show. */
  async with(documents: readonly GivenDocument[]): Promise<Together> {
    const now: Known[] = [];
    for (const given of documents) now.push({ given, is: await kindOf(given) });
    const isOther = has(now, "a capture") || (has(now, SUMMARY) && has(this.#earlier, SUMMARY));
    const kept = isOther ? [] : this.#earlier.filter(({ is }) => !has(now, is));
    const together = [...kept, ...now];
    this.#earlier = has(now, "a capture") ? [] : together;
    // It concerns what is on show, and opens nothing again.
    if (now.every(({ is }) => is === CONFIGURATION)) return { documents, completes: false };
    return { documents: together.map(({ given }) => given), completes: has(kept, SUMMARY) };
  }
}

const SUMMARY = "a stats Summary";
const CONFIGURATION = "a kubelet configuration";

function has(all: readonly Known[], kind: DocumentKind): boolean {
  return all.some(({ is }) => is === kind);
}
