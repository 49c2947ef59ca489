import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { MISSING } from "./chromium.ts";
import { exampleGzip } from "./documents.ts";
import { editorOf, textIn } from "./editor.ts";
import { decided, drop, headlineOf, visits } from "./visit.ts";

const clock = (page: Page) => page.locator(".clock .step").innerText();
const hash = (page: Page) => new URL(page.url()).hash;
const title = (page: Page) => page.locator(".opened .name").innerText();

/** Waits until the address has taken in what was done. */
async function settled(page: Page, before: string): Promise<string> {
  await expect.poll(() => hash(page)).not.toBe(before);
  let last = "";
  await expect
    .poll(async () => {
      const was = last;
      last = hash(page);
      await page.waitForTimeout(400);
      return was === last;
    })
    .toBe(true);
  return last;
}

/** What `withhold` adds to the window of a page. */
interface Withholding {
  readonly withheld: (() => void)[];
}

/** Runs in the page, before it: holds back what the worker answers about addresses. */
function withhold(): void {
  const withheld: Withholding["withheld"] = [];
  Object.assign(window, { withheld });
  const listening = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
  Object.defineProperty(Worker.prototype, "onmessage", {
    set(this: Worker, hear: (event: MessageEvent) => void) {
      listening?.set?.call(this, (event: MessageEvent) => {
        if (event.data.message.kind === "address") withheld.push(() => hear(event));
        else hear(event);
      });
    },
  });
}

describe.skipIf(MISSING !== null)("the address of the page", () => {
  const { visit, open, forgive } = visits();

  it.each([
    ["#kept-nothing", /^This browser no longer has the capture of this address;/],
    ["#1=H4sIAAAA", /^The link is cut off or damaged/],
    ["#cluster=nope", /^This page has no cluster "nope"; choose one/],
    ["#cluster=", /^This page has no cluster ""; choose one/],
    ["?open=nothing.ndjson", /^nothing\.ndjson cannot be fetched \(status 404\); open the file/],
    ["?open=index.html", /^index\.html:1:1: /],
    ["?open=live", /^No daemon streams to this page;/],
  ])("shows the first example where it names nothing: %s", async (query, sentence) => {
    forgive(/404/);
    const page = await open({ query });
    await expect.poll(() => headlineOf(page).innerText()).toMatch(/^Evicts shop\/cart-/);
    expect(await page.getByRole("alert").innerText()).toMatch(sentence);
    expect(await page.locator(".opened").innerText()).not.toContain("Reading…");
  });

  it.each([
    ["&at=soon", '"&at=soon" in the address names no moment; eviction-loop is shown as it begins.'],
    ["&try=-1&at=5", '"&try=-1&at=5" in the address names no moment;'],
    ["&try=98", "The address tries change 99 of 3; choose one."],
  ])("says what of a cluster's address it cannot follow: %s", async (rest, sentence) => {
    const page = await open({ query: `#cluster=eviction-loop${rest}` });
    await expect.poll(() => page.locator(".verdict").innerText()).toContain("never settles");
    await expect.poll(() => page.getByRole("alert").innerText()).toContain(sentence);
  });

  it("brings an example back after a reload, with what was changed and where one was", async () => {
    const page = await visit();
    const first = await settled(page, "");
    await page.getByLabel("Example").selectOption("fork-bomb");
    await decided(page, "fork-bomb");
    await editorOf(page).fill("kind: KubeletConfiguration # mine\nmaxPods: 98\n");
    await page.getByRole("button", { name: "Step back" }).click();
    const step = await clock(page);
    await settled(page, first);
    await page.reload();
    await expect.poll(() => title(page)).toBe("A fork bomb runs into pid.available");
    await expect.poll(() => textIn(page)).toContain("# mine");
    await expect.poll(() => clock(page)).toBe(step);
    expect(await page.title()).toBe("A fork bomb runs into pid.available · Plimsoll playground");
  });

  it("goes back to what was open before, and forward again", async () => {
    const page = await visit();
    const before = await settled(page, "");
    const first = await title(page);
    await page.getByLabel("Example").selectOption("fork-bomb");
    await decided(page, "fork-bomb");
    await settled(page, before);
    await page.goBack();
    await expect.poll(() => title(page)).toBe(first);
    await page.goForward();
    await expect.poll(() => title(page)).toBe("A fork bomb runs into pid.available");
  });

  it("names one's own capture by a name that only this browser knows", async () => {
    const page = await visit();
    const first = await settled(page, "");
    await drop(page, { name: "mine.gz", bytes: exampleGzip("soft-oscillation") });
    await decided(page, "mine.gz");
    await editorOf(page).fill("kind: KubeletConfiguration # own\nmaxPods: 97\n");
    await expect.poll(() => textIn(page)).toContain("# own");
    await expect.poll(() => settled(page, first)).toMatch(/^#kept-[\d-]+$/);
    await page.reload();
    await expect.poll(() => title(page)).toBe("mine.gz");
    await expect.poll(() => textIn(page)).toContain("# own");
    await page.getByRole("button", { name: "Forget" }).click();
    await expect.poll(() => hash(page)).toBe("");
    await page.reload();
    await expect.poll(() => headlineOf(page).innerText()).toMatch(/^Evicts shop\/cart-/);
  });

  it("keeps the name of one's own capture when the link of what was left comes late", async () => {
    const page = await visit({
      prepare: async (page) => void (await page.addInitScript(withhold)),
    });
    const count = () => (window as unknown as Withholding).withheld.length;
    await expect.poll(() => page.evaluate(count)).toBe(1);
    await drop(page, { name: "mine.gz", bytes: exampleGzip("soft-oscillation") });
    await decided(page, "mine.gz");
    await expect.poll(() => hash(page)).toMatch(/^#kept-[\d-]+$/);
    await page.evaluate(() => (window as unknown as Withholding).withheld[0]?.());
    expect(hash(page)).toMatch(/^#kept-[\d-]+$/);
  });
});
