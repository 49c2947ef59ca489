import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import * as formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { NO_SUMMARY } from "../../assembly/abi.ts";
import { type Core, coreMaker } from "../documents/forging/core.ts";

const make = coreMaker();
const NAMES = ["policy", "pods", "pod-admit", "decision", "error"] as const;

function validator(name: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  (formats.default as unknown as { default: (ajv: Ajv2020) => void }).default(ajv);
  const path = new URL(`../../schemas/${name}-1.schema.json`, import.meta.url);
  return ajv.compile(JSON.parse(readFileSync(path, "utf8")));
}

const VALIDATORS = new Map(NAMES.map((name) => [`${name}/1`, validator(name)]));

const given = (core: Core, document: object | string) =>
  core.write(Buffer.from(typeof document === "string" ? document : JSON.stringify(document)));

/** The answer of the last verb, which its own schema takes. */
function answerOf(core: Core, detail = 0): { plimsoll: string } {
  core.exports.report(detail);
  const answer = JSON.parse(core.answer().toString());
  const isValid = VALIDATORS.get(answer.plimsoll);
  expect(isValid?.(answer), JSON.stringify(isValid?.errors)).toBe(true);
  expect(isValid?.({ ...answer, other: 1 })).toBe(false);
  return answer;
}

const POD = {
  metadata: { namespace: "a", name: "b", uid: "c" },
  spec: { containers: [{ name: "d", resources: { limits: { "ephemeral-storage": "1" } } }] },
};
const TIGHT = { evictionHard: { "memory.available": "99%" } };
const SHORT = { node: { memory: { availableBytes: 1, workingSetBytes: 9 } } };

describe("every answer is what its schema says", () => {
  test.each<[string, string, (core: Core) => unknown]>([
    ["a policy", "policy/1", (core) => core.exports.configure(given(core, {}))],
    [
      "a policy with everything",
      "policy/1",
      (core) => {
        const soft = { evictionSoft: { "nodefs.available": "1Gi" } };
        const grace = { evictionSoftGracePeriod: { "nodefs.available": "1.5s" } };
        const reclaim = { evictionMinimumReclaim: { "nodefs.available": "5%" } };
        const layout = { dedicatedImageFs: true, splitContainerFs: false };
        const plimsoll = { profile: "proposal-2016", layout };
        core.exports.configure(given(core, { ...soft, ...grace, ...reclaim, plimsoll }));
      },
    ],
    ["a pod list", "pods/1", (core) => core.exports.pods(given(core, { items: [POD, {}] }))],
    ["an admission", "pod-admit/1", (core) => core.exports.admit(given(core, POD))],
    [
      "a rejection",
      "pod-admit/1",
      (core) => {
        core.exports.configure(given(core, TIGHT));
        core.exports.observe(given(core, SHORT), 1n);
        core.exports.admit(given(core, { spec: {} }));
      },
    ],
    ["a missed step", "decision/1", (core) => core.exports.observe(NO_SUMMARY, 1n)],
    ["a step", "decision/1", (core) => core.exports.observe(given(core, SHORT), 1n)],
    [
      "a step of another time",
      "decision/1",
      (core) => {
        const memory = { ...SHORT.node.memory, time: "2026-11-22T10:00:00Z" };
        core.exports.observe(given(core, { node: { memory } }), 2n);
        core.exports.observe(given(core, { node: { memory } }), 1n);
      },
    ],
    ["an error with a place", "error/1", (core) => core.exports.pods(given(core, "{"))],
    ["an error about an argument", "error/1", (core) => core.exports.report(9)],
    ["an error about the order", "error/1", (core) => core.exports.reclaimed(NO_SUMMARY)],
    [
      "an error about a configuration",
      "error/1",
      (core) => core.exports.configure(given(core, { evictionHard: { x: "y" }, evictionhard: 1 })),
    ],
  ])("%s", (_, name, ask) => {
    const core = make();
    core.exports.configure(given(core, "{}"));
    ask(core);
    expect(answerOf(core).plimsoll).toBe(name);
  });
});
