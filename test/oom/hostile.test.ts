/** Logs of any origin: any bytes give an answer, in time and memory that are bounded. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { OOMS_MAX } from "../../analysis/read/kernelLog/oomLog.ts";
import { mutatedTexts } from "../documents/mutatedTexts.ts";
import { analyzedKillsOf, DUMPS, dumpText, logOf } from "./module.ts";

const texts = DUMPS.map(({ file }) => dumpText(file));
const INSERTED = ["", "]", "[", "9".repeat(25), "-", ":", "\u001b[31m", "\0", "ä", "kernel: ", "{"];

it("answers mutated logs without an exception, with numbers that are numbers", () => {
  const edits = { inserted: INSERTED, removedMax: 40, max: 8 };
  fc.assert(
    fc.property(mutatedTexts(texts, edits), (changed) => {
      for (const kill of analyzedKillsOf(changed)) {
        expect(
          kill.ranking.every(({ badness }) => badness === null || Number.isFinite(badness)),
        ).toBe(true);
        expect(kill.killed === null || Number.isFinite(kill.killed.pid)).toBe(true);
      }
    }),
    { numRuns: 400 },
  );
});

it.each([
  ["brackets", "[".repeat(100_000)],
  ["spaces in a row", `[ 1 ]${" ".repeat(8000)}x`],
  ["titles without an end", `[ pid ]${" a".repeat(4000)}`],
  ["numbers in a row", `[ 1 ] ${"1 ".repeat(4000)}`],
  ["a summary without an end", `oom-kill:${",task=".repeat(1300)}`],
  ["a name without an end", `Killed process 1 (${"(".repeat(8000)}`],
  ["taint without an end", `PID: 1 Comm: x Tainted:${" 1.1".repeat(1900)}`],
])("reads a line of %s, a hundred times over", (_, line) => {
  expect(logOf(`${line}\n`.repeat(100)).ooms.length).toBeLessThanOrEqual(100);
});

it("keeps as many reports as are worth reading, and counts the others", () => {
  const reports = Array.from(
    { length: 10_003 },
    (_, index) => `a${index} invoked oom-killer: gfp_mask=0, order=0, oom_score_adj=0`,
  );
  const log = logOf(reports.join("\n"));
  expect(log.ooms).toHaveLength(OOMS_MAX);
  expect(log.leftOut).toBe(10_003 - OOMS_MAX);
});

it("keeps as many rows of a table as the rules take, and says how many it left out", () => {
  const rows = Array.from(
    { length: 65_540 },
    (_, index) => `[${index}] 0 ${index} 9 1 4096 0 0 x`,
  ).join("\n");
  const header = "[ pid ] uid tgid total_vm rss pgtables_bytes swapents oom_score_adj name";
  const [kill] = analyzedKillsOf(
    `9 pages RAM\n${header}\n${rows}\nOut of memory: Killed process 5 (x)`,
  );
  expect(kill?.ranking).toHaveLength(65_536);
  expect(kill?.notes.join(" ")).toContain("4 rows of its table are left out");
});
