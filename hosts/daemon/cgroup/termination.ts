import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { TIMER_MAX_MILLISECONDS } from "../../system/systemClock.ts";
import { emptied } from "./emptiness.ts";
import { exists } from "./files.ts";
import type { Hierarchies, Hierarchy } from "./hierarchies.ts";
import { processesIn } from "./processes.ts";

export interface Termination {
  /** Processes that were asked to end. */
  readonly asked: number;
  /** Whether the grace period passed with some of them left, which were then ended. */
  readonly forced: boolean;
  /** Processes that are still there. */
  readonly left: number;
}

/** A process in a system call cannot end before it; the wait for it ends after this. */
const FORCED_MILLISECONDS = 10_000;
const ROUND_MILLISECONDS = 200;
const FREEZE_MILLISECONDS = 1000;

/**
 * Asks all processes of a cgroup to end (SIGTERM), waits for the grace period or until none is
 * left, and then ends the rest, with those they start meanwhile.
 */
export async function terminate(
  hierarchies: Hierarchies,
  path: string,
  gracePeriodSeconds: number,
): Promise<Termination> {
  const { units: tree } = hierarchies;
  const directory = join(tree.root, path);
  const asked = signalAll(directory, "SIGTERM");
  const graceMilliseconds = Math.min(gracePeriodSeconds * 1000, TIMER_MAX_MILLISECONDS);
  if (await emptiedWithin(tree, path, graceMilliseconds)) {
    return { asked, forced: false, left: 0 };
  }
  const isForced = endAtOnce(directory) || (await endInRounds(hierarchies, path));
  await emptiedWithin(tree, path, isForced ? FORCED_MILLISECONDS : 0);
  return { asked, forced: true, left: processesIn(directory).length };
}

function emptiedWithin(tree: Hierarchy, path: string, milliseconds: number): Promise<boolean> {
  return emptied(tree, path, AbortSignal.timeout(milliseconds));
}

/** How many processes got the signal. */
function signalAll(directory: string, signal: NodeJS.Signals): number {
  return processesIn(directory).filter((pid) => {
    try {
      return process.kill(pid, signal);
    } catch {
      return false; // It has ended meanwhile, or is not ours to signal.
    }
  }).length;
}

/** One write ends all of a cgroup and below; only the kernel's cgroup v2 since 5.14 has it. */
function endAtOnce(directory: string): boolean {
  return write(join(directory, "cgroup.kill"), "1");
}

/** Stopped processes start no others, so a round ends all of them; without a freezer, several. */
async function endInRounds(hierarchies: Hierarchies, path: string): Promise<boolean> {
  const { units: tree } = hierarchies;
  const directory = join(tree.root, path);
  const freezer = freezerOf(hierarchies, path);
  const deadline = AbortSignal.timeout(FORCED_MILLISECONDS);
  while (!deadline.aborted) {
    await freezer?.freeze();
    signalAll(directory, "SIGKILL");
    freezer?.thaw();
    if (await emptiedWithin(tree, path, ROUND_MILLISECONDS)) return true;
  }
  return false;
}

interface Freezer {
  freeze(): Promise<void>;
  thaw(): void;
}

/** The files that stop the processes of a cgroup; null when there are none for this one. */
function freezerOf({ units, freezer }: Hierarchies, path: string): Freezer | null {
  const [file, frozen, thawed] =
    units.version === 2
      ? [join(units.root, path, "cgroup.freeze"), "1", "0"]
      : [join(freezer?.root ?? "", path, "freezer.state"), "FROZEN", "THAWED"];
  if ((units.version === 1 && freezer === null) || !exists(file)) return null;
  return {
    async freeze() {
      const deadline = Date.now() + FREEZE_MILLISECONDS;
      if (!write(file, frozen)) return;
      while (readFileSync(file, "utf8").trim() !== frozen && Date.now() < deadline) await after(5);
    },
    thaw: () => void write(file, thawed),
  };
}

function write(file: string, text: string): boolean {
  try {
    // Opened for writing only: a cgroup's files cannot be cut off or made.
    writeFileSync(file, text, { flag: "r+" });
    return true;
  } catch {
    return false;
  }
}
