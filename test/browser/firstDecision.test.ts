/**
 * How soon the page shows a decision, as a multiple of what every page with this module needs: to
 * load it and to compile it. The times themselves belong to the machine and are only printed.
 */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { MISSING } from "./chromium.ts";
import { visits } from "./visit.ts";

/** Measured: 3 to 4 on two busy processors. */
const RATIO_MAX = 12;
/** Of several loads the fastest counts: the others have waited for other processes. */
const LOADS = 5;

const COMPILED = "compiled";
const DECIDED = "decided";
const COMPILE = `
  const response = await fetch(document.querySelector("meta[name=plimsoll-core]").content);
  await WebAssembly.compile(await response.arrayBuffer());
  performance.mark("${COMPILED}");
`;

/** In the page: marks when the headline of a decision is there. */
function markDecision(mark: string): void {
  new MutationObserver((_, observer) => {
    if (document.querySelector(".headline") === null) return;
    performance.mark(mark);
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
  const { open } = visits();

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
