import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import * as formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { Action, Detail } from "../../assembly/abi.ts";
import { STATE_TEXT_MAX } from "../../hosts/edge/guard/stateKeys.ts";

const ROOT = new URL("../../", import.meta.url);
const EXAMPLES = JSON.parse(readText("examples/index.json")) as { name: string; file: string }[];
const module = new WebAssembly.Module(readFileSync(new URL("dist/plimsoll-eviction.wasm", ROOT)));

function readText(path: string): string {
  return readFileSync(new URL(path, ROOT), "utf8");
}

function validator(name: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  (formats.default as unknown as { default: (ajv: Ajv2020) => void }).default(ajv);
  return ajv.compile(JSON.parse(readText(`schemas/${name}.schema.json`)));
}

const isDecision = validator("decision-1");
const isCaptureLine = validator("capture-1");

describe("the schema of the edge's bodies", () => {
  const { $id, $defs } = JSON.parse(readText("schemas/edge-1.schema.json"));
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  (formats.default as unknown as { default: (ajv: Ajv2020) => void }).default(ajv);
  ajv.addSchema(JSON.parse(readText("schemas/decision-1.schema.json")));
  ajv.addSchema(JSON.parse(readText("schemas/edge-1.schema.json")));

  test.each(Object.keys($defs))("can be used by itself: %s", (name) => {
    expect(ajv.getSchema(`${$id}#/$defs/${name}`)).toBeTypeOf("function");
  });

  test.each([
    ["a snapshot", "Snapshot", { time: "2026-01-15T10:00:00Z", summary: null }, true],
    ["no time", "Snapshot", { summary: null }, false],
    ["an answer without a decision", "SnapshotAnswer", { decision: null, problems: ["x"] }, true],
    ["a decision of another kind", "SnapshotAnswer", { decision: {}, problems: [] }, false],
  ])("takes or refuses %s", (_, name, value, taken) => {
    expect(ajv.getSchema(`${$id}#/$defs/${name}`)?.(value)).toBe(taken);
  });

  test("bounds a state as the guard does", () => {
    expect($defs.Snapshot.properties.state.maxLength).toBe(STATE_TEXT_MAX);
    expect($defs.EvaluateRequest.properties.state.maxLength).toBe(STATE_TEXT_MAX);
  });
});

function linesOf(file: string): string[] {
  const bytes = gunzipSync(readFileSync(new URL(`examples/${file}`, ROOT)));
  return bytes.toString("utf8").trimEnd().split("\n");
}

interface Line {
  readonly time: string;
  readonly config?: object;
  readonly pods?: object;
  readonly summary?: object;
  readonly reclaimed?: object;
}

const engine = new EvictionEngine(module);

describe.each(EXAMPLES)("the example $name", ({ file }) => {
  const lines = linesOf(file);

  test("is made of lines that the capture schema takes", () => {
    for (const line of lines) {
      expect(isCaptureLine(JSON.parse(line)), JSON.stringify(isCaptureLine.errors)).toBe(true);
    }
  });

  test.each([
    ["decision", Detail.Decision],
    ["arithmetic", Detail.Arithmetic],
    ["counterfactuals", Detail.Counterfactuals],
  ] as const)("gives decisions that the decision schema takes: %s", (_, detail) => {
    const [header, ...records] = lines.map((line) => JSON.parse(line) as Line);
    engine.clear();
    engine.configure(header?.config ?? {});
    for (const record of records) {
      if (record.pods) engine.pods(record.pods);
      const now = BigInt(Date.parse(record.time)) * 1_000_000n;
      const action = engine.observe(record.summary ?? {}, now);
      if (action === Action.ReclaimNodeLevelResources) {
        engine.reclaimed(record.reclaimed ?? record.summary ?? null);
      }
      const valid = isDecision(engine.report(detail).parse());
      expect(valid, JSON.stringify(isDecision.errors)).toBe(true);
    }
  });
});

describe("the decision schema", () => {
  const decision = {
    plimsoll: "decision/1",
    time: "2026-01-15T10:00:00Z",
    step: 1,
    action: "None",
    nodeConditions: [],
    reclaim: [],
    evictions: [],
    alternatives: [],
    digest: "0123456789abcdef",
  };

  test.each([
    ["takes a quiet decision", {}, true],
    ["refuses an unknown action", { action: "Kill" }, false],
    ["refuses an unknown member", { victim: "web" }, false],
    ["refuses a digest of another form", { digest: "0x1" }, false],
  ])("%s", (_, change, valid) => {
    expect(isDecision({ ...decision, ...change })).toBe(valid);
  });
});

describe("the capture schema", () => {
  const scenario = {
    example: "memory-leak",
    configuration: "kind: KubeletConfiguration\n",
    comparedWith: "kind: KubeletConfiguration\nmaxPods: 99\n",
    whatIf: true,
    podChanges: [{ uid: "u1", priority: -1, containers: { cart: { memory: "2Gi" } } }],
    moment: "2026-01-15T10:12:20Z",
    window: { from: "2026-01-15T10:10:00Z", to: "2026-01-15T10:15:00Z" },
    signal: "memory.available",
    furtherSignals: ["nodefs.available"],
    pod: { namespace: "shop", name: "cart", uid: "u1" },
  };

  test.each([
    ["takes a scenario, as the playground shares one", {}, true],
    ["takes one that is compared with the recorded configuration", { comparedWith: null }, true],
    ["takes members of later versions", { theme: "dark" }, true],
    ["refuses to compare with what is not a text", { comparedWith: {} }, false],
    ["refuses a changed pod without a uid", { podChanges: [{ priority: 1 }] }, false],
    ["refuses a pod that is only named", { pod: { name: "cart" } }, false],
    ["refuses a moment that is not a time", { moment: "noon" }, false],
    ["refuses further signals that are not in a list", { furtherSignals: "pid.available" }, false],
    ["refuses a window without an end", { window: { from: "2026-01-15T10:10:00Z" } }, false],
  ])("%s", (_, change, valid) => {
    const header = { plimsoll: "capture/1", scenario: { ...scenario, ...change } };
    expect(isCaptureLine(header)).toBe(valid);
  });
});
