import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UnreadableError } from "../../../../../analysis/read/unreadable.ts";
import { writeColumns } from "../../../../../hosts/browser/features/share/columns.ts";
import { readLink, writeLink } from "../../../../../hosts/browser/features/share/link.ts";
import { openLink } from "../../../../../hosts/browser/features/share/worker.ts";
import { exampleLines } from "../../../../browser/documents.ts";
import { LINK_OF_VERSION_1 } from "../../../../browser/links.ts";

const SEED = 20260115;
const LINES = exampleLines("memory-leak");
const fragmentOf = (text: string) => `1=${gzipSync(text).toString("base64url")}`;
const wholeLink = async () => (await writeLink(LINES)) ?? expect.fail("There is no link.");

describe("a link", () => {
  it("holds twenty minutes of eight pods in a third of its budget", async () => {
    const link = await wholeLink();
    expect(link).toMatch(/^1=[\w-]+$/);
    expect(link.length).toBeLessThan(32_768 / 3);
    expect(await readLink(link)).toEqual(LINES);
  });

  it("of version 1 still opens", async () => {
    const { document, scenario } = await openLink(LINK_OF_VERSION_1.fragment);
    expect(scenario).toEqual(LINK_OF_VERSION_1.scenario);
    const lines = (await document.content.text()).trimEnd().split("\n");
    expect(lines).toHaveLength(LINK_OF_VERSION_1.lines);
    expect(lines.at(-1)).toContain(LINK_OF_VERSION_1.lastLineBegins);
  });

  it.each([
    ["of a version to come", "7=AAAA", /^The link has version 7, and this page reads 1; open it/],
    ["without a version", "=AAAA", /^The link has version none/],
    ["without anything", "", /^The link has version none/],
    ["with a foreign letter", "1=AB%20C", /^Character 3 after the = of the link is none/],
    ["that is empty", "1=", /^The link is cut off or damaged: of its 0 bytes/],
    ["that is not gzip", "1=AAAAAAAA", /^The link is cut off or damaged: of its 6 bytes/],
    ["that is not a text", fragmentOf("\u00e9").slice(0, -14), /cut off or damaged/],
    [
      "of no columns",
      fragmentOf("hello"),
      /^The link holds no capture: it has no columns; copy all/,
    ],
  ])("%s is answered with what, where and what to do", async (_, fragment, sentence) => {
    await expect(readLink(fragment)).rejects.toThrow(sentence);
    await expect(readLink(fragment)).rejects.toThrow(UnreadableError);
  });

  it("that lost its end anywhere is answered", async () => {
    const link = await wholeLink();
    for (let length = link.length - 1; length > 0; length -= 97) {
      await expect(readLink(link.slice(0, length))).rejects.toThrow(UnreadableError);
    }
  });

  it("with any letter changed is answered, or reads as other lines", async () => {
    const link = await wholeLink();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: link.length - 1 }),
        fc.constantFrom("A", "z", "9", "_", "=", "%"),
        async (at, letter) => {
          const changed = `${link.slice(0, at)}${letter}${link.slice(at + 1)}`;
          await openLink(changed).catch((error) => expect(error).toBeInstanceOf(UnreadableError));
        },
      ),
      { seed: SEED, numRuns: 300 },
    );
  });
});

/** Small, and a thousand times larger when it is read. */
const BOMBS = [
  ["of noughts", "0".repeat(2e7), /^The link holds more than 4 MiB/],
  ["of empty shapes", `${"\n".repeat(4e6)}\f200000\f`, /no shape 200000/],
  [
    "of one long line again and again",
    `{"a":"${"x".repeat(1e6)}"}\f${"0,".repeat(90_000)}0\f`,
    /^The link holds more than 64 MiB/,
  ],
] as const;

describe("a link that inflates to more than a page can hold", () => {
  it.each(BOMBS)("%s is answered", async (_, text, sentence) => {
    const fragment = fragmentOf(text);
    expect(fragment.length).toBeLessThan(32_768);
    await expect(readLink(fragment)).rejects.toThrow(sentence);
  });

  it("is never made here", async () => {
    const long = JSON.stringify({ text: "x".repeat(0x400000) });
    expect(await writeLink([long])).toBeNull();
    expect(writeColumns([long])).not.toBeNull();
  });
});
