import { constants, gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CutOff } from "../../../../analysis/read/capture/format.ts";
import { gunzip, gunzipIfGzip, gzip } from "../../../../analysis/read/capture/gzip.ts";
import { chunksOf, collect, encode } from "../../chunks.ts";

const LONG = `${Array.from({ length: 40_000 }, (_, line) => `{"line":${line}}`).join("\n")}\n`;

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function inflated(bytes: Uint8Array, chunkSize = 0x10000): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of gunzip(inChunks(bytes, chunkSize))) parts.push(part);
  return Buffer.concat(parts).toString();
}

const members = (...texts: readonly string[]) => Buffer.concat(texts.map((text) => gzipSync(text)));

describe("gunzip", () => {
  it.each([1, 7, 18, 1_000, 0x10000])("reads every member, in chunks of %i bytes", async (size) => {
    const texts = ["first\n", "", "second\n", size < 100 ? "third\n" : LONG, "last\n"];
    expect(await inflated(members(...texts), size)).toBe(texts.join(""));
  });

  it("reads members with a name and without a known system", async () => {
    const named = gzipSync("named\n");
    named[3] = 0x08;
    named[9] = 0xff;
    const withName = Buffer.concat([
      named.subarray(0, 10),
      Buffer.from("file\0"),
      named.subarray(10),
    ]);
    expect(await inflated(Buffer.concat([gzipSync("a\n"), withName]))).toBe("a\nnamed\n");
  });

  it("takes nothing inside a member for the beginning of another", async () => {
    // Stored as it is, what is compressed holds whole members.
    const inner = Buffer.concat([members("x", "y"), Buffer.alloc(30), members("z")]);
    const outer = gzipSync(inner, { level: 0 });
    const parts: Uint8Array[] = [];
    for await (const part of gunzip(inChunks(outer, 11))) parts.push(part);
    expect(Buffer.concat(parts)).toEqual(inner);
  });

  it("hands on the text before a cut, in whichever member it is", async () => {
    const whole = members("first\n", LONG);
    const seen: Uint8Array[] = [];
    const reading = async () => {
      for await (const part of gunzip(inChunks(whole.subarray(0, -100), 1_000))) seen.push(part);
    };
    await expect(reading()).rejects.toThrow(CutOff);
    expect(Buffer.concat(seen).toString()).toMatch(/^first\n\{"line":0\}\n/);
  });

  it("refuses what follows a member and is none", async () => {
    const bytes = Buffer.concat([gzipSync("first\n"), Buffer.from("no member at all, but text")]);
    await expect(inflated(bytes)).rejects.toThrow("ends early or is damaged");
  });

  it("finds damage by the checksum, and a cut inside it", async () => {
    const whole = gzipSync("first\n");
    const spoilt = Uint8Array.from(whole);
    spoilt[spoilt.length - 6] = (spoilt[spoilt.length - 6] ?? 0) ^ 1;
    await expect(inflated(spoilt)).rejects.toThrow("ends early or is damaged");
    await expect(inflated(whole.subarray(0, -3))).rejects.toThrow("ends early or is damaged");
  });

  it.each([1, 65_536])("passes over zeros that pad a file, in chunks of %i bytes", async (size) => {
    const padded = Buffer.concat([
      members("a\n"),
      Buffer.alloc(40),
      members("b\n"),
      Buffer.alloc(9),
    ]);
    expect(await inflated(padded, size)).toBe("a\nb\n");
  });

  it("reads as many members as there are", { tags: "long" }, async () => {
    const many = Buffer.concat(Array.from({ length: 20_000 }, () => gzipSync("a")));
    expect(await inflated(many)).toBe("a".repeat(20_000));
  });
});

describe("gzip", () => {
  const CHUNK_BYTES = 256;
  const text = encode(Array.from({ length: 2000 }, (_, line) => `{"line":${line}}\n`).join(""));

  it("compresses into what it decompresses, and passes other bytes through", {
    tags: "long",
  }, async () => {
    const { bytes } = await collect(gzip(chunksOf(text, 999)));
    expect(bytes.length).toBeLessThan(text.length / 2);
    for (const size of [1, 512, bytes.length]) {
      expect(await collect(gunzipIfGzip(chunksOf(bytes, size)))).toEqual({
        bytes: text,
        error: null,
      });
    }
    expect((await collect(gunzipIfGzip(chunksOf(text, 999)))).bytes).toEqual(text);
    expect((await collect(gunzipIfGzip(chunksOf(encode("x"))))).bytes).toEqual(encode("x"));
    expect((await collect(gunzipIfGzip(chunksOf(encode(""))))).bytes).toEqual(encode(""));
  });

  it.each([[0.5], [0.9], [0.999]])("hands on what precedes a cut at %d of a file", async (part) => {
    const { bytes } = await collect(gzip(chunksOf(text)));
    const cut = bytes.subarray(0, Math.floor(bytes.length * part));
    const found = await collect(gunzip(chunksOf(cut, CHUNK_BYTES)));
    expect(found.error).toBeInstanceOf(CutOff);
    // Node's stream may drop what it made of the very last chunk; no runtime drops more.
    const most = gunzipSync(cut, { finishFlush: constants.Z_SYNC_FLUSH });
    const least = gunzipSync(cut.subarray(0, -CHUNK_BYTES), {
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    expect(found.bytes.length).toBeGreaterThanOrEqual(least.length);
    expect(found.bytes).toEqual(new Uint8Array(most).subarray(0, found.bytes.length));
  });

  it("passes a failure of the source on as it is", async () => {
    async function* failing() {
      yield Uint8Array.of(0x1f, 0x8b, 0x08);
      throw new Error("EIO");
    }
    expect((await collect(gunzipIfGzip(failing()))).error).toEqual(new Error("EIO"));
  });

  it("answers any bytes behind its mark", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), async (tail) => {
        const { error } = await collect(gunzipIfGzip(chunksOf(Uint8Array.of(0x1f, 0x8b, ...tail))));
        expect(error).toBeInstanceOf(CutOff);
      }),
    );
  });
});
