import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { configuredEngine } from "../../../../hosts/cli/input/session.ts";
import { FileStore } from "../../../../hosts/daemon/stateDirectory/fileStore.ts";
import { StateKeeping } from "../../../../hosts/daemon/stateDirectory/stateKeeping.ts";
import { CORE, LEAK } from "../loop/scene.ts";

const MINUTE = 60_000_000_000n;
const NOW = LEAK[0]?.time ?? 0n;

let directory = "";
let store: FileStore;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "plimsoll-kept-"));
  store = new FileStore(directory);
});
afterEach(() => rmSync(directory, { recursive: true }));

function engineUnder(json = "{}") {
  return configuredEngine(new EvictionEngine(CORE), { json, origins: ["the test"] }).engine;
}

/** A run that took one step and ended. */
async function leaveState(node = "worker-3"): Promise<Uint8Array> {
  const engine = engineUnder();
  const [record] = LEAK;
  engine.pods(record?.pods ?? "");
  engine.observe(record?.summary ?? "", NOW);
  await new StateKeeping(store, node).save(engine.save(), NOW);
  return engine.save();
}

describe("the state file", () => {
  it("brings the engine back to where it was", async () => {
    const saved = await leaveState();
    const engine = engineUnder();
    const resumed = await new StateKeeping(store, "worker-3").resume(engine, NOW + MINUTE);
    expect(resumed).toEqual({ time: NOW, sentences: [] });
    expect(engine.save()).toEqual(saved);
  });

  it("is not there before the first run", async () => {
    const resumed = await new StateKeeping(store, "worker-3").resume(engineUnder(), NOW);
    expect(resumed).toEqual({ time: null, sentences: [] });
  });

  interface Row {
    readonly flaw: string;
    readonly spoil?: (bytes: Buffer) => Buffer;
    readonly configuration?: string;
    readonly node?: string;
    readonly now?: bigint;
    readonly sentence: RegExp;
  }
  const ROWS: readonly Row[] = [
    {
      flaw: "a flipped bit",
      spoil: (bytes) => {
        const at = bytes.length - 100;
        bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
        return bytes;
      },
      sentence: /checksum|corrupt|damaged|not a/i,
    },
    { flaw: "half of it", spoil: (bytes) => bytes.subarray(0, 500), sentence: /./ },
    {
      flaw: "nothing in it",
      spoil: () => Buffer.alloc(0),
      sentence: /not a state of this version/,
    },
    {
      flaw: "the form of an older version",
      spoil: (bytes) =>
        Buffer.from(bytes.toString("latin1").replace("state/1", "state/0"), "latin1"),
      sentence: /not a state of this version/,
    },
    {
      flaw: "another configuration",
      configuration: '{"evictionHard":{"memory.available":"1Gi"}}',
      sentence: /saved under another configuration/,
    },
    { flaw: "another node", node: "worker-4", sentence: /from node worker-3, not of worker-4/ },
    { flaw: "an age of more than five minutes", now: NOW + 6n * MINUTE, sentence: /6 minutes old/ },
    { flaw: "a time that is yet to come", now: NOW - 1n, sentence: /in the future/ },
  ];

  it.each(ROWS)("is set aside with one line when it has $flaw", async (row) => {
    await leaveState();
    if (row.spoil !== undefined) writeFileSync(store.path, row.spoil(readFileSync(store.path)));
    const engine = engineUnder(row.configuration);
    const fresh = engine.save();
    const keeping = new StateKeeping(store, row.node ?? "worker-3");
    const { time, sentences } = await keeping.resume(engine, row.now ?? NOW);
    expect([time, sentences.length]).toEqual([null, 1]);
    expect(sentences[0]).toMatch(row.sentence);
    expect(sentences[0]).toContain("it is renamed to");
    expect(engine.save()).toEqual(fresh);
    expect(await readdir(directory)).toEqual(["state.plimsoll.aside"]);
  });

  it("says once that it cannot be saved, and again only after it could", async () => {
    const lost = new StateKeeping(new FileStore(join(directory, "gone")), "worker-3");
    const state = engineUnder().save();
    expect(await lost.save(state, NOW)).toMatch(
      /^The state cannot be saved\. .*its directory does not exist/,
    );
    expect(await lost.save(state, NOW)).toBeNull();
  });
});
