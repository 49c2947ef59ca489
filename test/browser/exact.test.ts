/** Rounded amounts, and the exact ones behind them: by pointing, and by a key. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { pairOf } from "./documents.ts";
import { drop, visits } from "./visit.ts";

/** The kubelet's message says 94688Ki. */
const LEFT = "96,960,512 B";
/** What the Summary says of the pod with the container cart, with a request of 256Mi. */
const CART_BYTES: number = JSON.parse(pairOf("memory-leak", 74).summary.toString()).pods.find(
  ({ containers }: { containers: { name: string }[] }) => containers[0]?.name === "cart",
).memory.workingSetBytes;
const inBytes = (amount: number) => `${amount.toLocaleString("en-US")} B`;
const CART = {
  usage: inBytes(CART_BYTES),
  request: "268,435,456 B",
  above: inBytes(CART_BYTES - 268_435_456),
};

const signalRow = (page: Page) => page.locator(".signal", { hasText: /^memory\./ });
const cartCells = (page: Page) => page.locator(".ranking tr.bad td.number");
const texts = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => all.map((each) => each.textContent).join(" "));

describe.skipIf(MISSING !== null)("an amount that is rounded", () => {
  const { visit } = visits();

  it("is exact where it is pointed at: ranking, signals, chart and thresholds", async () => {
    const page = await visit({ width: 1440 });
    const amount = (within: string, shown: string) =>
      page.locator(`${within} data`, { hasText: shown }).first();
    await expect.poll(() => amount(".signals", "92.5Mi").getAttribute("title")).toBe(LEFT);
    expect(await amount(".chart-title", "92.5Mi").getAttribute("title")).toBe(LEFT);
    expect(await amount(".arithmetic", "92.5Mi").getAttribute("title")).toBe(LEFT);
    const titles = await page
      .locator(".ranking tr.bad data")
      .evaluateAll((all) => all.map((each) => each.getAttribute("title")));
    expect(titles).toEqual([CART.above, CART.usage, CART.request]);
    expect(await amount(".pod-legend", "2.46Gi").getAttribute("title")).toBe(CART.usage);
    const chart = await page.locator(".chart").first().boundingBox();
    if (chart === null) return expect.fail("There is no chart.");
    await page.mouse.move(chart.x + chart.width / 2, chart.y + chart.height / 2);
    const tip = page.locator(".chart-tip");
    await expect.poll(() => tip.innerText()).toMatch(/memory\.available \S+i \([\d,]+ B\)/);
  });

  it("is exact everywhere after a key, and rounded after another", async () => {
    const page = await visit({ width: 1440 });
    await expect.poll(() => signalRow(page).innerText()).toContain("92.5Mi");
    await page.keyboard.press("e");
    await expect.poll(() => signalRow(page).innerText()).toContain(LEFT);
    const shown = (await cartCells(page).allInnerTexts()).join(" ");
    expect(shown).toContain(CART.usage);
    expect(shown).toContain(CART.request);
    expect(await texts(page, ".arithmetic li.on")).toContain(
      `memory.available is ${LEFT}, below its hard threshold 104,857,600 B`,
    );
    expect(await texts(page, ".pod-labels")).toContain(CART.usage);
    // The other one is where the pointer is, then.
    expect(await page.locator(".chart-title data").getAttribute("title")).toBe("92.5Mi");
    expect(await broken(page)).toEqual([]);
    await page.keyboard.press("e");
    await expect.poll(() => signalRow(page).innerText()).not.toContain(LEFT);
  });

  it("is exact in one moment's headroom", async () => {
    const page = await visit();
    const { summary, pods } = pairOf("memory-leak", 74);
    await drop(page, { name: "s.json", bytes: summary }, { name: "p.json", bytes: pods });
    const row = page.locator(".headroom-row", { hasText: /^memory\./ });
    await expect.poll(() => row.innerText()).toContain("92.5Mi of 7.76Gi free");
    expect(await row.locator("data").first().getAttribute("title")).toBe(LEFT);
    await page.keyboard.press("e");
    await expect.poll(() => row.innerText()).toContain(`${LEFT} of 8,327,323,648 B free`);
    expect(await row.innerText()).toContain("evicts below 100Mi");
  });

  it("is a number for people in what the core says of thresholds: no count in Ki", async () => {
    const page = await visit();
    await page.getByLabel("Example").selectOption("inode-storm");
    const met = page.locator(".arithmetic li.on");
    await expect
      .poll(() => met.first().innerText())
      .toContain("is 323,099, below its hard threshold 5% of 6,553,600 = 327,680");
    await page.locator(".arithmetic summary").click();
    expect(await texts(page, ".arithmetic details li")).toContain(
      "not below its hard threshold 10% of 100Gi = 10Gi.",
    );
  });
});
