import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCapture } from "../../../../analysis/read/capture/capture.ts";
import { formatHeader, formatRecord } from "../../../../analysis/read/capture/writer.ts";
import { chunksOf, decode, encode, joined } from "../../chunks.ts";

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

  it("writes what the reader reads back, byte for byte", { tags: "long" }, async () => {
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
});
