import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { MISSING } from "./chromium.ts";
import { editorOf, textIn } from "./editor.ts";
import { drop, headlineOf, visits } from "./visit.ts";

const facts = (page: Page) => page.locator(".facts").innerText();
const hardThreshold = (page: Page) =>
  page.getByRole("slider", { name: /^hard threshold of memory/ });

/** Drags a threshold's handle by CSS pixels; negative is upwards. */
async function dragBy(page: Page, pixels: number): Promise<void> {
  const box = await hardThreshold(page).boundingBox();
  if (box === null) return expect.fail("There is no threshold.");
  const [x, y] = [box.x + 200, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let moved = 1; moved <= 10; moved++) await page.mouse.move(x, y + (pixels * moved) / 10);
  await page.mouse.up();
}

describe.skipIf(MISSING !== null)("what a visitor can change", () => {
  const { visit } = visits();

  it("decides again while a threshold is dragged, and writes it down", async () => {
    const page = await visit();
    await expect.poll(() => facts(page)).toContain("1 eviction");
    await editorOf(page).waitFor();
    await dragBy(page, -60);
    await expect.poll(() => hardThreshold(page).getAttribute("aria-valuetext")).not.toBe("100Mi");
    const text = await textIn(page);
    expect(text).toMatch(/memory\.available: \d+Mi/);
    // Naming one threshold wipes the defaults of the others: they are written beside it.
    expect(text).toContain("nodefs.available: 10%");
    await expect.poll(() => facts(page)).not.toContain("1 eviction");
  });

  it("keeps what is being written about a pod while something else is decided", async () => {
    const page = await visit();
    await page.getByRole("button", { name: /^shop\/cart-/ }).click();
    const request = page.getByLabel("cart: memory request");
    await request.fill("2391Mi");
    const text = "kind: KubeletConfiguration\nmaxPods: 99\n";
    await drop(page, { name: "kubelet.yaml", bytes: Buffer.from(text) });
    await expect.poll(() => textIn(page)).toContain("maxPods: 99");
    expect(await request.inputValue()).toBe("2391Mi");
    await request.press("Enter");
    await expect.poll(() => headlineOf(page).innerText()).toBe("Evicts batch/report-cplsh");
  });

  it("moves a threshold by key, a share by a whole percent", async () => {
    const page = await visit();
    await page.locator(".signal", { hasText: "nodefs.available" }).click();
    const handle = page.getByRole("slider", { name: "hard threshold of nodefs.available" });
    await handle.focus();
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => handle.getAttribute("aria-valuetext")).toBe("11%");
  });

  it("takes what is typed, and keeps the last decisions while it cannot", async () => {
    const page = await visit();
    const text = editorOf(page);
    await text.fill("kind: KubeletConfiguration\nevictionHard: {memory.available: lots}\n");
    const refusal = page.locator(".under-line.error");
    await expect.poll(() => refusal.innerText()).toContain("quantities must match");
    expect(await headlineOf(page).innerText()).toMatch(/^Evicts shop\/cart-/);
    await text.fill("kind: KubeletConfiguration\nevictionHard: {memory.available: 1Mi}\n");
    await expect.poll(() => facts(page)).toContain("0 evictions");
    expect(await page.locator(".configuration .failure").count()).toBe(0);
  });

  it("spares a pod that asks for more, and takes that back", async () => {
    const page = await visit();
    await page.getByRole("button", { name: /^shop\/cart-/ }).click();
    const request = page.getByLabel("cart: memory request");
    await request.fill("2391Mi");
    await request.press("Enter");
    await expect.poll(() => headlineOf(page).innerText()).toBe("Evicts batch/report-cplsh");
    await page.getByRole("button", { name: "Take all changes back" }).click();
    await expect.poll(() => headlineOf(page).innerText()).toMatch(/^Evicts shop\/cart-/);
  });

  it("spares a pod that matters more", async () => {
    const page = await visit();
    await page.getByRole("button", { name: /^shop\/cart-/ }).click();
    const priority = page.getByLabel("Priority");
    await priority.fill("1");
    await priority.press("Enter");
    await expect.poll(() => headlineOf(page).innerText()).toBe("Evicts batch/report-cplsh");
  });

  it("takes evicted pods out of what follows, and says what that assumes", async () => {
    const page = await visit();
    const lower = "kind: KubeletConfiguration\nevictionHard: {memory.available: 1Gi}\n";
    await editorOf(page).fill(lower);
    const evictions = async () => Number(/(\d+) evictions?/.exec(await facts(page))?.[1]);
    await expect.poll(evictions).toBeGreaterThan(1);
    const before = await evictions();
    await page.getByLabel("What if evicted pods stay gone?").check();
    await expect.poll(evictions).toBeLessThan(before);
    await page.getByRole("slider", { name: "Step" }).fill("73");
    await expect.poll(() => page.locator(".assumption").innerText()).not.toBe("");
  });
});
