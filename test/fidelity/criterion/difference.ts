import { canonical } from "../../vectors/comparison.ts";

/** One thing that the kubelet and the engine say differently. */
export interface Difference {
  /** A stable name of what differs, such as `ranking`; shrinking keeps it. */
  readonly what: string;
  /** 0-based; absent for what is not about a step. */
  readonly step?: number;
  readonly kubelet: unknown;
  readonly plimsoll: unknown;
}

/** Null when both are the same, whatever the order of members. */
export function differ(what: string, kubelet: unknown, plimsoll: unknown): Difference | null {
  return canonical(kubelet) === canonical(plimsoll) ? null : { what, kubelet, plimsoll };
}

export function present(found: readonly (Difference | null)[]): Difference[] {
  return found.filter((difference) => difference !== null);
}

/** In the order of their UTF-8 bytes, as Go compares strings; that is the order of code points. */
export function compareBytes(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  const apart = left.findIndex((character, index) => character !== right[index]);
  if (apart < 0) return left.length - right.length;
  return (left[apart]?.codePointAt(0) ?? 0) - (right[apart]?.codePointAt(0) ?? -1);
}
