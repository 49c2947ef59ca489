import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { drop, headlineOf, visits } from "./visit.ts";

/** The first record of an example as `kubectl get --raw` would give it. */
function snapshot(): { readonly summary: Buffer; readonly pods: Buffer } {
  const file = new URL("../../examples/memory-leak.plimsoll.ndjson.gz", import.meta.url);
  const [, line = ""] = gunzipSync(readFileSync(file)).toString().split("\n");
  const { summary, pods } = JSON.parse(line);
  const bytes = (document: unknown) => Buffer.from(JSON.stringify(document));
  return { summary: bytes(summary), pods: bytes(pods) };
}

const slider = (page: Page) => page.getByRole("slider", { name: /^Headroom of / });
const gone = (page: Page) => page.locator(".headroom-evictions > li .pod");
const answer = (page: Page) => page.locator(".headroom-answer");

describe.skipIf(MISSING !== null)(
  "one moment of a node, and what would go if less were left",
  () => {
    const { visit } = visits();

    async function visitSnapshot(width = 1440): Promise<Page> {
      const page = await visit({ width });
      const { summary, pods } = snapshot();
      const files = [
        { name: "summary.json", bytes: summary },
        { name: "pods.json", bytes: pods },
      ];
      await drop(page, ...files);
      await expect.poll(() => slider(page).count()).toBe(1);
      await expect.poll(() => headlineOf(page).innerText()).toBe("Nothing to do");
      return page;
    }

    it("names the pod that goes first, and stops where enough is free", async () => {
      const page = await visitSnapshot();
      expect(await answer(page).innerText()).toContain("Move the slider");
      await slider(page).fill("300");
      await expect.poll(() => gone(page).allInnerTexts()).toEqual(["batch/report-cplsh"]);
      expect(await answer(page).innerText()).toContain("no further pod is evicted");
      expect(await broken(page)).toEqual([]);
      // What is open stays the recording: nothing was changed.
      expect(await page.locator(".changes").count()).toBe(0);
    });

    it("lists all that may go, in the order of the ranking, where all is taken again", async () => {
      const page = await visitSnapshot();
      await slider(page).fill("300");
      await page.getByRole("radio", { name: /^is taken again/ }).check();
      await page.getByLabel("Can be evicted").check();
      const ranked = () => page.locator(".ranking tbody th button").allInnerTexts();
      await expect
        .poll(async () => (await gone(page).count()) === (await ranked()).length)
        .toBe(true);
      expect(await gone(page).allInnerTexts()).toEqual(await ranked());
      expect(await answer(page).innerText()).toContain("no pod is left that the kubelet may evict");
    });

    it("is about the signal that is chosen, and about the policy in force", async () => {
      const page = await visitSnapshot(375);
      await page.getByRole("button", { name: /^pid\.available/ }).click();
      await slider(page).fill("0");
      // A kubelet has no threshold of pid.available by itself.
      await expect.poll(() => answer(page).innerText()).toContain("No pod is evicted");
      await page.getByRole("button", { name: /^imagefs\.inodesFree/ }).click();
      await expect.poll(() => answer(page).innerText()).toContain("Move the slider");
      await slider(page).press("Home");
      await expect.poll(() => gone(page).count()).toBeGreaterThan(0);
      expect(await page.locator(".headroom-panel output").innerText()).toBe("0 inodes left");
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(widest).toBeLessThanOrEqual(375);
    });
  },
);
