import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { CHROMIUM_PLACES, CHROMIUM_WORDS } from "../chromium.ts";

const executable = CHROMIUM_PLACES.find((path) => existsSync(path));

/** Why these tests cannot run here; a machine that tests everything must have a browser. */
export const MISSING =
  executable === undefined && process.env.CI !== "true"
    ? "no Chromium here; apt-get install chromium"
    : null;
if (MISSING !== null) console.warn(`test/browser is skipped: ${MISSING}.`);

export function launch(): Promise<Browser> {
  if (executable === undefined) throw new Error("apt-get install chromium");
  return chromium.launch({ executablePath: executable, args: CHROMIUM_WORDS });
}
