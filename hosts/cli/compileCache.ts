/**
 * Keeps what Node compiled, for the next command: from Node 22 on, which has such a cache. Nothing
 * is imported here but Node's own: the cache has to be there before the program is loaded.
 */
import { statSync } from "node:fs";
import nodeModule from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

/** Where a user's programs keep what they can make again, by operating system. */
const CACHES: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: "Library/Caches",
  win32: "AppData/Local",
};
const CACHE_ELSEWHERE = ".cache";

/** Node 20 does not have it. */
type Enable = (directory: string) => unknown;
const { enableCompileCache: enable } = nodeModule as { readonly enableCompileCache?: Enable };

/** Only in a folder for such things that exists and is the user's own; no folder, no cache. */
export function enableCompileCache(
  home = homedir(),
  environment: NodeJS.ProcessEnv = process.env,
  asked = enable,
): void {
  if (asked === undefined) return;
  const folder = ownCacheFolder(home, environment);
  // It reports failures in its result: a disk may be full, or read-only.
  if (folder !== null) asked(join(folder, "plimsoll"));
}

/** With sudo, the home folder may be another user's, who could not remove what is written there. */
function ownCacheFolder(home: string, { XDG_CACHE_HOME: given }: NodeJS.ProcessEnv): string | null {
  try {
    const folder = given || join(home, CACHES[process.platform] ?? CACHE_ELSEWHERE);
    const found = statSync(folder);
    const isOwn = process.getuid === undefined || found.uid === process.getuid();
    return found.isDirectory() && isOwn ? folder : null;
  } catch {
    return null;
  }
}
