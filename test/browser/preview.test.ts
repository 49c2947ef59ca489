/**
 * The picture that a chat shows of a link to the site. `GOLDEN=write npm run suite -- browser`
 * takes it again.
 */
import { readFileSync, writeFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, MISSING } from "./chromium.ts";

const FOLDER = new URL("../../docs/pictures/", import.meta.url);
const PREVIEW = new URL("preview.png", FOLDER);
const SIZE = { width: 1200, height: 630 };
/** Where a PNG has its width and height. */
const SIZE_AT = 16;

function html(svg: string): string {
  return `<!doctype html><style>
body { margin: 0; padding: 44px 60px; background: #f7f5f0; color: #17232e;
  font: 34px system-ui, "DejaVu Sans", sans-serif }
h1 { display: flex; gap: 18px; align-items: center; margin: 0 0 6px; font-size: 46px }
p { margin: 0 0 24px; color: #56626d; font-size: 27px }
.picture svg { display: block; width: 1080px }
</style><h1><svg viewBox="0 0 32 32" width="60" fill="none" stroke="#1b5e8c" stroke-width="3">
<circle cx="16" cy="16" r="9.5"/><path d="M1 16h30"/></svg>Plimsoll</h1>
<p>Find out why the kubelet evicted your pod</p><div class="picture">${svg}</div>`;
}

describe.skipIf(MISSING !== null)("the preview of the site", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  it("fits and has the size that the pages name", async () => {
    const page = await browser.newPage({ viewport: SIZE, colorScheme: "light" });
    await page.setContent(html(readFileSync(new URL("eviction.svg", FOLDER), "utf8")));
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThanOrEqual(SIZE.height);
    if (process.env.GOLDEN === "write") writeFileSync(PREVIEW, await page.screenshot());
    const png = readFileSync(PREVIEW);
    expect([png.readUInt32BE(SIZE_AT), png.readUInt32BE(SIZE_AT + 4)]).toEqual([1200, 630]);
  });
});
