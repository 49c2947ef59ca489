/** Whom admission would take, in the ranking of the page as in that of the command. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { NodeAdmission } from "../../hosts/shared/admission/nodeAdmission.ts";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { exampleLines } from "./documents.ts";
import { decided, drop, visits } from "./visit.ts";

const COMMAND = fileURLToPath(new URL("../../dist/plimsoll.mjs", import.meta.url));

/** The pods that the command names, in their order. */
function preempted(example: string): string[] {
  const given = ["explain", "--example", example, "--output", "json"];
  const { admission } = JSON.parse(execFileSync("node", [COMMAND, ...given], { encoding: "utf8" }));
  const { answer } = admission as NodeAdmission;
  return (answer?.preempted ?? []).map(({ namespace, name }) => `${namespace}/${name}`);
}

/** What stands in the column, by pod; it is the second below the priority. */
async function places(page: Page): Promise<Record<string, string>> {
  const rows = await page
    .locator(".ranking tbody tr")
    .evaluateAll((all) =>
      all.map((row) => [
        row.querySelector("button.pod")?.textContent ?? "",
        row.querySelectorAll("td.number .below[title]")[1]?.textContent ?? "",
      ]),
    );
  return Object.fromEntries(rows);
}

const caption = (page: Page) => page.locator(".ranking > .quiet").innerText();

describe.skipIf(MISSING !== null)("admission beside eviction and the kernel", () => {
  const { open, visit, forgive } = visits();

  it.each(["memory-leak", "recorded-memory-hard"])(
    "has the place of each pod that would be preempted, as explain does: %s",
    async (example) => {
      const expected = preempted(example).map((pod, index) => [pod, String(index + 1)]);
      expect(expected.length).toBeGreaterThan(0);
      const page = await visit({ width: 1440 });
      await page.getByLabel("Example").selectOption(example);
      await expect.poll(() => places(page)).toMatchObject(Object.fromEntries(expected));
      const others = Object.entries(await places(page)).filter(
        ([pod]) => !expected.some(([name]) => name === pod),
      );
      expect(new Set(others.map(([, place]) => place))).toEqual(new Set(["-"]));
      await expect
        .poll(() => caption(page))
        .toContain("requests 256Mi more memory than is left; it goes by requests.");
      await page.getByText("Whom admission would take").click();
      const sentences = await page.locator(".admission-section li").allInnerTexts();
      expect(sentences.join(" ")).toContain("not by usage");
      expect(await broken(page)).toEqual([]);
    },
  );

  it("sorts the pods by its order", async () => {
    const page = await visit();
    await expect.poll(async () => Object.values(await places(page))).toContain("1");
    const sort = page.locator(".ranking thead").getByRole("button", { name: "Admission" });
    await sort.click();
    await sort.click();
    expect(Object.values(await places(page))[0]).toBe("1");
  });

  it("is asked for after the first decision, and missed in words", async () => {
    forgive(/Failed to load resource/);
    const page = await open({
      prepare: async (each) => {
        await each.route("**/plimsoll-admission-*.wasm", (route) => route.abort());
      },
    });
    await expect.poll(() => caption(page)).toContain("The rules of admission cannot be loaded");
    await expect.poll(() => page.locator(".headline").innerText()).toMatch(/^Evicts shop\/cart-/);
    expect(await page.locator(".ranking thead").innerText()).not.toContain("Admission");
    const html = await page.evaluate(async () => (await fetch(document.location.href)).text());
    expect(html).not.toMatch(/<link[^>]*plimsoll-admission/);
  });

  it("says why there is no column where it is not known what the node has", async () => {
    const lines = exampleLines("memory-leak").map((line, index) => {
      if (index === 0) return line;
      const record = JSON.parse(line);
      const [first] = record.pods?.items ?? [];
      // No API server takes such a label.
      if (first !== undefined) first.metadata.labels = { "-": "-" };
      return JSON.stringify(record);
    });
    const page = await visit();
    await drop(page, { name: "labels.ndjson.gz", bytes: gzipSync(`${lines.join("\n")}\n`) });
    await decided(page, "labels.ndjson.gz");
    await expect.poll(() => caption(page)).toContain("Admission: not asked: ");
    expect(await page.locator(".ranking thead").innerText()).not.toContain("Admission");
  });
});

describe.skipIf(MISSING !== null)("whole numbers of bytes in the ranking", () => {
  const { visit } = visits();

  it.each([1280, 1440, 1920])("leave none of its columns out of sight at %d px", async (width) => {
    const page = await visit({ width });
    await expect.poll(async () => Object.values(await places(page))).toContain("1");
    await page.keyboard.press("e");
    const scroller = page.locator(".ranking .scroller");
    await expect.poll(() => scroller.innerText()).toContain("268,435,456 B");
    const widths = await scroller.evaluate(({ scrollWidth, clientWidth }) => ({
      scrollWidth,
      clientWidth,
    }));
    expect(widths.scrollWidth).toBe(widths.clientWidth);
    const right =
      (await scroller.boundingBox().then((box) => (box?.x ?? 0) + (box?.width ?? 0))) + 1;
    const request = page.locator("tr.evicted data", { hasText: "268,435,456 B" }).first();
    const box = await request.boundingBox();
    expect((box?.x ?? Number.POSITIVE_INFINITY) + (box?.width ?? 0)).toBeLessThan(right);
  });
});
