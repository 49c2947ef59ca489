/** The rules of accessibility in every state that the page can be in, light and dark. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { exampleTitles } from "./documents.ts";
import { editorOf } from "./editor.ts";
import { STATES, unfold } from "./states.ts";
import { showPart, visits } from "./visit.ts";

/** Where one part of the page is on show at a time. */
const NARROW = 360;
const TABS = ["Decision", "Ranking", "Configuration", "Signals", "Compare", "Sweep"];

/** What is broken in the light, and what of colors in the dark: nothing else differs. */
async function brokenInBoth(page: Page): Promise<string[]> {
  const light = await broken(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await broken(page, ["color-contrast"]);
  return [...light, ...dark.map((each) => `dark: ${each}`)];
}

describe.skipIf(MISSING !== null)("no rule of accessibility is broken", () => {
  const { visit } = visits();

  it.each(exampleTitles())("by the example %s, with all that is folded", async (label) => {
    const page = await visit();
    await page.getByLabel("Example").selectOption({ label });
    await expect.poll(() => page.locator(".opened .name").innerText()).toBe(label);
    await page.locator(".headline").waitFor();
    await editorOf(page).waitFor();
    await unfold(page);
    expect(await brokenInBoth(page)).toEqual([]);
  });

  it.each(TABS)("by the tab %s where there is room for one", async (tab) => {
    const page = await visit({ width: NARROW });
    await page.locator(".oom-section").waitFor({ state: "attached" });
    await showPart(page, tab);
    await unfold(page);
    expect(await brokenInBoth(page)).toEqual([]);
  });

  it.each(STATES)("by $name", async ({ reach }) => {
    const page = await visit();
    await editorOf(page).waitFor();
    await reach(page);
    await unfold(page);
    expect(await brokenInBoth(page)).toEqual([]);
  });

  it.each(STATES.slice(0, 2))("by $name where there is room for one part", async ({ reach }) => {
    const page = await visit({ width: NARROW });
    await reach(page);
    expect(await brokenInBoth(page)).toEqual([]);
  });
});
