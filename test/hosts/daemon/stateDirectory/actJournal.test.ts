import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Eviction } from "../../../../analysis/engine/decision.ts";
import {
  ActJournal,
  type JournalEntry,
} from "../../../../hosts/daemon/stateDirectory/actJournal.ts";
import { openJournal } from "../../../../hosts/daemon/stateDirectory/journalFile.ts";
import { LEAK } from "../loop/scene.ts";

const MINUTE = 60_000_000_000n;
const NOW = LEAK[0]?.time ?? 0n;
const EVICTION = { namespace: "shop", name: "cart", uid: "u1", gracePeriodSeconds: 5 } as Eviction;

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "plimsoll-acts-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("the journal of acts", () => {
  it("remembers what was done, whatever order it ended in", async () => {
    const first = await openJournal(directory);
    const journal = new ActJournal(first.entries, first.file);
    const [a, b] = [
      await journal.intend(EVICTION, 1n),
      await journal.intend({ ...EVICTION, uid: "u2" }, 2n),
    ];
    await journal.settle(b, "failed");
    await journal.settle(a, "made");
    await journal.close();
    const { entries, sentences, file } = await openJournal(directory);
    await file.close();
    expect(sentences).toEqual([]);
    expect(entries.map(({ pod, outcome }) => [pod.uid, outcome])).toEqual([
      ["u1", "made"],
      ["u2", "failed"],
    ]);
  });

  it("counts what is in the future at the start as of now: the clock was set back", async () => {
    const first = await openJournal(directory);
    const journal = new ActJournal(first.entries, first.file);
    await journal.settle(await journal.intend(EVICTION, NOW + 120n * MINUTE), "made");
    await journal.close();
    const { entries, file } = await openJournal(directory, NOW);
    await file.close();
    expect(entries.map(({ time, outcome }) => [time, outcome])).toEqual([[NOW, "made"]]);
  });

  it("leaves out a line that a crash cut off: its eviction had not begun", async () => {
    const first = await openJournal(directory);
    await first.file.close();
    appendFileSync(join(directory, "acts.ndjson"), '{"plimsoll":"act/1","time":"2026-01');
    const { entries, sentences, file } = await openJournal(directory);
    await file.close();
    expect([entries, sentences]).toEqual([[], []]);
  });

  it.each([
    ["a grace period that is a text", { gracePeriodSeconds: "long" }],
    ["no grace period", { gracePeriodSeconds: undefined }],
    ["a pod without a name", { name: undefined }],
    ["an outcome that is not known", { outcome: "perhaps" }],
    ["a time that is a number", { time: 5 }],
    ["attempts that are negative", { attempts: -1 }],
  ])("takes a line with %s for one it cannot read", async (_, parts) => {
    const entry = {
      ...{ plimsoll: "act/1", time: "2026-11-20T10:00:00Z", namespace: "shop", name: "cart" },
      ...{ uid: "u1", gracePeriodSeconds: 5, outcome: "made", ...parts },
    };
    writeFileSync(join(directory, "acts.ndjson"), `${JSON.stringify(entry)}\n`);
    const { entries, sentences, file } = await openJournal(directory);
    await file.close();
    expect(entries).toEqual([]);
    expect(sentences).toEqual([expect.stringContaining("1 line cannot be read")]);
  });

  it("remembers evictions for a week, however many attempts were refused meanwhile", {
    tags: "long",
  }, async () => {
    const first = await openJournal(directory);
    const journal = new ActJournal(first.entries, first.file);
    await journal.settle(await journal.intend(EVICTION, 0n), "presumed");
    for (let attempt = 1n; attempt <= 1200n; attempt++) {
      const refused = { ...EVICTION, uid: "u2" };
      await journal.settle(await journal.intend(refused, attempt * MINUTE), "failed");
    }
    await journal.close();
    const kept = (entries: readonly JournalEntry[]) =>
      entries.map(({ pod, outcome, attempts }) => [pod.uid, outcome, attempts]);
    const both = [
      ["u1", "presumed", 1],
      ["u2", "failed", 1200],
    ];
    expect(kept(journal.entries)).toEqual(both);
    const second = await openJournal(directory, 1200n * MINUTE);
    await second.file.close();
    expect(kept(second.entries)).toEqual(both);
    const later = await openJournal(directory, 7n * 24n * 60n * MINUTE);
    await later.file.close();
    expect(later.entries).toEqual([]);
  });

  /** Refuses one pod again and again, after an eviction that was made. */
  async function refused(journal: ActJournal, attempts: bigint): Promise<void> {
    await journal.settle(await journal.intend(EVICTION, 0n), "made");
    for (let attempt = 1n; attempt <= attempts; attempt++) {
      const time = attempt * MINUTE;
      await journal.settle(await journal.intend({ ...EVICTION, uid: "u2" }, time), "failed");
    }
  }
  const lines = () => readFileSync(join(directory, "acts.ndjson"), "utf8").split("\n").length - 1;

  it("bounds its file while it runs, and goes on writing to it", { tags: "long" }, async () => {
    const first = await openJournal(directory);
    const journal = new ActJournal(first.entries, first.file);
    await refused(journal, 1200n);
    const last = await journal.intend({ ...EVICTION, uid: "u3" }, 1201n * MINUTE);
    expect(lines()).toBeLessThan(1010);
    await journal.close();
    const { entries, sentences, file } = await openJournal(directory);
    await file.close();
    expect(sentences).toEqual([expect.stringContaining("its eviction of")]);
    expect(entries).toEqual([...journal.entries.slice(0, 2), { ...last, outcome: "presumed" }]);
    expect(entries.map(({ pod, attempts }) => [pod.uid, attempts])).toEqual([
      ["u1", 1],
      ["u2", 1200],
      ["u3", 1],
    ]);
  });

  const HOUR = 60n * MINUTE;
  const within = (entries: readonly JournalEntry[], now: bigint) =>
    entries.filter(({ time }) => time <= now && now - time < HOUR).length;

  it.each([
    ["forward", 2n * HOUR],
    ["back", -2n * HOUR],
    ["far back", -24n * 365n * HOUR],
  ])("remembers how long ago an act was when the clock went %s, over a restart", async (_, by) => {
    const first = await openJournal(directory, NOW);
    const journal = new ActJournal(first.entries, first.file);
    for (let index = 0n; index < 12n; index++) {
      const eviction = { ...EVICTION, uid: `u${index}` };
      await journal.settle(await journal.intend(eviction, NOW + index), "made");
    }
    const now = NOW + MINUTE + by;
    expect(await journal.shift(by, now)).toBeNull();
    await journal.settle(await journal.intend({ ...EVICTION, uid: "after" }, now), "made");
    await journal.close();
    const { entries, sentences, file } = await openJournal(directory, now);
    await file.close();
    expect([entries, sentences]).toEqual([journal.entries, []]);
    expect(within(entries, now)).toBe(13);
    expect(within(entries, now + HOUR - 1n)).toBe(1);
  });

  it("moves no act into the future when a wrong clock is set right", async () => {
    const journal = new ActJournal();
    await journal.intend(EVICTION, NOW);
    await journal.shift(24n * HOUR, NOW + MINUTE);
    expect(journal.entries.map(({ time }) => time)).toEqual([NOW + MINUTE]);
  });

  describe("while its file cannot be written as the clock is set", () => {
    const shifted = async () => {
      const { entries, file } = await openJournal(directory);
      const journal = new ActJournal(entries, file);
      await journal.settle(await journal.intend(EVICTION, NOW), "made");
      mkdirSync(join(directory, "acts.ndjson.draft"));
      const said = await journal.shift(HOUR, NOW + HOUR);
      return { journal, said };
    };
    const timesAfterRestart = async () => {
      const { entries, file } = await openJournal(directory);
      await file.close();
      return entries.map(({ time }) => time);
    };

    it("says that it keeps the old times", async () => {
      const { journal, said } = await shifted();
      expect(said).toMatch(
        /^The journal of acts keeps the times before the clock was set\. .*\. It is tried again /,
      );
      expect(await journal.catchUp()).toBe(said);
      expect(journal.entries.map(({ time }) => time)).toEqual([NOW + HOUR]);
      await journal.close();
    });

    it("writes the new times once it can", async () => {
      const { journal } = await shifted();
      rmdirSync(join(directory, "acts.ndjson.draft"));
      expect(await journal.catchUp()).toBeNull();
      expect(await timesAfterRestart()).toEqual([NOW + HOUR]);
      await journal.close();
    });

    it("writes the new times as it is closed", async () => {
      const { journal } = await shifted();
      rmdirSync(join(directory, "acts.ndjson.draft"));
      await journal.close();
      expect(await timesAfterRestart()).toEqual([NOW + HOUR]);
    });
  });

  it("keeps the whole file when it cannot be written again", { tags: "long" }, async () => {
    const first = await openJournal(directory);
    const journal = new ActJournal(first.entries, first.file);
    mkdirSync(join(directory, "acts.ndjson.draft"));
    await refused(journal, 600n);
    await journal.close();
    expect(lines()).toBe(1202);
    rmdirSync(join(directory, "acts.ndjson.draft"));
    const { entries, file } = await openJournal(directory);
    await file.close();
    expect(entries).toEqual(journal.entries);
  });

  it("reports lines it cannot read and keeps the others", async () => {
    const first = await openJournal(directory);
    const journal = new ActJournal([], first.file);
    appendFileSync(join(directory, "acts.ndjson"), "garbage\n{}\n");
    await journal.settle(await journal.intend(EVICTION, 1n), "made");
    await journal.close();
    const { entries, sentences, file } = await openJournal(directory);
    await file.close();
    expect(entries).toHaveLength(1);
    expect(sentences).toEqual([expect.stringContaining("2 lines cannot be read")]);
    expect(readFileSync(join(directory, "acts.ndjson.aside"), "utf8")).toContain("garbage\n{}\n");
  });
});
