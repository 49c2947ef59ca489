/** The page with a keyboard alone. */
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

describe.skipIf(MISSING !== null)("a keyboard alone", () => {
  const { open, visit } = visits();

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
