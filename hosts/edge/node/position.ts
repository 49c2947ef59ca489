import { fromBase64, toBase64 } from "../base64.ts";

/** How far a node has come: what the next snapshot goes on from. */
export interface NodePosition {
  /** Of the last snapshot, as `formatTime` writes it. */
  readonly time: string;
  /** SHA-256 of the last snapshot's bytes; null where these are the record of this time. */
  readonly snapshot: string | null;
  readonly state: Uint8Array;
  /** That its documents are of; absent when none has said. */
  readonly node?: string | null;
  /** Of the list of pods in force, as it was sent; absent when that is not known. */
  readonly podsDigest?: string | null;
  /** What was answered, byte for byte. */
  readonly answer: string;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function positionBytes(position: NodePosition): Uint8Array {
  return encoder.encode(JSON.stringify({ ...position, state: toBase64(position.state) }));
}

export function positionOf(bytes: Uint8Array): NodePosition {
  const stored = JSON.parse(decoder.decode(bytes)) as Omit<NodePosition, "state"> & {
    readonly state: string;
  };
  return { ...stored, state: fromBase64(stored.state, "state") };
}
