/** The killers of Debian's releases, unpacked in folders of their own. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("killers", import.meta.url));
/** Each release has a folder here, with its file system in `root`. */
export const KILLERS = fileURLToPath(new URL("../../../build/killers/", import.meta.url));

/** Whether all are there now. */
export function fetchKillers(suites: readonly string[]): boolean {
  mkdirSync(KILLERS, { recursive: true });
  return spawnSync(SCRIPT, [KILLERS, ...suites], { stdio: "inherit" }).status === 0;
}
