import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { visits } from "./visit.ts";

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const copyAs = (page: Page, form: string) =>
  page.getByRole("button", { name: `Copy the ranking as ${form}` });
const allowCopies = (page: Page) =>
  page.context().grantPermissions(["clipboard-read", "clipboard-write"]);

describe.skipIf(MISSING !== null)("the ranking to hand on", () => {
  const { visit } = visits();

  it("is copied as Markdown, with the pods that are listed", async () => {
    const page = await visit({ prepare: allowCopies });
    await page.locator(".ranking tr.bad").waitFor();
    await page.getByLabel("Namespace").selectOption("shop");
    await copyAs(page, "Markdown").click();
    await expect
      .poll(() => page.locator(".copies [role=status]").innerText())
      .toBe("Markdown copied.");
    const text = await copied(page);
    expect(text).toContain("- **node:** `worker-3`\n");
    expect(text).toContain("`shop/cart-p89ncn6dqk-8t8pl`");
    expect(text).not.toContain("batch/report");
    expect(text).toMatch(/- \*\*listed:\*\* \d of 8 pods\n/);
    expect(await broken(page)).toEqual([]);
  });

  it("is copied as CSV", async () => {
    const page = await visit({ prepare: allowCopies });
    await page.locator(".ranking tr.bad").waitFor();
    await copyAs(page, "CSV").click();
    await expect.poll(() => page.locator(".copies [role=status]").innerText()).toBe("CSV copied.");
    expect((await copied(page)).split("\r\n")[1]).toMatch(/^1,shop,cart-.*,evicted$/);
  });

  it("is downloaded where the browser lets the page copy nothing", async () => {
    const refuse = async (page: Page) => {
      await page.addInitScript(() =>
        Object.defineProperty(navigator, "clipboard", { value: undefined }),
      );
    };
    const page = await visit({ prepare: refuse });
    await page.locator(".ranking tr.bad").waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), copyAs(page, "CSV").click()]);
    expect(file.suggestedFilename()).toBe("worker-3-20260115T101220Z-ranking.csv");
    await expect
      .poll(() => page.locator(".copies [role=status]").innerText())
      .toContain("worker-3-20260115T101220Z-ranking.csv is downloaded instead");
  });
});

/** The colors of a picture with the number of pixels that have them. */
function colorsOf(page: Page, png: Buffer): Promise<Record<string, number>> {
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? [];
    const counts: Record<string, number> = { width: image.width, height: image.height };
    for (let at = 0; at < pixels.length; at += 4) {
      const color = `${pixels[at]},${pixels[at + 1]},${pixels[at + 2]}`;
      counts[color] = (counts[color] ?? 0) + 1;
    }
    return counts;
  }, png.toString("base64"));
}

describe.skipIf(MISSING !== null)("the timeline as a picture", () => {
  const { visit } = visits();

  it("is saved as it is seen, below what it is of", async () => {
    const page = await visit({ width: 1440 });
    await page.locator(".pod-labels span").first().waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save a picture of the timeline as PNG" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("worker-3-20260115T101220Z-timeline.png");
    const seen = await page.locator(".figure").boundingBox();
    const colors = await colorsOf(page, readFileSync(await file.path()));
    expect(colors.width).toBe(Math.round(seen?.width ?? 0));
    expect(colors.height).toBeGreaterThan((seen?.height ?? 0) + 40);
    // The condition and the mark of the eviction are of one red, the line of the position is ink.
    expect(colors["179,38,30"]).toBeGreaterThan(200);
    expect(colors["23,35,46"]).toBeGreaterThan(300);
  });
});
