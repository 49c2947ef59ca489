import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import type { Capture } from "../../../analysis/read/capture/capture.ts";
import { CutOff } from "../../../analysis/read/capture/format.ts";
import { formatHeader, formatRecord } from "../../../analysis/read/capture/writer.ts";
import {
  createCaptureFile,
  gunzip,
  openCaptureFile,
  openPassingCapture,
} from "../../../hosts/system/captureFile.ts";
import { chunksOf, collect, decode, encode } from "../../analysis/chunks.ts";
import { core } from "../daemon/server/watch.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-capture-"));
});
afterAll(() => rm(folder, { recursive: true }));

const record = (index: number) => ({
  time: BigInt(index),
  summary: encode(JSON.stringify({ node: { nodeName: `worker-${index}`, index } })),
});

async function written(name: string, records: number): Promise<string> {
  const path = join(folder, name);
  const file = await createCaptureFile(path, { node: "worker-3" });
  for (let index = 0; index < records; index++) await file.record(record(index));
  await file.close();
  return path;
}

async function read(path: string) {
  const capture = await openCaptureFile(path);
  const times: number[] = [];
  for await (const found of capture.records) times.push(Number(found.time));
  return { header: capture.header, times, problems: capture.problems };
}

describe.each([["plain.ndjson"], ["packed.ndjson.gz"]])("a capture file %s", (name) => {
  it("is read back where records are longer than what is read at once", async () => {
    const path = join(folder, `long-${name}`);
    const file = await createCaptureFile(path, { node: "worker-3" });
    const texts = [700_000, 2_500_000, 10, 1_048_500, 3_000_000].map((length, index) =>
      JSON.stringify({ node: { nodeName: "worker-3", text: `${index} `.repeat(length / 2) } }),
    );
    for (const [index, text] of texts.entries()) {
      await file.record({ time: BigInt(index), summary: encode(text) });
    }
    await file.close();
    const found: boolean[] = [];
    for await (const { summary } of (await openCaptureFile(path)).records) {
      found.push(summary !== null && decode(summary) === texts[found.length]);
    }
    expect(found).toEqual(texts.map(() => true));
  });

  it("is read back record by record", async () => {
    const { header, times, problems } = await read(await written(name, 50));
    expect(header?.node).toBe("worker-3");
    expect(times).toEqual(Array.from({ length: 50 }, (_, index) => index));
    expect(problems).toEqual([]);
  });

  it("can be read while it is still written: every record is flushed", async () => {
    const path = join(folder, `open-${name}`);
    const file = await createCaptureFile(path, {});
    for (let index = 0; index < 5; index++) {
      await file.record(record(index));
      const { times } = await read(path);
      expect(times).toHaveLength(index + 1);
    }
    await file.close();
  });

  it("counts up to a cut, wherever it is", async () => {
    const bytes = await readFile(await written(`whole-${name}`, 20));
    const path = join(folder, `cut-${name}`);
    for (let end = Math.floor(bytes.length / 2); end < bytes.length; end += 97) {
      await writeFile(path, bytes.subarray(0, end));
      const { times, problems } = await read(path);
      expect(times.length).toBeGreaterThan(5);
      expect(times).toEqual(times.map((_, index) => index));
      // A plain file that is cut between two lines looks whole.
      if (name.endsWith(".gz")) expect(problems.map(({ kind }) => kind)).toEqual(["cut-off"]);
    }
  });

  it("is never written over", async () => {
    const path = await written(`twice-${name}`, 1);
    await expect(createCaptureFile(path, {})).rejects.toThrow("EEXIST");
    expect((await read(path)).times).toEqual([0]);
  });
});

describe("a packed capture file", () => {
  it("is one gzip stream, which browsers read whole", async () => {
    const path = await written("single.gz", 3);
    const bytes = await readFile(path);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    expect(await new Response(stream).text()).toBe(gunzipSync(bytes).toString());
    expect((await stat(path)).size).toBe(bytes.length);
    const members = bytes.toString("latin1").split("\x1f\x8b\x08").length - 1;
    expect(members).toBe(1);
  });

  it("is read in passing as it is read whole, over many chunks", async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => {
      const summary = encode(
        JSON.stringify({ node: { nodeName: "n", at: `${index}`.repeat(200) } }),
      );
      return formatRecord({ time: BigInt(index), summary });
    });
    const path = join(folder, "long.gz");
    await writeFile(path, gzipSync(Buffer.concat([formatHeader({}), ...lines])));
    const summaries = async ({ records }: Capture) => {
      const texts: string[] = [];
      for await (const { summary } of records)
        texts.push(decode(summary ?? new Uint8Array()) ?? "");
      return texts;
    };
    const whole = await summaries(await openCaptureFile(path));
    expect(whole).toHaveLength(3_000);
    expect(await summaries(await openPassingCapture(path, new EvictionEngine(core())))).toEqual(
      whole,
    );
  });

  it("is recognized by its first bytes, not by its name", async () => {
    const path = join(folder, "misnamed.ndjson");
    await writeFile(path, gzipSync('{"plimsoll":"capture/1","node":"a"}\n'));
    expect((await read(path)).header?.node).toBe("a");
  });
});

describe("gunzip", () => {
  const text = encode("0123456789\n".repeat(20_000));
  const packed = new Uint8Array(gzipSync(text));

  it("reads a file of several members", async () => {
    const twice = new Uint8Array([...packed, ...packed]);
    const { bytes, error } = await collect(gunzip(chunksOf(twice, 100)));
    expect(error).toBeNull();
    expect(bytes.length).toBe(2 * text.length);
  });

  it.each([1, 10, 100_000])("ends where zeros pad the file, in chunks of %i", async (size) => {
    const padded = new Uint8Array([...packed, ...new Uint8Array(512)]);
    const { bytes, error } = await collect(gunzip(chunksOf(padded, size)));
    expect(error).toBeNull();
    expect(bytes.length).toBe(text.length);
  });

  it("hands on what precedes a damage, then throws CutOff", async () => {
    const { bytes, error } = await collect(gunzip(chunksOf(packed.subarray(0, -9), 100)));
    expect(error).toBeInstanceOf(CutOff);
    expect(decode(bytes)).toBe(decode(text.subarray(0, bytes.length)));
    expect(bytes.length).toBeGreaterThan(text.length - 1000);
  });

  it("answers any bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.nat(30), async (tail, kept) => {
        const { error } = await collect(
          gunzip(chunksOf(new Uint8Array([...packed.subarray(0, kept), ...tail]), 7)),
        );
        if (error !== null) expect(error).toBeInstanceOf(CutOff);
      }),
    );
  });

  it("passes a failure of the source on as it is", async () => {
    async function* failing() {
      yield packed.subarray(0, 50);
      throw new Error("EIO");
    }
    expect((await collect(gunzip(failing()))).error).toEqual(new Error("EIO"));
  });
});

it("a file that is not there is the caller's to report", async () => {
  await expect(openCaptureFile(join(folder, "nowhere"))).rejects.toThrow("ENOENT");
});
