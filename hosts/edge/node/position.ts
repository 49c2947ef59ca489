import { fromBase64, toBase64 } from "../base64.ts";

/** How far a node has come: what the next snapshot goes on from. */
export interface NodePosition {
  /** The time of the last snapshot, as `formatTime` writes it. */
  readonly time: string;
  /** SHA-256 of the last snapshot's bytes; null where these are the record of this time. */
  readonly snapshot: string | null;
  readonly state: Uint8Array;
  /** That its documents are of; absent when none has said. */
  readonly node?: string | null;
  /** The digest of the list of pods in force, as it was sent; absent if it is not known. */
  readonly podsDigest?: string | null;
  /** What was answered, byte for byte. */
  readonly answer: string;
}

/** Nineteen of twenty bytes of a state are zeros, most of them in one run, which is left out. */
interface Stored extends Omit<NodePosition, "state"> {
  readonly state: string;
  /** The position and length of the run in the state; absent where the state is whole. */
  readonly zeros?: readonly [at: number, count: number];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function positionBytes({ state, ...position }: NodePosition): Uint8Array {
  const { at, count } = longestZeros(state);
  const others = new Uint8Array(state.length - count);
  others.set(state.subarray(0, at));
  others.set(state.subarray(at + count), at);
  const stored: Stored = { ...position, state: toBase64(others), zeros: [at, count] };
  return encoder.encode(JSON.stringify(stored));
}

export function positionOf(bytes: Uint8Array): NodePosition {
  const { zeros, ...stored } = JSON.parse(decoder.decode(bytes)) as Stored;
  const others = fromBase64(stored.state, "state");
  const [at, count] = zeros ?? [0, 0];
  const state = new Uint8Array(others.length + count);
  state.set(others.subarray(0, at));
  state.set(others.subarray(at), at + count);
  return { ...stored, state };
}

function longestZeros(bytes: Uint8Array): { readonly at: number; readonly count: number } {
  let longest = { at: 0, count: 0 };
  let start = 0;
  for (let at = 0; at <= bytes.length; at++) {
    if (bytes[at] === 0) continue;
    if (at - start > longest.count) longest = { at: start, count: at - start };
    start = at + 1;
  }
  return longest;
}
