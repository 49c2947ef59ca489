import { generateMoments } from "../../examples/generate/generateNode.ts";

export interface Moment {
  /** Nanoseconds since the epoch. */
  readonly time: bigint;
  readonly summary: Uint8Array;
}

/** A generated node as a host gets it: bytes, the Summary as the kubelet indents it. */
export interface MeasuredNode {
  readonly pods: Uint8Array;
  /** Several, so that no branch predictor learns one document by heart. */
  readonly moments: readonly Moment[];
}

const SEED = 35;

/** Another seed is another node. */
export function nodeOf(pods: number, moments: number, seed = SEED): MeasuredNode {
  const encoder = new TextEncoder();
  const documents = [...generateMoments({ pods, seed, pretty: true }, moments)];
  return {
    pods: encoder.encode(documents[0]?.pods),
    moments: documents.map(({ time, summary }) => ({ time, summary: encoder.encode(summary) })),
  };
}

/** Hands out the items one after the other, without end. */
export function inTurn<T>(items: readonly T[]): () => T {
  let next = 0;
  return () => {
    const item = items[next % items.length];
    next += 1;
    if (item === undefined) throw new RangeError("There is nothing to take turns with.");
    return item;
  };
}
