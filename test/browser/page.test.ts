import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { writePage } from "../../hosts/daemon/server/pages.ts";
import { MISSING } from "./chromium.ts";
import { digestsInPage, digestsOfReplay, EXAMPLES } from "./conformance.ts";
import { editorOf } from "./editor.ts";
import { originOf, serveEmbedding } from "./embedding.ts";
import { visits } from "./visit.ts";

const folder = mkdtempSync(join(tmpdir(), "plimsoll-page-"));

beforeAll(() => writePage(folder));
afterAll(() => rmSync(folder, { recursive: true }));

describe("what the page is made of", () => {
  it("is a page, its scripts, and the modules of its node, clusters and killers", () => {
    const files = readdirSync(folder);
    expect(files).toContain("index.html");
    for (const part of [
      /^page-\w{8}\.css$/,
      /^page-\w{8}\.js$/,
      /^worker-\w{8}\.js$/,
      /^clusters-\w{8}\.css$/,
    ]) {
      expect(files).toEqual(expect.arrayContaining([expect.stringMatching(part)]));
    }
    expect(files.filter((name) => name.endsWith(".wasm"))).toHaveLength(6);
  });
});

describe.skipIf(MISSING !== null)("what the page may do", () => {
  const { open, visit } = visits();

  it("is said in its policy: no style and no script but those of its own files", async () => {
    const page = await visit();
    await editorOf(page).waitFor();
    const policy = await page.evaluate(async () => {
      const { headers } = await fetch(document.location.href);
      return headers.get("content-security-policy");
    });
    const directives = policy?.split("; ") ?? [];
    expect(directives).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy).not.toMatch(/'unsafe-(?:inline|eval|hashes)'|\*|https?:/);
  });

  it("works in a frame where a server of files allows it", async () => {
    const server = await serveEmbedding(folder);
    onTestFinished(() => void server.close());
    const page = await open({ origin: originOf(server) });
    const frame = page.frameLocator("iframe");
    await expect.poll(() => frame.locator(".headline").innerText()).toMatch(/^Evicts shop\/cart-/);
    await frame.getByRole("button", { name: "Step back" }).click();
    await expect.poll(() => frame.locator(".headline").innerText()).toBe("Nothing to do");
  });
});

describe.skipIf(MISSING !== null)("what the page decides", () => {
  const { visit } = visits();

  it("about every example is what plimsoll replay does", async () => {
    const page = await visit();
    for (const example of EXAMPLES) {
      const digests = await page.evaluate(digestsInPage, example.file);
      expect(digests, example.name).toEqual(await digestsOfReplay(example));
    }
  });

  it.each([1200, 1280, 1366, 1440])("has room for every title at %i px", async (width) => {
    const page = await visit({ width, height: 800 });
    // The list of examples is narrow; the title of the chosen one is above the answer.
    const cut = await page.locator(".opened .name").evaluate((name) => {
      const select = document.querySelector<HTMLSelectElement>(".examples select");
      const context = document.createElement("canvas").getContext("2d");
      if (context === null || select === null) return ["nothing was measured"];
      context.font = getComputedStyle(name).font;
      const room = name.parentElement?.clientWidth ?? 0;
      const texts = [...select.options].map(({ text }) => text);
      return texts.filter((text) => context.measureText(text).width > room);
    });
    expect(cut).toEqual([]);
  });
});
