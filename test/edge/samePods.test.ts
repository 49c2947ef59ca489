/**
 * Steps of an engine that has the pods of a node or its policy already, next to those of one that
 * was cleared.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { Detail, Part } from "../../assembly/abi.ts";
import { generateMoments } from "../../examples/generate/generateNode.ts";
import { Random } from "../../examples/generate/random.ts";
import { type Decided, evaluate, type Position } from "../../hosts/edge/evaluate.ts";

const CORE = new WebAssembly.Module(
  readFileSync(new URL("../../dist/plimsoll-eviction.wasm", import.meta.url)),
);
const MOMENTS = 6;
/** The second one evicts. */
const CONFIGURATIONS = ["{}", '{"evictionHard":{"memory.available":"99%"}}'];
const BOUNDS = { detail: Detail.Counterfactuals, podsMax: 1000 };
const encoder = new TextEncoder();
const decoder = new TextDecoder();

function nodeOf(seed: number) {
  const documents = [...generateMoments({ pods: 6, seed }, MOMENTS)];
  const engine = new EvictionEngine(CORE);
  engine.pods(encoder.encode(documents[0]?.pods));
  return {
    pods: { frozen: engine.freeze(Part.Pods) },
    moments: documents.map(({ time, summary }) => ({ time, summary: encoder.encode(summary) })),
  };
}

function texts({ decision, state, problems }: Decided) {
  return { decision: decoder.decode(decision ?? undefined), state: [...state], problems };
}

describe("a step that begins with pods or a policy that are there already", () => {
  it("is the step of an engine that was cleared, whichever nodes come before it", () => {
    const random = new Random(20);
    const nodes = [nodeOf(1), nodeOf(2)];
    const states = new Map<string, Uint8Array>();
    const [shared, reading] = [new EvictionEngine(CORE), new EvictionEngine(CORE)];
    let stayed = 0;
    let kept = 0;
    for (let step = 0; step < 400; step++) {
      const { pods, moments } = random.pick(nodes);
      const { time, summary } = random.pick(moments);
      const text = random.pick(CONFIGURATIONS);
      const configuration = encoder.encode(text);
      const name = `${nodes.findIndex((node) => node.pods === pods)} ${text}`;
      const state = random.integer(0, 3) === 0 ? null : (states.get(name) ?? null);
      const position: Position = { configuration, state, pods };
      const now = time + BigInt(step) * 10_000_000_000n;
      const record = { time: now, summary, line: 0, others: new Map() };
      if (shared.hasThawed(pods.frozen)) stayed++;
      if (state !== null && shared.isConfiguredWith(configuration)) kept++;
      reading.clear();
      const expected = evaluate(reading, position, record, BOUNDS);
      expect(texts(evaluate(shared, position, record, BOUNDS))).toEqual(texts(expected));
      states.set(name, expected.state);
    }
    expect(stayed).toBeGreaterThan(100);
    expect(kept).toBeGreaterThan(100);
  });

  it("knows a policy by its text as it was read", () => {
    const engine = new EvictionEngine(CORE);
    const [first, second] = ['{"evictionHard":{}}', '{"evictionSoft":{}}'].map((text) =>
      encoder.encode(text),
    ) as [Uint8Array, Uint8Array];
    const given = first.slice();
    engine.reconfigure(given);
    given.set(second);
    expect([engine.isConfiguredWith(first), engine.isConfiguredWith(given)]).toEqual([true, false]);
    expect(() => engine.reconfigure(encoder.encode("{"))).toThrow();
    expect(engine.isConfiguredWith(first)).toBe(true);
    engine.reconfigure({});
    expect(engine.isConfiguredWith(encoder.encode("{}"))).toBe(false);
    engine.reconfigure(first);
    engine.clear();
    expect(engine.isConfiguredWith(first)).toBe(false);
  });
});
