import type { KeyInput, Page } from "puppeteer-core";
import { describe, expect, it } from "vitest";
import { digestsInPage, digestsOfReplay, EXAMPLES } from "./conformance.ts";
import { firefoxVisits, MISSING } from "./firefox.ts";

const textOf = (page: Page, selector: string) =>
  page.$eval(selector, (element) => element.textContent ?? "");

/** Presses keys one after the other; those joined by `+` together. */
async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const together = key.split("+") as KeyInput[];
    for (const each of together) await page.keyboard.down(each);
    for (const each of together.reverse()) await page.keyboard.up(each);
  }
}

/** Waits for a text in a shadow root, whose changes no observer outside sees. */
async function appears(page: Page, selector: string, text: string): Promise<void> {
  const texts = () => page.$$eval(`>>> ${selector}`, (all) => all.map((each) => each.textContent));
  await expect.poll(async () => (await texts()).join("\n")).toContain(text);
}

const linesIn = (page: Page) =>
  page.$$eval(">>> .cm-line", (lines) => lines.map(({ textContent }) => textContent));

describe.skipIf(MISSING !== null)("the page in Firefox", () => {
  const { visit } = firefoxVisits();

  it("opens on an example, at its first eviction, and is moved by keys", async () => {
    const page = await visit();
    await expect.poll(() => textOf(page, ".headline")).toMatch(/^Evicts shop\/cart-/);
    expect(await textOf(page, "blockquote")).toContain("available: 94688Ki");
    await press(page, "ArrowLeft");
    await expect.poll(() => textOf(page, ".clock .step")).toBe("step 74 of 112");
    await expect.poll(() => textOf(page, ".headline")).toBe("Nothing to do");
    await press(page, "]");
    await expect.poll(() => textOf(page, ".clock .step")).toBe("step 75 of 112");
  });

  it("goes where the slider is pulled", async () => {
    const page = await visit();
    await expect.poll(() => textOf(page, ".clock .step")).toBe("step 75 of 112");
    await page.focus('input[aria-label="Step"]');
    await press(page, "Home");
    await expect.poll(() => textOf(page, ".clock .step")).toBe("step 1 of 112");
  });

  it("zooms by keys, by the wheel with Ctrl and by a drag, and pans", async () => {
    const page = await visit();
    const words = () => textOf(page, ".window-words");
    await expect.poll(() => textOf(page, ".clock .step")).toBe("step 75 of 112");
    await page.waitForSelector(".position");
    await press(page, "w");
    await expect.poll(words).toContain("9m15s");
    await press(page, "a");
    await expect.poll(words).toMatch(/to 10:1\d:\d\d/);
    await press(page, "0");
    await expect.poll(words).toMatch(/^Zoom:/);
    const chart = await page.waitForSelector(".chart .u-over");
    const { x, y, width } = (await chart?.boundingBox()) ?? expect.fail("There is no chart.");
    await page.mouse.move(x + width / 2, y + 90);
    await page.keyboard.down("Control");
    await page.mouse.wheel({ deltaY: -240 });
    await page.keyboard.up("Control");
    await expect.poll(words).not.toMatch(/^Zoom:/);
    await press(page, "0");
    await expect.poll(words).toMatch(/^Zoom:/);
    await page.mouse.move(x + width * 0.6, y + 90);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.8, y + 90, { steps: 3 });
    await page.mouse.up();
    await expect.poll(words).toMatch(/10:11:0\d to 10:14:4\d 3m4\ds$/);
    // The chart and what is drawn next to it are at one place.
    const left = (selector: string) =>
      page.$eval(selector, (element) => {
        const box = element.getBoundingClientRect();
        return box.left + box.width / 2;
      });
    const apart = async () => Math.abs((await left(".position")) - (await left("button.act")));
    await expect.poll(apart).toBeLessThan(1.5);
  });

  it("writes times in the zone that is chosen", async () => {
    const page = await visit();
    await expect.poll(() => textOf(page, ".clock time")).toBe("2026-01-15 10:12:20 UTC");
    await page.select("select.zone", "local");
    const local = await page.evaluate(() =>
      new Date("2026-01-15T10:12:20Z").toLocaleTimeString("en-GB"),
    );
    await expect.poll(() => textOf(page, ".clock time")).toContain(local);
    await page.select("select.zone", "utc");
    await expect.poll(() => textOf(page, ".clock time")).toBe("2026-01-15 10:12:20 UTC");
  });

  it("says what is wrong with a configuration, and offers what can be written", async () => {
    const page = await visit();
    // So wide that no line is broken.
    await page.setViewport({ width: 1900, height: 900 });
    await appears(page, ".cm-content", "kind");
    await page.focus(">>> .cm-content");
    await press(page, "Control+a", "Backspace");
    await page.keyboard.type("evictionHard:");
    await press(page, "Escape", "Enter");
    await page.keyboard.type("memory.available: lots");
    await appears(page, ".under-line.error", "quantities must match");
    await press(page, "Enter");
    await page.keyboard.type("pid");
    await appears(page, ".cm-completionLabel", "pid.available");
    await press(page, "Tab");
    await appears(page, ".cm-completionLabel", "5%");
    await press(page, "Tab", "Control+Home", "Delete", "Control+z");
    const lines = ["evictionHard:", "  memory.available: lots", "  pid.available: 5%"];
    expect(await linesIn(page)).toEqual(lines);
    await press(page, "Control+Home", "ArrowDown", "ArrowDown", "Home", "Home", "Backspace");
    expect(await linesIn(page)).toEqual([lines[0], `${lines[1]}${lines[2]}`]);
  });

  it("decides every example as plimsoll replay does", async () => {
    const page = await visit();
    for (const example of EXAMPLES) {
      const digests = await page.evaluate(digestsInPage, example.file);
      expect(digests, example.name).toEqual(await digestsOfReplay(example));
    }
  });
});
