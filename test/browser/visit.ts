import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import {
  type PlaygroundServer,
  servePlayground,
} from "../../hosts/cli/commands/playground/server.ts";
import { launch, MISSING } from "./chromium.ts";
import { exampleGzip } from "./documents.ts";

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: "light" | "dark";
  /** Where the page is served, unless by `plimsoll playground`. */
  readonly origin?: string;
  /** What follows the address, such as `?open=live`. */
  readonly query?: string;
  readonly reducedMotion?: "reduce";
  readonly forcedColors?: "active";
  readonly contrast?: "more";
  /** Called before the page is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
}

export interface Visits {
  /** Opens the playground in a new window, and waits for nothing. */
  open(options?: VisitOptions): Promise<Page>;
  /** Opens it and waits until the first example is decided and drawn. */
  visit(options?: VisitOptions): Promise<Page>;
  /** What the console may say in this test, because the test has broken something. */
  forgive(complaint: RegExp): void;
}

/** What Playwright says where a page would keep itself for the time without a network. */
const BLOCKED = /^Service Worker registration blocked by Playwright/;

/**
 * The built page on its own server, in a real browser. After each test, whatever it did, the page
 * must have asked no other origin for anything, and its console must be free of errors. A service
 * worker costs each visit as much processor time as all else (1.5 of 3.7 s), so a file asks for it.
 */
export function visits(serviceWorkers: "allow" | "block" = "block"): Visits {
  let browser: Browser;
  let server: PlaygroundServer;
  let pages: Page[] = [];
  let complaints: string[] = [];
  let foreign: string[] = [];
  let forgiven: RegExp[] = [];

  beforeAll(async () => {
    if (MISSING !== null) return;
    [browser, server] = await Promise.all([launch(), servePlayground(0, undefined)]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  afterEach(async () => {
    await Promise.all(pages.map((page) => page.context().close()));
    const isMeant = (text: string) => [BLOCKED, ...forgiven].some((each) => each.test(text));
    const seen = { complaints: complaints.filter((each) => !isMeant(each)), foreign };
    [pages, complaints, foreign, forgiven] = [[], [], [], []];
    expect(seen).toEqual({ complaints: [], foreign: [] });
  });

  async function open(options: VisitOptions = {}): Promise<Page> {
    const { width = 1280, height = 900, scheme = "light", query = "" } = options;
    const { reducedMotion = null, forcedColors = null, contrast = null } = options;
    const viewport = { width, height };
    const wishes = { colorScheme: scheme, reducedMotion, forcedColors, contrast };
    const context = await browser.newContext({ viewport, serviceWorkers, ...wishes });
    const page = await context.newPage();
    const origin = options.origin ?? `http://127.0.0.1:${server.port}`;
    pages.push(page);
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      const url = request.url();
      if (!/^(data|blob):/.test(url) && !url.startsWith(`${origin}/`)) foreign.push(url);
    });
    await options.prepare?.(page);
    await page.goto(`${origin}/${query}`);
    return page;
  }

  async function visit(options: VisitOptions = {}): Promise<Page> {
    const page = await open(options);
    // Where one part is shown at a time, it is there and not on show.
    await page.locator(".signal").first().waitFor({ state: "attached" });
    return page;
  }
  return { open, visit, forgive: (complaint) => void forgiven.push(complaint) };
}

/** Waits until a capture of this name is decided and drawn. */
export async function decided(page: Page, name: string): Promise<void> {
  await page.locator(`.facts[data-capture="${name}"]`).waitFor();
}

/** What a visitor drops on the page. */
export interface Dropped {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Drops files on the page as a file manager does. */
export async function drop(page: Page, ...files: readonly Dropped[]): Promise<void> {
  const contents = files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString("base64")]);
  const transfer = await page.evaluateHandle((given) => {
    const made = new DataTransfer();
    for (const [name = "", base64 = ""] of given) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      made.items.add(new File([bytes], name));
    }
    return made;
  }, contents);
  await page.dispatchEvent("main", "drop", { dataTransfer: transfer });
}

/** Opens the first example as a capture of one's own, on which a configuration is tried. */
export async function openOwn(page: Page): Promise<void> {
  await drop(page, { name: "mine.gz", bytes: exampleGzip("memory-leak") });
  await decided(page, "mine.gz");
}

/** Pastes a text as if it had been copied elsewhere. */
export async function paste(page: Page, text: string): Promise<void> {
  const transfer = await page.evaluateHandle((given) => {
    const made = new DataTransfer();
    made.setData("text/plain", given);
    return made;
  }, text);
  await page.evaluate((copied) => {
    const event = new ClipboardEvent("paste", { clipboardData: copied, bubbles: true });
    document.querySelector("main")?.dispatchEvent(event);
  }, transfer);
}

export const shareButton = (page: Page) => page.getByRole("button", { name: "Share…" });

/** What follows the # of the link that the page makes. */
export async function linkOf(page: Page, anonymise = true): Promise<string> {
  await shareButton(page).click();
  await page.getByLabel("Anonymize").setChecked(anonymise);
  await page.getByLabel("Link").waitFor();
  const address = new URL(await page.getByLabel("Link").inputValue());
  await page.keyboard.press("Escape");
  return address.hash;
}

/** Where one part is shown at a time, or a phone folds it, shows this one. */
export async function showPart(page: Page, title: string): Promise<void> {
  const tab = page.getByRole("tab", { name: title });
  if (await tab.isVisible()) return tab.click();
  const head = page.locator(".fold-head button[aria-expanded=false]").filter({ hasText: title });
  if (await head.first().isVisible()) await head.first().click();
}

/** Goes to a step by its number, from 1, as a keyboard does. */
export async function goToStep(page: Page, step: number): Promise<void> {
  const slider = page.getByRole("slider", { name: "Step" });
  await slider.press("Home");
  for (let at = 1; at + 10 <= step; at += 10) await slider.press("PageUp");
  for (let at = 0; at < (step - 1) % 10; at++) await slider.press("ArrowRight");
}

/** The places of the pods in the ranking by a judge; none while it has no order. */
export async function placesBy(
  page: Page,
  judge: "kernel" | "admission",
): Promise<Record<string, string>> {
  const choice = page.getByRole("radio", { name: judge });
  if ((await choice.count()) === 0) return {};
  await choice.check();
  const rows = await page.locator(".ranking tbody tr:not(.detail)").evaluateAll((all) =>
    all.map((row) => {
      const name = row.querySelector("th button")?.textContent ?? "";
      const place = row.querySelector("td.number")?.textContent ?? "";
      return [name.replace(/ (?:never )?evicted$/, ""), place];
    }),
  );
  return Object.fromEntries(rows);
}

export const headlineOf = (page: Page) => page.locator(".headline");
