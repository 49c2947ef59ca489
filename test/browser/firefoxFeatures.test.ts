import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ElementHandle, Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { writePage } from "../../hosts/daemon/server/pages.ts";
import { exampleGzip, pairOf } from "./documents.ts";
import { firefoxVisits, MISSING } from "./firefox.ts";
import { FolderServer } from "./folder.ts";

const LABELED = "::-p-aria";
const folder = mkdtempSync(join(tmpdir(), "plimsoll-firefox-"));

beforeAll(() => writePage(folder));
afterAll(() => rmSync(folder, { recursive: true }));

const named = (page: Page, name: string, role: string) =>
  page.waitForSelector(`${LABELED}([name="${name}"][role="${role}"])`);
const texts = (page: Page, selector: string) =>
  page.$$eval(selector, (all) => all.map(({ textContent }) => textContent ?? ""));
const text = async (page: Page, selector: string) => (await texts(page, selector)).join("\n");
const count = async (page: Page, selector: string) => (await page.$$(selector)).length;
const hash = (page: Page) => new URL(page.url()).hash;

/**
 * What writes a page's address is loaded last. Firefox calls it an error of the service worker when
 * a page goes away before that.
 */
async function allLoaded(page: Page): Promise<void> {
  await expect.poll(() => hash(page)).toMatch(/^#1=/);
}

async function click(page: Page, name: string): Promise<void> {
  await (await named(page, name, "button"))?.click();
}

/** Drops files on the page as a file manager does. */
async function drop(page: Page, files: Readonly<Record<string, Uint8Array>>): Promise<void> {
  const contents = Object.entries(files).map(([name, bytes]) => [
    name,
    Buffer.from(bytes).toString("base64"),
  ]);
  await page.evaluate((given) => {
    const made = new DataTransfer();
    for (const [name = "", base64 = ""] of given) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      made.items.add(new File([bytes], name));
    }
    const event = new DragEvent("drop", { dataTransfer: made, bubbles: true, cancelable: true });
    document.querySelector("main")?.dispatchEvent(event);
  }, contents);
}

/** Gives a field a value as a user does, with the events of it. */
async function fill(field: ElementHandle, value: string): Promise<void> {
  await field.evaluate((element, given) => {
    const input = element as HTMLInputElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, given);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, value);
}

async function write(page: Page, configuration: string): Promise<void> {
  await page.waitForSelector(">>> .cm-content");
  await page.focus(">>> .cm-content");
  await page.keyboard.down("Control");
  await page.keyboard.press("a");
  await page.keyboard.up("Control");
  await page.keyboard.type(configuration);
  await page.keyboard.press("Escape");
}

/** Waits until the address, which is written after a pause, has taken in what was done. */
async function settled(page: Page): Promise<void> {
  let last = "";
  const isStill = async () => {
    const was = last;
    last = hash(page);
    return last !== "" && last === was;
  };
  await expect.poll(isStill, { interval: 1500 }).toBe(true);
}

/** What downloads and copies hold, in the order in which they were made. */
async function keepHandedOver(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const kept: string[] = [];
    Reflect.set(window, "handedOver", kept);
    Object.defineProperty(navigator, "clipboard", {
      value: { writeText: async (given: string) => void kept.push(given) },
    });
    const anchor = HTMLAnchorElement.prototype;
    anchor.click = function click() {
      kept.push(this.download);
    };
  });
  return () => page.evaluate(() => Reflect.get(window, "handedOver") as string[]);
}

describe.skipIf(MISSING !== null)("what the page offers, in Firefox", () => {
  const { visit } = firefoxVisits();

  it("shows who took the memory, names the pod under the pointer, and chooses it", async () => {
    const page = await visit();
    await expect
      .poll(() => text(page, "button.pod-key"))
      .toMatch(/^cart-\S+ ?2\.46Gi ?2\.21Gi above its request/);
    const chart = await page.waitForSelector(".chart .u-over");
    const { x, y, width } = (await chart?.boundingBox()) ?? expect.fail("There is no chart.");
    await page.mouse.move(x + width * 0.6, y + 30);
    await expect.poll(() => text(page, ".chart-tip")).toMatch(/shop\/cart-.*above its request/s);
    await page.mouse.click(x + width * 0.6, y + 30);
    await expect.poll(() => count(page, ".pod-detail")).toBe(1);
  });

  it("ranks pods for all three judges, with room for whole numbers of bytes", async () => {
    const page = await visit();
    await page.setViewport({ width: 1440, height: 900 });
    for (const [judge, head] of [
      ["kernel", "oom_score_adj"],
      ["kubelet", "over request"],
      ["admission", "request freed"],
    ] as const) {
      await (await named(page, judge, "radio"))?.evaluate((radio) =>
        (radio as HTMLElement).click(),
      );
      await expect.poll(() => text(page, ".ranking thead")).toContain(head);
      // The pod that the kubelet evicts first is the first of the others, too.
      await expect.poll(() => text(page, ".ranking tbody tr:first-child")).toContain("shop/cart");
    }
    await expect
      .poll(() => text(page, ".ranking > .document > dl"))
      .toContain("256Mi more than is left");
    await page.keyboard.press("e");
    await expect.poll(() => text(page, ".ranking tbody tr")).toContain("268,435,456 B");
    const widths = await page.$eval(".ranking .scroller", ({ scrollWidth, clientWidth }) => [
      scrollWidth,
      clientWidth,
    ]);
    expect(widths[0]).toBe(widths[1]);
  });

  it("tries what would have changed it, and takes that back", async () => {
    const page = await visit();
    const tries = await page.waitForSelector(".fixes button");
    await tries?.click();
    await expect.poll(() => text(page, ".headline")).toBe("Evicts batch/report-cplsh");
    await expect.poll(() => text(page, ".changes")).toContain("1 pod changed");
    await click(page, "Undo");
    await expect.poll(() => text(page, ".headline")).toMatch(/^Evicts shop\/cart-/);
    expect(await count(page, ".changes")).toBe(0);
  });

  it("stacks further signals with one window and one cursor, also after a reload", async () => {
    const page = await visit();
    await page.setViewport({ width: 1440, height: 1300 });
    await page.waitForSelector(".position");
    await page.select('select[aria-label="Add a signal below"]', "nodefs.available");
    await page.select('select[aria-label="Add a signal below"]', "pid.available");
    await expect.poll(() => count(page, ".chart .u-over")).toBe(3);
    const last = (await page.$$(".chart .u-over"))[2];
    const { x, y, width } = (await last?.boundingBox()) ?? expect.fail("There is no chart.");
    await page.mouse.move(x + width * 0.6, y + 30);
    await expect.poll(() => count(page, ".chart-tip")).toBe(3);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.8, y + 30, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => text(page, ".window-words")).toMatch(/3m4\ds$/);
    await page.mouse.move(x, y - 400);
    await settled(page);
    await page.reload();
    await expect
      .poll(() => texts(page, ".multiple-title code"))
      .toEqual(["nodefs.available", "pid.available"]);
    await expect.poll(() => text(page, ".window-words")).toMatch(/3m4\ds$/);
  });

  it("says which pods of one moment would go if less were left", async () => {
    const page = await visit();
    const { summary, pods } = pairOf("memory-leak", 0);
    await drop(page, { "pods.json": pods, "summary.json": summary });
    const slider = await page.waitForSelector(".headroom-panel input[type=range]");
    if (slider === null) return expect.fail("There is no slider.");
    await fill(slider, "300");
    await expect
      .poll(() => texts(page, ".headroom-evictions > li .pod"))
      .toEqual(["batch/report-cplsh"]);
    await expect.poll(() => text(page, ".headroom-answer")).toContain("no further pod is evicted");
    await expect.poll(() => text(page, ".headroom-row")).toContain("evicts below 100Mi");
  });

  it("asks first which pod goes, where a link says so", async () => {
    const page = await visit();
    await click(page, "Share…");
    const link = () =>
      page
        .$eval("dialog.share input[readonly]", (field) => (field as HTMLInputElement).value)
        .catch(() => "");
    await expect.poll(link).toMatch(/#1=/);
    const before = await link();
    await (await named(page, "Ask first which pod is evicted", "checkbox"))?.click();
    await expect.poll(async () => ["", before].includes(await link())).toBe(false);
    const asking = await link();
    await page.goto("about:blank");
    await page.goto(asking);
    await expect.poll(() => text(page, "h1")).toContain("Which pod does the kubelet evict?");
    await expect.poll(() => count(page, ".question tbody button")).toBe(8);
    expect(await count(page, ".decision, .ranking, .figure")).toBe(0);
    await click(page, "shop/orders-db-0");
    await expect
      .poll(() => text(page, ".answer"))
      .toMatch(/^You said shop\/orders-db-0\. The kubelet does not agree: it evicts shop\/cart-/);
  });

  it("copies the ranking as Markdown and CSV, and saves a picture of the timeline", async () => {
    const page = await visit();
    await page.waitForSelector(".ranking tr.bad");
    await page.waitForSelector(".pod-labels span");
    const handedOver = await keepHandedOver(page);
    await click(page, "Copy the ranking as Markdown");
    await expect.poll(() => text(page, ".copies [role=status]")).toBe("Markdown copied.");
    await click(page, "Copy the ranking as CSV");
    await expect.poll(() => text(page, ".copies [role=status]")).toBe("CSV copied.");
    await click(page, "Save a picture of the timeline as PNG");
    await expect.poll(async () => (await handedOver()).length).toBe(3);
    const [markdown = "", csv = "", picture] = await handedOver();
    expect(markdown).toContain("- **node:** `worker-3`\n");
    expect(csv.split("\r\n")[1]).toMatch(/^1,shop,cart-.*,evicted$/);
    expect(picture).toBe("worker-3-20260115T101220Z-timeline.png");
  });

  it("searches, filters and sorts the pods", async () => {
    const page = await visit();
    await page.waitForSelector(".ranking tr.bad");
    await page.type(".pod-filter input[type=search]", "WEB-");
    await expect.poll(() => text(page, ".pod-filter .listed")).toMatch(/^2 of 8 pods\./);
    await page.select(".pod-filter select", "batch");
    await expect.poll(() => text(page, ".pod-filter .listed")).toMatch(/^0 of 8 pods\./);
    await page.select(".pod-filter select", "");
    await click(page, "usage of request");
    await expect
      .poll(() => text(page, ".pod-filter .listed"))
      .toContain("sorted by usage of request, descending");
  });

  it("brings an example back after a reload, and goes back to the one before", async () => {
    const page = await visit();
    const title = () => text(page, ".opened .name");
    await expect.poll(() => hash(page)).not.toBe("");
    const first = await title();
    await page.select(".examples select", "fork-bomb");
    await expect.poll(title).toBe("A fork bomb runs into pid.available");
    await write(page, "kind: KubeletConfiguration # mine\nmaxPods: 98\n");
    await expect.poll(() => text(page, ".changes")).toContain("Not the recording");
    await expect.poll(() => hash(page).length).toBeGreaterThan(40);
    await settled(page);
    await page.reload();
    await expect.poll(title).toBe("A fork bomb runs into pid.available");
    await expect.poll(() => text(page, ">>> .cm-line")).toContain("# mine");
    expect(await page.title()).toBe("A fork bomb runs into pid.available · Plimsoll playground");
    await page.goBack();
    await expect.poll(title).toBe(first);
  });

  it("keeps one's own capture until the user deletes it", async () => {
    const page = await visit();
    await drop(page, { "mine.gz": exampleGzip("soft-oscillation") });
    await expect.poll(() => text(page, ".opened .name")).toBe("mine.gz");
    await expect.poll(() => hash(page)).toMatch(/^#kept-[\d-]+$/);
    await page.reload();
    await expect.poll(() => text(page, ".opened .name")).toBe("mine.gz");
    await click(page, "Forget");
    await expect.poll(() => hash(page)).toBe("");
    await page.reload();
    await expect.poll(() => text(page, ".headline")).toMatch(/^Evicts shop\/cart-/);
  });

  it("plays a cluster, says what ends it, and ends it", async () => {
    const page = await visit();
    await page.select(".examples select", "cluster:toleration-seconds");
    await expect.poll(() => text(page, ".verdict")).toContain("never settles: a taint of worker-1");
    await expect.poll(() => hash(page)).toBe("#cluster=toleration-seconds");
    await expect.poll(() => count(page, ".remedies button.try")).toBeGreaterThan(2);
    await (await page.$(".remedies button.try"))?.click();
    await expect.poll(() => text(page, ".verdict")).toContain("The cluster settles");
    await expect.poll(() => text(page, ".changes")).toContain("Not the scenario: Tolerate maint");
    await expect.poll(() => hash(page)).toMatch(/&try=0$/);
    await page.goBack();
    await expect.poll(() => text(page, ".verdict")).toContain("never settles");
  });

  it("works without a network after the first visit", async () => {
    const server = await FolderServer.start(folder);
    onTestFinished(() => server.stop());
    const page = await visit(server.origin);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await allLoaded(page);
    await server.stop();
    await page.reload();
    await expect.poll(() => text(page, ".headline")).toMatch(/^Evicts shop\/cart-/);
    await page.select(".examples select", "fork-bomb");
    await expect
      .poll(() => text(page, ".opened .name"))
      .toBe("A fork bomb runs into pid.available");
    await allLoaded(page);
  });
});
