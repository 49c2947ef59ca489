/**
 * The journal of acts, the state and recordings on a disk that fails at each call, and loses power
 * after it. What was announced must be there after the restart, in full.
 */
import { describe, expect, it } from "vitest";
import type { Eviction } from "../../analysis/engine/decision.ts";
import { openCapture } from "../../analysis/read/capture/capture.ts";
import { gunzipIfGzip } from "../../analysis/read/capture/gzip.ts";
import {
  ActJournal,
  type JournalEntry,
  type Settled,
} from "../../hosts/daemon/stateDirectory/actJournal.ts";
import { FileStore } from "../../hosts/daemon/stateDirectory/fileStore.ts";
import { openJournal } from "../../hosts/daemon/stateDirectory/journalFile.ts";
import { createCaptureFile, gunzip } from "../../hosts/system/captureFile.ts";
import type { Disk } from "../../hosts/system/disk.ts";
import { Random } from "../documents/random.ts";
import { SimulatedDisk, type Tear } from "./simulation/disk.ts";

const DIRECTORY = "/state";
const CODES = ["EIO", "ENOSPC", "EINTR"];
const SHIFT = 7200n;
/** What is left of bytes that were not synced; a sector may be allocated and never written. */
const TEARS: readonly Tear[] = [
  (unsynced) => unsynced,
  (unsynced) => unsynced.subarray(0, 0),
  (unsynced) => unsynced.subarray(0, unsynced.length >> 1),
  (unsynced) => unsynced.subarray(0, Math.max(0, unsynced.length - 1)),
  (unsynced) => Buffer.alloc(unsynced.length),
  (unsynced) => {
    const zeros = Buffer.alloc(unsynced.length === 0 ? 0 : 64);
    return Buffer.concat([unsynced.subarray(0, unsynced.length >> 1), zeros]);
  },
];

/** What happens at one call of the disk: it fails with a code, or the power is lost before it. */
interface Trouble {
  readonly call: number;
  readonly code: string | null;
}

/** Runs `work` on the disk until it ends or the power is lost; answers how many calls it made. */
async function using(
  disk: SimulatedDisk,
  trouble: Trouble | null,
  work: (disk: Disk) => Promise<void>,
): Promise<number> {
  const machine = { isDead: false, after: () => () => {} };
  let calls = 0;
  let lose = () => {};
  const lost = new Promise<void>((resolve) => {
    lose = resolve;
  });
  const seen = disk.of(machine, () => {
    calls += 1;
    if (calls !== trouble?.call) return undefined;
    if (trouble.code !== null) return trouble.code;
    machine.isDead = true;
    lose();
    return undefined;
  });
  await Promise.race([work(seen), lost]);
  machine.isDead = true;
  return calls;
}

/** The attempts at one pod: how many a restart must know of, and the outcomes it may report. */
interface Known {
  readonly uid: string;
  readonly attempts: number;
  readonly outcomes: Set<JournalEntry["outcome"]>;
  readonly times: Set<bigint>;
  /** It was announced, and no later attempt took its place. */
  isSure: boolean;
}

/** Uses a journal as the daemon does, and knows what it may rely on. */
class Script {
  readonly known: Known[] = [];

  async run(disk: Disk): Promise<void> {
    const { entries, file } = await openJournal(DIRECTORY, null, disk);
    const journal = new ActJournal(entries, file);
    await this.#act(journal, "a", 100n, "made");
    await this.#act(journal, "b", 200n, "failed");
    await this.#act(journal, "b", 500n, "made");
    await this.#shift(journal, 600n);
    await this.#act(journal, "c", 800n + SHIFT, "presumed");
    await this.#act(journal, "d", 900n + SHIFT, "failed");
    await journal.catchUp();
    await this.#act(journal, "e", 950n + SHIFT, null);
    await journal.close().catch(() => {});
  }

  async #act(journal: ActJournal, uid: string, time: bigint, outcome: Settled | null) {
    const before = this.known.filter((each) => each.uid === uid);
    const known: Known = {
      ...{ uid, attempts: 0, isSure: false },
      ...{ outcomes: new Set(["presumed"] as const), times: new Set([time]) },
    };
    // A line that was not announced may be on the disk all the same, in place of a refused one.
    for (const each of before) if (each.outcomes.has("failed")) each.isSure = false;
    this.known.push(known);
    const eviction = { namespace: "shop", name: uid, uid, gracePeriodSeconds: 5 } as Eviction;
    const intended = await journal.intend(eviction, time).catch(() => null);
    if (intended === null) return;
    Object.assign(known, { attempts: intended.attempts, isSure: true });
    if (outcome === null) return;
    known.outcomes.add(outcome);
    const isWritten = await journal.settle(intended, outcome).then(
      () => true,
      () => false,
    );
    if (isWritten && outcome !== "presumed") known.outcomes.delete("presumed");
  }

  async #shift(journal: ActJournal, now: bigint): Promise<void> {
    for (const { times } of this.known) for (const time of [...times]) times.add(time + SHIFT);
    const said = await journal.shift(SHIFT, now + SHIFT);
    if (said !== null) return;
    for (const { times } of this.known)
      for (const time of times) if (time < SHIFT) times.delete(time);
  }
}

/** What is wrong with the entries after a restart. */
function flawsOf(entries: readonly JournalEntry[], known: readonly Known[]): string[] {
  const fits = (entry: JournalEntry, each: Known) =>
    entry.pod.uid === each.uid && each.outcomes.has(entry.outcome) && each.times.has(entry.time);
  const lost = known.filter((each) => each.isSure && !entries.some((entry) => fits(entry, each)));
  const foreign = entries.filter((entry) => !known.some((each) => fits(entry, each)));
  return [
    ...lost.map(({ uid, outcomes }) => `${uid} is lost (${[...outcomes]})`),
    ...foreign.map(({ pod, outcome, time }) => `${pod.uid} is ${outcome} at ${time}`),
  ];
}

async function restarted(disk: SimulatedDisk): Promise<readonly JournalEntry[]> {
  let found: readonly JournalEntry[] = [];
  await using(disk, null, async (seen) => {
    const { entries, file } = await openJournal(DIRECTORY, null, seen);
    await file.close();
    found = entries;
  });
  return found;
}

/** Each way in which the power may be lost after a script with this trouble. */
async function* cutsAfter(trouble: Trouble | null) {
  for (const [index, tear] of TEARS.entries()) {
    for (let names = 0, most = 0; names <= most; names += 1) {
      const disk = new SimulatedDisk();
      const script = new Script();
      await using(disk, trouble, (seen) => script.run(seen).catch(() => {}));
      most = disk.unsyncedNames;
      disk.cut(names, tear);
      const { call, code } = trouble ?? { call: 0, code: "" };
      const where = `call ${call} ${code ?? "power"}, ${names} of ${most} names, tear ${index}`;
      yield { disk, script, where };
    }
  }
}

const CALLS = await using(new SimulatedDisk(), null, (disk) => new Script().run(disk));
const EACH = Array.from({ length: CALLS }, (_, index) => index + 1);
const TROUBLES: readonly Trouble[] = EACH.flatMap((call) =>
  [null, ...CODES].map((code) => ({ call, code })),
);

describe("the journal of acts on a disk that lies", () => {
  it("loses nothing announced when any call fails, or the power is lost there", async () => {
    const flaws: string[] = [];
    let cases = 0;
    for (const trouble of TROUBLES) {
      for await (const { disk, script, where } of cutsAfter(trouble)) {
        cases += 1;
        const found = flawsOf(await restarted(disk), script.known);
        flaws.push(...found.map((flaw) => `${where}: ${flaw}`));
      }
    }
    expect(flaws).toEqual([]);
    expect(cases).toBeGreaterThan(1000);
  });

  it("loses nothing when the start after that fails or loses power at any call", async () => {
    const flaws: string[] = [];
    for (const call of EACH) {
      for await (const { disk, script, where } of cutsAfter({ call, code: null })) {
        const copy = disk.copy();
        const calls = await using(copy, null, async (seen) => {
          await (await openJournal(DIRECTORY, null, seen)).file.close();
        });
        for (let second = 1; second <= calls; second += 1) {
          for (const code of [null, "EIO", "ENOSPC"]) {
            const again = disk.copy();
            await using(again, { call: second, code }, async (seen) => {
              await openJournal(DIRECTORY, null, seen).catch(() => {});
            });
            again.cut(again.unsyncedNames >> 1, TEARS[call % TEARS.length] as Tear);
            const found = flawsOf(await restarted(again), script.known);
            flaws.push(...found.map((flaw) => `${where}, then ${second} ${code}: ${flaw}`));
          }
        }
      }
    }
    expect(flaws).toEqual([]);
  });
});

describe("the state on a disk that lies", () => {
  const saved = ["first", "second", "third"];

  it("is one that was saved, and none older than the last that was", async () => {
    const flaws: string[] = [];
    const run = async (disk: Disk, trusted: string[]) => {
      const store = new FileStore(DIRECTORY, disk);
      for (const text of saved) {
        const isSaved = await store.save("n", Buffer.from(text)).then(
          () => true,
          () => false,
        );
        if (isSaved) trusted.push(text);
      }
    };
    const calls = await using(new SimulatedDisk(), null, (disk) => run(disk, []));
    for (let call = 1; call <= calls; call += 1) {
      for (const code of [null, ...CODES]) {
        for (const [index, tear] of TEARS.entries()) {
          for (let names = 0, most = 0; names <= most; names += 1) {
            const disk = new SimulatedDisk();
            const trusted: string[] = [];
            await using(disk, { call, code }, (seen) => run(seen, trusted));
            most = disk.unsyncedNames;
            disk.cut(names, tear);
            let left: string | null = null;
            await using(disk, null, async (seen) => {
              left = (await new FileStore(DIRECTORY, seen).load())?.toString() ?? null;
            });
            const oldest = trusted.length === 0 ? -1 : saved.indexOf(trusted.at(-1) ?? "");
            const isWhole =
              left === null ? oldest === -1 : saved.indexOf(left) >= Math.max(0, oldest);
            if (!isWhole) flaws.push(`${call} ${code} ${names} ${index}: ${left}, not ${trusted}`);
          }
        }
      }
    }
    expect(flaws).toEqual([]);
  });
});

describe.each(["recorded.ndjson", "recorded.ndjson.gz"])("%s on a disk that lies", (name) => {
  const path = `${DIRECTORY}/${name}`;
  /** Of random bytes, so that a record does not fit into one sector after compression. */
  const noise = new Random(1, 0);
  const TEXTS = Array.from({ length: 6 }, () =>
    Array.from({ length: 300 }, () => noise.below(2 ** 30).toString(36)).join(" "),
  );
  const record = (index: number) => ({
    time: BigInt(index),
    summary: Buffer.from(JSON.stringify({ node: { nodeName: TEXTS[index] } })),
  });

  /** Goes on after an error, as a caller may that has other files to write. */
  async function run(disk: Disk, written: number[]): Promise<void> {
    const file = await createCaptureFile(path, { node: "worker-3" }, disk).catch(() => null);
    for (const index of TEXTS.keys()) {
      await file?.record(record(index)).then(
        () => written.push(index),
        () => {},
      );
    }
    await file?.close().catch(() => {});
  }

  async function* bytesOf(disk: SimulatedDisk) {
    let bytes: Uint8Array = Buffer.alloc(0);
    await using(disk, null, async (seen) => {
      const file = await seen.open(path, "r").catch(() => null);
      bytes = (await file?.readFile().catch(() => null)) ?? bytes;
    });
    yield bytes;
  }

  /** The records that are left, and whether each is one that was written. */
  async function recordsOf(disk: SimulatedDisk) {
    const capture = await openCapture(gunzipIfGzip(bytesOf(disk), gunzip)).catch(() => null);
    const left: number[] = [];
    for await (const { time, summary } of capture?.records ?? []) {
      const isWhole = summary !== null && record(Number(time)).summary.equals(summary);
      left.push(isWhole ? Number(time) : -1);
    }
    return left;
  }

  it("has each confirmed record after a failed call, and no other bytes for one", async () => {
    const flaws: string[] = [];
    const calls = await using(new SimulatedDisk(), null, (disk) => run(disk, []));
    for (let call = 1; call <= calls; call += 1) {
      for (const code of CODES) {
        const disk = new SimulatedDisk();
        const written: number[] = [];
        await using(disk, { call, code }, (seen) => run(seen, written));
        const left = await recordsOf(disk);
        if (`${left}` !== `${written}`) flaws.push(`${call} ${code}: ${left}, not ${written}`);
      }
    }
    expect(flaws).toEqual([]);
    expect(calls).toBeGreaterThan(TEXTS.length);
  });

  it("has whole records from the first on after the power is lost", async () => {
    const flaws: string[] = [];
    const calls = await using(new SimulatedDisk(), null, (disk) => run(disk, []));
    for (let call = 1; call <= calls; call += 1) {
      for (const [index, tear] of TEARS.entries()) {
        const disk = new SimulatedDisk();
        await using(disk, { call, code: null }, (seen) => run(seen, []));
        disk.cut(disk.unsyncedNames, tear);
        const left = await recordsOf(disk);
        if (left.some((time, at) => time !== at)) flaws.push(`${call}, tear ${index}: ${left}`);
      }
    }
    expect(flaws).toEqual([]);
  });
});
