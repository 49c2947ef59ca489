import type { Release } from "./facts.ts";

/** The minors the engine follows. */
const OLDEST: Release = 20;
const NEWEST: Release = 36;
const VERSION = /^v?1\.(\d{1,3})(?:[.+-].*)?$/;

/** The minor of a version such as `1.35` or `v1.35.8`; undefined for one that is not followed. */
export function releaseOf(version: string): Release | undefined {
  const minor = Number(VERSION.exec(version)?.[1] ?? Number.NaN);
  return minor >= OLDEST && minor <= NEWEST ? minor : undefined;
}

/** For sentences: the releases that can be followed. */
export const FOLLOWED_RELEASES = `1.${OLDEST} to 1.${NEWEST}`;
