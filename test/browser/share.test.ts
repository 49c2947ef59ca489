import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { exampleGzip } from "./documents.ts";
import { editorOf, textIn } from "./editor.ts";
import { LINK_OF_VERSION_1 } from "./links.ts";
import { decided, drop, headlineOf, linkOf, paste, shareButton, visits } from "./visit.ts";

const CUT_LINK = `#${LINK_OF_VERSION_1.fragment.slice(0, -300)}`;
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Share what is on show" });
const facts = (page: Page) => page.locator(".facts").innerText();
const clock = (page: Page) => page.locator(".clock .step").innerText();

/** Together they are too long for a link; after the first, their headers are read past. */
const LONG = [
  "two-signals",
  "inode-storm",
  "critical-and-static",
  "daemonset-returns",
  "page-cache",
  "memory-leak",
];

/** In the page: keeps what was said while a capture was compressed. */
function watchCompressing(): void {
  new MutationObserver(() => {
    const said = document.querySelector(".compressing")?.textContent ?? "";
    document.body.dataset.compressing = `${document.body.dataset.compressing ?? ""} ${said}`;
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}

describe.skipIf(MISSING !== null)("what is shared", () => {
  const { open, visit } = visits();

  it("opens elsewhere as it was: configuration, pods, step, signal, pod, what-if", async () => {
    const page = await visit();
    await drop(page, { name: "worker-3.ndjson.gz", bytes: exampleGzip("memory-leak") });
    await decided(page, "worker-3.ndjson.gz");
    await editorOf(page).fill("kind: KubeletConfiguration # mine\nmaxPods: 99\n");
    await expect.poll(() => page.getByLabel("Take effect").isChecked()).toBe(true);
    await page.getByLabel("As recorded").check();
    await page.getByRole("button", { name: /^shop\/cart-/ }).click();
    await page.getByLabel("cart: memory request").fill("2391Mi");
    await page.getByLabel("cart: memory request").press("Enter");
    await expect.poll(() => headlineOf(page).innerText()).toBe("Evicts batch/report-cplsh");
    await page.keyboard.press("Escape");
    await page.locator(".signal", { hasText: "pid.available" }).click();
    const other = await open({ query: await linkOf(page, false) });
    await expect.poll(() => headlineOf(other).innerText()).toBe("Evicts batch/report-cplsh");
    await expect.poll(() => clock(other)).toBe(await clock(page));
    expect(await other.locator(".opened .name").innerText()).toBe("worker-3.ndjson.gz");
    await expect.poll(() => textIn(other)).toContain("# mine");
    expect(await other.getByLabel("As recorded").isChecked()).toBe(true);
    expect(await other.getByLabel("cart: memory request").inputValue()).toBe("2391Mi");
    await expect
      .poll(() => other.locator(".chart").getByRole("img").getAttribute("aria-label"))
      .toMatch(/^pid\.available/);
  });

  it("is what is written, however soon it is shared", async () => {
    const page = await visit();
    await editorOf(page).fill("kind: KubeletConfiguration # soon\nmaxPods: 98\n");
    const other = await open({ query: await linkOf(page, false) });
    await expect.poll(() => textIn(other)).toContain("maxPods: 98");
  });

  it("is anonymous by default", async () => {
    const page = await visit();
    await drop(page, { name: "acme.ndjson.gz", bytes: exampleGzip("memory-leak") });
    await decided(page, "acme.ndjson.gz");
    const other = await open({ query: await linkOf(page) });
    await expect.poll(() => headlineOf(other).innerText()).toMatch(/^Evicts namespace-\w+\/pod-/);
    expect(await clock(other)).toBe(await clock(page));
    expect(await other.locator("body").innerText()).not.toMatch(/worker-3|cart|acme/);
  });

  it("names an example instead of sending it", async () => {
    const page = await visit();
    await page.getByLabel("Example").selectOption("fork-bomb");
    await expect.poll(() => headlineOf(page).innerText()).toMatch(/^Evicts ci\//);
    await page.keyboard.press("ArrowLeft");
    const link = await linkOf(page);
    expect(link.length).toBeLessThan(400);
    const other = await open({ query: link });
    await expect.poll(() => headlineOf(other).innerText()).toBe("Nothing to do");
    expect(await clock(other)).toBe(await clock(page));
    expect(await other.getByLabel("Example").inputValue()).toBe("fork-bomb");
  });

  it("still opens from a link of version 1", async () => {
    const page = await open({ query: `#${LINK_OF_VERSION_1.fragment}` });
    await expect.poll(() => facts(page)).toContain("22 steps");
    await expect.poll(() => clock(page)).toBe("step 15 of 22");
    expect(await page.locator(".opened .name").innerText()).toBe("a shared capture");
  });

  it("opens where a link is pasted, or put into the address of a page that is open", async () => {
    const page = await visit();
    await paste(page, `https://plimsoll.example/#${LINK_OF_VERSION_1.fragment}\n`);
    await expect.poll(() => facts(page)).toContain("22 steps");
    await expect.poll(() => new URL(page.url()).hash).toBe(`#${LINK_OF_VERSION_1.fragment}`);
    await page.getByLabel("Example").selectOption("memory-leak");
    await expect.poll(() => facts(page)).toContain("112 steps");
    await expect.poll(() => new URL(page.url()).hash.length).toBeLessThan(400);
    await page.evaluate((hash) => (document.location.hash = hash), LINK_OF_VERSION_1.fragment);
    await expect.poll(() => facts(page)).toContain("22 steps");
  });

  it("says how far it is with a long capture, and promises no link too soon", async () => {
    const page = await visit();
    const long = Buffer.concat(LONG.map((name) => gunzipSync(exampleGzip(name))));
    await drop(page, { name: "long.ndjson", bytes: long });
    await decided(page, "long.ndjson");
    await page.evaluate(watchCompressing);
    await shareButton(page).click();
    const dialog = dialogOf(page);
    await dialog.getByRole("link", { name: "Download as a file" }).waitFor();
    expect(await dialog.innerText()).toContain(
      "in a link, or in a file if a link would be too long",
    );
    const seen = await page.evaluate(() => document.body.dataset.compressing);
    expect(seen).toMatch(/Compressing: [\d,]+ of [\d,]+ steps/);
  });

  it("is a file when it does not fit into a link, and the file opens alike", async () => {
    const page = await visit();
    const long = Buffer.concat(LONG.map((name) => gunzipSync(exampleGzip(name))));
    await drop(page, { name: "long.ndjson", bytes: long });
    await decided(page, "long.ndjson");
    await page.getByRole("slider", { name: "Step" }).press("Home");
    for (let step = 0; step < 20; step++) await page.keyboard.press("ArrowRight");
    await shareButton(page).click();
    const dialog = dialogOf(page);
    await dialog.getByText(/A link would be \d\d,\d{3} characters long/).waitFor();
    await expect.poll(() => page.getByLabel("Link").count()).toBe(0);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("link", { name: "Download as a file" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("anonymous.plimsoll.ndjson.gz");
    const bytes = readFileSync(await download.path());
    const other = await visit();
    await drop(other, { name: "anonymous.gz", bytes });
    await expect.poll(() => other.locator(".opened .name").innerText()).toBe("anonymous.gz");
    await expect.poll(() => clock(other)).toMatch(/^step 21 of/);
  });

  it.each([
    ["#2=abc", /^The link has version 2, and this page reads 1; open it/],
    ["#1=ab(c", /^Character 3 after the = of the link is none of a link's; copy all of it/],
    [CUT_LINK, /^The link is cut off or damaged/],
  ])("says why it cannot open %.9s, next to an example", async (query, reason) => {
    const page = await open({ query });
    await expect.poll(() => page.getByRole("alert").innerText()).toMatch(reason);
    await expect.poll(() => headlineOf(page).innerText()).toMatch(/^Evicts shop\/cart-/);
  });
});

describe.skipIf(MISSING !== null)("the dialog to share", () => {
  const { visit } = visits();

  it.each([
    { width: 1280, scheme: "light" },
    { width: 1280, scheme: "dark" },
    { width: 360, scheme: "light" },
    { width: 360, scheme: "dark" },
  ] as const)("breaks no rule of accessibility, $width pixels wide, $scheme", async (look) => {
    const page = await visit(look);
    await shareButton(page).click();
    await page.getByLabel("Link").waitFor();
    await expect.poll(() => broken(page)).toEqual([]);
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(widest).toBeLessThanOrEqual(look.width);
  });

  it("is used by keys alone, keeps the focus, and gives it back", async () => {
    const page = await visit();
    const step = await clock(page);
    await shareButton(page).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Link").waitFor();
    const outside = () =>
      page.evaluate(() => {
        const at = document.activeElement;
        return at !== document.body && at?.closest("dialog") === null;
      });
    for (let pressed = 0; pressed < 12; pressed++) {
      await page.keyboard.press(pressed % 2 === 0 ? "Tab" : "ArrowLeft");
      await expect.poll(() => outside()).toBe(false);
    }
    await page.keyboard.press("Escape");
    await expect.poll(() => dialogOf(page).count()).toBe(0);
    await expect.poll(() => clock(page)).toBe(step);
    await expect
      .poll(() => shareButton(page).evaluate((button) => button === document.activeElement))
      .toBe(true);
  });

  it("says that both configurations are in the link while two are compared", async () => {
    const page = await visit();
    await shareButton(page).click();
    const said = () => dialogOf(page).locator("p").first().innerText();
    await expect.poll(said).toMatch(/^The example's name, the configuration, changed pods and/);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Keep this configuration as A" }).click();
    await shareButton(page).click();
    await expect.poll(said).toMatch(/^The example's name, both configurations, changed pods and/);
    await page.getByLabel("Anonymize").uncheck();
    await dialogOf(page).getByText("so does the text of both configurations").waitFor();
  });

  it("copies the link", async () => {
    const page = await visit();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await shareButton(page).click();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await page.getByLabel("Link").inputValue());
  });

  it("says what to mend in a configuration that cannot be made anonymous", async () => {
    const page = await visit();
    await editorOf(page).fill("kind: Pod\n");
    await page.locator(".sentences").getByText("Not in force").waitFor();
    await shareButton(page).click();
    await expect
      .poll(() => dialogOf(page).locator(".failure").innerText())
      .toMatch(/^the configuration holds no kubelet configuration \(it holds Pod\)/);
    await page.getByLabel("Anonymize").uncheck();
    await page.getByLabel("Link").waitFor();
  });
});
