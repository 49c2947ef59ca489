import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmdirSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StepHistory } from "../../../hosts/daemon/history/stepHistory.ts";
import { CaptureShelf } from "../../../hosts/daemon/recording/captureShelf.ts";
import { Recorder } from "../../../hosts/daemon/recording/recorder.ts";
import { ActJournal } from "../../../hosts/daemon/stateDirectory/actJournal.ts";
import { FileStore } from "../../../hosts/daemon/stateDirectory/fileStore.ts";
import { openJournal } from "../../../hosts/daemon/stateDirectory/journalFile.ts";
import { StateKeeping } from "../../../hosts/daemon/stateDirectory/stateKeeping.ts";
import { openCaptureFile } from "../../../hosts/system/captureFile.ts";
import { commandLine } from "../cli/commandLine.ts";
import { CORE, EVICTED, EVICTING, LEAK, NotingActuator, partsOf, play } from "./loop/scene.ts";

const SIZE = "256k";

/** A file system of its own, which root can make; null where that is not allowed. */
function smallDisk(): string | null {
  const directory = mkdtempSync(join(tmpdir(), "plimsoll-disk-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE}`, "tmpfs", directory]);
  if (status === 0) return directory;
  rmdirSync(directory);
  return null;
}

let disk = smallDisk();
if (disk === null) console.log("Full disks are not tested: run as root, to mount a small tmpfs.");
else release();
if (disk === null && process.env.CI) throw new Error("Run as root: a full disk must be tested.");

function release(): void {
  if (disk === null) return;
  spawnSync("umount", ["--lazy", disk]);
  rmdirSync(disk);
}

/** Writes until nothing more fits. */
function fill(directory: string): string {
  const path = join(directory, "ballast");
  for (let size = 2 ** 18; size >= 1; size /= 2) {
    try {
      writeFileSync(path, Buffer.alloc(size), { flag: "a" });
    } catch {
      // As much as fitted was written.
    }
  }
  return path;
}

describe.skipIf(disk === null)("a read-only disk", () => {
  beforeEach(() => {
    disk = smallDisk();
    spawnSync("mount", ["-o", "remount,ro", disk ?? ""]);
  });
  afterEach(release);

  it.each([
    "run --source capture --example memory-leak --listen none --state-dir @new",
    "run --source capture --example memory-leak --listen none --state-dir @",
    "run --source capture --example memory-leak --listen none --record @new/deeper",
    "capture record --source capture --example memory-leak --out @x.ndjson.gz",
  ])("is named as the reason why nothing can be written: %s", async (words) => {
    const ended = await commandLine(words.replace("@", `${disk}/`).split(" "));
    expect(ended.stderr).toMatch(/: it cannot be written, because its file system is read-only/);
    expect(ended.exitCode).toBe(3);
  });
});

describe.skipIf(disk === null)("a full disk", () => {
  beforeEach(() => {
    disk = smallDisk();
  });
  afterEach(release);

  it("is reported once for the state, and evictions are still written down and made", async () => {
    const directory = disk ?? "";
    const actuator = new NotingActuator();
    const state = new StateKeeping(new FileStore(directory), "worker-3");
    const kept = await openJournal(directory);
    fill(directory);
    const script = [LEAK[0], ...LEAK.slice(EVICTING, EVICTING + 3)] as typeof LEAK;
    const journal = new ActJournal(kept.entries, kept.file);
    const { errors } = await play(partsOf(script, { actuator, state, journal }));
    expect(actuator.evicted).toEqual([EVICTED]);
    expect(errors[0]).toMatch(/^The state cannot be saved\. .*disk is full/);
    const { entries, file } = await openJournal(directory);
    await file.close();
    expect(entries).toMatchObject([{ outcome: "made" }]);
  });

  it("is reported once for captures; what was written stays, and it goes on", async () => {
    const directory = disk ?? "";
    const errors: string[] = [];
    const history = new StepHistory(CORE, "full");
    const recorder = new Recorder({
      history,
      waits: true,
      shelf: new CaptureShelf(directory, "worker-3", { bytes: 1e9, seconds: 1e6 }),
      aroundSeconds: null,
      reportError: async (sentence) => void errors.push(sentence),
    });
    let ballast = "";
    const crowd = {
      step: ({ number }: { number: number }) => {
        if (number === 9) ballast = fill(directory);
        // The file's last page has room for a dozen steps, whatever the disk has.
        if (number === 49) unlinkSync(ballast);
      },
    };
    await play(partsOf(LEAK.slice(0, 60), { observers: [history, recorder, crowd] }));
    expect(errors).toEqual([expect.stringMatching(/disk is full/)]);
    const seen: (bigint | undefined)[] = [];
    for (const name of readdirSync(directory).sort()) {
      const { records } = await openCaptureFile(join(directory, name));
      for await (const { time } of records) seen.push(time);
    }
    for (const { time } of [...LEAK.slice(0, 10), ...LEAK.slice(50, 60)]) {
      expect(seen).toContain(time);
    }
  });
});
