import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { commandLine } from "../hosts/cli/commandLine.ts";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { exampleGzip } from "./documents.ts";
import { editorOf, textIn } from "./editor.ts";
import { LINK_OF_VERSION_1 } from "./links.ts";
import { decided, drop, headlineOf, linkOf, paste, showPart, visits } from "./visit.ts";

const HIGHER = "kind: KubeletConfiguration # of ACME\nevictionHard: {memory.available: 2Gi}\n";
const LOWER = "kind: KubeletConfiguration\nevictionHard: {memory.available: 1Gi}\n";
const LATER = `kind: KubeletConfiguration
evictionSoft: {memory.available: 2Gi}
evictionSoftGracePeriod: {memory.available: 3m}
evictionPressureTransitionPeriod: 30s
`;
const folder = mkdtempSync(join(tmpdir(), "plimsoll-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What `plimsoll diff` prints of an example and another configuration, or two. */
async function printed(example: string, ...configs: readonly string[]) {
  const paths = configs.map((config, index) => {
    const path = join(folder, `${index}.yaml`);
    writeFileSync(path, config);
    return path;
  });
  const words = [
    "diff",
    "--what-if",
    "--example",
    example,
    ...paths.flatMap((path) => ["--config", path]),
  ];
  const { stdout } = await commandLine([...words, "--all"], {});
  const lines = stdout.split("\n");
  const report = (await commandLine([...words, "--output", "markdown"], {})).stdout.split("\n");
  const table = report.slice(report.indexOf("## All differing steps") + 4);
  return {
    verdict: `${/\d+ of \d+ steps differ/.exec(stdout)?.[0]}.`,
    /** When it begins, how many steps, and what A and B come to. */
    rows: table.slice(0, table.indexOf("")).map((line) => {
      const [time, , steps, ...outcomes] = line.slice(2, -2).split(" | ");
      return [time, steps, ...outcomes].join("|");
    }),
    totals: lines
      .slice(lines.indexOf("In all") + 1)
      .map((line) => line.trim().replaceAll(/ +/g, " ")),
  };
}

const panel = (page: Page) => page.locator(".compare");
const verdict = (page: Page) => panel(page).locator(".compared .headline");
const summary = (page: Page) => panel(page).locator("summary");

async function rows(page: Page): Promise<string[]> {
  const found = await panel(page).locator(".differences tbody tr").all();
  return Promise.all(
    found.map(async (row) => {
      const cells = await row.locator("th, td").allInnerTexts();
      return cells.filter((_, index) => index !== 1).join("|");
    }),
  );
}

/** What A has, or comes to, and B. */
async function counted(page: Page, title: string): Promise<string[]> {
  const row = panel(page)
    .locator("tr", { has: page.getByRole("rowheader", { name: title, exact: true }) })
    .first();
  return row.locator("td").allInnerTexts();
}

async function compare(page: Page, config: string): Promise<void> {
  await page.getByRole("button", { name: "Keep this configuration as A" }).click();
  await expect.poll(() => verdict(page).innerText()).toMatch(/^No difference in/);
  await showPart(page, "Configuration");
  await editorOf(page).fill(config);
  await showPart(page, "Compare");
  await panel(page).locator(".first-difference").waitFor();
}

describe.skipIf(MISSING !== null)("two configurations side by side", () => {
  const { open, visit } = visits();

  it.each([
    ["memory-leak", LOWER],
    ["soft-oscillation", LATER],
  ])("shows every difference that plimsoll diff prints: %s", async (example, config) => {
    const expected = await printed(example, config);
    const page = await visit();
    await page.getByLabel("Example").selectOption(example);
    await page.locator(`[data-capture^="${example}"]`).waitFor();
    await compare(page, config);
    await expect.poll(() => verdict(page).innerText()).toBe(expected.verdict);
    expect(await rows(page)).toEqual(expected.rows);
    for (const title of ["pods evicted", "evictions", "MemoryPressure"]) {
      const [a, b] = await counted(page, title);
      expect(expected.totals).toContain(`${title} ${a} ${b}`);
    }
  });

  it("takes a configuration that is dropped for the other side, also of an example", async () => {
    const page = await visit();
    await page.getByRole("button", { name: "Keep this configuration as A" }).click();
    await expect.poll(() => verdict(page).innerText()).toMatch(/^No difference in/);
    await drop(page, { name: "next.yaml", bytes: Buffer.from(LOWER) });
    await panel(page).locator(".first-difference").waitFor();
    expect(await page.locator(".opened .name").innerText()).toContain("A leak runs into");
  });

  it("tells the first difference in full for both, and goes there", async () => {
    const page = await visit();
    await compare(page, LOWER);
    const sides = await panel(page).locator(".first-difference .entry").allInnerTexts();
    expect(sides[0]).toMatch(/^A\s+nothing happens$/);
    expect(sides[1]).toMatch(/^B\s+memory\.available .*, under hard 1Gi\s+● MemoryPressure begins/);
    expect(sides[1]).toMatch(/✖ evicts shop\/cart-.*why: shop\/cart-.* is first/s);
    await panel(page).locator(".differences tbody button").first().click();
    await expect
      .poll(() => page.locator(".clock").innerText())
      .toContain("2026-01-15 10:07:50 UTC");
    const isShown = () => page.evaluate(() => document.activeElement?.id);
    await expect.poll(() => isShown()).toBe("decision");
    await expect.poll(() => headlineOf(page).first().innerText()).toMatch(/^Evicts shop\/cart-/);
  });

  it("follows what is changed, exchanges the two, and stops", async () => {
    const page = await visit();
    await compare(page, LOWER);
    expect(await counted(page, "memory.available hard")).toContain("1Gi");
    const before = await counted(page, "evictions");
    await page.getByRole("button", { name: "Exchange A and B" }).click();
    await expect.poll(() => counted(page, "evictions")).toEqual([...before].reverse());
    await page.getByRole("button", { name: "Compare with the recorded configuration" }).click();
    await expect.poll(() => verdict(page).innerText()).toBe("No difference in 112 steps.");
    await page.getByRole("button", { name: "Stop comparing" }).click();
    await expect.poll(() => verdict(page).count()).toBe(0);
  });

  it("says why an A that is written by hand is refused", async () => {
    const page = await visit();
    await compare(page, LOWER);
    await summary(page).click();
    const text = page.getByLabel("Configuration A");
    await text.fill("kind: KubeletConfiguration\nevictionHard: {memory.available: lots}\n");
    await expect
      .poll(() => panel(page).locator(".failure").innerText())
      .toMatch(/^A is refused: .*quantities must match/s);
    await text.fill(LOWER);
    await expect.poll(() => verdict(page).innerText()).toBe("No difference in 112 steps.");
  });

  it("is on show again where a link to it is opened", async () => {
    const expected = await printed("memory-leak", LOWER);
    const page = await visit();
    await compare(page, LOWER);
    await expect.poll(() => verdict(page).innerText()).toBe(expected.verdict);
    const link = await linkOf(page);
    expect(link.length).toBeLessThan(400);
    const other = await open({ query: link });
    await expect.poll(() => verdict(other).innerText()).toBe(expected.verdict);
    expect(await rows(other)).toEqual(await rows(page));
    expect(await summary(other).innerText()).toBe("A: the recorded configuration");
    await expect.poll(() => textIn(other)).toContain("memory.available: 1Gi");
  });

  it("is shared with an A that is written by hand, anonymised as B is", async () => {
    const { verdict: expected } = await printed("memory-leak", HIGHER, LOWER);
    const page = await visit();
    await drop(page, { name: "worker-3.ndjson.gz", bytes: exampleGzip("memory-leak") });
    await decided(page, "worker-3.ndjson.gz");
    await compare(page, LOWER);
    await summary(page).click();
    await page.getByLabel("Configuration A").fill(HIGHER);
    await expect.poll(() => verdict(page).innerText()).toBe(expected);
    const other = await open({ query: await linkOf(page) });
    await expect.poll(() => verdict(other).innerText()).toBe(expected);
    expect(await summary(other).innerText()).toBe("A: the configuration that was kept");
    const text = await other.getByLabel("Configuration A").inputValue();
    expect(text).toContain("memory.available: 2Gi");
    expect(text).not.toContain("ACME");
  });

  it("stays on show with what a link without an A brings", async () => {
    const page = await visit();
    await compare(page, LOWER);
    const a = await page.getByLabel("Configuration A").inputValue();
    await paste(page, `https://plimsoll.example/#${LINK_OF_VERSION_1.fragment}`);
    await expect.poll(() => verdict(page).innerText()).toMatch(/ 22 steps/);
    expect(await page.getByLabel("Configuration A").inputValue()).toBe(a);
  });

  it.each([
    { width: 1280, scheme: "dark" },
    { width: 360, scheme: "light" },
  ] as const)("can be used by everybody, $width pixels wide, $scheme", async (look) => {
    const page = await visit(look);
    await showPart(page, "Compare");
    await compare(page, LOWER);
    expect(await broken(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(look.width);
  });

  it("has both sides of every difference in sight on a phone", async () => {
    const page = await visit({ width: 375 });
    await showPart(page, "Compare");
    await compare(page, LOWER);
    await page.locator(".differences tbody tr").first().waitFor();
    const hidden = await page
      .locator(".differences .scroller")
      .evaluate((each) => each.scrollWidth - each.clientWidth);
    expect(hidden).toBeLessThanOrEqual(0);
  });
});
