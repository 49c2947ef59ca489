/** The same decisions in a tab of Chromium. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { CHROMIUM_PLACES, CHROMIUM_WORDS } from "../../chromium.ts";
import type { TabMicros } from "./page.ts";
import { RELEASE } from "./scheduler.ts";

const PAGE = fileURLToPath(new URL("./page.ts", import.meta.url));

type Measure = (...words: readonly unknown[]) => Promise<TabMicros>;

/** Null where Chromium is not installed. */
export async function measureInTab(
  wasm: Uint8Array,
  nodes: number,
  pods: number,
  times: number,
): Promise<readonly TabMicros[] | null> {
  const executablePath = CHROMIUM_PLACES.find(existsSync);
  if (executablePath === undefined) return null;
  const built = await build({ entryPoints: [PAGE], bundle: true, format: "iife", write: false });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_WORDS });
  try {
    const taken: TabMicros[] = [];
    for (let time = 0; time < times; time++) {
      const tab = await browser.newPage();
      await tab.addScriptTag({ content: built.outputFiles[0]?.text ?? "" });
      const words = [Buffer.from(wasm).toString("base64"), RELEASE, nodes, pods];
      taken.push(
        await tab.evaluate((given) => {
          return (globalThis as unknown as { measure: Measure }).measure(...given);
        }, words),
      );
      await tab.close();
    }
    return taken;
  } finally {
    await browser.close();
  }
}
