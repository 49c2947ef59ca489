import { describe, expect, it } from "vitest";
import { MISSING } from "./chromium.ts";
import { openHeaps } from "./heaps.ts";
import { visits } from "./visit.ts";

const NAMES = ["fork-bomb", "memory-leak"];
/** Captures after which the page has loaded all it will ever need. */
const SETTLED = 10;
const LOADED = 100;
/** Of what is held then. One capture that stays is 0.3 MB, and all of them five times the page. */
const GROWTH_MAX = 1.5;

describe.skipIf(MISSING !== null)("a page that stays open", () => {
  const { visit } = visits("allow");

  it("holds no more after a hundred captures than after ten", async () => {
    const page = await visit();
    const menu = page.getByLabel("Example");
    const load = async (times: number) => {
      for (let loaded = 0; loaded < times; loaded++) {
        const name = NAMES[loaded % NAMES.length] ?? "";
        await menu.selectOption(name);
        await page.locator(`.facts[data-capture="${name}"]`).waitFor();
        await page.locator(".signal").first().waitFor();
      }
    };
    const look = await openHeaps(page);
    await load(SETTLED);
    const before = await look();
    await load(LOADED - SETTLED);
    const after = await look();
    console.log(`after ${SETTLED} captures ${JSON.stringify(before)}`);
    console.log(`after ${LOADED} captures ${JSON.stringify(after)}`);
    expect(after.engines).toBe(before.engines);
    expect(after.nodes).toBeLessThan(before.nodes * GROWTH_MAX);
    expect(after.pageBytes).toBeLessThan(before.pageBytes * GROWTH_MAX);
    expect(after.workerBytes).toBeLessThan(before.workerBytes * GROWTH_MAX);
  });
});
