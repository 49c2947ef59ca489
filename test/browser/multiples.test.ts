import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { decided, linkOf, visits } from "./visit.ts";

const add = (page: Page) => page.getByLabel("Add a signal below");
const titles = (page: Page) => page.locator(".multiple-title code").allInnerTexts();
const title = (page: Page, signal: string) =>
  page.locator(".multiple-title").filter({ hasText: signal });
const hash = (page: Page) => new URL(page.url()).hash;

async function boxOf(page: Page, selector: string, at = 0) {
  const box = await page.locator(selector).nth(at).boundingBox();
  return box ?? expect.fail(`There is no ${selector}.`);
}

/** The page with two signals below the one in focus, drawn. */
async function stacked(page: Page): Promise<void> {
  await page.locator(".position").first().waitFor();
  await add(page).selectOption("nodefs.available");
  await add(page).selectOption("pid.available");
  await expect.poll(() => page.locator(".chart .u-over").count()).toBe(3);
  await expect.poll(() => page.locator(".position").count()).toBe(3);
}

describe.skipIf(MISSING !== null)("several signals", () => {
  const { visit, open } = visits();

  it("stand below each other, with the position at one place", async () => {
    const page = await visit();
    await stacked(page);
    expect(await titles(page)).toEqual(["nodefs.available", "pid.available"]);
    const middles = async () => {
      const boxes = await Promise.all([0, 1, 2].map((at) => boxOf(page, ".position", at)));
      return boxes.map(({ x, width }) => x + width / 2);
    };
    const [first = 0, ...others] = await middles();
    for (const other of others) expect(Math.abs(other - first)).toBeLessThan(1);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(async () => (await middles())[2]).toBeLessThan(first - 2);
    expect(await broken(page)).toEqual([]);
  });

  it("have one cursor, and each says time, amount and pod there", async () => {
    const page = await visit();
    await stacked(page);
    const { x, y, width } = await boxOf(page, ".chart .u-over", 1);
    // 0.6 of 1,110 seconds from ten o'clock is 10:11:06, and the step nearest to it 10:11:10.
    await page.mouse.move(x + width * 0.6, y + 30);
    const tips = page.locator(".chart-tip");
    await expect.poll(() => tips.count()).toBe(3);
    for (const tip of await tips.allInnerTexts()) expect(tip).toMatch(/^10:11:10 UTC/);
    const [memory = "", disk = "", pids = ""] = await tips.allInnerTexts();
    const cart = /memory\.available 330Mi \([\d,]+ B\)\n+shop\/cart-\S+ is most above its request/;
    expect(memory).toMatch(cart);
    expect(disk).toMatch(/nodefs\.available [\d.]+Gi \([\d,]+ B\)\n+shop\/orders-db-0 is most/);
    expect(pids).toMatch(/pid\.available 32,302\n+shop\/orders-db-0 uses most, \d+/);
    const lefts = await Promise.all([0, 1, 2].map((at) => boxOf(page, ".cursor", at)));
    expect(new Set(lefts.map(({ x: left }) => Math.round(left))).size).toBe(1);
    await page.mouse.move(x, y - 300);
    await expect.poll(() => tips.count()).toBe(0);
  });

  it("are zoomed together, by a drag in any of them", async () => {
    const page = await visit({ height: 1300 });
    await stacked(page);
    const { x, y, width } = await boxOf(page, ".chart .u-over", 2);
    await page.mouse.move(x + width * 0.6, y + 30);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.8, y + 30, { steps: 3 });
    await page.mouse.up();
    await expect
      .poll(() => page.locator(".window-words").innerText())
      .toMatch(/10:11:0\d to 10:14:4\d 3m4\ds$/);
    const places = async () => {
      const boxes = await Promise.all([0, 1, 2].map((at) => boxOf(page, ".position", at)));
      return new Set(boxes.map(({ x: left }) => Math.round(left))).size;
    };
    await expect.poll(places).toBe(1);
  });

  it("are read, enlarged and removed by keys alone", async () => {
    const page = await visit();
    await stacked(page);
    const pids = () => title(page, "pid.available").locator("output").innerText();
    const before = await pids();
    await page.getByRole("slider", { name: "Step" }).press("Home");
    await expect.poll(pids).not.toBe(before);
    await expect
      .poll(() => title(page, "nodefs.available").innerText())
      .toMatch(/shop\/orders-db-0 uses [\d.]+Mi, [\d.]+Mi above its request/);
    await page.getByRole("button", { name: "nodefs.available", exact: true }).press("Enter");
    await expect.poll(() => titles(page)).toEqual(["memory.available", "pid.available"]);
    await expect.poll(() => page.locator(".chart-title code").innerText()).toBe("nodefs.available");
    await page.getByRole("button", { name: "Remove pid.available" }).press("Enter");
    await expect.poll(() => titles(page)).toEqual(["memory.available"]);
    // What is removed leaves the focus with what is left.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Add a signal below");
  });

  it("stand in the address and in a link, and end with the capture", async () => {
    const page = await visit();
    await page.locator(".position").first().waitFor();
    // The address of the example comes first, then one with each signal, after a pause.
    let before = "";
    for (const signal of ["nodefs.available", "pid.available"]) {
      await expect.poll(() => hash(page)).not.toBe(before);
      before = hash(page);
      await add(page).selectOption(signal);
    }
    await expect.poll(() => hash(page)).not.toBe(before);
    const link = await linkOf(page);
    const other = await open({ query: link });
    await expect.poll(() => titles(other)).toEqual(["nodefs.available", "pid.available"]);
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(["nodefs.available", "pid.available"]);
    await page.getByLabel("Example").selectOption("fork-bomb");
    await decided(page, "fork-bomb");
    await expect.poll(() => titles(page)).toEqual([]);
  });

  it("can all be added at once, and fit a window of 360 pixels", async () => {
    const page = await visit({ width: 360 });
    await page.locator(".position").first().waitFor();
    await add(page).selectOption("all");
    await expect.poll(async () => (await titles(page)).length).toBeGreaterThan(4);
    await expect.poll(() => add(page).isDisabled()).toBe(true);
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(widest).toBeLessThanOrEqual(360);
    expect(await broken(page)).toEqual([]);
  });

  it("differ from their thresholds in colors of the user's own", async () => {
    const page = await visit({ forcedColors: "active", scheme: "dark" });
    await stacked(page);
    expect(await broken(page)).toEqual([]);
    const colors = await page
      .locator(".chart.small canvas")
      .first()
      .evaluate((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const context = (canvas as HTMLCanvasElement).getContext("2d");
        const pixels = context?.getImageData(0, 0, width, height).data ?? [];
        const seen = new Set<string>();
        for (let at = 0; at < pixels.length; at += 4) {
          if ((pixels[at + 3] ?? 0) > 200) seen.add(pixels.slice(at, at + 3).join());
        }
        return seen.size;
      });
    expect(colors).toBeGreaterThan(2);
  });

  it("leave room for what is below them when the page is scrolled", async () => {
    const page = await visit({ width: 1280, height: 800 });
    await stacked(page);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const covered = async () =>
      (await page.locator(".figure").boundingBox()) ?? { y: 0, height: 0 };
    await expect.poll(async () => (await covered()).y + (await covered()).height).toBeLessThan(400);
  });
});
