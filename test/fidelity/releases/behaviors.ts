import { loadVectors } from "../../vectors/load.ts";
import type { Vector } from "../../vectors/vector.ts";

/** The vectors of one behavior: for the release it came with, and for the one before. */
export interface Behavior {
  readonly name: string;
  readonly before: Vector;
  readonly after: Vector;
}

/** Every behavior that depends on the release. */
export function behaviors(): Behavior[] {
  const vectors = loadVectors().flatMap((file) => file.vectors);
  const names = new Set(vectors.flatMap(({ behavior = [] }) => behavior));
  return [...names].map((name) => {
    const [before, after, ...more] = vectors.filter(({ behavior }) => behavior === name);
    if (before === undefined || after === undefined || more.length > 0) {
      throw new Error(`"${name}" needs two vectors: of the release before and of its own.`);
    }
    return { name, before, after };
  });
}

/** The first of the releases from which on all behave so; undefined when none does. */
export function sinceOf(
  releases: readonly string[],
  behave: readonly boolean[],
): string | undefined {
  return releases[behave.lastIndexOf(false) + 1];
}
