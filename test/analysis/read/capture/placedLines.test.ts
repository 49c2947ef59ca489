import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { replay } from "../../../../analysis/questions/replay/replay.ts";
import { openCapture, openPlacedCapture } from "../../../../analysis/read/capture/capture.ts";
import { type Line, linesOf } from "../../../../analysis/read/capture/lines.ts";
import { ChunkReader, placedLines } from "../../../../analysis/read/capture/placedLines.ts";
import { formatHeader, formatRecord } from "../../../../analysis/read/capture/writer.ts";
import { core } from "../../../bench/core.ts";
import { nodeOf } from "../../../bench/node.ts";
import { chunksOf, decode, encode } from "../../chunks.ts";

const CAPACITY = 6 * 2 ** 20;

interface Seen {
  readonly number: number;
  readonly size: number;
  readonly ending: string;
  readonly tooLong: boolean;
  readonly text: string;
}

async function seen(lines: AsyncIterable<Line>) {
  const all: Seen[] = [];
  for await (const { number, bytes, ending, tooLong } of lines) {
    all.push({
      number,
      size: bytes.length,
      ending,
      tooLong,
      text: String(decode(bytes.slice(0, 50))),
    });
  }
  return all;
}

/** What else the engine takes between two lines is written over the last one. */
function placeThatIsUsed(): { place(): Uint8Array } {
  const memory = new Uint8Array(2 ** 22);
  return {
    place() {
      memory.fill(0x7a);
      return memory;
    },
  };
}

const line = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 300 }) },
  { weight: 3, arbitrary: fc.integer({ min: 4000, max: 140_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 2 ** 21 - 5, max: 2 ** 21 + 70_000 }) },
);

describe("lines that are read into the engine's memory", () => {
  it("are the lines of the same bytes in chunks, of whatever length", {
    tags: "long",
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 12 }),
        fc.boolean(),
        fc.constantFrom(1_000, 65_536, 1_000_000),
        async (sizes, isEnded, chunk) => {
          const texts = sizes.map((size, index) => String(index % 10).repeat(size));
          const bytes = encode(texts.join("\n") + (isEnded ? "\n" : ""));
          const reader = new ChunkReader(chunksOf(bytes, chunk));
          const placed = await seen(placedLines(reader, placeThatIsUsed(), CAPACITY));
          expect(placed).toEqual(await seen(linesOf(chunksOf(bytes, chunk), CAPACITY)));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("are reported as too long above the capacity", async () => {
    const bytes = encode(`${"a".repeat(3 * 2 ** 20)}\nb\n`);
    const reader = new ChunkReader(chunksOf(bytes, 100_000));
    const lines = await seen(placedLines(reader, placeThatIsUsed(), 2 ** 20));
    expect(lines.map(({ tooLong, text }) => [tooLong, text])).toEqual([
      [true, ""],
      [false, "b"],
    ]);
  });
});

describe("a capture that is read into the engine's memory", () => {
  const { pods, moments } = nodeOf(40, 4);
  const [first, second, third, fourth] = moments;
  if (!first || !second || !third || !fourth) throw new Error("There are four moments.");
  const record = (of: typeof first, more = {}) => formatRecord({ ...of, ...more });
  const summaryFirst = (of: typeof first) => {
    const { summary, time: _, ...rest } = JSON.parse(String(decode(record(of, { pods }))));
    const { time } = JSON.parse(String(decode(record(of))));
    return encode(`${JSON.stringify({ summary, ...rest, time })}\n`);
  };
  const captures = {
    "one list of pods": [record(first, { pods }), record(second), record(third), record(fourth)],
    "a list in each record": moments.map((moment) => record(moment, { pods })),
    "a list behind its Summary": moments.map(summaryFirst),
    "a line that is none": [record(first, { pods }), encode("{]\n"), record(second)],
    "a Summary after a reclaim": [
      record(first, { pods }),
      record(second, { reclaimed: third.summary }),
      record(fourth),
    ],
    "a record without a Summary": [
      record(first, { pods }),
      encode(`{"time":"2026-11-20T10:00:00Z","summaryError":"none"}\n`),
      record(third),
    ],
  };
  const header = formatHeader({ node: "worker-3" });

  async function decisions(records: readonly Uint8Array[], isPlaced: boolean) {
    const bytes = Buffer.concat([header, ...records]);
    const engine = new EvictionEngine(core);
    const capture = isPlaced
      ? await openPlacedCapture(new ChunkReader(chunksOf(bytes, 50_000)), engine)
      : await openCapture(chunksOf(bytes, 50_000), { engine });
    const texts: unknown[] = [];
    for await (const step of replay(engine, "{}", capture.records)) {
      const decision = step.decision(2)?.text ?? null;
      // Questions are written to the engine as well.
      if (decision !== null) engine.explain({ signal: "memory.available" });
      texts.push([decision, step.problems, step.summary && decode(step.summary)]);
    }
    return { texts, problems: capture.problems };
  }

  it.each(Object.entries(captures))("decides as any other: %s", async (_, records) => {
    expect(await decisions(records, true)).toEqual(await decisions(records, false));
  });
});
