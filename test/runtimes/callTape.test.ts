import { expect, test } from "vitest";
import { loadModule } from "../../hosts/system/modules.ts";
import { playCalls } from "./callPlayer.ts";
import { CallTape } from "./callTape.ts";
import { MODULE_TAPES } from "./moduleTapes.ts";

const module = await loadModule("scheduler");
const node = (name: string) => ({
  kind: "Node",
  metadata: { name },
  status: { allocatable: { cpu: "4", pods: "10" } },
});
const pod = (name: string) => ({ kind: "Pod", metadata: { namespace: "a", name }, spec: {} });

test("a tape of calls holds all that a module was asked, refusals and growing memory too", () => {
  const tape = new CallTape(module);
  tape.startCase();
  const before = tape.memoryBytes;
  expect(tape.give("objects", { kind: "List", items: [node("n"), pod("a"), pod("b")] })).toBe(0);
  expect(tape.give("objects", "{")).toBeLessThan(0);
  tape.call("schedule");
  tape.ask("report", 2);
  tape.call("assume");
  tape.ask("drain", { node: "n", force: true });
  expect(tape.ask("drain", { node: "absent" })).toBeLessThan(0);
  const many = Array.from({ length: 20_000 }, (_, at) => pod(`pod-${at}-of-many`));
  tape.give("objects", { kind: "List", items: many });
  expect(tape.memoryBytes).toBeGreaterThan(before);
  tape.ask("summary");
  const played = tape.played();
  // Of the report, two drains, the summary and the document that was refused.
  expect(played).toMatchObject({ cases: 1, answers: 5 });
  expect(playCalls(module, tape.bytes())).toEqual(played);
});

test("a tape of calls holds arguments of 64 bits", async () => {
  const loop = await loadModule("simulator");
  const tape = new CallTape(loop);
  const scenarios = MODULE_TAPES.find(({ name }) => name === "cluster scenarios");
  scenarios?.play(tape, loop);
  const played = tape.played();
  // Events of each scenario, and its verdict, at the least.
  expect(played.answers).toBeGreaterThan(2 * played.cases);
  expect(playCalls(loop, tape.bytes())).toEqual(played);
});

test("a tape of calls holds verbs of two arguments, such as podsOfNode", async () => {
  const core = await loadModule("eviction");
  const tape = new CallTape(core);
  tape.startCase();
  const list = '{"items":[{"spec":{"nodeName":"n1"}},{"spec":{"nodeName":"n2"}}]}';
  expect(tape.ask("podsOfNode", `${list}n2`, 2)).toBe(list.length - 27);
  expect(tape.answer).toMatchObject({ otherNodes: ["n1"], named: 1, unscheduled: 0 });
  const played = tape.played();
  expect(playCalls(core, tape.bytes())).toEqual(played);
});

test("a tape of another version is refused", () => {
  const old = new TextEncoder().encode("plimsoll calls 2\n\0\0\0\0\0");
  expect(() => playCalls(module, old)).toThrow("not a tape of calls of this version");
});
