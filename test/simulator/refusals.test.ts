/** Scenarios that cannot be played as they are written, and what the module says of them. */
import { expect, test } from "vitest";
import { bare, node, owner, play, running, uses } from "./playing.ts";
import { Refused } from "./simulatorModule.ts";

const objects = [node("worker-1"), owner("Deployment", "cart", { replicas: 1 })];
const using = (base: unknown) => ({
  workloads: [uses("Deployment", "cart", { memory: { base } })],
});
const creating = (create: unknown) => ({ changes: [{ at: "1m", create }] });
const metadata = { namespace: "shop", name: "a" };

test.each([
  ["1e19 bytes, which 64 bits do not hold", using(1e19), "from 0 to 16Ti"],
  ["1e99 bytes", using("1e99"), "from 0 to 16Ti"],
  ["2^63 bytes", using("9223372036854775808"), "from 0 to 16Ti"],
  ["a byte more than 16Ti", using(2 ** 44 + 1), "from 0 to 16Ti"],
  ["a seed below zero", { seed: -1 }, "a seed is an integer that is not negative"],
])("%s are refused", (_, scenario, sentence) => {
  expect(() => play(objects, scenario)).toThrow(Refused);
  expect(() => play(objects, scenario)).toThrow(sentence);
});

test("pods of a node that is not among the objects are named among what is assumed", () => {
  const told = (nodeName: string) =>
    play([...objects, bare("shop", "a", { nodeName }, running)], {}).verdict.assumptions.join();
  const stays = "a pod on a node that is not among the objects stays there";
  expect(told("worker-9")).toContain(stays);
  expect(told("worker-1")).not.toContain(stays);
});

test.each(["Secret", "Foo"])("a %s that a change creates is named as without effect", (kind) => {
  const { verdict } = play(objects, creating({ kind, metadata }));
  expect(verdict.assumptions).toContain(
    "an object that a change creates has no effect if its kind is not simulated",
  );
  expect(play(objects, {}).verdict.assumptions.join()).not.toContain("has no effect");
});

test("16Ti are taken", () => {
  const { verdict } = play(
    [node("worker-1", { memory: "32Ti" }), ...objects.slice(1)],
    using("16Ti"),
  );
  expect(verdict.verdict).toBe("settles");
});

test("an object that is spoilt is refused when it is created, and not by where it was kept", () => {
  const pod = { kind: "Pod", metadata: true };
  const scenario = { ...using("1Gi"), ...creating(pod) };
  const told = { ...scenario, workloads: [...scenario.workloads, uses("Pod", "later", {})] };
  // The pod of the workload may be missing: the corrupt document may have contained it.
  expect(() => play(objects, told)).toThrow("no object has this kind, namespace and name");
  expect(() => play(objects, scenario)).toThrow(/^(?!.*offset \d{7})/);
});

test.each([
  ["a Deployment", owner("Deployment", "web", { replicas: 1 })],
  ["a PriorityClass", { kind: "PriorityClass", metadata: { name: "high" }, value: 1000 }],
])("%s is created", (_, object) => {
  expect(play(objects, creating(object)).events.map(({ kind }) => kind)).toContain("Applied");
});
