/**
 * How soon the page shows a decision, as a multiple of what every page with this module needs: to
 * load it and to compile it. The times themselves belong to the machine and are only printed.
 */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { MISSING } from "./chromium.ts";
import { visits } from "./visit.ts";

/** Measured: 3.6 on two processors, 4.8 on busy ones. */
const RATIO_MAX = 10;
/** Of several loads the fastest counts: the others have waited for other processes. */
const LOADS = 5;

const COMPILED = "compiled";
const DECIDED = "decided";
const COMPILE = `
  const response = await fetch(document.querySelector("meta[name=plimsoll-eviction]").content);
  await WebAssembly.compile(await response.arrayBuffer());
  performance.mark("${COMPILED}");
`;

/** Measured: 14. Each round of six costs a slow line's delay. */
const REQUESTS_MAX = 18;

/** Parts of the page that a decision must not move. */
const PARTS = [
  ".opened .name",
  ".under-opened",
  ".figure",
  ".chart",
  ".scrubber",
  ".overview",
  ".panes",
];
/** CSS pixels; lines of text are rounded. */
const MOVED_MAX = 2;

/** In the page: marks when the headline of a decision is there, with what it says. */
function markDecision(mark: string): void {
  new MutationObserver((_, observer) => {
    const headline = document.querySelector(".headline");
    if (headline === null) return;
    performance.mark(mark, { detail: headline.textContent });
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

/** Milliseconds from the request for the page to a mark. */
async function markedAt(page: Page, mark: string): Promise<number> {
  const times = () =>
    page.evaluate((name) => performance.getEntriesByName(name).map((e) => e.startTime), mark);
  await expect.poll(async () => (await times()).length).toBe(1);
  return (await times())[0] ?? Number.NaN;
}

describe.skipIf(MISSING !== null)("the first decision", () => {
  const { forgive, open, visit } = visits("allow");

  /** The same page with another script. */
  async function compiledAfter(): Promise<number> {
    const prepare = async (page: Page) => {
      const script = { contentType: "text/javascript", body: COMPILE };
      await page.route("**/start-*.js", (route) => route.fulfill(script));
    };
    return markedAt(await open({ prepare }), COMPILED);
  }

  function visited(): Promise<Page> {
    const prepare = async (page: Page) => {
      await page.addInitScript(markDecision, DECIDED);
    };
    return open({ prepare });
  }

  it("comes soon after the module could be there", async () => {
    const [compiled, decided]: [number[], number[]] = [[], []];
    for (let load = 0; load < LOADS; load++) {
      compiled.push(await compiledAfter());
      decided.push(await markedAt(await visited(), DECIDED));
    }
    const [least, soonest] = [Math.min(...compiled), Math.min(...decided)];
    const times = `the first decision after ${Math.round(soonest)} ms`;
    console.log(`${times}, the module alone after ${Math.round(least)} ms`);
    expect(soonest / least).toBeLessThan(RATIO_MAX);
  });

  it("is shown at once where something happens first, not at the first step", async () => {
    const page = await visited();
    await markedAt(page, DECIDED);
    const said = await page.evaluate(
      (name) => (performance.getEntriesByName(name)[0] as PerformanceMark).detail,
      DECIDED,
    );
    expect(said).toMatch(/^Evicts shop\/cart-/);
  });

  it.each([1440, 375])("finds everything in its place, %i pixels wide", async (width) => {
    // The page as it comes, before its first script, which would use what is preloaded.
    forgive(/was preloaded/);
    const prepare = async (page: Page) => {
      const nothing = { contentType: "text/javascript", body: "" };
      await page.route("**/start-*.js", (route) => route.fulfill(nothing));
    };
    const frame = await open({ width, prepare });
    const tops = (page: Page) =>
      Promise.all(
        PARTS.map(async (part) => {
          const box = await page.locator(part).first().boundingBox();
          return { part, top: box?.y ?? Number.NaN };
        }),
      );
    const before = await tops(frame);
    expect(await frame.locator(".opened .name").textContent()).toBe(
      "A leak runs into the hard threshold",
    );
    const page = await visit({ width });
    await page.locator(".chart .u-over").waitFor();
    const moved = (await tops(page)).filter(
      ({ top }, index) => !(Math.abs(top - (before[index]?.top ?? Number.NaN)) <= MOVED_MAX),
    );
    expect(moved).toEqual([]);
  });

  it("does what the frame was asked for before the page could", async () => {
    let send = () => {};
    const isSlow = new Promise<void>((resolve) => {
      send = resolve;
    });
    const prepare = async (page: Page) => {
      await page.route("**/page-*.js", async (route) => {
        await isSlow;
        await route.continue();
      });
    };
    const page = await open({ prepare });
    await page.getByLabel("Example").selectOption("fork-bomb");
    await page.getByRole("button", { name: "Keys" }).click();
    send();
    const title = page.locator(".opened .name");
    await expect.poll(() => title.innerText()).toBe("A fork bomb runs into pid.available");
    await page.getByRole("dialog").waitFor();
  });

  it("shows no story before it where the address names something else", async () => {
    const page = await open({ query: "#kept-nothing" });
    const story = page.getByText("The cart service leaks");
    await expect.poll(() => page.locator(".failure").count()).toBe(1);
    expect(await story.count()).toBe(0);
  });

  it("waits for few requests, of which a browser sends six at a time", async () => {
    const page = await visited();
    const decided = await markedAt(page, DECIDED);
    const before = await page.evaluate(
      (moment) =>
        performance
          .getEntriesByType("resource")
          .filter(({ startTime }) => startTime < moment)
          .map(({ name }) => name),
      decided,
    );
    expect(new Set(before).size).toBeLessThanOrEqual(REQUESTS_MAX);
  });

  it("waits for nothing that only the editor needs", async () => {
    const page = await visited();
    const decided = await markedAt(page, DECIDED);
    const requests = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .filter(({ name }) => /\/editor-\w+\.js$/.test(name))
          .map(({ startTime }) => startTime),
      );
    await expect.poll(async () => (await requests()).length).toBe(1);
    expect((await requests())[0]).toBeGreaterThan(decided);
  });
});
