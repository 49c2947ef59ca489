import { describe, expect, it, onTestFinished } from "vitest";
import { MISSING } from "./chromium.ts";
import { startDaemon } from "./daemon.ts";
import { exampleLines } from "./documents.ts";
import { headlineOf, visits } from "./visit.ts";

const [HEADER = "", ...RECORDS] = exampleLines("memory-leak");

describe.skipIf(MISSING !== null)("a page that a daemon serves", () => {
  const { open } = visits();

  it("follows it, and shows what it decides", async () => {
    const daemon = await startDaemon(HEADER);
    onTestFinished(() => daemon.stop());
    daemon.feed(RECORDS.slice(0, 60));
    const page = await open({ origin: daemon.url });
    const facts = page.locator(".facts");
    await page.getByRole("button", { name: "Watch live" }).click();
    const clock = page.locator(".clock .step");
    // It begins with what the daemon saw last.
    await expect.poll(() => clock.innerText()).toBe("step 1 of 1");
    await expect.poll(() => facts.innerText()).toContain("0 evictions");
    daemon.feed(RECORDS.slice(60, 75));
    await expect.poll(() => clock.innerText()).toBe("step 16 of 16");
    await expect.poll(() => facts.innerText()).toContain("1 eviction");
    const [eviction] = daemon.decisions.flatMap(({ evictions }) => evictions);
    await expect
      .poll(() => headlineOf(page).innerText())
      .toBe(`Evicts ${eviction?.namespace}/${eviction?.name}`);
    const message = (await page.locator("blockquote").innerText()).trim();
    expect(message).toBe(eviction?.message.trim());

    // Whoever looks elsewhere is left there.
    await page.getByRole("button", { name: "Step back" }).click();
    daemon.feed(RECORDS.slice(75, 80));
    await expect.poll(() => clock.innerText()).toBe("step 15 of 21");
    const live = page.getByRole("button", { name: "Live" });
    expect(await live.getAttribute("aria-pressed")).toBe("true");
    await page.close();
  });
});
