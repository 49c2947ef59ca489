import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { NodeOom } from "../../analysis/questions/oom/nodeOom.ts";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { exampleLines } from "./documents.ts";
import { decided, drop, placesBy, visits } from "./visit.ts";

const COMMAND = fileURLToPath(new URL("../../dist/plimsoll.mjs", import.meta.url));

/** What the command says of the first eviction: it reads the documents, not the page's copies. */
function explained(example: string): ReturnType<NodeOom["view"]> {
  const given = ["explain", "--example", example, "--output", "json"];
  return JSON.parse(execFileSync("node", [COMMAND, ...given], { encoding: "utf8" })).oom;
}

const kernelPlaces = (page: Page) => placesBy(page, "kernel");

describe.skipIf(MISSING !== null)("the kernel's OOM killer next to the kubelet", () => {
  const { open, visit, forgive } = visits();

  it("has the place of each pod, and says who would be first, as explain does", async () => {
    const { ranking, race } = explained("memory-leak");
    const pods = ranking?.ranking.map(({ pod: { namespace, name } }) => `${namespace}/${name}`);
    const expected = [...new Set(pods)].map((pod, index) => [pod, String(index + 1)]);
    const page = await visit({ width: 1440 });
    await expect.poll(() => kernelPlaces(page)).toMatchObject(Object.fromEntries(expected));
    expect(expected.length).toBeGreaterThan(3);
    const section = page.locator(".oom-section");
    const said = await section.locator("li").allInnerTexts();
    expect(race?.sentences.length).toBeGreaterThan(0);
    expect(said).toEqual(expect.arrayContaining([...(race?.sentences ?? [])]));
    const lanes = (race?.lanes ?? []).filter(({ who }) => who !== "memory.high");
    expect(lanes.map(({ who }) => who)).toEqual(expect.arrayContaining(["earlyoom", "oomd"]));
    expect(said).toEqual(
      expect.arrayContaining(lanes.map(({ who, sentence }) => `${who}: ${sentence}.`)),
    );
    expect(await broken(page)).toEqual([]);
  });

  it("is in the timeline of its own view where memory falls, with a legend", async () => {
    const page = await visit();
    await page.locator(".oom-section li").first().waitFor();
    expect(await page.locator(".race").count()).toBe(0);
    await page.getByRole("link", { name: "Kernel OOM" }).click();
    await page.locator(".race .band.kubelet").first().waitFor();
    await expect
      .poll(() => page.locator(".race-legend").innerText())
      .toContain("the kubelet would evict first");
    const name = await page.locator(".race .lane-area").getAttribute("aria-label");
    expect(name).toMatch(/^First to act while memory falls: kubelet in \d+ steps/);
  });

  it("lists the pods in the kernel's order", async () => {
    const page = await visit();
    await expect.poll(async () => Object.values(await kernelPlaces(page))).toContain("1");
    expect(Object.values(await kernelPlaces(page))[0]).toBe("1");
  });

  it("is not there where its module does not come, which the page says", async () => {
    forgive(/Failed to load resource/);
    const page = await open({
      prepare: async (each) => {
        await each.route("**/plimsoll-oom-*.wasm", (route) => route.abort());
      },
    });
    await page.getByText("The kernel's rules cannot be loaded").waitFor();
    await expect.poll(() => page.locator(".headline").innerText()).toMatch(/^Evicts shop\/cart-/);
    expect(await page.getByRole("radio", { name: "kernel" }).count()).toBe(0);
  });

  it("tells of the containers that a capture says it killed", async () => {
    const lines = exampleLines("memory-leak").map((line, index) => {
      if (index !== 1) return line;
      const record = JSON.parse(line);
      const terminated = {
        reason: "OOMKilled",
        exitCode: 137,
        finishedAt: "2026-01-15T09:59:58Z",
      };
      record.pods.items[0].status.containerStatuses = [{ name: "app", lastState: { terminated } }];
      record.pods.items[1].status.containerStatuses = [
        { name: "app", state: { terminated: { ...terminated, reason: "Error" } } },
      ];
      return JSON.stringify(record);
    });
    const page = await visit();
    await drop(page, { name: "killed.ndjson.gz", bytes: gzipSync(`${lines.join("\n")}\n`) });
    await decided(page, "killed.ndjson.gz");
    await expect.poll(() => page.locator("p.ending").allInnerTexts()).toHaveLength(1);
    expect(await page.locator("p.ending").innerText()).toMatch(
      new RegExp(
        "^In this capture the kernel killed container app of \\S+ for memory \\(OOMKilled\\) " +
          "at 2026-01-15T09:59:58Z\\.$",
      ),
    );
    const titles = await page
      .locator("button.act.killed")
      .evaluateAll((all) => all.map((mark) => mark.getAttribute("title")));
    expect(titles).toEqual([
      expect.stringContaining("OOMKilled"),
      expect.stringContaining("exit code 137"),
    ]);
  });
});
