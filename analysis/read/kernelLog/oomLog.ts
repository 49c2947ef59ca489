/** What a kernel's log says about memory that ran out: each time, its tasks and who was killed. */
import type { LogClock } from "../journal/clock.ts";
import type { KernelLine } from "./kernelLine.ts";
import { allocationOf, type LoggedAllocation, taskOnly } from "./oomAllocation.ts";
import { countedOnce } from "./oomCopies.ts";
import { type LoggedZone, zoneOf } from "./oomNodes.ts";
import { bracketedName, CUT_KILL, KILLED, SUMMED_TASK, TO_KILL, VICTIM } from "./oomProcess.ts";
import { bareKill, emptyOom, type LoggedKill, type LoggedOom } from "./oomReport.ts";
import {
  type Columns,
  columnsOf,
  columnsOfRow,
  isBrokenRow,
  isOmission,
  taskOf,
} from "./taskTable.ts";

/** More rows than a machine has processes; of a log in all, and of one table. */
const ROWS_MAX = 500_000;
const TABLE_ROWS_MAX = 65_536;
/** A report is printed at once; a slow console delays each line, by less than this. */
const GAP_MAX_SECONDS = 30;
const NANOSECONDS_PER_SECOND = 1e9;
/** Four zones of each node that a kernel is built for. */
const ZONES_MAX = 4096;
export const OOMS_MAX = 10_000;

const COMMAND = /(?:CPU: \d+ (?:UID: \d+ )?)?P(?:ID|id): (\d{1,10}),? [Cc]omm: /;
/** The name in such a line. */
const COMMAND_NAME = /[Cc]omm: (.{1,15}?) (?:Kdump:|[Nn]ot tainted|Tainted:)/;
/** Lines from it to the stack of the report: hardware, work queue, titles of the trace. */
const STACK_DISTANCE_MAX = 8;
const RELEASE = /(?:ot tainted|Tainted:).{0,80}?\s(\d{1,2}\.\d{1,3}[\w.+~-]{0,80})(?:[\s#]|$)/;
/** The output of `uname -a`, which people put before an excerpt of a log. */
const UNAME = /^Linux \S{1,64} (\d{1,2}\.\d{1,3}[\w.+~-]{0,80}) #\d/;
const BOOTED = /Linux version (\d{1,2}\.\d{1,3}[\w.+~-]{0,80})/;
const MEMORY =
  /(memory|memory\+swap|swap): usage (\d{1,17})kB, limit (\d{1,20})kB(?:, failcnt (\d{1,17}))?/;
const TASK_IN = /Task in (\S+) killed as a result of limit of (\S+)/;
/** What is printed instead where no task can be killed. */
const LIMIT_REACHED = /Memory limit reached of cgroup (\S+)/;
const STATS_FOR = /Memory cgroup stats for (\S+?):(?:\s|$)/;
const SYSRQ = /sysrq: (?:SysRq ?: )?Manual OOM execution/i;
/** The work that SysRq-f queues. */
const SYSRQ_WORK = /\bmoom_callback\b/;
const MEMS_ALLOWED = /mems_allowed=(\d[\d,-]{0,100}?)(?=,[a-z]|\s|$)/;
const CPUSET = /(?:^|\s)cpuset=\S+ mems_allowed=/;
/** The title of the state of all memory. */
const MEMORY_STATE = /^\s*Mem-Info:/;
/** Matches the state of all memory, in pages. */
const FREE = /(?:^|\s)free:(\d{1,15}) free_(?:pcp|cma):/;
const RAM = /(?:^|\s)(\d{1,15}) pages RAM/;
const RESERVED = /(?:^|\s)(\d{1,15}) pages reserved/;
const SWAP = /Total swap = (\d{1,17})kB/;
const SUMMARY = /oom-kill: ?(?:(?:constraint=(\w+))?,|constraint=(\w+)$)/;
/** At the end of the summary, which a journal may cut. */
/** In the stack of every report of the OOM killer, and of nothing else. */
const REPORT_STACK = /\bdump_header\+0x/;
/** A function in the stack of a memory cgroup at its limit. */
const MEMCG_STACK = /\bmem_cgroup_out_of_memory\b|(?<!\? )\bmem_cgroup_oom_synchronize\b/;
/** A function in the stack where the page allocator found no memory. */
const ALLOCATOR_STACK = /\b__alloc_pages(?:_slowpath|_may_oom|_nodemask)?\b/;
const CHOSEN = new RegExp(
  `(?:out of memory[^:]{0,60}|no available memory[^:]{0,40}): ${TO_KILL.source}` +
    " .{0,80}?score (\\d{1,10})",
  "i",
);
/** The reaper follows its kill; other kills may come between. */
const REAPED_WITHIN = 16;
const REAPED = new RegExp(
  "oom_reaper: (?:reaped process |unable to reap pid:)(\\d{1,10}) " +
    bracketedName(", now |\\s{0,9}$"),
);
const GROUP = /Tasks in (\S+) are going to be killed due to memory\.oom\.group/;
const PANIC = /Kernel panic - not syncing: (.{0,200})/;
const OF_MEMORY = /panic_on_oom|out of memory|deadlocked on memory/i;
const NOBODY = /(?:Memory cgroup o|O)ut of memory and no killable processes/i;

/** When a line was written, as far as the log has it. */
type Moment = Pick<LoggedOom, "time" | "bootSeconds">;

interface Item {
  readonly pattern: RegExp;
  readonly take: (found: RegExpExecArray, text: string, line: KernelLine, at: number) => void;
}

/** Takes lines in their order; `ooms` is what has been found, each kill once. */
export class OomLog {
  readonly #found: LoggedOom[] = [];
  /** Times that memory ran out beyond those that are kept. */
  leftOut = 0;
  readonly #clock: LogClock;
  #kernel: string | null = null;
  /** How many reports have their release, or are from before the machine started. */
  #released = 0;
  #rows = 0;
  /** What was said of the machine's memory since the last report. */
  #memory: Partial<LoggedOom> = {};
  #current: LoggedOom | null = null;
  /** The task of which the kernel last printed a stack, and the line. */
  #command: { readonly allocating: LoggedAllocation; readonly at: number } | null = null;
  /** Whether the reader is in the table of tasks. */
  #inTable = false;
  #last: KernelLine | null = null;
  /** The last line that says something of memory that ran out. */
  #lastOfReport: Moment = { time: null, bootSeconds: null };
  /** Pids that a kill names since the machine started. */
  readonly #killedPids = new Set<number>();
  /** A summary that another program quotes, until the kill that it is of. */
  #quotedSummary: LoggedOom | null = null;

  constructor(clock: LogClock) {
    this.#clock = clock;
  }

  get ooms(): readonly LoggedOom[] {
    return countedOnce(this.#found);
  }

  take(line: KernelLine, at: number): void {
    const { text } = line;
    if (text === "") return;
    if (line.isQuoted) {
      this.#takeQuotes(line, at);
      return;
    }
    const last = this.#last;
    this.#last = line;
    if (last !== null && isRepeated(last, line)) return;
    this.#takeUnquoted(line, at);
  }

  #takeUnquoted(line: KernelLine, at: number): void {
    const { text } = line;
    if (this.#inTable && this.#takeRow(text)) {
      this.#noteMoment(line);
      return;
    }
    const untitled = this.#inTable ? null : columnsOfRow(text);
    if (untitled !== null) {
      this.#closeBefore(line);
      this.#takeUntitled(untitled, line, at);
      return;
    }
    const allocating = allocationOf(text);
    if (allocating !== null) {
      this.#closeBefore(line);
      this.#takeInvoked(allocating, line, at);
      return;
    }
    for (const { pattern, take } of this.#items) {
      const found = pattern.exec(text);
      if (found === null) continue;
      this.#closeBefore(line);
      take(found, text, line, at);
      return;
    }
    const columns = columnsOf(text);
    if (columns !== null) this.#takeHeader(columns, line, at);
    const zone = columns === null ? zoneOf(text) : null;
    if (zone !== null) this.#takeZone(zone);
  }

  /** In a filtered log, lines of several reports follow each other; their times are apart. */
  #closeBefore(line: KernelLine): void {
    const last = this.#lastOfReport;
    if (secondsBetween(last, this.#noteMoment(line)) <= GAP_MAX_SECONDS) return;
    this.#current = null;
    this.#inTable = false;
    this.#memory = {};
  }

  #noteMoment({ time, bootSeconds }: KernelLine): Moment {
    this.#lastOfReport = { time: this.#clock.timeOf(time), bootSeconds };
    return this.#lastOfReport;
  }

  /** A report whose first lines are missing is from the kernel that the next one names. */
  #takeRelease(release: string): void {
    this.#kernel = release;
    const since = this.#found.slice(this.#released);
    for (const oom of since) oom.kernel ??= oom.killSource === "quote" ? null : release;
    this.#released = this.#found.length;
  }

  /** What SysRq said before it belongs to this report, and nothing else does. */
  #takeInvoked(allocating: LoggedAllocation, line: KernelLine, at: number): void {
    const isSysRq = allocating.order === -1 || this.#memory.isSysRq === true;
    this.#memory = {};
    Object.assign(this.#begin(line, at), { allocating, isSysRq });
  }

  #takeZone(zone: LoggedZone): void {
    const zones = [...(this.#openReport?.zones ?? this.#memory.zones ?? []), zone];
    if (zones.length <= ZONES_MAX) this.#amend({ zones });
  }

  #takeHeader(columns: Columns, line: KernelLine, at: number): void {
    const oom = this.#open(line, at, (each) => each.columns !== null || each.killed !== null);
    oom.columns = columns;
    this.#inTable = true;
  }

  /** A log that begins within a table, or that is filtered, has rows alone. */
  #takeUntitled(columns: Columns, line: KernelLine, at: number): void {
    this.#takeHeader(columns, line, at);
    if (this.#current !== null) {
      Object.assign(this.#current, { isUntitled: true, isTableCut: true });
    }
    this.#takeRow(line.text);
  }

  /** Other lines may come between the rows; a table ends with the kill. */
  #takeRow(text: string): boolean {
    const oom = this.#current;
    if (oom === null || oom.columns === null) return false;
    const isOther = oom.isUntitled && columnsOfRow(text) !== oom.columns;
    const task = isOther ? null : taskOf(text, oom.columns);
    if (task === null) {
      if (isOmission(text)) oom.isTableCut = true;
      if (!isBrokenRow(text)) return false;
      oom.brokenRows++;
      return true;
    }
    if (this.#rows >= ROWS_MAX || oom.tasks.length >= TABLE_ROWS_MAX) oom.tasksLeftOut++;
    else {
      oom.tasks.push(task);
      this.#rows++;
    }
    return true;
  }

  readonly #items: readonly Item[] = [
    { pattern: SYSRQ, take: () => this.#amend({ isSysRq: true }) },
    {
      pattern: SYSRQ_WORK,
      take: () => Object.assign(this.#openReport ?? {}, { isSysRq: true }),
    },
    {
      // A log may begin within the stack.
      pattern: REPORT_STACK,
      take: (_, _text, line, at) => {
        const oom = this.#open(line, at, (each) => each.killed !== null || each.columns !== null);
        const task = this.#command;
        if (task !== null && at - task.at <= STACK_DISTANCE_MAX) oom.allocating ??= task.allocating;
      },
    },
    {
      pattern: MEMCG_STACK,
      take: () => Object.assign(this.#openReport ?? {}, { isMemcg: true }),
    },
    {
      // Below the function of a memory cgroup it charges the kernel's own memory.
      pattern: ALLOCATOR_STACK,
      take: () =>
        Object.assign(this.#openReport ?? {}, { isOutOfMemory: true, isAllocators: true }),
    },
    {
      pattern: COMMAND,
      take: ([, pid = ""], text, _, at) => {
        const release = RELEASE.exec(text)?.[1];
        const oom = this.#current;
        const name = COMMAND_NAME.exec(text)?.[1];
        this.#command = name === undefined ? null : { allocating: taskOnly(name, Number(pid)), at };
        if (release !== undefined) this.#takeRelease(release);
        if (oom === null || oom.killed !== null) return;
        oom.kernel = this.#kernel;
        if (oom.allocating !== null) oom.allocating.pid ??= Number(pid);
      },
    },
    {
      pattern: BOOTED,
      take: ([, release = null]) => {
        this.#kernel = release;
        this.#released = this.#found.length;
        this.#current = null;
        this.#killedPids.clear();
      },
    },
    {
      pattern: MEMORY,
      take: ([, which, usage, limit, failures], _, line, at) => {
        const oom = this.#open(line, at, (each) => each.killed !== null || each.columns !== null);
        const amounts = {
          ...{ usageKib: Number(usage), limitKib: Number(limit) },
          failures: failures === undefined ? null : Number(failures),
        };
        oom.isMemcg = true;
        if (which === "memory") oom.memory = amounts;
        else if (which === "swap") oom.swap = amounts;
        else oom.memorySwap = amounts;
      },
    },
    {
      pattern: TASK_IN,
      take: ([, task = "", memcg = ""], _, line, at) => {
        const oom = this.#open(line, at, (each) => each.killed !== null || each.isTaskKilled);
        const limited = isCutOf(memcg, task) ? null : memcg;
        Object.assign(oom, { isMemcg: true, memcg: limited, taskMemcg: task, isTaskKilled: true });
      },
    },
    {
      pattern: LIMIT_REACHED,
      take: ([, memcg = ""], _, line, at) => {
        const oom = this.#open(line, at, (each) => each.killed !== null);
        Object.assign(oom, { isMemcg: true, memcg });
      },
    },
    {
      pattern: STATS_FOR,
      take: ([, memcg = ""], text) => {
        const oom = this.#current;
        // The kernel prints this only for a memory cgroup, first of all for that at its limit.
        if (oom === null || oom.killed !== null) {
          // Kernels that print the stats below it name one cgroup, others each one within it.
          const isOnly = text.endsWith(":");
          const statsMemcg = cgroupAround(this.#memory.statsMemcg ?? memcg, memcg);
          Object.assign(this.#memory, { isMemcg: true, ...(isOnly ? { memcg } : { statsMemcg }) });
        } else Object.assign(oom, { isMemcg: true, memcg: oom.memcg ?? memcg });
      },
    },
    {
      pattern: UNAME,
      take: ([, release = null]) => {
        this.#kernel ??= release;
      },
    },
    {
      pattern: MEMORY_STATE,
      take: () => Object.assign(this.#openReport ?? {}, { hasMemoryState: true }),
    },
    { pattern: FREE, take: ([, pages]) => this.#amend({ freePages: Number(pages) }) },
    {
      pattern: CPUSET,
      take: (_, text) => this.#amend({ memsAllowed: MEMS_ALLOWED.exec(text)?.[1] ?? null }),
    },
    { pattern: RAM, take: ([, pages]) => this.#amend({ ramPages: Number(pages) }) },
    { pattern: RESERVED, take: ([, pages]) => this.#amend({ reservedPages: Number(pages) }) },
    { pattern: SWAP, take: ([, kib]) => this.#amend({ totalSwapKib: Number(kib) }) },
    {
      pattern: SUMMARY,
      take: ([, whole, cut = null], text, line, at) => {
        const oom = this.#open(line, at, (each) => each.killed !== null);
        summarize(oom, whole ?? cut, text);
        this.#inTable = false;
      },
    },
    {
      pattern: CHOSEN,
      take: (_, text, line, at) => {
        const oom = this.#open(line, at, (each) => each.chosen !== null || each.killed !== null);
        this.#note(oom, text);
        oom.chosen = chosenIn(text);
      },
    },
    {
      pattern: KILLED,
      take: (found, text, line, at) => this.#takeKill(killOf(found, text), text, line, at),
    },
    {
      pattern: CUT_KILL,
      take: ([, pid], text, line, at) => this.#takeCutKill(pid, text, line, at),
    },
    { pattern: REAPED, take: (found, _, line, at) => this.#takeReaped(found, line, at) },
    {
      pattern: GROUP,
      take: ([, group = ""]) => {
        if (this.#current !== null) this.#current.group = group;
      },
    },
    {
      pattern: PANIC,
      take: ([, panic = ""], _, line, at) => {
        if (!OF_MEMORY.test(panic)) return;
        const oom = this.#open(line, at, (each) => each.killed !== null);
        oom.panic = panic.trim();
        oom.isNobodyKilled = NOBODY.test(panic);
      },
    },
    {
      pattern: NOBODY,
      take: (_, text, line, at) => {
        const oom = this.#open(line, at, (each) => each.killed !== null);
        // Kernels say "Out of memory" here for a memory cgroup as well.
        oom.isMemcg ||= /memory cgroup out of memory/i.test(text);
        oom.isNobodyKilled = true;
        this.#inTable = false;
      },
    },
  ];

  /** A quote is apart from the kernel's report that goes on around it. */
  #takeQuotes(line: KernelLine, at: number): void {
    const { text } = line;
    const [isSummary, whole, cut = null] = SUMMARY.exec(text) ?? [];
    if (isSummary !== undefined) {
      const summed = this.#add(line, at);
      summed.killSource = "quote";
      summarize(summed, whole ?? cut, text);
      this.#quotedSummary = summed;
    }
    const quoted = text.split(/(?=Killed process )/).flatMap((part) => {
      const found = KILLED.exec(part);
      return found === null ? [] : [killOf(found, part)];
    });
    const [, name = "", pid] = VICTIM.exec(text) ?? [];
    if (pid !== undefined) quoted.push(bareKill(Number(pid), name));
    const chosen = quoted.length === 0 ? chosenIn(text) : null;
    if (chosen !== null) {
      const oom = this.#add(line, at);
      Object.assign(oom, { chosen, killSource: "quote" });
      this.#note(oom, text);
    }
    for (const killed of quoted) {
      const summed = this.#quotedSummary?.named?.pid === killed.pid ? this.#quotedSummary : null;
      this.#quotedSummary = null;
      const oom = summed ?? this.#add(line, at);
      Object.assign(oom, { killed, killSource: "quote" });
      this.#note(oom, text);
    }
  }

  /** The reaper names a task that was killed; the line of the kill may be lost. */
  #takeReaped([, pid, name = ""]: RegExpExecArray, line: KernelLine, at: number): void {
    const kill = bareKill(Number(pid), name);
    const reaped = this.#found
      .slice(-REAPED_WITHIN)
      .findLast(({ killed }) => killed?.pid === kill.pid);
    if (reaped !== undefined) reaped.isReaped = true;
    if (this.#killedPids.has(kill.pid)) return;
    this.#killedPids.add(kill.pid);
    const current = this.#current;
    if (current !== null && isThreadOf(current, kill)) return;
    const isOfCurrent =
      current !== null &&
      current.killed === null &&
      !current.isNobodyKilled &&
      (current.named === null || current.named.pid === kill.pid) &&
      (current.tasks.length === 0 || current.tasks.some((task) => task.pid === kill.pid));
    const oom = isOfCurrent ? current : this.#add(line, at);
    Object.assign(oom, { killed: kill, killSource: "reaper" });
  }

  /** The name of a line that is cut within it is in another line of the report, if anywhere. */
  #takeCutKill(written: string | undefined, text: string, line: KernelLine, at: number): void {
    const pid = Number(written);
    const { tasks, chosen, named } = this.#current ?? { tasks: [], chosen: null, named: null };
    const known = [chosen, named, ...tasks].find((task) => task?.pid === pid);
    this.#takeKill(bareKill(pid, known?.name ?? ""), text, line, at);
  }

  /** Kills of a group follow one another. */
  #takeKill(kill: LoggedKill, text: string, line: KernelLine, at: number): void {
    this.#killedPids.add(kill.pid);
    const current = this.#current;
    if (current !== null && current.killed !== null && current.group !== null) {
      if (current.killedWith.length < TABLE_ROWS_MAX) current.killedWith.push(kill);
      return;
    }
    const oom = this.#open(line, at, (each) => each.killed !== null);
    this.#note(oom, text);
    oom.killed = kill;
    oom.killSource = "kill";
    oom.killTime = this.#clock.timeOf(line.time);
    oom.killBootSeconds = line.bootSeconds;
    this.#inTable = false;
    // What was said of memory before this kill says nothing about the next one.
    this.#memory = {};
  }

  #note(oom: LoggedOom, text: string): void {
    oom.isMemcg ||= /memory cgroup out of memory/i.test(text);
    oom.isOutOfMemory ||= /out of memory(?!: compulsory)/i.test(text);
    if (/no available memory in cpuset/i.test(text)) oom.constraint = "CONSTRAINT_CPUSET";
    if (/no available memory \(MPOL_BIND\)/i.test(text)) {
      oom.constraint = "CONSTRAINT_MEMORY_POLICY";
    }
    oom.isAllocatingKilled ||= text.includes("oom_kill_allocating_task");
  }

  /** In a report whose first lines are missing, this may be the beginning. */
  #amend(known: Partial<LoggedOom>): void {
    Object.assign(this.#memory, known);
    if (this.#openReport !== null) Object.assign(this.#openReport, known);
  }

  /** The report that has not reached its table. */
  get #openReport(): LoggedOom | null {
    const oom = this.#current;
    return oom !== null && oom.columns === null && oom.killed === null ? oom : null;
  }

  /** The one that goes on, unless that is over. */
  #open(line: KernelLine, at: number, isOver: (oom: LoggedOom) => boolean): LoggedOom {
    const current = this.#current;
    return current === null || isOver(current) ? this.#begin(line, at) : current;
  }

  #begin(line: KernelLine, at: number): LoggedOom {
    const oom = this.#add(line, at);
    Object.assign(oom, this.#memory, { kernel: this.#kernel });
    this.#memory = {};
    this.#current = oom;
    this.#inTable = false;
    return oom;
  }

  #add(line: KernelLine, at: number): LoggedOom {
    const oom = emptyOom(line, at, this.#clock.timeOf(line.time));
    if (this.#found.length < OOMS_MAX) this.#found.push(oom);
    else this.leftOut++;
    return oom;
  }
}

/** A limit is that of the task's cgroup or of one around it: another beginning of it is cut. */
function isCutOf(limited: string, task: string): boolean {
  return limited !== "/" && task.startsWith(limited) && !`${task}/`.startsWith(`${limited}/`);
}

/** The deepest cgroup that has both in it. */
function cgroupAround(one: string, other: string): string {
  const folders = other.split("/");
  const differs = one.split("/").findIndex((folder, at) => folder !== folders[at]);
  return differs < 0 ? one : folders.slice(0, differs).join("/");
}

/** The summary line before a kill, which a journal may cut off. */
function summarize(oom: LoggedOom, constraint: string | null, text: string): void {
  oom.constraint = constraint;
  oom.nodemask = /nodemask=(\d[\d,-]{0,100}),cpuset=/.exec(text)?.[1] ?? null;
  oom.memsAllowed = MEMS_ALLOWED.exec(text)?.[1] ?? oom.memsAllowed;
  const [, name = "", pid] = SUMMED_TASK.exec(text) ?? [];
  if (pid !== undefined) oom.named = { pid: Number(pid), name };
  oom.isMemcg ||= constraint === "CONSTRAINT_MEMCG" || text.includes(",oom_memcg=");
  oom.memcg = /[,)]oom_memcg=([^,\s]+)/.exec(text)?.[1] ?? oom.memcg;
  oom.taskMemcg = /[,]task_memcg=([^,\s]+)/.exec(text)?.[1] ?? oom.taskMemcg;
}

function chosenIn(text: string): LoggedOom["chosen"] {
  const [, pid, name = "", score] = CHOSEN.exec(text) ?? [];
  return pid === undefined ? null : { pid: Number(pid), name, score: Number(score) };
}

/** A table has processes alone, and threads often have the name of theirs. */
function isThreadOf({ killed, tasks }: LoggedOom, { pid, name }: LoggedKill): boolean {
  if (killed === null || tasks.length === 0 || killed.name !== name) return false;
  return !tasks.some((task) => task.pid === pid);
}

/** Zero where one of them has no time. */
function secondsBetween(a: Moment, b: Moment): number {
  if (a.bootSeconds !== null && b.bootSeconds !== null) {
    return Math.abs(b.bootSeconds - a.bootSeconds);
  }
  if (a.time === null || b.time === null) return 0;
  return Math.abs(Number(b.time - a.time)) / NANOSECONDS_PER_SECOND;
}

/** Two programs may have written the kernel's lines into one log. */
function isRepeated(last: KernelLine, line: KernelLine): boolean {
  const { text, time, bootSeconds, isUnique } = line;
  return (
    isUnique !== true &&
    text === last.text &&
    time === last.time &&
    bootSeconds === last.bootSeconds
  );
}

function killOf(found: RegExpExecArray, text: string): LoggedKill {
  const [sentence, pid, name = ""] = found;
  // The name may contain what looks like an amount.
  const written = text.slice(found.index + sentence.length);
  const kib = (label: string) => {
    const amount = new RegExp(`${label}:(\\d{1,17})kB`).exec(written)?.[1];
    return amount === undefined ? null : Number(amount);
  };
  const labels = ["anon-rss", "file-rss", "shmem-rss"].filter((label) => written.includes(label));
  const parts = labels.map(kib);
  const known = parts.filter((part) => part !== null);
  const adjustment = /oom_score_adj:(-?\d{1,5})/.exec(written)?.[1];
  return {
    pid: Number(pid),
    name,
    totalVmKib: kib("total-vm"),
    // A part that cannot be read is not 0.
    rssKib:
      known.length === 0 || known.length < parts.length
        ? null
        : known.reduce((sum, part) => sum + part, 0),
    pgtablesKib: kib("pgtables"),
    oomScoreAdj: adjustment === undefined ? null : Number(adjustment),
  };
}
