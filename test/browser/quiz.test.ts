import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { headlineOf, shareButton, visits } from "./visit.ts";

const ask = (page: Page) => page.getByLabel("Ask first which pod is evicted");
const question = (page: Page) =>
  page.getByRole("heading", { name: "Which pod does the kubelet evict?" });
const pick = (page: Page, name: RegExp | string) => page.getByRole("button", { name });

describe.skipIf(MISSING !== null)("the quiz", () => {
  const { visit } = visits();

  it("is found in the palette, and leads through its incidents with a score", async () => {
    const page = await visit();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("quiz");
    await page.keyboard.press("Enter");
    await question(page).waitFor();
    expect(await page.locator(".question").innerText()).toContain("Incident 1 of 5");
    await pick(page, /^shop\/cart-/).click();
    const answer = page.locator(".answer");
    await expect.poll(() => answer.innerText()).toContain("1 of 1 right so far.");
    await pick(page, "Next incident (2 of 5)").click();
    await expect.poll(() => page.locator(".question").innerText()).toContain("Incident 2 of 5");
    await pick(page, "It evicts no pod").click();
    await expect.poll(() => answer.innerText()).toContain("1 of 2 right so far.");
    expect(await broken(page)).toEqual([]);
  });

  it("is among the examples of the header", async () => {
    const page = await visit();
    await page
      .getByLabel("Example")
      .selectOption({ label: "Quiz: which pod does the kubelet evict?" });
    await question(page).waitFor();
  });
});

describe.skipIf(MISSING !== null)("a link that asks first which pod goes", () => {
  const { open, visit } = visits();

  async function questionLink(): Promise<string> {
    const page = await visit();
    await headlineOf(page).waitFor();
    await shareButton(page).click();
    await page.getByLabel("Link").waitFor();
    const before = await page.getByLabel("Link").inputValue();
    await ask(page).check();
    const link = page.getByLabel("Link");
    // The link without the question goes, and the other one comes.
    await expect
      .poll(async () => ((await link.count()) === 1 ? await link.inputValue() : before))
      .not.toBe(before);
    return new URL(await link.inputValue()).hash;
  }

  it("hides what is decided until a pod is picked, and says if the kubelet agrees", async () => {
    const hash = await questionLink();
    const page = await open({ query: hash });
    await question(page).waitFor();
    await pick(page, /^shop\/cart-/).waitFor();
    for (const part of [".decision", ".ranking", ".figure", ".opened", ".evicted"]) {
      expect(await page.locator(part).count()).toBe(0);
    }
    expect(await page.locator("main").innerText()).not.toMatch(/exceeds|usage minus/);
    expect(await broken(page)).toEqual([]);
    await pick(page, /^shop\/orders-db-0/).click();
    const answer = page.locator(".answer");
    await expect
      .poll(() => answer.innerText())
      .toMatch(/^You said shop\/orders-db-0\. The kubelet does not agree: it evicts shop\/cart-/);
    expect(await answer.evaluate((each) => each === document.activeElement)).toBe(true);
    await expect.poll(() => headlineOf(page).innerText()).toMatch(/^Evicts shop\/cart-/);
    await expect.poll(() => page.locator("tr.detail").count()).toBe(1);
    expect(await broken(page)).toEqual([]);
  });

  it("is still a question after a reload, and agrees with who is right", async () => {
    const hash = await questionLink();
    const page = await open({ query: hash });
    await pick(page, /^shop\/cart-/).waitFor();
    await page.reload();
    await question(page).waitFor();
    await pick(page, /^shop\/cart-/).click();
    await expect.poll(() => page.locator(".answer").innerText()).toContain("The kubelet agrees");
  });
});

describe.skipIf(MISSING !== null)("code to embed what is on show", () => {
  const { visit } = visits();

  it("is not offered by a server that lets no page show this one, which is said", async () => {
    const page = await visit();
    await shareButton(page).click();
    await expect
      .poll(() => page.locator("dialog.share").innerText())
      .toContain("lets no other page show it (frame-ancestors 'none')");
    expect(await page.locator(".embed").count()).toBe(0);
  });

  it("is offered where the page may be shown in a frame", async () => {
    const plain = async (page: Page) => {
      await page.route("**/", async (route) => {
        if (route.request().method() !== "HEAD") return route.fallback();
        await route.fulfill({ status: 200, headers: { "content-type": "text/html" } });
      });
    };
    const page = await visit({ prepare: plain });
    await shareButton(page).click();
    await page.getByText("Embed it in a page").click();
    const code = page.getByLabel("Code to embed it");
    const link = await page.getByLabel("Link").inputValue();
    expect(await code.inputValue()).toContain(`<iframe src="${link}"`);
    expect(await broken(page)).toEqual([]);
  });
});
