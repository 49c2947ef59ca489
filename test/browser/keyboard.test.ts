/** The page with a keyboard alone. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { MISSING } from "./chromium.ts";
import { visits } from "./visit.ts";

const STOPS_MAX = 200;

interface Stop {
  /** Null where the focus has left the page. */
  readonly name: string | null;
  /** Whether it is covered by what does not scroll. */
  readonly isCovered: boolean;
  readonly isInSight: boolean;
}

/** Runs in the page. */
function stopNow(): Stop {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) {
    return { name: null, isCovered: false, isInSight: true };
  }
  const { left, top, bottom, width, height } = focused.getBoundingClientRect();
  const over = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 8));
  const figure = over?.closest("main > .figure") ?? null;
  return {
    name: focused.getAttribute("aria-label") ?? focused.textContent ?? focused.localName,
    isCovered: figure !== null && !figure.contains(focused),
    isInSight: bottom > 0 && top < innerHeight,
  };
}

const BUDGETS = gunzipSync(
  readFileSync(new URL("../../examples/budgets.cluster.json.gz", import.meta.url)),
).toString();

const title = (page: Page) => page.locator("main h1").innerText();
/** Runs in the page. */
const focusedNow = () => {
  const focused = document.activeElement;
  return focused?.getAttribute("aria-label") ?? focused?.textContent ?? "";
};
const focused = (page: Page) => page.evaluate(focusedNow);

/** Presses Tab until something of this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let pressed = 0; pressed < STOPS_MAX; pressed++) {
    await page.keyboard.press("Tab");
    if (name.test(await focused(page))) return;
  }
  throw new Error(`Tab never reaches ${name}.`);
}

describe.skipIf(MISSING !== null)("a keyboard alone", () => {
  const { open, visit } = visits();

  it("tries a fix, copies it and takes it back", async () => {
    const page = await visit();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const before = await title(page);
    await page.locator(".fix-buttons .try").first().waitFor();
    await tabTo(page, /^Try it/);
    await page.keyboard.press("Enter");
    await expect.poll(() => title(page)).toMatch(/^With the change, batch\/report/);
    // What had the focus gives way to the answer.
    await expect.poll(() => focused(page)).toMatch(/^With the change/);
    await tabTo(page, /^Copy kubectl/);
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("Copied");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain("kubectl create priorityclass");
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => title(page)).toBe(before);
  });

  it("drains a node of a cluster of one's own, and tries what would drain it", async () => {
    const page = await visit();
    await page.keyboard.press("4");
    await expect.poll(() => title(page)).toMatch(/^Test a drain/);
    await tabTo(page, /^$/);
    await page.keyboard.insertText(BUDGETS);
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect.poll(() => title(page)).toMatch(/^worker-1 would not drain/);
    await expect.poll(() => focused(page)).toMatch(/^worker-1 would not drain/);
    await tabTo(page, /^Node to drain/);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => title(page)).toMatch(/^worker-2 would not drain/);
    await page.locator(".drain-remedies .try").first().waitFor();
    await tabTo(page, /^Try it/);
    await page.keyboard.press("Enter");
    await expect.poll(() => title(page)).toMatch(/^worker-2 would drain/);
  });

  it.each([
    ["a pod", "orders", /^shop\/orders-db-0/],
    ["a signal's settings", "sweep", /^(Setting|memory\.available)/],
  ])("goes from the palette to %s, and on from there", async (_, words, name) => {
    const page = await visit();
    await page.locator(".ranking tbody tr").first().waitFor();
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type(words);
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toMatch(name);
    expect(await page.evaluate(stopNow)).toMatchObject({ isCovered: false, isInSight: true });
  });

  it.each([
    ["shares what is on show", /^Share…/, /^Anonymize|^on$|^$/],
    ["compares two releases", /^Compare two releases…/, /1\.20/],
  ])("%s, and goes on where it was", async (_, opener, first) => {
    const page = await visit();
    await tabTo(page, opener);
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toMatch(first);
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toMatch(opener);
  });

  it("chooses an example", async () => {
    const page = await open({ query: "#view=node" });
    await tabTo(page, /^Example$/);
    await page.keyboard.press("ArrowDown");
    const name = "A leak runs into the hard threshold";
    await expect.poll(() => page.locator(".opened .name").innerText()).toBe(name);
    expect(await focused(page)).toBe("Example");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => page.locator(".opened .name").innerText()).not.toBe(name);
  });

  it.each([
    [1440, 900, 0],
    [1440, 800, 0],
    [1280, 1100, 2],
    [375, 800, 0],
  ])("reaches everything, and sees it, at %i × %i with %i more signals", async (...given) => {
    const [width, height, signals] = given;
    const page = await visit({ width, height });
    for (let added = 0; added < signals; added++) {
      await page.getByLabel("Add a signal below").selectOption({ index: 1 });
      await page.locator(".multiples > li").nth(added).waitFor();
    }
    await page.locator(".cm-content").waitFor({ state: "attached" });
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    for (const key of ["Tab", "Shift+Tab"]) {
      const stops: Stop[] = [];
      while (stops.length < STOPS_MAX) {
        await page.keyboard.press(key);
        const stop = await page.evaluate(stopNow);
        if (stop.name === null) break;
        stops.push(stop);
      }
      // There is an end: nothing holds the focus.
      expect(stops.length).toBeLessThan(STOPS_MAX);
      expect(stops.length).toBeGreaterThan(30);
      const isHidden = ({ isCovered, isInSight }: Stop) => isCovered || !isInSight;
      expect(stops.filter(isHidden).map(({ name }) => name)).toEqual([]);
    }
  });

  it.each([
    ["Share…", "#cluster=eviction-loop"],
    ["Share…", ""],
    ["Keys", ""],
    ["Search", ""],
  ])("has the keys of the dialog of %s as soon as it is drawn", async (name, query) => {
    const page = await open({ query });
    const opener = page.getByRole("button", { name: new RegExp(`^${name}`) }).first();
    await opener.waitFor();
    // An observer reports before the next paint, and so before the next key.
    const isOpen = opener.evaluate(
      (button: HTMLElement) =>
        new Promise<boolean | undefined>((resolve) => {
          new MutationObserver((_, observer) => {
            const dialog = document.querySelector("dialog");
            if (dialog === null) return;
            observer.disconnect();
            resolve(dialog.open);
          }).observe(document.body, { childList: true, subtree: true });
          button.click();
        }),
    );
    expect(await isOpen).toBe(true);
  });
});
