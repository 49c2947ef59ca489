import { constants, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sameBytes } from "../../../../analysis/engine/sameBytes.ts";
import { readCapture } from "../../../../analysis/read/capture/capture.ts";
import { CutOff } from "../../../../analysis/read/capture/format.ts";
import { gunzip, gunzipIfGzip, gzip } from "../../../../analysis/read/capture/gzip.ts";
import { pairsToCapture } from "../../../../analysis/read/capture/pairs.ts";
import { formatHeader, formatRecord } from "../../../../analysis/read/capture/writer.ts";
import { formatTime, parseTime } from "../../../../analysis/text/time.ts";
import { chunksOf, collect, decode, encode, joined } from "../../chunks.ts";

const TIME = 1795168800000000001n;

describe("the writer", () => {
  it("writes the header and each record on a line of its own", () => {
    expect(decode(formatHeader({ node: "worker-3" }))).toBe(
      '{"plimsoll":"capture/1","node":"worker-3"}\n',
    );
    const record = {
      time: TIME,
      pods: encode('{\n "items": []\n}\n'),
      summary: encode('{ "node": { "inodesFree": 18446744073709551615 } }'),
      reclaimed: null,
      others: new Map([["t", encode("0.01")]]),
    };
    expect(decode(formatRecord(record))).toBe(
      '{"time":"2026-11-20T10:00:00.000000001Z","pods":{"items":[]},' +
        '"summary":{"node":{"inodesFree":18446744073709551615}},"reclaimed":null,"t":0.01}\n',
    );
    expect(decode(formatRecord({ time: TIME, summary: null, summaryError: 'a "b"' }))).toBe(
      '{"time":"2026-11-20T10:00:00.000000001Z","summary":null,"summaryError":"a \\"b\\""}\n',
    );
  });

  it("leaves the credentials of a configuration out of the header", () => {
    const config = {
      kind: "KubeletConfiguration",
      staticPodURL: "https://user:hunter2@pods.example/list",
      staticPodURLHeader: { Authorization: ["Bearer SECRETTOKEN"] },
      maxPods: 110,
    };
    expect(decode(formatHeader({ node: "n", config }))).toBe(
      '{"plimsoll":"capture/1","node":"n","config":' +
        '{"kind":"KubeletConfiguration","maxPods":110}}\n',
    );
  });

  it("writes what the reader reads back, byte for byte", async () => {
    const document = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => {
      return encode(JSON.stringify(value));
    });
    const parts = fc.record(
      {
        time: fc.bigInt(0n, 2n ** 62n),
        pods: document,
        summary: document,
        reclaimed: fc.option(document),
      },
      { requiredKeys: ["time", "summary"] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(parts, { minLength: 1 }), async (records) => {
        const lines = [formatHeader({}), ...records.map(formatRecord)];
        const { records: found } = await readCapture(chunksOf(joined(lines), 4096));
        expect(found.map(({ line: _, others: __, ...record }) => record)).toEqual(records);
        expect(joined([formatHeader({}), ...found.map(formatRecord)])).toEqual(joined(lines));
      }),
    );
  });

  it("tells documents apart by their bytes", () => {
    expect(sameBytes(encode("ab"), encode("ab"))).toBe(true);
    expect(sameBytes(encode("ab"), encode("ac"))).toBe(false);
    expect(sameBytes(encode("ab"), encode("abc"))).toBe(false);
    expect(sameBytes(null, encode(""))).toBe(false);
    expect(sameBytes(null, null)).toBe(true);
  });
});

describe("pairs of bare documents", () => {
  const summary = encode(
    JSON.stringify({
      node: {
        memory: { time: "2026-11-20T10:00:05Z" },
        fs: { time: "2026-11-20T10:00:07Z" },
        runtime: { imageFs: { time: "2026-11-20T10:00:06Z" } },
      },
      pods: [{ memory: { time: "2026-11-20T10:00:59Z" } }],
    }),
  );

  it("are records at the newest time of their node block", () => {
    const [record] = pairsToCapture([{ summary, pods: encode('{"items":[]}') }]);
    expect(formatTime(record?.time ?? 0n)).toBe("2026-11-20T10:00:07.000000000Z");
    expect(record?.summary).toBe(summary);
    expect(decode(record?.pods)).toBe('{"items":[]}');
  });

  it("are records at the time that is given", () => {
    const time = parseTime("2026-11-20T11:00:00Z") ?? 0n;
    expect(pairsToCapture([{ summary, time }])[0]?.time).toBe(time);
  });

  it.each([
    ['{"node":{}}', "Summary 1 has no time in its node block; give its time."],
    ['{"node":{x}}', "Summary 1 has no node block that can be read; give a stats Summary."],
    ['{"node":7,"pods":[]}', "Summary 1 has no time in its node block; give its time."],
  ])("are refused without a time: %s", (text, sentence) => {
    expect(() => pairsToCapture([{ summary: encode(text) }])).toThrow(sentence);
  });

  it("are refused when a document is another one, with what it is", () => {
    const list = encode('{"kind":"PodList","items":[]}');
    expect(() => pairsToCapture([{ summary: list }])).toThrow(
      "Summary 1: this is a PodList, not a stats Summary; get one with kubectl get --raw",
    );
    expect(() => pairsToCapture([{ summary, pods: encode("hello") }])).toThrow(
      'PodList 1: this is a text that begins with "hello", not a PodList; get one with kubectl',
    );
  });
});

describe("gzip", () => {
  const CHUNK_BYTES = 256;
  const text = encode(Array.from({ length: 2000 }, (_, line) => `{"line":${line}}\n`).join(""));

  it("compresses into what it decompresses, and passes other bytes through", async () => {
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
