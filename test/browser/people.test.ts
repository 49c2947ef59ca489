import { describe, expect, it } from "vitest";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { showPart, visits } from "./visit.ts";

const LOOKS = [
  { width: 1280, scheme: "light" },
  { width: 1280, scheme: "dark" },
  { width: 360, scheme: "light" },
  { width: 360, scheme: "dark" },
] as const;

describe.skipIf(MISSING !== null)("who can use the page", () => {
  const { visit } = visits();

  it.each(LOOKS)("breaks no rule of accessibility, $width pixels wide, $scheme", async (look) => {
    const page = await visit(look);
    await showPart(page, "Ranking");
    await page.getByRole("button", { name: /^shop\/cart-/ }).click();
    await page.locator(".explanation li").first().waitFor();
    await expect.poll(() => broken(page)).toEqual([]);
  });

  it.each([
    ["colors of the user's own", { forcedColors: "active" }],
    ["more contrast", { contrast: "more" }],
  ] as const)("breaks no rule and tells all events apart with %s", async (_, wish) => {
    const page = await visit(wish);
    await page.locator("button.act").first().waitFor();
    expect(await broken(page)).toEqual([]);
    const [mark, sheet] = await Promise.all(
      ["button.act.evicts", ".figure"].map((part) =>
        page.locator(part).evaluate((each) => getComputedStyle(each).backgroundColor),
      ),
    );
    expect(mark).not.toBe(sheet);
  });

  it("fills no small chart with ink in colors of the user's own", async () => {
    const page = await visit({ forcedColors: "active" });
    const canvas = page.locator(".signal .spark canvas").first();
    await canvas.waitFor();
    const inked = await canvas.evaluate((each: HTMLCanvasElement) => {
      const { width, height } = each;
      const pixels = each.getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
      const opaque = Array.from(pixels).filter((value, index) => index % 4 === 3 && value > 200);
      return opaque.length / (width * height);
    });
    expect(inked).toBeGreaterThan(0);
    expect(inked).toBeLessThan(0.2);
  });

  it("is looked at by rules that can object", async () => {
    const page = await visit();
    await page.evaluate(() => {
      const bad = document.createElement("div");
      bad.append(document.createElement("input"), document.createElement("img"));
      document.querySelector("main")?.append(bad);
      document.documentElement.removeAttribute("lang");
    });
    const rules = (await broken(page)).map((each) => each.split(":")[0]);
    expect(rules).toEqual(expect.arrayContaining(["html-has-lang", "image-alt", "label"]));
  });

  it("fits a window of 360 pixels", async () => {
    const page = await visit({ width: 360 });
    await showPart(page, "Ranking");
    await page.getByRole("button", { name: /^shop\/cart-/ }).click();
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(widest).toBeLessThanOrEqual(360);
  });

  it("walks a newcomer through the page", async () => {
    const page = await visit();
    const start = page.getByRole("button", { name: "Take a short tour" });
    await start.click();
    const card = page.getByRole("dialog");
    const titles: string[] = [];
    for (;;) {
      titles.push(await card.getByRole("heading").innerText());
      await expect.poll(() => page.locator(".toured").count()).toBe(1);
      if ((await card.getByRole("button", { name: "Next" }).count()) === 0) break;
      await card.getByRole("button", { name: "Next" }).click();
    }
    expect(titles).toHaveLength(5);
    await expect.poll(() => broken(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => card.count()).toBe(0);
    await expect
      .poll(() => start.evaluate((button) => button === document.activeElement))
      .toBe(true);
  });

  it("moves nothing by itself for those who asked for less motion", async () => {
    const page = await visit({ reducedMotion: "reduce" });
    const moving = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === "running").length,
    );
    expect(moving).toBe(0);
  });

  it("reaches everything with the Tab key", async () => {
    const page = await visit();
    const reached = new Set<string>();
    for (let pressed = 0; pressed < 80; pressed++) {
      await page.keyboard.press("Tab");
      reached.add(
        await page.evaluate(() => {
          const at = document.activeElement;
          return at?.getAttribute("aria-label") ?? at?.textContent?.trim().slice(0, 40) ?? "";
        }),
      );
    }
    for (const name of ["Skip to the answer", "Paste or open…", "Step", "Next event"]) {
      expect([...reached]).toContain(name);
    }
    expect([...reached].some((name) => name.startsWith("hard threshold of memory"))).toBe(true);
    expect([...reached].some((name) => name.startsWith("shop/cart-"))).toBe(true);
  });
});
