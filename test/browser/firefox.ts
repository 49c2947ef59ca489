import { existsSync } from "node:fs";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import {
  type PlaygroundServer,
  servePlayground,
} from "../../hosts/cli/commands/playground/server.ts";

const PLACES = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];
const executable = PLACES.find((path) => existsSync(path));

/** Why these tests cannot run here; a machine that tests everything must have both browsers. */
export const MISSING =
  executable === undefined && process.env.CI !== "true"
    ? "no Firefox here; apt-get install firefox-esr"
    : null;
if (MISSING !== null) console.warn(`test/browser/firefox is skipped: ${MISSING}.`);

/**
 * Opens the page in the Firefox of this machine, which Playwright drives only in a build of its
 * own. After each test its console must be free of errors, and no other origin asked for anything.
 */
export function firefoxVisits(): { visit(origin?: string): Promise<Page> } {
  let browser: Browser;
  let server: PlaygroundServer;
  let pages: Page[] = [];
  let complaints: string[] = [];

  beforeAll(async () => {
    if (MISSING !== null) return;
    if (executable === undefined) throw new Error("apt-get install firefox-esr");
    [browser, server] = await Promise.all([
      puppeteer.launch({ browser: "firefox", executablePath: executable }),
      servePlayground(0, undefined),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  afterEach(async () => {
    await Promise.all(pages.map((page) => page.close()));
    const seen = complaints;
    [pages, complaints] = [[], []];
    expect(seen).toEqual([]);
  });

  async function visit(origin = `http://127.0.0.1:${server.port}`): Promise<Page> {
    const page = await browser.newPage();
    pages.push(page);
    await page.setViewport({ width: 1280, height: 900 });
    page.on("console", (message) => {
      if (["error", "warn"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => {
      const url = request.url();
      if (!/^(data|blob):/.test(url) && !url.startsWith(`${origin}/`)) complaints.push(url);
    });
    await page.goto(`${origin}/`);
    await page.waitForSelector(".signal");
    return page;
  }
  return { visit };
}
