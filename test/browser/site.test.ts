/** The site of the documents, opened as files: its search, its lists, and how it fits a phone. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { broken } from "./accessibility.ts";
import { launch, MISSING } from "./chromium.ts";

const ROOT = new URL("../../", import.meta.url);
const SITE = new URL("build/site/", ROOT);
const LOOKS = [
  { width: 1440, scheme: "light" },
  { width: 375, scheme: "dark" },
] as const;
const PAGES = [
  "index.html",
  "docs/tutorial/eviction-to-fix.html",
  "docs/how-to/pending.html",
  "docs/reference/commands/explain.html",
  "docs/reference/kubelet-eviction.html",
  "docs/explanation/how-the-kubelet-picks-a-pod.html",
];

describe.skipIf(MISSING !== null)("the site of the documents", () => {
  let browser: Browser;
  beforeAll(async () => {
    const program = fileURLToPath(new URL("tools/site.mjs", ROOT));
    const { status, stderr } = spawnSync(process.execPath, [program], { encoding: "utf8" });
    expect(status, stderr).toBe(0);
    browser = await launch();
  });
  afterAll(() => browser.close());

  async function visit(
    path: string,
    { width, scheme }: (typeof LOOKS)[number] = LOOKS[0],
  ): Promise<{ page: Page; context: BrowserContext }> {
    const viewport = { width, height: 900 };
    const context = await browser.newContext({ viewport, colorScheme: scheme });
    const page = await context.newPage();
    await page.goto(new URL(path, SITE).href);
    return { page, context };
  }

  it("finds a page by its words, with the keyboard alone", async () => {
    const { page, context } = await visit("index.html");
    await page.keyboard.press("/");
    await page.keyboard.type("drain finish");
    await page.locator(".found a").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/drain-stuck/);
    await context.close();
  });

  it("says when no page has the words", async () => {
    const { page, context } = await visit("index.html");
    await page.getByRole("searchbox").fill("zyzzyva");
    await page.getByText("No page has all of these words").waitFor();
    await context.close();
  });

  it("leads from the first page to the last, and back", async () => {
    const { page, context } = await visit("index.html");
    const seen = [page.url()];
    for (;;) {
      const next = page.locator('.neighbors a[rel="next"]');
      if ((await next.count()) === 0) break;
      await next.click();
      expect(seen).not.toContain(page.url());
      seen.push(page.url());
    }
    expect(seen.length).toBeGreaterThan(50);
    await page.locator('.neighbors a[rel="prev"]').click();
    expect(page.url()).toBe(seen.at(-2));
    await context.close();
  });

  it("counts the answers of the quiz, and makes the score a link", async () => {
    const { page, context } = await visit("docs/tutorial/quiz.html");
    const answers = await page.locator("main details strong").allTextContents();
    for (const [index, pod] of answers.entries()) {
      const table = page.locator("main table").nth(index);
      // The first answer is wrong.
      const right = table.getByRole("button", { name: pod });
      const wrong = table.getByRole("button", { name: /coredns/ });
      await (index === 0 ? wrong : right).click();
    }
    await page.getByText("You have 4 of 5.").waitFor();
    expect(await broken(page)).toEqual([]);
    await page.goto("about:blank");
    await page.goto(new URL("docs/tutorial/quiz.html#quiz=01111", SITE).href);
    await page.getByText("The sender of this link has 4 of 5.").waitFor();
    await context.close();
  });

  it.each(PAGES)("%s fits each width, and axe finds nothing", async (path) => {
    for (const look of LOOKS) {
      const { page, context } = await visit(path, look);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(look.width);
      expect(await broken(page), `${path} at ${look.width}`).toEqual([]);
      await context.close();
    }
  });
});
