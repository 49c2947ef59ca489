import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BundleLimit } from "../../../../analysis/read/bundle/limit.ts";
import { tarParts } from "../../../../analysis/read/bundle/tar.ts";
import { CutOff } from "../../../../analysis/read/capture/format.ts";
import { inChunks } from "../../../../analysis/read/recognize/beginning.ts";

/** Formats of GNU tar; `v7` has room for names of 100 bytes, and `ustar` for 256. */
const FORMATS = ["v7", "ustar", "gnu", "oldgnu", "pax"] as const;
const SHORT: Readonly<Record<string, string>> = {
  "dump/nodes.json": "n".repeat(2 * 512),
  "dump/shop/pods.json": "p".repeat(700),
  "dump/empty.json": "",
};
const DEEP = `dump/${"d".repeat(80)}/${"e".repeat(80)}/events.json`;
const LONG = `dump/${"ü".repeat(70)}/${"x".repeat(200)}.json`;
const NAMES = {
  v7: {},
  ustar: { [DEEP]: "deep" },
  gnu: { [DEEP]: "deep", [LONG]: "long" },
  oldgnu: { [DEEP]: "deep", [LONG]: "long" },
  pax: { [DEEP]: "deep", [LONG]: "long" },
} as const;

const LINK = "is a link, which is read in a folder alone";

let root = "";

function packed(format: (typeof FORMATS)[number], files: Readonly<Record<string, string>>): Buffer {
  const folder = mkdtempSync(join(root, `${format}-`));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync("/etc/passwd", join(folder, "dump/link.json"));
  const archive = join(folder, "archive.tar");
  execFileSync("tar", [`--format=${format}`, "-cf", archive, "-C", folder, "dump"]);
  return readFileSync(archive);
}

/** The members, in chunks of a size. */
async function read(archive: Uint8Array, chunkBytes = archive.length) {
  const members: Record<string, string> = {};
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < archive.length; at += chunkBytes) {
    chunks.push(archive.subarray(at, at + chunkBytes));
  }
  const limit = new BundleLimit("archive.tar", archive.length);
  const wants = () => true;
  for await (const { path, bytes, problem } of tarParts(inChunks(chunks), wants, limit)) {
    expect([path, problem]).toEqual([path, path.includes("link") ? LINK : undefined]);
    if (problem === undefined)
      members[path] = (members[path] ?? "") + (bytes === null ? "" : Buffer.from(bytes).toString());
  }
  return members;
}

describe("an archive that GNU tar writes", () => {
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "plimsoll-tar-"));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it.each(FORMATS)("has its files under their names, as %s", async (format) => {
    const files = { ...SHORT, ...NAMES[format] };
    expect(await read(packed(format, files))).toEqual(files);
  });

  it.each([1, 7, 511, 513, 4096])("is read alike in chunks of %d bytes", async (chunkBytes) => {
    const files = { ...SHORT, [LONG]: "long" };
    expect(await read(packed("pax", files), chunkBytes)).toEqual(files);
  });

  it("has a file of 8 GiB or more, whose size is not in octal digits", async () => {
    const archive = packed("gnu", { "dump/large.json": "x" });
    const at = archive.indexOf("dump/large.json");
    const header = archive.subarray(at, at + 512);
    const before = header.subarray(124, 136).reduce((sum, byte) => sum + byte, 0);
    header.set([0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 124);
    const after = header.subarray(124, 136).reduce((sum, byte) => sum + byte, 0);
    const checksum = Number.parseInt(header.subarray(148, 154).toString(), 8) + after - before;
    header.write(checksum.toString(8).padStart(6, "0"), 148);
    expect(await read(archive)).toEqual({ "dump/large.json": "x" });
  });

  it("is cut off within a file or a header", async () => {
    const archive = packed("ustar", SHORT);
    const file = archive.indexOf("nnn");
    await expect(read(archive.subarray(0, file + 10))).rejects.toThrow(CutOff);
    await expect(read(archive.subarray(0, file - 100))).rejects.toThrow(CutOff);
  });

  it("is damaged in a header", async () => {
    const archive = packed("ustar", SHORT);
    archive[archive.indexOf("dump/shop/pods.json")] = 0x44;
    await expect(read(archive)).rejects.toThrow("a header is damaged");
  });
});
