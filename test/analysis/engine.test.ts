import { beforeAll, describe, expect, it } from "vitest";
import { EngineDiscarded, EngineError } from "../../analysis/engine/engineError.ts";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { Action, Admission, Detail, Part, Status } from "../../assembly/abi.ts";
import { decode, encode } from "./chunks.ts";
import { STAND_IN_CAPACITY, standIn } from "./standIn.ts";

const NONE = '{"action":"None","nodeConditions":[],"evictions":[]}';
const EVICT = '{"action":"EvictPod","nodeConditions":[],"evictions":[]}';
let module: WebAssembly.Module;

beforeAll(async () => {
  module = await standIn();
});

function failureOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

describe("EvictionEngine", () => {
  it("binds a compiled module and says how much it takes", () =>
    expect(new EvictionEngine(module).inputCapacity).toBe(STAND_IN_CAPACITY));

  it("refuses a module of another boundary, or of none", async () => {
    const other = await standIn(1);
    expect(() => new EvictionEngine(other)).toThrow(/speaks version 1 .* this host speaks 2; use/);
    const empty = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    expect(() => new EvictionEngine(empty)).toThrow("speaks version none");
  });

  it("takes documents as bytes, as text and as values", () => {
    const engine = new EvictionEngine(module);
    for (const document of [encode('{"a":1}'), '{"a":1}', { a: 1 }]) {
      expect(engine.configure(document)).toEqual({ a: 1 });
    }
  });

  it("answers the action of a step, and its report as bytes, text and value", () => {
    const engine = new EvictionEngine(module);
    expect(engine.observe(encode(EVICT), 0n)).toBe(Action.EvictPod);
    const answer = engine.report(Detail.Arithmetic);
    expect(answer.text).toBe(EVICT);
    expect(decode(answer.bytes)).toBe(EVICT);
    expect(answer.parse().action).toBe("EvictPod");
  });

  it("hands out copies: an answer stays what it is when steps go on", () => {
    const engine = new EvictionEngine(module);
    engine.observe(encode(EVICT), 0n);
    const answer = engine.report();
    engine.observe(encode(NONE), 1n);
    expect(answer.text).toBe(EVICT);
    expect(engine.report().text).toBe(NONE);
  });

  it("knows every other verb of the module", () => {
    const engine = new EvictionEngine(module);
    expect(engine.pods({ items: [] })).toBe(0);
    expect(engine.reclaimed(encode(EVICT))).toBe(Action.EvictPod);
    expect(engine.admit({})).toBe(Admission.Admitted);
    expect(engine.explain({ namespace: "a", name: "b" }).text).toBe('{"namespace":"a","name":"b"}');
    expect(decode(engine.save())).toBe("state");
    expect(decode(engine.freeze(Part.Pods))).toBe("pods");
    expect(decode(engine.freeze(Part.Summary))).toBe("summary");
    expect(engine.restore(encode("state"))).toBeUndefined();
    expect(engine.thaw(encode("summary"))).toBeUndefined();
  });

  it("tells no document (null) from an empty one", () => {
    const engine = new EvictionEngine(module);
    expect(engine.observe(null, 0n)).toBe(Action.EvictPod);
    expect(engine.reclaimed(null)).toBe(Action.EvictPod);
    engine.observe(new Uint8Array(0), 0n);
    expect(engine.report().text).toBe("");
  });

  it.each<[string, (engine: EvictionEngine) => unknown, boolean]>([
    ["nothing else", () => null, true],
    ["a policy, which keeps the pods", (engine) => engine.reconfigure({}), true],
    ["a step", (engine) => engine.observe(encode(EVICT), 0n), true],
    ["a state", (engine) => engine.restore(encode("state")), true],
    ["its Summary was frozen", (engine) => engine.freeze(Part.Summary), true],
    ["another list", (engine) => engine.pods({ items: [] }), false],
    ["a list that is refused", (engine) => failureOf(() => engine.pods("!")), false],
    ["another snapshot", (engine) => engine.thaw(encode("summary")), false],
    ["one that is refused", (engine) => failureOf(() => engine.thaw(encode("!"))), false],
    ["another freeze", (engine) => engine.freeze(Part.Pods), false],
    ["it was cleared", (engine) => engine.clear(), false],
  ])("knows whether it still has the pods that it thawed or froze, after %s", (_, then, has) => {
    for (const held of ["thawed", "frozen"] as const) {
      const engine = new EvictionEngine(module);
      const frozen = held === "thawed" ? encode("pods") : engine.freeze(Part.Pods);
      if (held === "thawed") engine.thaw(frozen);
      then(engine);
      expect(engine.hasThawed(frozen), held).toBe(has);
      expect(engine.hasThawed(frozen.slice()), held).toBe(false);
    }
  });

  it("forgets what it was given when it is cleared", () => {
    const engine = new EvictionEngine(module);
    engine.observe(encode(EVICT), 0n);
    engine.clear();
    expect(engine.report().text).toBe("");
  });
});

describe("EngineError", () => {
  it("carries what the module says and is one sentence", () => {
    const error = failureOf(() =>
      new EvictionEngine(module).observe(encode("!"), 0n),
    ) as EngineError;
    expect(error).toBeInstanceOf(EngineError);
    expect(error.status).toBe(Status.WrongType);
    expect(error.document).toBe("Summary");
    expect(error.path).toBe("$.node");
    expect(error.offset).toBe(9);
    expect(error.reason).toBe("expected an object");
    expect(error.errors).toEqual([]);
    expect(error.message).toBe("Summary $.node (byte 9): expected an object");
  });

  it("leaves the engine usable", () => {
    const engine = new EvictionEngine(module);
    expect(() => engine.observe(encode("!"), 0n)).toThrow(EngineError);
    expect(engine.observe(encode(NONE), 0n)).toBe(Action.None);
  });

  it("tells the first error of a configuration and counts the others", () => {
    const finding = { rule: "r", path: 'evictionHard["a"]', message: "unsupported signal" };
    const error = new EngineError({
      plimsoll: "error/1",
      status: Status.InvalidConfiguration,
      document: "KubeletConfiguration",
      reason: "the kubelet would not start",
      errors: [finding, finding, finding],
    });
    expect(error.message).toBe(
      'KubeletConfiguration evictionHard["a"]: unsupported signal (and 2 more)',
    );
  });

  it("answers a document larger than the input without copying it", () => {
    const engine = new EvictionEngine(module);
    const call = () => engine.observe(new Uint8Array(STAND_IN_CAPACITY + 1), 0n);
    expect(failureOf(call)).toMatchObject({ status: Status.InputTooLarge });
    expect(engine.observe(new Uint8Array(STAND_IN_CAPACITY), 0n)).toBe(Action.None);
  });

  it("answers a report that cannot be written", () => {
    const error = failureOf(() => new EvictionEngine(module).report(3 as Detail));
    expect(error).toMatchObject({ status: Status.OutputTooLarge });
    expect((error as EngineError).message).toBe("OutputTooLarge: too long");
  });
});

describe("an engine that trapped", () => {
  it.each([
    ["*", "unreachable"],
    ["@", "Maximum call stack size exceeded"],
  ])("is discarded, and says so from then on: %s", (document, reason) => {
    const engine = new EvictionEngine(module);
    const error = failureOf(() => engine.observe(encode(document), 0n));
    expect(error).toBeInstanceOf(EngineDiscarded);
    expect((error as Error).message).toContain(
      `stopped inside observe (${reason}) and was discarded`,
    );
    expect(failureOf(() => engine.observe(encode(NONE), 0n))).toBe(error);
    expect(failureOf(() => engine.report())).toBe(error);
    expect(new EvictionEngine(module).observe(encode(NONE), 0n)).toBe(Action.None);
  });

  it("is not one that was called with a wrong argument", () => {
    const engine = new EvictionEngine(module);
    expect(() => engine.observe(encode(NONE), 0 as unknown as bigint)).toThrow(TypeError);
    expect(engine.observe(encode(NONE), 0n)).toBe(Action.None);
  });
});
