import { describe, expect, it } from "vitest";
import { MISSING } from "./chromium.ts";
import { exampleLines } from "./documents.ts";
import { decided, drop, goToStep, headlineOf, visits } from "./visit.ts";

const CART = /^shop\/cart-/;

describe.skipIf(MISSING !== null)("what the page shows and explains", () => {
  const { visit } = visits();

  it("steps both ways, and from event to event", async () => {
    const page = await visit();
    const clock = page.locator(".clock .step");
    await expect.poll(() => clock.innerText()).toBe("step 75 of 112");
    await page.getByRole("button", { name: "Step back" }).click();
    await expect.poll(() => clock.innerText()).toBe("step 74 of 112");
    await expect.poll(() => headlineOf(page).innerText()).toBe("Nothing to do");
    await page.getByRole("button", { name: "Next event" }).click();
    await expect.poll(() => headlineOf(page).innerText()).toMatch(/^Evicts shop\/cart-/);
    await page.getByRole("button", { name: "Next event" }).click();
    await expect
      .poll(() => page.locator(".conditions").innerText())
      .toBe("The node reports no condition.");
  });

  it("is moved by keys alone", async () => {
    const page = await visit();
    const clock = page.locator(".clock .step");
    await expect.poll(() => clock.innerText()).toBe("step 75 of 112");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Shift+ArrowLeft");
    await expect.poll(() => clock.innerText()).toBe("step 64 of 112");
    await page.keyboard.press("]");
    await expect.poll(() => clock.innerText()).toBe("step 75 of 112");
  });

  it("plays to the end and stops there", async () => {
    const page = await visit();
    await goToStep(page, 109);
    await page.getByRole("button", { name: "Play" }).click();
    await expect.poll(() => page.locator(".clock .step").innerText()).toBe("step 112 of 112");
    await page.getByRole("button", { name: "Play" }).waitFor();
  });

  it("goes where the chart is pressed", async () => {
    const page = await visit();
    const box = await page.locator(".chart .u-over").boundingBox();
    if (box === null) return expect.fail("There is no chart.");
    await page.mouse.click(box.x + 1, box.y + 100);
    await expect.poll(() => page.locator(".clock .step").innerText()).toBe("step 1 of 112");
  });

  it("shows every signal with its thresholds, and says the chart in words", async () => {
    const page = await visit();
    const rows = await page.locator(".signal code").allInnerTexts();
    expect(rows).toEqual([
      "memory.available",
      "allocatableMemory.available",
      "nodefs.available",
      "nodefs.inodesFree",
      "imagefs.available",
      "imagefs.inodesFree",
      "containerfs.available",
      "containerfs.inodesFree",
      "pid.available",
    ]);
    await page.locator(".signal", { hasText: "nodefs.inodesFree" }).click();
    const chart = page.locator(".chart").getByRole("img");
    await expect
      .poll(() => chart.getAttribute("aria-label"))
      .toMatch(/^nodefs\.inodesFree over time: between .* hard threshold 5%\.$/);
  });

  it("says why a pod is evicted and what would have spared it", async () => {
    const page = await visit();
    await page.getByRole("button", { name: CART }).click();
    const detail = page.locator(".pod-detail");
    await expect
      .poll(() => detail.innerText())
      .toContain("requested at least 2391Mi of memory (now 256Mi)");
    expect(await detail.innerText()).toContain("it exceeds its request");
    expect(await detail.locator(".document tbody tr").first().innerText()).toMatch(
      /^cart\scontainer/,
    );
  });

  it("says why a pod is not evicted", async () => {
    const page = await visit();
    await page.getByRole("button", { name: "shop/orders-db-0" }).click();
    await expect.poll(() => page.locator(".explanation").innerText()).toContain("orders-db-0");
  });

  it("lists what else the kubelet could have done", async () => {
    const page = await visit();
    await page.getByLabel("Example").selectOption("two-signals");
    await expect
      .poll(() => page.locator(".opened .name").innerText())
      .toMatch(/^Memory and two disks/);
    await page.locator("button.act").nth(1).click();
    const other = page.locator(".decision details", { hasText: "Other outcomes" });
    await other.locator("summary").click();
    expect(await other.innerText()).toMatch(/Under hard \S+: call .*, then evict \S+\./);
  });

  it("shows an eviction that only the capture records, and what the policy does then", async () => {
    const page = await visit();
    // Before the pressure, with a last list in which a pod has been evicted.
    const lines = exampleLines("memory-leak").slice(0, 40);
    const { pods } = JSON.parse(lines[1] ?? "");
    const [evicted, ...others] = pods.items;
    const status = { phase: "Failed", reason: "Evicted", message: "" };
    const last = { ...JSON.parse(lines.at(-1) ?? ""), time: "2026-01-15T10:07:00Z" };
    const items = [{ ...evicted, status }, ...others];
    const record = JSON.stringify({ ...last, pods: { ...pods, items } });
    const bytes = Buffer.from([...lines, record, ""].join("\n"));
    await drop(page, { name: "own.ndjson", bytes });
    await decided(page, "own.ndjson");
    await expect
      .poll(() => page.locator("h1").innerText())
      .toMatch(/ was evicted; on these numbers, the policy evicts no pod$/);
    const opened = await page.locator(".opened").innerText();
    expect(opened).toContain("1 pod evicted; the policy agrees with none");
    expect(opened).toContain("says that it was evicted between");
    const list = await page.locator(".evictions").innerText();
    expect(list).toContain("1 pod evicted; the policy agrees with none");
  });
});
