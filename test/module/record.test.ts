/** `record` and `members`: the positions of members, and a Summary that is read on the way. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { EngineError } from "../../analysis/engine/engineError.ts";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import type { ModuleExports } from "../../analysis/engine/moduleExports.ts";
import { membersOf } from "../../analysis/read/json/members.ts";
import { AHEAD, MEMBERS_MAX, Part, Status } from "../../assembly/abi.ts";
import { mutate } from "../documents/mutations.ts";
import { Random } from "../documents/random.ts";

const CORE = new WebAssembly.Module(
  readFileSync(new URL("../../dist/plimsoll-eviction.wasm", import.meta.url)),
);
const NOW = 1_795_168_800_000_000_000n;
const POD =
  '{"metadata":{"namespace":"d","name":"a","uid":"u"},"spec":{"containers":[{"name":"c"}]}}';
const PODS = `{"items":[${POD}]}`;
/** With a container and a volume that the pod list does not have. */
const summary = (available: number) =>
  `{"node":{"memory":{"availableBytes":${available},"workingSetBytes":9}},"pods":[{"podRef":` +
  '{"uid":"u"},"memory":{"workingSetBytes":7},"containers":[{"name":"other"},{"name":"c"}],' +
  '"volume":[{"name":"gone","usedBytes":3}]}]}';
const encoder = new TextEncoder();
const decoder = new TextDecoder();

function observing(): EvictionEngine {
  const engine = new EvictionEngine(CORE);
  engine.configure({ evictionHard: { "memory.available": "100" } });
  engine.pods(PODS);
  engine.observe(summary(50), NOW);
  return engine;
}

class Core {
  readonly exports = new WebAssembly.Instance(CORE).exports as unknown as ModuleExports;
  readonly memory = new Uint8Array(this.exports.memory.buffer);

  constructor() {
    this.exports.configure(this.write('{"evictionHard":{"memory.available":"100"}}'));
    this.exports.pods(this.write(PODS));
  }

  write(text: string): number {
    const bytes = encoder.encode(text);
    this.memory.set(bytes, this.exports.inputOffset());
    return bytes.length;
  }

  answer(): string {
    const start = this.exports.outputOffset();
    return decoder.decode(this.memory.slice(start, start + this.exports.outputSize()));
  }
}

const record = (text: string) => `{"time":"2026-01-15T10:00:00Z","summary":${text}}`;

describe("a Summary that record has read", () => {
  test("is observed as if it had been given, to the byte, and once", () => {
    const [ahead, given] = [observing(), observing()];
    for (const available of [40, 500, 30]) {
      const members = ahead.record(encoder.encode(record(summary(available))));
      const action = ahead.observe(members.get("summary") ?? "", NOW + 1n);
      expect(action).toBe(given.observe(summary(available), NOW + 1n));
      expect(ahead.report(2).text).toBe(given.report(2).text);
      expect(ahead.freeze(Part.Summary)).toEqual(given.freeze(Part.Summary));
      expect(ahead.save()).toEqual(given.save());
    }
  });

  test("leaves the step before as it is, until it is observed", () => {
    const engine = observing();
    const seen = () => [
      engine.report(2).text,
      engine.explain({ uid: "u" }).text,
      ...[engine.save(), engine.freeze(Part.Pods), engine.freeze(Part.Summary)].map(String),
    ];
    const before = seen();
    engine.record(encoder.encode(record(summary(500))));
    expect(seen()).toEqual(before);
    expect(() => engine.record(encoder.encode("{"))).toThrow(EngineError);
    expect(seen()).toEqual(before);
  });

  test("leaves a suspended step waiting", () => {
    const engine = new EvictionEngine(CORE);
    const fs = { availableBytes: 1, capacityBytes: 99 };
    const disk = { node: { fs, runtime: { imageFs: fs } } };
    engine.configure({});
    expect(engine.observe(disk, NOW)).toBe(1);
    engine.record(encoder.encode(record(summary(500))));
    expect(engine.reclaimed(disk)).toBe(0);
  });

  test.each([
    ["no record was read", (_core: Core) => {}],
    ["it was observed already", (core: Core) => core.exports.observe(AHEAD, NOW)],
    ["another pod list came", (core: Core) => core.exports.pods(core.write(PODS))],
    ["a record without one came", (core: Core) => core.exports.record(core.write("{}"))],
    ["a line that is not a record came", (core: Core) => core.exports.record(core.write("{"))],
    ["the engine was cleared", (core: Core) => core.exports.clear()],
  ])("is not there when %s", (why, act) => {
    const core = new Core();
    if (!why.startsWith("no ")) core.exports.record(core.write(record(summary(40))));
    act(core);
    if (why.endsWith("cleared")) core.exports.configure(core.write("{}"));
    expect(core.exports.observe(AHEAD, NOW)).toBe(Status.OutOfOrder);
    core.exports.report(0);
    expect(JSON.parse(core.answer()).reason).toMatch(/^no Summary has been read ahead/);
  });

  test.each([
    ["pods before it", `{"pods":${PODS},"summary":${summary(40)}}`, false],
    ["no pods before it", `{"pods":null,"summary":${summary(40)}}`, true],
    ["pods behind it", `{"summary":${summary(40)},"pods":${PODS}}`, true],
    ["another one behind it", `{"summary":${summary(40)},"summary":null}`, false],
    ["a flaw", '{"summary":{"node":{"memory":{"availableBytes":"x"}}}}', false],
    ["no node", '{"summary":{"pods":[]}}', false],
    ["JSON behind it that is none", `{"summary":${summary(40)},}`, false],
  ])("is read where it has %s: %s", (_, text, isRead) => {
    const core = new Core();
    const size = core.exports.record(core.write(text));
    if (size >= 0) expect(JSON.parse(core.answer()).readAhead).toBe(isRead);
    expect(core.exports.observe(AHEAD, NOW) >= 0).toBe(isRead);
  });
});

test("2,000 spoilt records are cut as the reader in the hosts cuts them, or refused", {
  tags: "long",
}, () => {
  const engine = new EvictionEngine(CORE);
  const random = new Random(20261123, 0);
  const whole = Buffer.from(
    `{"time":"t","pods":${PODS},"a\\u0062":[1,{"c":"}\\""}],"summary":${summary(40)},"x":null}`,
  );
  let accepted = 0;
  for (let round = 0; round < 2_000; round++) {
    const { bytes } = mutate(whole, random);
    const found = attempt(() => engine.record(bytes));
    if (found === null) continue;
    accepted++;
    // A byte order mark may precede any document that the core reads.
    const text = bytes.indexOf("\ufeff") === 0 ? bytes.subarray(3) : bytes;
    const expected = [...membersOf(text)].map(([name, value]) => [wellFormed(name), value]);
    expect([...found], bytes.toString("latin1")).toEqual(expected);
  }
  expect(accepted).toBeGreaterThan(500);
});

/** Half of a surrogate pair becomes U+FFFD, as in Go. */
function wellFormed(name: string): string {
  return decoder.decode(encoder.encode(name));
}

test("a refusal is UTF-8, whatever bytes stand in a flawed value before its place", () => {
  const line = Buffer.from('{"a":1","c,":\xff,"d" 1}', "latin1");
  expect(() => new EvictionEngine(CORE).record(line)).toThrow(EngineError);
});

function attempt<T>(verb: () => T): T | null {
  try {
    return verb();
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}

describe("members", () => {
  test("are where they stand, in any order, and names are what they spell", () => {
    const core = new Core();
    core.exports.members(core.write(' { "a\\u0062\\n" : [1, 2] ,"é":null,"a":"}" } '));
    expect(core.answer()).toBe(
      '{"members":[{"name":"ab\\u000a","start":17,"end":23},{"name":"é","start":30,"end":34},' +
        '{"name":"a","start":39,"end":42}]}',
    );
  });

  test("changes nothing: not even a Summary that was read ahead", () => {
    const core = new Core();
    core.exports.record(core.write(record(summary(40))));
    core.exports.members(core.write(record(summary(500))));
    expect(core.exports.observe(AHEAD, NOW)).toBe(2);
  });

  test.each([
    ["an empty document", "", Status.InvalidJson],
    ["another value", "[]", Status.WrongType],
    ["a colon that is missing", '{"a" 1}', Status.InvalidJson],
    ["a comma at the end", '{"a":1,}', Status.InvalidJson],
    ["a text without an end", '{"a":"b}', Status.InvalidJson],
    ["brackets without an end", '{"a":[[}', Status.InvalidJson],
    ["a name that is not a text", '{"\\x":1}', Status.InvalidJson],
    ["too many", `{${'"a":1,'.repeat(MEMBERS_MAX)}"a":1}`, Status.TableFull],
  ])("are refused with their place: %s", (_, text, status) => {
    const core = new Core();
    for (const verb of ["members", "record"] as const) {
      expect(core.exports[verb](core.write(text))).toBe(status);
      core.exports.report(0);
      expect(JSON.parse(core.answer())).toMatchObject({ document: "record", status });
    }
  });
});
