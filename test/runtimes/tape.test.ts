import { expect, test } from "vitest";
import type { ModuleExports } from "../../analysis/engine/moduleExports.ts";
import { Part } from "../../assembly/abi.ts";
import { loadModule } from "../../hosts/system/modules.ts";
import { TracedEngine } from "../corpus/tracedEngine.ts";
import { Tape, TapedEngine } from "./tape.ts";

const core = await loadModule("eviction");
const HEAD_BYTES = 20;
const ENTRY_BYTES = 13;
const CONFIGURATION = {
  evictionHard: { "nodefs.available": "5", "memory.available": "0.5" },
  plimsoll: { layout: { dedicatedImageFs: true, splitContainerFs: true } },
};
const VERBS = ["configure", "pods", "observe", "reclaimed", "admit", "report"] as const;

/** Every verb in every way that playing a corpus calls it. */
function drive(engine: TracedEngine): void {
  const summary = '{"node":{"memory":{"availableBytes":1,"workingSetBytes":9}}}';
  const fs = { availableBytes: 1, capacityBytes: 9 };
  const disk = { node: { fs, runtime: { imageFs: fs, containerFs: fs } } };
  expect(() => engine.configure("{")).toThrow();
  engine.configure(CONFIGURATION);
  // A missed step is a first step: what it mirrored counts in the next.
  engine.missed(-1n);
  engine.pods('{"kind":"PodList","items":[{"metadata":{"uid":"\u00e9"}}]}');
  engine.report();
  engine.observe(disk, 2n ** 62n);
  engine.reclaimed(null);
  engine.report(1);
  engine.observe(disk, 2n ** 62n + 1n);
  engine.reclaimed(summary);
  engine.report(1);
  engine.observe(new TextEncoder().encode(summary), 10_000_000_000n);
  engine.report(1);
  restore(engine, summary);
  engine.observe(null, 20_000_000_000n);
  engine.report(1);
  engine.admit('{"spec":{}}');
  engine.report();
}

/** A tape has no saved state: it leaves out all of this, and the next answers are the same. */
function restore(engine: TracedEngine, summary: string): void {
  const state = engine.save();
  const parts = [engine.freeze(Part.Pods), engine.freeze(Part.Summary)];
  engine.configure({ evictionHard: { "memory.available": "0.5" } });
  expect(() => engine.pods("[")).toThrow();
  engine.missed(0n);
  engine.observe(summary, 1n);
  engine.configure(CONFIGURATION);
  for (const part of parts) engine.thaw(part);
  engine.restore(state);
}

/** What a player in any language does. */
function play(tape: Uint8Array): string[] {
  const exports = new WebAssembly.Instance(core).exports as unknown as ModuleExports;
  const memory = new Uint8Array(exports.memory.buffer);
  const view = new DataView(tape.buffer);
  const answers: string[] = [];
  for (let at = HEAD_BYTES; at < tape.length; ) {
    const verb = VERBS[tape[at] ?? -1] ?? "report";
    const argument = view.getInt32(at + 1, true);
    const now = view.getBigInt64(at + 5, true);
    at += ENTRY_BYTES;
    const size = verb === "report" ? 0 : Math.max(argument, 0);
    memory.set(tape.subarray(at, at + size), exports.inputOffset());
    at += size;
    const returned = verb === "observe" ? exports.observe(argument, now) : exports[verb](argument);
    if (verb !== "report") continue;
    const start = exports.outputOffset();
    answers.push(new TextDecoder().decode(memory.slice(start, start + returned)));
  }
  return answers;
}

test("a tape holds all that the engine was asked, so playing it gives the same answers", () => {
  const heard: string[] = [];
  drive(new TracedEngine(core, (answer) => heard.push(new TextDecoder().decode(answer))));
  const tape = new Tape();
  drive(new TapedEngine(core, tape));
  expect(heard.length).toBeGreaterThan(5);
  expect(play(tape.bytes(1))).toEqual(heard);
});
