/** What is asked for on the way to the first decision, when, and in which form. */
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { MISSING } from "./chromium.ts";
import { startDaemon } from "./daemon.ts";
import { exampleLines } from "./documents.ts";
import { editorOf } from "./editor.ts";
import { visits } from "./visit.ts";

/** Files whose names change with their content. */
const HAS_DIGEST = /-\w{8}\.(?:js|css|wasm)$/;
/** How long nothing is answered, when not all has been asked for. */
const PATIENCE_MILLISECONDS = 10_000;
/** The page itself, its style sheet, which browsers read before scripts, and the first script. */
const BEGINNING = /^\/$|\.css$|\/(?:start|chunk)-\w{8}\.js$/;
/** Without these there is no decision, or nothing that shows it. */
const NEEDED = /\/plimsoll-eviction-\w{8}\.wasm$|\/worker-|\/page-|\/examples\//;

/** Cumulative layout shift; a tenth passes for good. Measured: 0.0006 to 0.0065. */
const SHIFT_MAX = 0.05;

/** In the page, before it is there: adds up what the browser reports as shifts. */
function addUpShifts(): void {
  let sum = 0;
  const keep = () => document.documentElement?.setAttribute("data-shifted", String(sum));
  document.addEventListener("DOMContentLoaded", keep);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & Shift).value;
    keep();
  }).observe({ type: "layout-shift", buffered: true });
}

/** What the types of the DOM lack. */
interface Shift {
  readonly value: number;
}

interface Loaded {
  readonly name: string;
  /** Zero for what the browser had already. */
  readonly transferSize: number;
  readonly encodedBodySize: number;
  readonly decodedBodySize: number;
}

/** Of what a page had loaded before, that which came over the network once more. */
function sentTwice(first: readonly Loaded[], again: readonly Loaded[]): readonly Loaded[] {
  const had = new Set(first.map(({ name }) => name));
  return again.filter(({ name, transferSize }) => had.has(name) && transferSize > 0);
}

/** Every file of the page that has a digest in its name, as the browser got it. */
async function loadedBy(page: Page): Promise<Loaded[]> {
  await page.locator(".headline").waitFor();
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType("resource").map((entry) => {
      const { name, transferSize, encodedBodySize, decodedBodySize } =
        entry as PerformanceResourceTiming;
      return { name, transferSize, encodedBodySize, decodedBodySize };
    }),
  );
  return loaded.filter(({ name }) => HAS_DIGEST.test(name));
}

describe.skipIf(MISSING !== null)("on the way to the first decision", () => {
  const { open, visit } = visits();

  /** The paths that are asked for until there is a decision, as far as the page names them. */
  async function neededForDecision(): Promise<string[]> {
    const asked = new Set<string>();
    const prepare = async (page: Page) => {
      page.on("request", (request) => void asked.add(new URL(request.url()).pathname));
    };
    const page = await open({ prepare });
    await page.locator(".headline").waitFor();
    const html = await page.evaluate(async () => (await fetch(document.location.href)).text());
    // Scripts that are loaded later, such as the kernel's part of the worker, it does not name.
    const isNamed = (path: string) => html.includes(path.slice(1)) || path.startsWith("/examples/");
    return [...asked].filter((path) => NEEDED.test(path) && isNamed(path));
  }

  it("page, worker, module and example are asked for before any of them is there", async () => {
    const wanted = await neededForDecision();
    expect(wanted.length).toBeGreaterThanOrEqual(4);
    const asked = new Set<string>();
    const isAllAsked = () => wanted.every((path) => asked.has(path));
    let send = () => {};
    const allAsked = new Promise<void>((resolve) => {
      send = resolve;
    });
    let missing: string[] = [];
    const prepare = async (page: Page) => {
      await page.route("**/*", async (route) => {
        const path = new URL(route.request().url()).pathname;
        asked.add(path);
        if (isAllAsked()) send();
        // What is not answered can make nobody ask for anything further.
        if (!BEGINNING.test(path)) await allAsked;
        await route.continue();
      });
      setTimeout(() => {
        missing = wanted.filter((path) => !asked.has(path));
        send();
      }, PATIENCE_MILLISECONDS).unref();
    };
    const page = await open({ prepare });
    await page.locator(".headline").waitFor();
    expect(missing).toEqual([]);
  });

  it.each([1440, 375])("next to nothing moves, %i pixels wide", async (width) => {
    const prepare = async (page: Page) => {
      await page.addInitScript(addUpShifts);
    };
    const page = await open({ width, prepare });
    await page.locator(".chart .u-over").waitFor();
    await editorOf(page).waitFor({ state: "attached" });
    await page.locator(".oom-section").waitFor({ state: "attached" });
    // A shift is reported with the frame after it.
    await page.waitForTimeout(200);
    const shifted = await page.evaluate(() => Number(document.documentElement.dataset.shifted));
    expect(shifted).toBeLessThan(SHIFT_MAX);
  });

  it("scripts, style sheet and modules come compressed, and only once", async () => {
    const page = await visit();
    const first = await loadedBy(page);
    expect(first.length).toBeGreaterThanOrEqual(5);
    // A chunk can be smaller as it is.
    const plain = first.filter(
      ({ encodedBodySize, decodedBodySize }) =>
        decodedBodySize > 1000 && encodedBodySize >= decodedBodySize,
    );
    expect(plain).toEqual([]);
    await page.waitForLoadState("networkidle");
    await page.reload();
    expect(sentTwice(first, await loadedBy(page))).toEqual([]);
  });

  it("it is the same with the page of a daemon", async () => {
    const [header = "", ...records] = exampleLines("memory-leak");
    const daemon = await startDaemon(header);
    onTestFinished(() => daemon.stop());
    daemon.feed(records.slice(0, 3));
    const page = await open({ origin: daemon.url });
    const first = await loadedBy(page);
    const sent = first.filter(({ encodedBodySize, decodedBodySize }) => {
      return encodedBodySize < decodedBodySize;
    });
    expect(sent.length).toBeGreaterThanOrEqual(5);
    await page.waitForLoadState("networkidle");
    await page.reload();
    expect(sentTwice(first, await loadedBy(page))).toEqual([]);
  });
});
