/** Many steps as one document: assembly/README.md. */

/** A step to pack. */
export interface PackableStep {
  /** Nanoseconds since the epoch. */
  readonly time: bigint;
  /** A Summary, frozen or as JSON; null when none could be read. */
  readonly summary: Uint8Array | null;
  /** The Summary after a reclaim; null when none could be read, absent when none was recorded. */
  readonly afterReclaim?: Uint8Array | null | undefined;
}

const HEAD_BYTES = 64;
const STEP_HEAD_BYTES = 16;
const MAGIC = 0x54534c50;
const NO_TIME = -(2n ** 63n);
const UNREAD = -1;
const UNRECORDED = -2;

/** How many bytes a step takes. */
export function packedBytes({ summary, afterReclaim }: PackableStep): number {
  return STEP_HEAD_BYTES + (summary?.length ?? 0) + (afterReclaim?.length ?? 0);
}

/** How many bytes some steps take. */
export function packedSize(steps: readonly PackableStep[]): number {
  return steps.reduce((sum, step) => sum + packedBytes(step), HEAD_BYTES);
}

/** Writes steps to `to`, of `packedSize` bytes; `before` is when the step before them was. */
export function packSteps(
  steps: readonly PackableStep[],
  before: bigint | null,
  to: Uint8Array = new Uint8Array(packedSize(steps)),
): Uint8Array {
  const view = viewOf(to);
  writeHead(view, steps.length, before);
  let at = HEAD_BYTES;
  for (const { time, summary, afterReclaim } of steps) {
    view.setBigInt64(at, time, true);
    view.setInt32(at + 8, summary?.length ?? UNREAD, true);
    const after = afterReclaim === undefined ? UNRECORDED : (afterReclaim?.length ?? UNREAD);
    view.setInt32(at + 12, after, true);
    at += STEP_HEAD_BYTES;
    for (const document of [summary, afterReclaim ?? null]) {
      if (document === null) continue;
      to.set(document, at);
      at += document.length;
    }
  }
  return to;
}

/** The number of packed steps. */
export function packedCount(packed: Uint8Array): number {
  return viewOf(packed).getUint32(4, true);
}

/** The steps that are left once some were taken. */
export function packedAfter(packed: Uint8Array, taken: number): Uint8Array {
  const view = viewOf(packed);
  let before = view.getBigInt64(8, true);
  let at = HEAD_BYTES;
  for (let index = 0; index < taken; index++) {
    before = view.getBigInt64(at, true);
    const sizes = [view.getInt32(at + 8, true), view.getInt32(at + 12, true)];
    at += sizes.reduce((sum, size) => sum + Math.max(size, 0), STEP_HEAD_BYTES);
  }
  const rest = new Uint8Array(HEAD_BYTES + packed.length - at);
  writeHead(viewOf(rest), packedCount(packed) - taken, before);
  rest.set(packed.subarray(at), HEAD_BYTES);
  return rest;
}

function writeHead(view: DataView, count: number, before: bigint | null): void {
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, count, true);
  view.setBigInt64(8, before ?? NO_TIME, true);
}

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}
