import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import {
  CaptureError,
  type CaptureRecord,
  readCapture,
  type WholeCapture,
} from "../../../../analysis/read/capture/capture.ts";
import { BLANK_LINES_MAX, CutOff, PROBLEMS_MAX } from "../../../../analysis/read/capture/format.ts";
import { chunksOf, decode, encode } from "../../chunks.ts";

const CORE = new WebAssembly.Module(
  readFileSync(new URL("../../../../dist/plimsoll-eviction.wasm", import.meta.url)),
);
const HEADER = '{"plimsoll":"capture/1","node":"worker-3","kubelet":"v1.35.2"}';
const time = (second: number) => `2026-11-20T10:00:${String(second).padStart(2, "0")}Z`;
const record = (second: number, rest = '"summary":{}') => `{"time":"${time(second)}",${rest}}`;
const SECOND = 1_000_000_000n;
const START = 1795168800n * SECOND;

const read = (text: string, size?: number): Promise<WholeCapture> =>
  readCapture(chunksOf(encode(text), size));

function seconds(records: readonly CaptureRecord[]): number[] {
  return records.map((found) => Number((found.time - START) / SECOND));
}

describe("a capture", () => {
  it("is a header and records with their documents as bytes", async () => {
    const lines = [HEADER, record(0, '"pods":{"items":[]},"summary":{"node":{"a":1.50}}')];
    const { header, records, problems } = await read(`${lines.join("\n")}\n`);
    expect(header).toEqual({ plimsoll: "capture/1", node: "worker-3", kubelet: "v1.35.2" });
    expect(problems).toEqual([]);
    expect(records).toHaveLength(1);
    expect(records[0]?.time).toBe(START);
    expect(records[0]?.line).toBe(2);
    expect(decode(records[0]?.pods)).toBe('{"items":[]}');
    expect(decode(records[0]?.summary)).toBe('{"node":{"a":1.50}}');
    expect(records[0]?.reclaimed).toBeUndefined();
  });

  it.each(["banana", "", 1.35, null])("is refused when its kubelet is %j", async (kubelet) => {
    const header = JSON.stringify({ plimsoll: "capture/1", kubelet });
    await expect(read(`${header}\n${record(0, '"summary":{}')}\n`)).rejects.toThrow(
      `The first line says "kubelet":${JSON.stringify(kubelet)}, which is not a version; write one`,
    );
  });

  it("tells no Summary after reclaim from one that could not be had", async () => {
    const lines = [
      record(0, '"summary":{},"reclaimed":{"node":2}'),
      record(1, '"summary":{},"reclaimed":null'),
      record(2),
    ];
    const { records } = await read(lines.join("\n"));
    expect(records.map(({ reclaimed }) => reclaimed && decode(reclaimed))).toEqual([
      '{"node":2}',
      null,
      undefined,
    ]);
  });

  it("may say that a Summary could not be had", async () => {
    const lines = [
      record(0, '"summary":null,"summaryError":"connection refused"'),
      record(1, '"summaryError":"timeout"'),
      record(2, '"pods":{"items":[]}'),
    ];
    const { records } = await read(lines.join("\n"));
    expect(records.map(({ summary }) => summary)).toEqual([null, null, null]);
    expect(records.map(({ summaryError }) => summaryError)).toEqual([
      "connection refused",
      "timeout",
      undefined,
    ]);
  });

  it("keeps members it does not know", async () => {
    const { records } = await read(record(0, '"summary":{},"t":0.01,"nodeTaints":[{"a":"b"}]'));
    const others = [...(records[0]?.others ?? [])].map(([name, bytes]) => [name, decode(bytes)]);
    expect(others).toEqual([
      ["t", "0.01"],
      ["nodeTaints", '[{"a":"b"}]'],
    ]);
  });

  it("may be foreign: its first line is a record, which may carry the Node object", async () => {
    const capacity = '"capacity":{"cpu":"1","memory":"2026256Ki"}';
    const node = `"node":{${capacity},"nodeInfo":{"kubeletVersion":"v1.20.2"}}`;
    const { header, records, options } = await read(record(0, `"summary":{},${node}`));
    expect(header).toBeNull();
    expect(records).toHaveLength(1);
    expect(options).toEqual({
      kubeletVersion: "1.20",
      capacity: { cpu: "1", memory: "2026256Ki" },
    });
  });

  it("says in its header what the node is", async () => {
    const layout = '"layout":{"dedicatedImageFs":true,"splitContainerFs":false}';
    const header = `{"plimsoll":"capture/1","kubelet":"v1.35.2-eks-1",${layout}}`;
    const { options } = await read(`${header}\n`);
    expect(options).toEqual({
      kubeletVersion: "1.35",
      layout: { dedicatedImageFs: true, splitContainerFs: false },
    });
  });

  it("may have blank lines, CRLF, a byte order mark and no newline at its end", async () => {
    const { header, records, problems } = await read(
      `\uFEFF${HEADER}\r\n\r\n${record(0)}\r\n  \n${record(1)}`,
    );
    expect(header?.node).toBe("worker-3");
    expect(seconds(records)).toEqual([0, 1]);
    expect(records.map(({ line }) => line)).toEqual([3, 5]);
    expect(problems).toEqual([]);
  });

  it("is read up to so many empty lines: a kilobyte of gzip has a million", {
    tags: "long",
  }, async () => {
    const [few, many] = [BLANK_LINES_MAX - 1, BLANK_LINES_MAX].map((count) => "\n".repeat(count));
    const fine = await read(`${HEADER}\n${few}${record(0)}\n`);
    expect([seconds(fine.records), fine.problems]).toEqual([[0], []]);
    const { records, problems } = await read(`${HEADER}\n${record(0)}\n${many}${record(1)}\n`);
    expect(seconds(records)).toEqual([0]);
    expect(problems).toEqual([
      {
        kind: "line",
        line: BLANK_LINES_MAX + 2,
        sentence: `Line ${BLANK_LINES_MAX + 2} is the 10000th empty one: the rest is not read.`,
      },
    ]);
    expect((await read(`${few}${HEADER}\n${record(0)}`)).records).toHaveLength(1);
    await expect(read(`${many}${HEADER}\n`)).rejects.toThrow("The first 10000 lines are empty");
  });

  it("reads the same however it is cut into chunks", async () => {
    const text = [HEADER, record(0), "", record(1, '"summary":{"ü":"\\"}"}'), record(2)].join("\n");
    const whole = await read(text);
    for (let size = 1; size < 40; size++) expect(await read(text, size)).toEqual(whole);
  });
});

describe("a damaged capture", () => {
  it("counts up to a cut-off last line, wherever the cut is", async () => {
    const text = [HEADER, record(0), record(1), record(2)].join("\n");
    const whole = await read(text);
    expect(whole.records).toHaveLength(3);
    for (let end = text.length - 1; end > text.lastIndexOf("\n") + 1; end--) {
      const { records, problems } = await read(text.slice(0, end));
      expect(seconds(records)).toEqual([0, 1]);
      expect(problems).toEqual([
        {
          kind: "cut-off",
          line: 4,
          sentence: "Line 4 is truncated: the capture ends there; the lines before it are used.",
        },
      ]);
    }
  });

  it("counts up to where its compressed data is truncated", async () => {
    async function* chunks() {
      yield encode(`${HEADER}\n${record(0)}\n${record(1).slice(0, 20)}`);
      throw new CutOff("unexpected end of file");
    }
    const { records, problems } = await readCapture(chunks());
    expect(seconds(records)).toEqual([0]);
    expect(problems.map(({ kind, line }) => [kind, line])).toEqual([["cut-off", 3]]);
  });

  it("reports a cut-off compression even when every line is whole", async () => {
    async function* chunks() {
      yield encode(`${HEADER}\n${record(0)}\n${record(1)}`);
      throw new CutOff("unexpected end of file");
    }
    const { records, problems } = await readCapture(chunks());
    expect(seconds(records)).toEqual([0, 1]);
    expect(problems.map(({ kind }) => kind)).toEqual(["cut-off"]);
  });

  it("passes other failures of its source on", async () => {
    async function* chunks() {
      yield encode(`${HEADER}\n`);
      throw new Error("EIO");
    }
    await expect(readCapture(chunks())).rejects.toThrow("EIO");
  });

  it.each([
    ["not JSON", "line", "no '{' at byte 0"],
    ['{"time":"2026-11-20T10:00:01Z","summary":{}} x', "line", "more bytes after the object"],
    ['{"summary":{}}', "line", "it has no time"],
    ['{"time":"yesterday","summary":{}}', "line", 'its time "yesterday" is not an RFC 3339 time'],
    ['{"time":1,"summary":{}}', "line", 'its time "1" is not an RFC 3339 time'],
    [record(1, '"t":1'), "line", "neither a summary nor a summaryError nor pods"],
    ['{"time":"2026-11-20T10:00:01Z","summary":{}', "line", "the object does not end"],
    [HEADER, "header", "a second header"],
    [record(1, `"summary":"${"x".repeat(400)}"`), "too-long", "longer than the engine's input"],
  ])(
    "skips a bad line in the middle, says which and why, and goes on: %.70s",
    async (line, kind, why) => {
      const chunks = chunksOf(encode([HEADER, record(0), line, record(2)].join("\n")), 7);
      const { records, problems } = await readCapture(chunks, { lineCapacity: 256 });
      expect(seconds(records)).toEqual([0, 2]);
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatchObject({ kind, line: 3 });
      expect(problems[0]?.sentence).toContain(why);
      expect(problems[0]?.sentence).toMatch(/^Line 3 .*\.$/);
    },
  );

  it("stops at too many bad lines", async () => {
    const bad = Array.from({ length: PROBLEMS_MAX + 50 }, () => "x");
    const { records, problems } = await read([HEADER, ...bad, record(0)].join("\n"));
    expect(records).toEqual([]);
    expect(problems).toHaveLength(PROBLEMS_MAX + 1);
    expect(problems.at(-1)?.sentence).toContain("the rest is not read");
  });

  it("reports once that time runs backwards, and counts the records as they are", async () => {
    const { records, problems } = await read([5, 3, 4, 6].map((at) => record(at)).join("\n"));
    expect(seconds(records)).toEqual([5, 3, 4, 6]);
    expect(problems.map(({ kind, line }) => [kind, line])).toEqual([["order", 2]]);
  });
});

describe("what is not a capture", () => {
  it.each([
    ["", "The capture is empty"],
    ["\n \n", "The capture is empty"],
    ['{\n "node": {}\n}\n', "a single JSON document written over several lines"],
    ['[\n {"time": 1}\n]', "a single JSON document written over several lines"],
    ['{"node":{},"pods":[]}\n', "a stats Summary (pair it with its PodList"],
    ['{"kind":"PodList","items":[]}\n', "a PodList"],
    ['{"kubeletconfig":{}}', "a kubelet configuration"],
    ['{"a":1}', "an object with a; a capture has"],
    ['{"a":x}', "JSON with an error"],
    ["kind: KubeletConfiguration\n", "The first line is not JSON"],
    ['{"plimsoll":"capture/2"}', '"capture/2"'],
    ['{"plimsoll":"decision/1"}', '"decision/1"'],
    ['{"plimsoll":"capture/1","node":x}', "its member node is not JSON"],
    ['{"time":"now","summary":{}}', "not an RFC 3339 time"],
  ])("is refused in one sentence that names it: %j", async (text, part) => {
    const failure = await read(text).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CaptureError);
    expect((failure as Error).message).toContain(part);
    expect((failure as Error).message).toMatch(/^[A-Z].*[^.]\.$/);
  });

  it("is refused alike when its text is UTF-16", async () => {
    const bytes = Buffer.from('\ufeff{"a":1}', "utf16le");
    await expect(readCapture(chunksOf(bytes))).rejects.toThrow("an object with a; a capture has");
  });
});

describe("a capture read by the engine that takes the steps", () => {
  const readLines = (lines: readonly string[], engine?: EvictionEngine) =>
    readCapture(chunksOf(encode(lines.join("\n"))), engine === undefined ? {} : { engine });
  const textsOf = ({ records }: WholeCapture) =>
    records.map(({ time, pods, summary, summaryError, reclaimed, others }) => [
      time,
      ...[pods, summary, reclaimed].map((bytes) => bytes && decode(bytes)),
      summaryError,
      [...others].map(([name, bytes]) => [name, decode(bytes)]),
    ]);

  it.each([
    ["in the usual order", '"pods":{"items":[]},"summary":{"a":{}}'],
    ["the Summary first", '"summary":{"node":{}},"pods":{"items":[]}'],
    ["a Summary after a reclaim", '"summary":{"node":{}},"reclaimed":{"node":{}}'],
    ["none after a reclaim", '"reclaimed":null,"summary":{"node":{}}'],
    ["no Summary", '"summaryError":"gone","summary":null'],
    ["unknown members", '"a\\u0062":[1,{"c":2}],"summary":{},"d": -1.5e3 '],
    ["a member twice", '"summary":{"node":1},"summary":{"node":{}}'],
    ["a flawed Summary", '"summary":{"node":{"a":,}},"reclaimed":{}'],
    ["brackets of another kind", '"summary":{"node":[}},"reclaimed":{}'],
    ["brackets in a text", '"summary":{"node":"}{\\"]"},"reclaimed":{}'],
    ["what is not a text", '"summary":{"node":"\\x"},"reclaimed":{}'],
    ["values that are none", '"a":01,"summary":{"b":1.},"c":tru'],
    ["white space", ' "pods" : { "items" : [ ] } , "summary" : { } '],
  ])("has the same records: %s", async (_, members) => {
    const lines = [HEADER, record(0, members), record(1), ""];
    const expected = textsOf(await readLines(lines));
    expect(expected).toHaveLength(2);
    expect(textsOf(await readLines(lines, new EvictionEngine(CORE)))).toEqual(expected);
  });

  it.each([
    ["ends early", `{"time":"${time(0)}","summary":{"node":{}`],
    ["goes on behind its end", `{"time":"${time(0)}","summary":{"node":{}}}}`],
    ["has text between its members", `{"summary":{"node":{}} x,"time":"${time(0)}"}`],
    ["has a member without a value", `{"time":"${time(0)}","summary":,"pods":{}}`],
    ["is not an object", "[1]"],
    ["has too many members", `{${'"a":1,'.repeat(1_000)}"summary":{}}`],
  ])("skips and reports a line that %s", async (_, line) => {
    for (const engine of [new EvictionEngine(CORE), undefined]) {
      const { records, problems } = await readLines([HEADER, line, record(1), ""], engine);
      expect(records).toHaveLength(1);
      expect(problems).toMatchObject([{ kind: "line", line: 2 }]);
    }
  });
});

it("any bytes get an answer: records and problems, or one CaptureError", {
  tags: "long",
}, async () => {
  const piece = fc.oneof(
    fc.constantFrom(HEADER, record(0), record(1), "\n", "\r\n", '{"time":', '"', "{}", "}", "\\"),
    fc.uint8Array({ maxLength: 8 }).map((bytes) => new TextDecoder("latin1").decode(bytes)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece), fc.integer({ min: 1, max: 50 }), async (pieces, size) => {
      const outcome = await read(pieces.join(""), size).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(CaptureError);
      else expect((outcome as WholeCapture).records).toBeInstanceOf(Array);
    }),
    { numRuns: 500 },
  );
});
