import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import index from "../../examples/clusters/index.json" with { type: "json" };
import { commandLine } from "../hosts/cli/commandLine.ts";
import { MISSING } from "./chromium.ts";
import { visits } from "./visit.ts";

const verdictOf = (page: Page) => page.locator(".verdict");
const flat = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** What the command line prints of an example. */
async function printed(name: string, drain?: string): Promise<string> {
  const objects = `examples/clusters/${name}/objects.yaml`;
  const words =
    drain === undefined
      ? ["cluster", "--example", name, "--no-search"]
      : ["drain", drain, "--objects", objects];
  return flat((await commandLine(words, { columns: 100 })).stdout);
}

/** Waits until the cluster was played, and answers the verdict. */
async function verdict(page: Page): Promise<string> {
  await expect.poll(() => verdictOf(page).innerText()).toMatch(/^The cluster|^\S+ is /);
  return flat(await verdictOf(page).innerText());
}

describe.skipIf(MISSING !== null)("a cluster on the page", () => {
  const { open, visit } = visits();

  it("says of every example what the command line says", async () => {
    const page = await open({ query: "#cluster=eviction-loop" });
    for (const { name, drain } of index) {
      await page.getByLabel("Example").selectOption(`cluster:${name}`);
      await page
        .locator("h2")
        .filter({ hasText: titleOf(name) })
        .waitFor();
      expect(await printed(name, drain)).toContain(await verdict(page));
    }
  });

  it("is loaded when it is opened, and is left by Back", async () => {
    const asked: string[] = [];
    const page = await visit({
      prepare: async (page) => void page.on("request", (request) => asked.push(request.url())),
    });
    const ofClusters = () => asked.filter((url) => /cluster|loop/i.test(url));
    expect(ofClusters()).toEqual([]);
    const before = await page.locator(".story h2").innerText();
    await page.getByLabel("Example").selectOption("cluster:cascade");
    expect(await verdict(page)).toContain("cascades");
    expect(ofClusters().length).toBeGreaterThan(0);
    expect(await page.title()).toBe(`${titleOf("cascade")} · Plimsoll playground`);
    expect(new URL(page.url()).hash).toMatch(/^#cluster=cascade/);
    await page.reload();
    expect(await verdict(page)).toContain("cascades");
    await page.goBack();
    await expect.poll(() => page.locator(".story h2").innerText()).toBe(before);
    await expect.poll(() => page.locator(".headline").count()).toBe(1);
  });
});

function titleOf(name: string): string {
  return index.find((each) => each.name === name)?.title ?? "";
}
