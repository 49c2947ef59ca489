/** @module-tag long */
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { replay } from "../../../../analysis/questions/replay/replay.ts";
import type { WholeCapture } from "../../../../analysis/read/capture/capture.ts";
import { configuredEngine } from "../../../../hosts/cli/input/session.ts";
import { StepHistory } from "../../../../hosts/daemon/history/stepHistory.ts";
import { CaptureShelf } from "../../../../hosts/daemon/recording/captureShelf.ts";
import { Recorder, type RecorderParts } from "../../../../hosts/daemon/recording/recorder.ts";
import { openCaptureFile } from "../../../../hosts/system/captureFile.ts";
import { CORE, EVICTING, LEAK, partsOf, play } from "../loop/scene.ts";

const AMPLE = { bytes: 1e9, seconds: 1e6 };

let directory = "";
const errors: string[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "plimsoll-recorder-"));
  errors.length = 0;
});
afterEach(() => rmSync(directory, { recursive: true }));

/** A recorder, behind the history that it reads. */
function recorder(parts: Partial<RecorderParts> = {}, bounds = AMPLE): [StepHistory, Recorder] {
  const history = parts.history ?? new StepHistory(CORE);
  const made = new Recorder({
    history,
    shelf: new CaptureShelf(directory, "worker-3", bounds),
    aroundSeconds: null,
    waits: true,
    reportError: async (sentence) => void errors.push(sentence),
    ...parts,
  });
  return [history, made];
}

function names(): string[] {
  return readdirSync(directory).sort();
}

async function read(name: string | undefined): Promise<WholeCapture> {
  const capture = await openCaptureFile(join(directory, name ?? ""));
  const records = [];
  for await (const record of capture.records) records.push(record);
  return { ...capture, records };
}

async function digestsOf(records: WholeCapture["records"]): Promise<(string | undefined)[]> {
  const { engine } = configuredEngine(new EvictionEngine(CORE), { json: "{}", origins: [] });
  const digests: (string | undefined)[] = [];
  for await (const step of replay(engine, "{}", records)) {
    digests.push(step.decision()?.parse().digest);
  }
  return digests;
}

describe("the recorder", () => {
  it.each(["full", "reduced"] as const)(
    "writes captures that decide the same: %s",
    async (form) => {
      await play(partsOf(LEAK, { observers: recorder({ history: new StepHistory(CORE, form) }) }));
      const { records, problems, header } = await read(names()[0]);
      expect(problems).toEqual([]);
      expect(header?.config).toEqual({});
      expect(await digestsOf(records)).toEqual(await digestsOf(LEAK));
    },
  );

  it("keeps the time around an eviction, with its pods, and nothing else", async () => {
    await play(partsOf(LEAK, { observers: recorder({ aroundSeconds: 60 }) }));
    expect(names()).toHaveLength(1);
    const { records } = await read(names()[0]);
    const around = LEAK.slice(EVICTING - 6, EVICTING + 7);
    expect(records.map(({ time }) => time)).toEqual(around.map(({ time }) => time));
    expect(records[0]?.pods).toBeDefined();
  });

  it("writes nothing when nobody is evicted", async () => {
    const script = LEAK.slice(0, EVICTING);
    await play(partsOf(script, { observers: recorder({ aroundSeconds: 60 }) }));
    expect(names()).toEqual([]);
  });

  it("begins a new file after a restart, and with another policy", async () => {
    const observers = () => recorder();
    await play(partsOf(LEAK.slice(0, 3), { observers: observers() }));
    await play(partsOf(LEAK.slice(0, 3), { observers: observers() }));
    expect(names()).toEqual([
      "worker-3-20260115T100000Z-1.plimsoll.ndjson.gz",
      "worker-3-20260115T100000Z.plimsoll.ndjson.gz",
    ]);
  });

  it("is bounded in size, the oldest going first, and touches no other file", async () => {
    writeFileSync(join(directory, "worker-3-notes.plimsoll.ndjson.gz"), "mine");
    await play(
      partsOf(LEAK, {
        observers: recorder(
          { history: new StepHistory(CORE, "full") },
          { ...AMPLE, bytes: 40_000 },
        ),
      }),
    );
    const own = names().filter((name) => /\d{8}T/.test(name));
    expect(own.length).toBeGreaterThan(2);
    const bytes = own.reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
    expect(bytes).toBeLessThanOrEqual(40_000);
    expect((await read(own.at(-1))).records.at(-1)?.time).toBe(LEAK.at(-1)?.time);
    expect(names()).toContain("worker-3-notes.plimsoll.ndjson.gz");
  });

  it("is bounded in age, and every file stands alone", async () => {
    await play(partsOf(LEAK, { observers: recorder({}, { ...AMPLE, seconds: 480 }) }));
    for (const name of names()) expect((await read(name)).records[0]?.pods).toBeDefined();
    const first = (await read(names()[0])).records[0]?.time ?? 0n;
    // 18 minutes were seen; eight minutes are kept, and the minute a file covers.
    expect((LEAK.at(-1)?.time ?? 0n) - first).toBeLessThan(10n * 60n * 1_000_000_000n);
  });

  it("takes away the empty file of a crash before the first write", async () => {
    const empty = join(directory, "worker-3-20260115T095959Z.plimsoll.ndjson.gz");
    writeFileSync(empty, "");
    await play(partsOf(LEAK.slice(0, 3), { observers: recorder() }));
    expect(names()).toEqual(["worker-3-20260115T100000Z.plimsoll.ndjson.gz"]);
  });

  it("can be read up to the last record wherever it was cut off", async () => {
    await play(partsOf(LEAK.slice(0, 20), { observers: recorder() }));
    const path = join(directory, names()[0] ?? "");
    const whole = statSync(path).size;
    for (let size = whole - 1; size > whole - 200; size -= 7) {
      truncateSync(path, size);
      const { records } = await read(names()[0]);
      expect(records.length).toBeGreaterThanOrEqual(18);
    }
  });

  it("says once that it cannot write, and goes on when it can", async () => {
    const blocked = join(directory, "in-the-way");
    writeFileSync(blocked, "");
    const shelf = new CaptureShelf(blocked, "worker-3", AMPLE);
    const room = { step: () => rmSync(blocked, { force: true }) };
    const script = LEAK.slice(0, 4);
    const { steps } = await play(partsOf(script, { observers: [...recorder({ shelf }), room] }));
    expect(steps).toHaveLength(4);
    expect(errors).toEqual([expect.stringMatching(/^The capture cannot be written\. /)]);
    const [name = ""] = readdirSync(blocked);
    const { records } = await read(join("in-the-way", name));
    expect(records.map(({ time }) => time)).toEqual(script.slice(1).map(({ time }) => time));
    expect(records[0]?.pods).toBeDefined();
  });
});

/** A shelf whose disk answers when it is released. */
function slowShelf() {
  const shelf = new CaptureShelf(directory, "worker-3", AMPLE);
  const record = shelf.record.bind(shelf);
  const close = shelf.close.bind(shelf);
  let release = () => {};
  const free = new Promise<void>((resolve) => {
    release = resolve;
  });
  shelf.record = async (...args) => {
    await free;
    await record(...args);
  };
  shelf.close = async () => {
    await free;
    await close();
  };
  return { shelf, release };
}

/** Sixty steps, of which the history holds few, with a disk that answers at the last one. */
async function sixtySteps() {
  const { shelf, release } = slowShelf();
  const history = new StepHistory(CORE, "reduced", 20_000);
  const [, made] = recorder({ history, shelf, waits: false });
  const releasing = {
    step: ({ number }: { number: number }) => void (number === 59 && release()),
  };
  await play(partsOf(LEAK.slice(0, 60), { observers: [history, made, releasing] }));
  const { records } = await read(names()[0]);
  return { history, made, records };
}

describe("a recorder with a slow disk", () => {
  it("holds up no step, and writes all of them later", async () => {
    const { shelf, release } = slowShelf();
    const observers = recorder({ shelf, waits: false });
    const playing = play(partsOf(LEAK.slice(0, 20), { observers }));
    await expect.poll(() => observers[0].end).toBe(20);
    expect(names()).toEqual([]);
    release();
    expect((await playing).steps).toHaveLength(20);
    expect((await read(names()[0])).records).toHaveLength(20);
    expect([observers[1].dropped, errors]).toEqual([0, []]);
  });

  it("writes the step for which a file is closed, though the history drops it", async () => {
    const { history, made, records } = await sixtySteps();
    expect(history.first).toBeGreaterThan(0);
    expect(records[0]?.time).toBe(LEAK[0]?.time);
    expect(records.length + made.dropped).toBe(60);
  });

  it("loses steps beyond the bound, reports it once and how many, and loses no pods", async () => {
    const { made, records } = await sixtySteps();
    expect(made.dropped).toBeGreaterThan(5);
    expect(records.length + made.dropped).toBe(60);
    expect(records[0]?.pods).toBeDefined();
    expect(errors).toEqual([
      "The disk is too slow for the recorder: the oldest steps are dropped.",
      `${made.dropped} steps were not recorded: the disk was too slow.`,
    ]);
  });

  it("keeps what is before the next eviction, as a capture", async () => {
    const observers = recorder({ aroundSeconds: 60 });
    await play(partsOf(LEAK.slice(0, 30), { observers }));
    const lines = Buffer.concat([...observers[1].kept()])
      .toString()
      .trimEnd()
      .split("\n");
    expect(lines).toHaveLength(1 + 7);
    const [first, ...rest] = lines.slice(1).map((line) => JSON.parse(line) as { pods?: unknown });
    expect(first?.pods).toBeDefined();
    expect(rest.every(({ pods }) => pods === undefined)).toBe(true);
  });
});
