/** Nodes in files on a disk of which one call fails: what was confirmed stays, and it goes on. */
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { FileStorage, type HistorySize } from "../../hosts/edge/files/fileStorage.ts";

/** How many calls of the disk were made, and which of them fails, with what. */
const disk = vi.hoisted(() => ({ calls: 0, failing: 0, code: "" }));

vi.mock("node:fs", async (load) => {
  const real = await load<typeof fs>();
  const failAt = () => {
    disk.calls += 1;
    if (disk.calls === disk.failing) throw Object.assign(new Error(disk.code), { code: disk.code });
  };
  /** Half of the bytes are written before it fails. */
  const torn =
    (write: typeof real.writeFileSync): typeof real.writeFileSync =>
    (file, bytes, options) => {
      try {
        failAt();
      } catch (error) {
        const all = bytes as Uint8Array;
        write(file, all.subarray(0, all.length >> 1), options);
        throw error;
      }
      write(file, bytes, options);
    };
  const failing = <Call extends (...words: never[]) => unknown>(call: Call) =>
    ((...words: Parameters<Call>) => {
      failAt();
      return call(...words);
    }) as unknown as Call;
  return {
    ...real,
    appendFileSync: torn(real.appendFileSync as typeof real.writeFileSync),
    writeFileSync: torn(real.writeFileSync),
    // No power is cut here, and syncing would take most of the time.
    ...{ openSync: failing(real.openSync), fsyncSync: failing(() => {}) },
    ...{ renameSync: failing(real.renameSync), truncateSync: failing(real.truncateSync) },
    mkdirSync: failing(real.mkdirSync as never),
  };
});

const directory = fs.mkdtempSync(join(tmpdir(), "plimsoll-edge-failing-"));
afterAll(() => fs.rmSync(directory, { recursive: true, force: true }));

const CODES = ["EIO", "ENOSPC", "EINTR"];
const STEPS = [1, 2, 3, 4, 5];
/** So small that the history is written again on the way. */
const HISTORY_MAX = 2;

const timeOf = (step: number) => `2026-01-15T10:00:0${step}Z`;
const bytesOf = (text: string) => new TextEncoder().encode(text);

function change(storage: FileStorage, step: number): boolean {
  const documents = (["pods", "position"] as const).map((name) => {
    return [name, bytesOf(`${name} ${step}`)] as const;
  });
  const entry = { time: timeOf(step), decision: bytesOf(`{"a":{"step":${step}}}`) };
  try {
    storage.change({ documents, entry, historyMax: HISTORY_MAX });
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with the storage after the last confirmed step. */
function flawsOf(storage: FileStorage, confirmed: number): string[] {
  const numberIn = (name: "pods" | "position") =>
    Number(/^\w+ (\d)$/.exec(new TextDecoder().decode(storage.get(name) ?? bytesOf("x 0")))?.[1]);
  const [pods, position] = [numberIn("pods"), numberIn("position")];
  const history = storage.history(null, 9);
  const isWhole = history.every(({ time, decision }) => {
    const { a } = JSON.parse(new TextDecoder().decode(decision));
    return timeOf(a.step) === time;
  });
  return [
    ...(position >= confirmed ? [] : [`The position is ${position}, after ${confirmed}.`]),
    ...(pods >= position ? [] : [`The pods are of ${pods}, the position of ${position}.`]),
    ...(isWhole ? [] : ["A decision is not whole."]),
    ...(confirmed === 0 || history.some(({ time }) => time === timeOf(confirmed))
      ? []
      : [`Decision ${confirmed} is lost.`]),
  ];
}

/** Each step is sent again until it is confirmed, as a client does; answers the calls made. */
function run(folder: string, flaws: string[], restarts: boolean): number {
  let sizes = new Map<string, HistorySize>();
  disk.calls = 0;
  for (const step of STEPS) {
    let isConfirmed = change(new FileStorage(folder, sizes), step);
    if (restarts && !isConfirmed) sizes = new Map();
    flaws.push(...flawsOf(new FileStorage(folder, sizes), isConfirmed ? step : step - 1));
    isConfirmed ||= change(new FileStorage(folder, sizes), step);
    if (!isConfirmed) flaws.push(`Step ${step} fails again.`);
    flaws.push(...flawsOf(new FileStorage(folder, sizes), step));
  }
  return disk.calls;
}

describe("nodes in files on a disk that fails", () => {
  it.each(CODES)("keep what was confirmed when any call ends with %s", (code) => {
    Object.assign(disk, { failing: 0, code });
    const flaws: string[] = [];
    const calls = run(join(directory, code, "none"), flaws, false);
    expect(flaws).toEqual([]);
    for (let failing = 1; failing <= calls; failing += 1) {
      for (const restarts of [false, true]) {
        disk.failing = failing;
        const found: string[] = [];
        run(join(directory, code, `${failing}-${restarts}`), found, restarts);
        flaws.push(...found.map((flaw) => `call ${failing}, restart ${restarts}: ${flaw}`));
      }
    }
    expect(flaws).toEqual([]);
    expect(calls).toBeGreaterThan(STEPS.length * 5);
  });
});
