import type { BundlePart } from "./part.ts";

/** A member of a bundle, and its bytes as they come. */
export interface BundleMember {
  readonly path: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Why its bytes are not read, once they have been asked for. */
  readonly problem: () => string | undefined;
}

/** The parts of a bundle by their members: each is to be read before the next one is asked for. */
export async function* bundleMembers(
  parts: AsyncGenerator<BundlePart, void, undefined>,
): AsyncGenerator<BundleMember, void, undefined> {
  for (let first = await parts.next(); !first.done; first = await parts.next()) {
    let part: BundlePart = first.value;
    const { path } = part;
    const chunks = (async function* () {
      while (part.bytes !== null) {
        // A reader of archives uses its memory again.
        yield part.bytes.slice();
        const next = await parts.next();
        if (next.done) return;
        part = next.value;
      }
    })();
    yield { path, chunks, problem: () => part.problem };
    // What a reader has left of it, which may have ended early.
    while (part.bytes !== null) {
      const next = await parts.next();
      if (next.done) return;
      part = next.value;
    }
  }
}
