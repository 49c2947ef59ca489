/**
 * What the page looks like. `GOLDEN=write npm run suite -- browser` takes the pictures again; look
 * at them before they are committed: the documents show some of them.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { MISSING } from "./chromium.ts";
import { editorOf } from "./editor.ts";
import { showPart, visits } from "./visit.ts";

const FOLDER = new URL("./golden/", import.meta.url);
const WRITES = process.env.GOLDEN === "write";
/** Of all pixels; the edges of letters differ a little between versions of a browser. */
const SHARE_MAX = 0.002;
/** What is different every time; the width of the first would move what is next to it. */
const UNSTEADY = ".shows [role=status] { visibility: hidden }";

/** Of a part: what does not scroll would cover it. */
const PART_ALONE =
  `${UNSTEADY} .sticky-timeline { display: none } ` + ":root { scroll-padding-top: 0 !important }";

const LOOKS = [
  { name: "wide-light", width: 1280, height: 1230, scheme: "light" },
  { name: "wide-dark", width: 1280, height: 1230, scheme: "dark" },
  { name: "wide-forced", width: 1280, height: 1230, scheme: "dark", forcedColors: "active" },
  { name: "narrow-light", width: 360, height: 900, scheme: "light" },
  { name: "narrow-dark", width: 360, height: 900, scheme: "dark" },
] as const;

/** A cluster at the moment at which a pod is evicted. */
const CLUSTER = { query: "#cluster=eviction-loop", reducedMotion: "reduce" } as const;
const CLUSTER_LOOKS = [
  { name: "cluster-light", width: 1280, height: 1230, scheme: "light" },
  { name: "cluster-dark", width: 1280, height: 1230, scheme: "dark" },
] as const;

/** Panels that show more once they are used, each with what a visitor does there. */
const PANELS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  compare: async (page) => {
    await page.getByRole("button", { name: "Keep this configuration as A" }).click();
    await showPart(page, "Configuration");
    const lower = "kind: KubeletConfiguration\nevictionHard: {memory.available: 1Gi}\n";
    await editorOf(page).fill(lower);
    await showPart(page, "Compare");
    await page.locator(".first-difference").waitFor();
  },
  configuration: async (page) => {
    const refused = "evictionHard: # too low\n  memory.available: lots\nkubeReserved: {cpu: '1'}\n";
    await editorOf(page).fill(`kind: KubeletConfiguration\n${refused}`);
    await page.locator(".under-line.error").waitFor();
    await editorOf(page).blur();
  },
  sweep: async (page) => {
    const fields = page.locator(".axis");
    await fields.nth(0).getByLabel("To").fill("2Gi");
    await fields.nth(1).locator("select").selectOption("pressure transition period");
    await page.getByRole("button", { name: "Sweep 121 configurations" }).click();
    await page.locator(".heat button").nth(120).waitFor();
    await page.locator(".shows select").selectOption("MemoryPressure");
  },
};

const PANEL_LOOKS = Object.keys(PANELS).flatMap((panel) => [
  { panel, name: `${panel}-light`, width: 1280, scheme: "light" as const },
  { panel, name: `${panel}-dark`, width: 1280, scheme: "dark" as const },
  { panel, name: `${panel}-narrow`, width: 360, scheme: "light" as const },
]);

/** The share of pixels in which two pictures differ visibly; 1 when their sizes differ. */
async function difference(page: Page, pictures: readonly Buffer[]): Promise<number> {
  const addresses = pictures.map((png) => `data:image/png;base64,${png.toString("base64")}`);
  return page.evaluate(async (given) => {
    const [a, b] = await Promise.all(
      given.map(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext("2d");
        context?.drawImage(image, 0, 0);
        return context?.getImageData(0, 0, image.width, image.height);
      }),
    );
    if (!a || !b || a.width !== b.width || a.height !== b.height) return 1;
    const [left, right] = [a.data, b.data];
    const isSeen = (at: number) => Math.abs((left[at] ?? 0) - (right[at] ?? 0)) > 40;
    let differing = 0;
    for (let at = 0; at < left.length; at += 4) {
      if (isSeen(at) || isSeen(at + 1) || isSeen(at + 2)) differing += 1;
    }
    return differing / (left.length / 4);
  }, addresses);
}

/** Playwright would write a style into the page, and the page's policy refuses those. */
async function picture(page: Page, rules = UNSTEADY, part?: string): Promise<Buffer> {
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, rules);
  const shown = part === undefined ? page : page.locator(part);
  return shown.screenshot({ caret: "initial" });
}

async function expectAsBefore(page: Page, name: string, seen: Buffer): Promise<void> {
  const path = fileURLToPath(new URL(`${name}.png`, FOLDER));
  if (WRITES) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, seen);
  }
  expect(existsSync(path)).toBe(true);
  expect(await difference(page, [seen, readFileSync(path)])).toBeLessThan(SHARE_MAX);
}

describe.skipIf(MISSING !== null)("what the page looks like", () => {
  const { open, visit } = visits();

  it.each(LOOKS)("$name, as it was looked at", async ({ name, ...look }) => {
    const page = await visit(look);
    await page.locator(".eviction").waitFor({ state: "attached" });
    await editorOf(page).waitFor({ state: "attached" });
    await page.locator(".chart .u-over").waitFor();
    await page.locator(".oom-section").waitFor({ state: "attached" });
    await page.locator(".admission-section").waitFor({ state: "attached" });
    await expectAsBefore(page, name, await picture(page));
  });

  it.each(CLUSTER_LOOKS)("$name, as it was looked at", async ({ name, ...look }) => {
    const page = await open({ ...CLUSTER, ...look });
    await page.getByRole("button", { name: /^Try it: Cordon/ }).waitFor();
    const evicted = page.locator(".events button").filter({ hasText: "Evicted shop/cart-1:" });
    await evicted.click();
    await page.locator(".explanation-of .headline").waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await expectAsBefore(page, name, await picture(page));
  });

  it.each(PANEL_LOOKS)("$name, as it was looked at", async ({ panel, name, ...look }) => {
    const page = await visit(look);
    const title = `${panel.charAt(0).toUpperCase()}${panel.slice(1)}`;
    await showPart(page, title);
    await PANELS[panel]?.(page);
    await showPart(page, title);
    await expectAsBefore(page, name, await picture(page, PART_ALONE, `.${panel}`));
  });

  it("tells two looks apart", async () => {
    const page = await visit();
    const light = await picture(page);
    const moved = await picture(page, ".fixes { transform: translateY(6px) }");
    expect(await difference(page, [light, light])).toBe(0);
    expect(await difference(page, [light, moved])).toBeGreaterThan(0);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await difference(page, [light, await picture(page)])).toBeGreaterThan(SHARE_MAX);
  });
});
