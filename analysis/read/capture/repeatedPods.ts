import { sameBytes } from "../../engine/sameBytes.ts";

/** The records, of which one brings a list of pods only where it differs from the one before. */
export function* withoutRepeatedPods<Record extends { readonly pods?: Uint8Array }>(
  records: Iterable<Record>,
): Generator<Record | Omit<Record, "pods">, void, undefined> {
  let before: Uint8Array | null = null;
  for (const record of records) {
    const { pods, ...others } = record;
    yield pods === undefined || sameBytes(pods, before) ? others : record;
    before = pods ?? before;
  }
}
