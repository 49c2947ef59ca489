import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import type { Decision } from "../../analysis/engine/decision.ts";
import { formatSeconds } from "../../analysis/text/amount.ts";
import { commandLine } from "../hosts/cli/commandLine.ts";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { editorOf, textIn } from "./editor.ts";
import { showPart, visits } from "./visit.ts";

const folder = mkdtempSync(join(tmpdir(), "plimsoll-"));
afterAll(() => rmSync(folder, { recursive: true }));

const panel = (page: Page) => page.locator(".sweep");
const cells = (page: Page) => panel(page).locator(".heat button");
const facts = (page: Page) => page.locator(".facts").innerText();
const [MEMORY, TRANSITION] = ["memory.available hard", "pressure transition period"] as const;

interface Axis {
  readonly setting: string;
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

async function choose(page: Page, axes: readonly Axis[]): Promise<void> {
  for (const [index, { setting, from, to, count }] of axes.entries()) {
    const fields = panel(page).locator(".axis").nth(index);
    await fields.locator("select").selectOption(setting);
    await fields.getByLabel("From").fill(from);
    await fields.getByLabel("To").fill(to);
    await fields.getByLabel("Values").fill(String(count));
  }
}

async function sweep(page: Page, axes: readonly Axis[]): Promise<void> {
  await choose(page, axes);
  const size = axes.reduce((product, { count }) => product * count, 1);
  await panel(page)
    .getByRole("button", { name: `Sweep ${size} configurations` })
    .click();
  await expect.poll(() => cells(page).count()).toBe(size);
}

/** Pods evicted, evictions, and time under MemoryPressure, of a replay on the command line. */
async function replayed(memory: string, transition: string): Promise<readonly string[]> {
  const path = join(folder, "cell.yaml");
  writeFileSync(
    path,
    "kind: KubeletConfiguration\n" +
      `evictionHard: {memory.available: ${memory}}\n` +
      `evictionPressureTransitionPeriod: ${transition}\n`,
  );
  const words = ["replay", "--example", "memory-leak", "--config", path, "--output", "ndjson"];
  const { stdout } = await commandLine(words);
  const decisions = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Decision);
  const evicted = decisions.flatMap(({ evictions }) => evictions.map(({ uid }) => uid));
  const seconds = decisions.reduce((sum, { nodeConditions, time }, index) => {
    const lasts = Date.parse(decisions[index + 1]?.time ?? time) - Date.parse(time);
    return sum + (nodeConditions.includes("MemoryPressure") ? lasts / 1000 : 0);
  }, 0);
  return [String(new Set(evicted).size), String(evicted.length), formatSeconds(seconds)];
}

const SMALL: readonly Axis[] = [
  { setting: MEMORY, from: "100Mi", to: "1100Mi", count: 3 },
  { setting: TRANSITION, from: "1m", to: "3m", count: 2 },
];

describe.skipIf(MISSING !== null)("a sweep of settings", () => {
  const { visit } = visits();

  it("counts in each cell what a replay under its configuration comes to", async () => {
    const page = await visit();
    await editorOf(page).fill(
      "kind: KubeletConfiguration\nevictionHard: {memory.available: 50Mi}\n",
    );
    await expect.poll(() => facts(page)).toContain("0 pods evicted");
    await page.getByLabel("As recorded").check();
    await sweep(page, SMALL);
    const expected: (readonly string[])[] = [];
    for (const memory of ["100Mi", "600Mi", "1100Mi"]) {
      for (const transition of ["1m", "3m"]) expected.push(await replayed(memory, transition));
    }
    expect(new Set(expected.map(String)).size).toBeGreaterThan(3);
    const metrics = ["pods evicted", "evictions", "MemoryPressure"];
    for (const [index, metric] of metrics.entries()) {
      await page.locator(".shows select").selectOption(metric);
      await expect
        .poll(() => cells(page).allInnerTexts())
        .toEqual(expected.map((row) => row[index]));
    }
  });

  it("applies a cell, which is then the one in force", async () => {
    const page = await visit();
    await sweep(page, SMALL);
    const cell = page.getByRole("button", { name: /hard 1100Mi, .* period 1m\. pods evicted: / });
    const pods = await cell.innerText();
    expect(await cell.getAttribute("aria-current")).toBe("false");
    await cell.click();
    await expect.poll(() => facts(page)).toMatch(new RegExp(`${pods} pods? evicted`));
    const text = await textIn(page);
    expect(text).toContain("memory.available: 1100Mi");
    expect(text).toContain("evictionPressureTransitionPeriod: 1m");
    await expect.poll(() => cell.getAttribute("aria-current")).toBe("true");
    expect(await panel(page).locator(".notice").count()).toBe(0);
  });

  it("says when its numbers are of another configuration", async () => {
    const page = await visit();
    await sweep(page, SMALL.slice(0, 1));
    await editorOf(page).fill("kind: KubeletConfiguration\nmaxPods: 50\n");
    await expect.poll(() => panel(page).locator(".notice").innerText()).toContain("sweep again");
    // What the cell does not set stays as it was written meanwhile.
    await cells(page).nth(2).click();
    await expect.poll(() => textIn(page)).toContain("memory.available: 1100Mi");
    await expect.poll(() => textIn(page)).toContain("maxPods: 50");
  });

  it("is walked through by keys, one stop for the Tab key", async () => {
    const page = await visit();
    await sweep(page, SMALL);
    await cells(page).first().focus();
    const at = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    const step = await page.locator(".clock .step").innerText();
    for (const [key, name] of [
      ["ArrowDown", /hard 600Mi, .* period 1m\./],
      ["ArrowRight", /hard 600Mi, .* period 3m\./],
      ["ArrowRight", /hard 600Mi, .* period 3m\./],
      ["ArrowUp", /hard 100Mi, .* period 3m\./],
      ["Home", /hard 100Mi, .* period 1m\./],
      ["End", /hard 100Mi, .* period 3m\./],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => at()).toMatch(name);
    }
    await expect.poll(() => page.locator(".clock .step").innerText()).toBe(step);
    await page.keyboard.press("Tab");
    expect((await at()) ?? "").not.toContain("pods evicted");
  });

  it("shows how far it is, and stops on request", async () => {
    const page = await visit();
    await choose(page, [
      { setting: MEMORY, from: "100Mi", to: "2Gi", count: 21 },
      { setting: TRANSITION, from: "1m", to: "11m", count: 21 },
    ]);
    await panel(page).getByRole("button", { name: "Sweep 441 configurations" }).click();
    const bar = page.getByRole("progressbar", { name: "Configurations swept" });
    await expect.poll(() => bar.getAttribute("max")).toBe("441");
    await panel(page).getByRole("button", { name: "Cancel" }).click();
    await panel(page).getByRole("button", { name: "Sweep 441 configurations" }).waitFor();
    await expect.poll(() => cells(page).count()).toBe(0);
    await sweep(page, SMALL);
  });

  it("takes no range that cannot be read, and shows configurations that are refused", async () => {
    const page = await visit();
    await choose(page, [{ ...(SMALL[0] as Axis), from: "lots" }]);
    expect(await panel(page).locator(".notice").innerText()).toBe(
      "memory.available hard cannot be lots; write it like 100Mi.",
    );
    const start = panel(page).getByRole("button", { name: "Sweep" });
    expect(await start.getAttribute("aria-disabled")).toBe("true");
    await sweep(page, [{ setting: "nodefs.available hard", from: "50%", to: "150%", count: 3 }]);
    expect((await cells(page).allInnerTexts())[2]).toBe("-");
    expect(await cells(page).nth(2).getAttribute("aria-label")).toContain("150%");
  });

  it.each([
    { width: 1280, scheme: "light" },
    { width: 1280, scheme: "dark" },
    { width: 360, scheme: "light" },
    { width: 360, scheme: "dark" },
  ] as const)("can be used by everybody, $width pixels wide, $scheme", async (look) => {
    const page = await visit(look);
    await showPart(page, "Sweep");
    await sweep(page, [
      { setting: MEMORY, from: "100Mi", to: "2Gi", count: 6 },
      { setting: TRANSITION, from: "1m", to: "11m", count: 11 },
    ]);
    await page.locator(".shows select").selectOption("MemoryPressure");
    const levels = await panel(page)
      .locator(".heat [class*=level-]")
      .evaluateAll((found) => new Set(found.map(({ className }) => className)).size);
    expect(levels).toBe(5);
    expect(await broken(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(look.width);
  });
});
