import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { PolicyText } from "../../../analysis/engine/configuredEngine.ts";

/** A policy that may be replaced while the daemon runs. */
export interface PolicyChanges {
  /** Asked before every step; null when nothing changed. Rejects once for each faulty change. */
  changed(): Promise<PolicyText | null>;
}

/** The files a policy was read from, and how to read it from them again. */
export interface WatchedPolicyParts {
  /** Files, and directories of drop-ins. */
  readonly paths: readonly string[];
  load(): Promise<PolicyText>;
}

/**
 * Looks before every step whether the files are what they were: no event can be missed, whether
 * they are written in place, replaced, or swapped behind a link as a mounted ConfigMap is.
 */
export class WatchedPolicy implements PolicyChanges {
  readonly #parts: WatchedPolicyParts;
  #seen: string | null = null;

  constructor(parts: WatchedPolicyParts) {
    this.#parts = parts;
  }

  /** Null when nothing changed. Rejects as `load` does, once for each change. */
  async changed(): Promise<PolicyText | null> {
    const { paths, load } = this.#parts;
    const marks = (await Promise.all(paths.map(marksOf))).flat().join("\n");
    const before = this.#seen;
    this.#seen = marks;
    return before === null || before === marks ? null : load();
  }
}

/** What changes whenever the content does. */
async function marksOf(path: string): Promise<string[]> {
  try {
    const file = await stat(path, { bigint: true });
    const mark = `${path} ${file.dev} ${file.ino} ${file.size} ${file.mtimeNs}`;
    if (!file.isDirectory()) return [mark];
    const names = (await readdir(path)).sort();
    const inside = await Promise.all(names.map((name) => marksOf(join(path, name))));
    return inside.flat();
  } catch (error) {
    return [`${path} ${(error as NodeJS.ErrnoException).code}`];
  }
}
