import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/** What keeps a browser from calling home, and lets it start where there is no display. */
const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const executable = PLACES.find((path) => existsSync(path));

/** Why these tests cannot run here; a machine that tests everything must have a browser. */
export const MISSING =
  executable === undefined && process.env.CI !== "true"
    ? "no Chromium here; apt-get install chromium"
    : null;
if (MISSING !== null) console.warn(`test/browser is skipped: ${MISSING}.`);

export function launch(): Promise<Browser> {
  if (executable === undefined) throw new Error("apt-get install chromium");
  return chromium.launch({ executablePath: executable, args: ARGUMENTS });
}
