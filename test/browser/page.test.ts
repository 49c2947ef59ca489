import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { MISSING } from "./chromium.ts";
import { editorOf } from "./editor.ts";
import { visits } from "./visit.ts";

const FOLDER = fileURLToPath(new URL("../../dist/playground/", import.meta.url));
/** Bytes, compressed with gzip: everything but the examples and the licences of others. */
const SIZE_MAX = 220_000;

describe("what the page is made of", () => {
  it("is less than 220 kB to download", () => {
    const files = readdirSync(FOLDER).filter((name) => /\.(?!txt$)\w+$/.test(name));
    const sizes = files.map((name) => gzipSync(readFileSync(FOLDER + name)).length);
    expect(files).toEqual(expect.arrayContaining(["index.html", "page.js", "plimsoll.wasm"]));
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(SIZE_MAX);
  });
});

describe.skipIf(MISSING !== null)("what the page may do", () => {
  const { visit } = visits();

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
});
