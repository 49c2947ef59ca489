import { expect, test } from "vitest";
import { loadModule } from "../../hosts/system/modules.ts";
import type { OracleAnswer, Scenario } from "../fidelity/scenario.ts";
import { CORPUS_VERSION, type Corpus, readCorpus, writeCorpus } from "./corpus.ts";
import { parseExact } from "./exact.ts";
import { runCorpus } from "./runner.ts";
import { TracedEngine } from "./tracedEngine.ts";

const core = await loadModule("eviction");

/** Memory 1 byte below its hard threshold, one pod; answered by the kubelet's code. */
const SCENARIO: Scenario = {
  config: { evictionHard: { "memory.available": "1000" } },
  layout: { dedicatedImageFs: false, splitContainerFs: false },
  pods: [
    {
      metadata: { namespace: "shop", name: "cart", uid: "a" },
      spec: { containers: [{ name: "main" }] },
    },
  ],
  steps: [
    {
      time: "2026-01-01T00:00:00Z",
      summary: { node: { memory: { availableBytes: 999, workingSetBytes: 2n ** 63n } } },
    },
  ],
};

const ANSWER = {
  thresholds: ["memory.available", "allocatableMemory.available"].map((signal) => {
    return { signal, hard: true, quantity: "1k", gracePeriod: "0s" };
  }),
  steps: [
    {
      conditions: ["MemoryPressure"],
      met: ["memory.available/hard"],
      firstObserved: { "memory.available/hard": "2026-01-01T00:00:00Z" },
      outcomes: [
        {
          event: "Attempting to reclaim memory",
          reclaim: [],
          evictions: [
            {
              namespace: "shop",
              name: "cart",
              uid: "a",
              gracePeriodOverride: 1,
              message:
                "The node was low on resource: memory. Threshold quantity: 1k, available: 999. ",
              annotations: {},
              conditionMessage:
                "The node was low on resource: memory. Threshold quantity: 1k, available: 999. ",
            },
          ],
          refused: [],
          ranking: ["a"],
        },
      ],
    },
  ],
};

function corpusOf(answer: OracleAnswer): Uint8Array {
  const worths = { "1000": { quantity: "1k" } };
  const cases = [{ id: "one", scenario: SCENARIO, answer }];
  const header = { plimsoll: CORPUS_VERSION, kubernetes: "v1.35.8", cases: 1, worths } as const;
  return writeCorpus({ header, cases });
}

function play(answer: OracleAnswer) {
  return runCorpus((listener) => new TracedEngine(core, listener), corpusOf(answer));
}

test("a case that the kubelet and the engine agree on is not a failure", async () => {
  const { cases, failures } = await play(ANSWER);
  expect({ cases, failures }).toEqual({ cases: 1, failures: [] });
});

const [step] = ANSWER.steps;

test.each<[string, OracleAnswer]>([
  ["conditions", { ...ANSWER, steps: [{ ...step, conditions: [] } as never] }],
  ["outcome", { ...ANSWER, steps: [{ ...step, outcomes: [] } as never] }],
  ["thresholds", { ...ANSWER, thresholds: [] }],
  ["configuration refused", { errors: ["something"] }],
])("another answer of the kubelet is reported: %s", async (what, answer) => {
  const { failures } = await play(answer);
  expect(failures.map(({ id, differences }) => [id, differences[0]?.what])).toEqual([
    ["one", what],
  ]);
});

test("the digest covers every answer of the engine", async () => {
  const heard: string[] = [];
  const decoder = new TextDecoder();
  const bytes = corpusOf(ANSWER);
  const { answers, digest } = await runCorpus(
    (listener) =>
      new TracedEngine(core, (answer) => {
        heard.push(decoder.decode(answer));
        listener(answer);
      }),
    bytes,
  );
  expect(heard.length).toBe(answers);
  const lines = new TextEncoder().encode(heard.map((answer) => `${answer}\n`).join(""));
  const expected = await crypto.subtle.digest("SHA-256", lines);
  expect(digest).toBe(Buffer.from(expected).toString("hex"));
});

test("a refused document is heard as well", () => {
  const heard: unknown[] = [];
  const engine = new TracedEngine(core, (answer) => {
    heard.push(JSON.parse(new TextDecoder().decode(answer)));
  });
  expect(() => engine.configure("[]")).toThrow("KubeletConfiguration");
  expect(heard).toEqual([expect.objectContaining({ plimsoll: "error/1" })]);
});

test("a corpus keeps every digit, and reads back as it was", () => {
  const { cases } = readCorpus(corpusOf(ANSWER));
  expect(cases[0]?.scenario).toEqual(SCENARIO);
  expect(
    parseExact('[18446744073709551615,-9223372036854775808,0.1,1e3,1.0000001e+28,-0,"7"]'),
  ).toEqual([18446744073709551615n, -9223372036854775808n, 0.1, 1000, 1.0000001e28, -0, "7"]);
});

test.each<[string, (corpus: Corpus) => Corpus]>([
  ["is cut", (corpus) => ({ ...corpus, cases: [] })],
  ["no corpus/1 header", ({ cases }) => ({ header: { plimsoll: "other" } as never, cases })],
])("a corpus that is damaged is refused: %s", (sentence, damage) => {
  const bytes = writeCorpus(damage(readCorpus(corpusOf(ANSWER))));
  expect(() => readCorpus(bytes)).toThrow(sentence);
});
