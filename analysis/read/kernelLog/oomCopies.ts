/**
 * One kill is in a log several times: a monitor quotes the kernel's line, a kubelet reports an
 * event, or a journal and a copy of dmesg were joined. Each is counted once, where most is known.
 */
import { bareKill, type LoggedKill, type LoggedOom } from "./oomReport.ts";

const SECOND = 1_000_000_000n;
/** A program that quotes the kernel may be as late. */
const QUOTE_DELAY_MAX = 60n * SECOND;
const QUARTER = 900n * SECOND;
const ZONE_MAX = 15n * 3600n * SECOND;

/** What copies add to the report that is kept. */
interface Added {
  copies: number;
  time: bigint | null;
  bootSeconds: number | null;
  isMemcg: boolean;
  isOutOfMemory: boolean;
}

/** Each kill once, in the order of the log. */
export function countedOnce(found: readonly LoggedOom[]): readonly LoggedOom[] {
  const kept = new Map<LoggedOom, Added>();
  const byPid = new Map<number, LoggedOom[]>();
  const byMoment = new Map<string, LoggedOom>();
  // The kernel's own come first: they know more than what is quoted.
  for (const oom of [...found].sort((a, b) => completeness(b) - completeness(a))) {
    const moment = momentKey(oom);
    const same = copyAmong(oom, byPid) ?? (moment === null ? undefined : byMoment.get(moment));
    const added = same === undefined || isOtherKill(oom, same) ? undefined : kept.get(same);
    if (same !== undefined && added !== undefined) {
      if (!isOtherHalf(oom, same)) added.copies += 1;
      added.isMemcg ||= oom.isMemcg;
      added.isOutOfMemory ||= oom.isOutOfMemory;
      added.time ??= oom.time;
      added.bootSeconds ??= oom.bootSeconds;
      continue;
    }
    const { time, bootSeconds, isMemcg, isOutOfMemory } = oom;
    kept.set(oom, { copies: 0, time, bootSeconds, isMemcg, isOutOfMemory });
    if (moment !== null) byMoment.set(moment, oom);
    for (const { pid } of killsOf(oom)) {
      const others = byPid.get(pid);
      if (others === undefined) byPid.set(pid, [oom]);
      else others.push(oom);
    }
  }
  return found.flatMap((oom) => {
    const added = kept.get(oom);
    return added === undefined ? [] : [{ ...oom, ...added }];
  });
}

/** Before 5.0 a line names the task that is chosen, and the next one the task that dies. */
function isOtherHalf({ killed, chosen }: LoggedOom, kept: LoggedOom): boolean {
  return killed === null && chosen !== null && kept.killed !== null && kept.chosen === null;
}

function completeness({ killSource, columns, named, allocating }: LoggedOom): number {
  const parts = [columns, named, allocating].filter((part) => part !== null).length;
  return killSource === "quote" ? 0 : killSource === "reaper" && parts === 0 ? 1 : 2 + parts;
}

/** The killed tasks, or the chosen task if the log does not name them. */
function killsOf({ killed, killedWith, chosen, named }: LoggedOom): readonly LoggedKill[] {
  if (killed !== null) return [killed, ...killedWith];
  const task = chosen ?? named;
  return task === null ? [] : [bareKill(task.pid, task.name)];
}

function copyAmong(oom: LoggedOom, byPid: ReadonlyMap<number, LoggedOom[]>) {
  const [killed] = killsOf(oom);
  if (killed === undefined) return undefined;
  return byPid
    .get(killed.pid)
    ?.find((other) =>
      killsOf(other).some((kill) => isSameKill(kill, killed) && isSameMoment(oom, other, killed)),
    );
}

/** Sizes that only one line has say nothing. */
function isSameKill(a: LoggedKill, b: LoggedKill): boolean {
  const isEqual = (x: number | null, y: number | null) => x === null || y === null || x === y;
  return (
    a.pid === b.pid &&
    a.name === b.name &&
    isEqual(a.totalVmKib, b.totalVmKib) &&
    isEqual(a.rssKib, b.rssKib)
  );
}

/** A time since boot is exact; one by the clock may be of another zone, or of who quotes it. */
function isSameMoment(a: LoggedOom, b: LoggedOom, { rssKib }: LoggedKill): boolean {
  if (a.bootSeconds !== null && b.bootSeconds !== null) {
    return Math.abs(a.bootSeconds - b.bootSeconds) < 1;
  }
  if (a.time === null || b.time === null) return true;
  const apart = a.time < b.time ? b.time - a.time : a.time - b.time;
  if (apart <= QUOTE_DELAY_MAX) return true;
  const beyond = apart % QUARTER;
  const isZone = apart < ZONE_MAX && (beyond <= SECOND || QUARTER - beyond <= SECOND);
  return isZone && rssKib !== null;
}

/** One report that was cut in one copy: which task asked for memory, and exactly when. */
function momentKey({ allocating, bootSeconds, time }: LoggedOom): string | null {
  const moment = bootSeconds ?? time;
  if (allocating === null || moment === null) return null;
  return `${moment} ${allocating.name} ${allocating.pid ?? ""}`;
}

function isOtherKill(oom: LoggedOom, other: LoggedOom): boolean {
  const [kill] = killsOf(oom);
  const others = killsOf(other);
  return kill !== undefined && others.length > 0 && !others.some((each) => isSameKill(each, kill));
}
