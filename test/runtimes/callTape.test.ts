import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { loadClusterModule } from "../../hosts/system/core.ts";
import { CallTape } from "./callTape.ts";

const module = await loadClusterModule();
const TITLE_BYTES = "plimsoll calls 1\n".length;
const node = (name: string) => ({
  kind: "Node",
  metadata: { name },
  status: { allocatable: { cpu: "4", pods: "10" } },
});
const pod = (name: string) => ({ kind: "Pod", metadata: { namespace: "a", name }, spec: {} });

/** What a player in any language does. */
function play(tape: Uint8Array) {
  const { memory, ...exports } = new WebAssembly.Instance(module).exports;
  const verbs = exports as Record<string, (...numbers: number[]) => number>;
  const bytes = () => new Uint8Array((memory as WebAssembly.Memory).buffer);
  const view = new DataView(tape.buffer, tape.byteOffset);
  const hash = createHash("sha256");
  const names: string[] = [];
  let at = TITLE_BYTES + 5;
  for (let left = tape[at - 1] ?? 0; left > 0; left--) {
    const end = at + 2 + (tape[at + 1] ?? 0);
    names.push(new TextDecoder().decode(tape.subarray(at + 2, end)));
    at = end;
  }
  let answers = 0;
  while (at < tape.length) {
    const verb = verbs[names[tape[at] ?? 0] ?? ""];
    const size = view.getUint32(at + 6, true);
    bytes().set(tape.subarray(at + 10, at + 10 + size), verbs.inputOffset?.());
    verb?.(view.getInt32(at + 2, true));
    if (tape[at + 1] === 1) {
      const start = verbs.outputOffset?.() ?? 0;
      hash.update(bytes().subarray(start, start + (verbs.outputSize?.() ?? 0))).update("\n");
      answers++;
    }
    at += 10 + size;
  }
  return { digest: hash.digest("hex"), cases: view.getUint32(TITLE_BYTES, true), answers };
}

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
  expect(play(tape.bytes())).toEqual(played);
});
