import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Decision } from "../../../analysis/engine/decision.ts";
import { EngineError } from "../../../analysis/engine/engineError.ts";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { packedAfter, packedCount, packSteps } from "../../../analysis/engine/packedSteps.ts";
import { exactIntegers, type TakenSteps } from "../../../analysis/engine/takenSteps.ts";
import { Run } from "../../../analysis/questions/replay/frozen/run.ts";
import { cellOf } from "../../../analysis/questions/sweep/cellCounter.ts";
import { packedCapture } from "../../../analysis/questions/sweep/packedCapture.ts";
import { parseTime } from "../../../analysis/text/time.ts";
import { Detail, Status } from "../../../assembly/abi.ts";
import { core, examples, frozen } from "../../hosts/browser/examples.ts";

const PRIME = 0x100000001b3n;
const SOFT = {
  evictionHard: { "memory.available": "300Mi", "nodefs.inodesFree": "8%" },
  evictionSoft: { "memory.available": "1Gi" },
  evictionSoftGracePeriod: { "memory.available": "30s" },
};
const engine = new EvictionEngine(core);

/** The decisions of each step with its arithmetic; null where nothing was observed. */
function singly(capture: Awaited<ReturnType<typeof frozen>>["capture"], json: string) {
  engine.clear();
  const run = new Run(engine, capture, json);
  return capture.steps.map((): Decision | null => {
    return run.step() === null ? null : (run.decision(Detail.Arithmetic)?.parse() ?? null);
  });
}

function together(capture: Awaited<ReturnType<typeof frozen>>["capture"], json: string) {
  engine.clear();
  engine.configure(json);
  return packedCapture(capture).map(({ pods, steps }) => {
    if (pods !== null) engine.thaw(pods);
    return engine.steps(steps);
  });
}

function leastOf(decisions: readonly Decision[], isHard: boolean) {
  const least = new Map<string, bigint>();
  for (const { thresholds = [] } of decisions) {
    for (const { signal, hard, limit, available } of thresholds) {
      if (hard !== isHard || limit === undefined || available === undefined) continue;
      const amount = BigInt(available) - BigInt(Math.ceil(limit));
      const before = least.get(signal);
      if (before === undefined || amount < before) least.set(signal, amount);
    }
  }
  return new Map([...least].sort(([a], [b]) => (a < b ? -1 : 1)));
}

describe.each(examples)("many steps in one call over $name", ({ file }) => {
  it.each([
    ["as recorded", null],
    ["under hard and soft thresholds", SOFT],
  ])("amount to what single steps decide, %s", async (_, config) => {
    const { capture, json } = await frozen(file);
    const text = config === null ? undefined : JSON.stringify({ kind: KIND, ...config });
    const written = json(false, text);
    const decisions = singly(capture, written);
    const observed = decisions.filter((each) => each !== null);
    const taken = together(capture, written);
    const cell = cellOf([{ taken, refusal: null }]);

    const chain = observed.reduce(
      (sum, { digest }) => BigInt.asUintN(64, sum * PRIME + BigInt(`0x${digest}`)),
      0n,
    );
    expect(cell.chain).toBe(chain.toString(16).padStart(16, "0"));
    const evictions = observed.flatMap((each) => each.evictions);
    expect(cell.evictions).toBe(evictions.length);
    expect(cell.podsEvicted).toBe(new Set(evictions.map(({ uid }) => uid)).size);
    const first = observed.find((each) => each.evictions.length > 0)?.time;
    expect(parseTime(cell.firstEviction ?? "")).toBe(parseTime(first ?? ""));
    expect(Object.fromEntries(cell.conditionNanoseconds)).toEqual(
      nanosecondsOf(decisions, capture),
    );
    expect(cell.headroom.hard).toEqual(leastOf(observed, true));
    expect(cell.headroom.soft).toEqual(leastOf(observed, false));
    expect([cell.steps, cell.missed].map(Number)).toEqual([
      observed.length,
      decisions.length - observed.length,
    ]);
  });
});

const KIND = "KubeletConfiguration";

function nanosecondsOf(
  decisions: readonly (Decision | null)[],
  { steps }: Awaited<ReturnType<typeof frozen>>["capture"],
) {
  const nanoseconds: Record<string, bigint> = {};
  let held: Decision["nodeConditions"] = [];
  for (const [index, step] of steps.entries()) {
    const since = step.time - (steps[index - 1]?.time ?? step.time);
    for (const each of held) nanoseconds[each] = (nanoseconds[each] ?? 0n) + since;
    held = decisions[index]?.nodeConditions ?? held;
  }
  return nanoseconds;
}

describe("many steps in one call", () => {
  it("amount to the same however they are divided, as whole numbers", async () => {
    const { capture, json } = await frozen("two-signals.plimsoll.ndjson.gz");
    const written = json(false, JSON.stringify({ kind: KIND, ...SOFT }));
    const whole = cellOf([{ taken: together(capture, written), refusal: null }]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(capture.steps.length), { maxLength: 6 }), async (cuts) => {
        const ends = [...new Set([...cuts, capture.steps.length])].sort((a, b) => a - b);
        const parts: { readonly taken: TakenSteps[]; readonly refusal: null }[] = [];
        let [start, state]: [number, Uint8Array | null] = [0, null];
        for (const end of ends) {
          engine.clear();
          engine.configure(written);
          const part = { ...capture, steps: capture.steps.slice(start, end) };
          const before = capture.steps[start - 1]?.time ?? null;
          const runs = packedCapture(part, before);
          const taken = runs.map(({ pods, steps }, index) => {
            if (pods !== null) engine.thaw(pods);
            if (index === 0 && state !== null) engine.restore(state);
            return engine.steps(steps);
          });
          parts.push({ taken, refusal: null });
          if (runs.length > 0) state = engine.save();
          start = end;
        }
        expect(cellOf(parts)).toEqual(whole);
      }),
      { numRuns: 20 },
    );
  });

  it("end before one that is refused, and are refused where that is the first", () => {
    const node = { nodeName: "n", memory: { availableBytes: 1, workingSetBytes: 1 } };
    const summary = new TextEncoder().encode(JSON.stringify({ node, pods: [] }));
    const broken = new TextEncoder().encode("{");
    const step = { time: parseTime("2026-11-30T00:00:00Z") ?? 0n, summary };
    const packed = packSteps([step, step, { ...step, summary: broken }, step], null);
    engine.clear();
    engine.configure({});
    expect(engine.steps(packed)).toMatchObject({ taken: 2, steps: 2n });
    const rest = packedAfter(packed, 2);
    expect(packedCount(rest)).toBe(2);
    const state = engine.save();
    expect(() => engine.steps(rest)).toThrow(EngineError);
    expect(engine.save()).toEqual(state);
    expect(engine.steps(packedAfter(rest, 1))).toMatchObject({ taken: 1, steps: 1n });
  });

  it.each([
    ["nothing", new Uint8Array()],
    ["JSON", new TextEncoder().encode(`{${" ".repeat(100)}}`)],
    [
      "steps that end early",
      packSteps([{ time: 1n, summary: new Uint8Array(9) }], null).slice(0, -1),
    ],
    ["steps with more behind them", new Uint8Array([...packSteps([], null), 0])],
  ])("are refused when the document is %s", (_, document) => {
    engine.clear();
    engine.configure({});
    try {
      engine.steps(document);
      expect.unreachable();
    } catch (error) {
      const { answer } = error as EngineError;
      expect([answer.status, answer.reason]).toEqual([
        Status.InvalidSnapshot,
        expect.stringMatching(/^not steps/),
      ]);
    }
  });
});

describe("whole numbers in JSON", () => {
  it("stay exact, and texts that look like them stay texts", () => {
    const text = JSON.stringify({ a: "1", b: '":5,', c: ["2"] }).replace(
      "}",
      ',"n":9007199254740993}',
    );
    expect(exactIntegers(text)).toEqual({ a: "1", b: '":5,', c: ["2"], n: 9_007_199_254_740_993n });
  });
});
