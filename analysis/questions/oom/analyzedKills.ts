/** Each kill of a log, analyzed: the kernel's choice is made again on what the log holds. */

import { EngineError } from "../../engine/engineError.ts";
import type { OomEngine } from "../../engine/oomEngine.ts";
import type {
  RankedTask,
  Selection,
  Spared,
  TaskDocument,
  TasksDocument,
} from "../../engine/oomSelection.ts";
import {
  type CgroupContainer,
  type CgroupPod,
  placeOfCgroup,
} from "../../read/kernelLog/cgroupPlace.ts";
import { type ListedPods, NO_PODS } from "../../read/kernelLog/listedPods.ts";
import { type LoggedAllocation, NODES_IN_FIRST_LINE } from "../../read/kernelLog/oomAllocation.ts";
import { nodesOf, presentKib } from "../../read/kernelLog/oomNodes.ts";
import {
  bareKill,
  cgroupOf,
  type LoggedKill,
  type LoggedOom,
  type Usage,
} from "../../read/kernelLog/oomReport.ts";
import { podOfCgroup } from "../../read/kernelLog/podCgroup.ts";
import { type Columns, kernelsOfColumns, type LoggedTask } from "../../read/kernelLog/taskTable.ts";
import { plural } from "../../text/amount.ts";
import { formatTime } from "../../text/time.ts";
import { isOfPageFault } from "./allocationWords.ts";
import { boundNodes, causeOf, hidesNodes, isOfEither, type OomCause } from "./cause.ts";

/** A task that died; numbers missing from the log are null. */
export interface KilledTask {
  readonly pid: number;
  readonly name: string;
  readonly oomScoreAdj: number | null;
  readonly rssPages: number | null;
  readonly swapPages: number | null;
  readonly pgtablesBytes: number | null;
  readonly badness: number | null;
}

export interface ChosenTask {
  readonly pid: number;
  readonly name: string;
  /** Its badness in thousandths of all pages. */
  readonly score: number | null;
}

export interface AnalyzedKill {
  /** Null where the log has only times since boot. */
  readonly time: string | null;
  readonly bootSeconds?: number;
  readonly line: number;
  readonly cause: OomCause;
  /** The NUMA nodes that were out of memory, as `0-1,4`, where the cause is theirs. */
  readonly nodes?: string;
  /** What the task asked for when memory ran out. */
  readonly allocation?: Omit<LoggedAllocation, "nodemask" | "since">;
  /** The kernel says that more than a memory cgroup is out of memory. */
  readonly isOutOfMemory?: true;
  /** Pages that were free then, of the whole machine. */
  readonly freePages?: number;
  /** The cgroup that was at its limit. */
  readonly memcg?: string;
  /** The limit that was reached, and what was used of it. */
  readonly limitBytes?: number;
  readonly usageBytes?: number;
  /** It is the limit of memory and swap together, which cgroup v1 has. */
  readonly isLimitWithSwap?: true;
  readonly kernel?: string;
  readonly pageBytes: number;
  readonly killed: KilledTask | null;
  /** The log says that a task was killed, and lacks the line that names it. */
  readonly isUnnamedKill?: true;
  /** The task that was chosen, if its child was killed instead. */
  readonly sacrificedFor?: ChosenTask;
  /** The task that was chosen, where the log lacks the kill itself. */
  readonly firstChoice?: ChosenTask;
  readonly panic?: string;
  /** Whether the task that the rules choose is the one that the log names; null: not to be said. */
  readonly chosenByPolicy: boolean | null;
  readonly chosen?: RankedTask;
  /** How often the log has this kill beyond once: quotes of other programs, or copies. */
  readonly copies?: number;
  readonly killedWith?: readonly { readonly pid: number; readonly name: string }[];
  readonly ranking: readonly RankedTask[];
  /** Rows of the table are missing: others of the ranking and the next task are unknown. */
  readonly isTableCut?: true;
  readonly next?: RankedTask;
  readonly spared?: Spared;
  readonly totalPages?: number;
  readonly pagesOfOne?: number;
  readonly pod?: CgroupPod;
  readonly container?: CgroupContainer;
  /** What is missing or assumed. */
  readonly notes: readonly string[];
  /** The log breaks off within the report, or its table lacks what tasks are scored by. */
  readonly incomplete?: true;
}

/** "memcg, oom: provide more precise dump info while memcg oom happening". */
const STATE_ONLY_GLOBAL = "3.9";
/** "mm, oom: consider present pages for the node size". */
const NODES_BY_PRESENT = "5.4";
const KIB = 1024;
const PAGE_BYTES = 4096;
const PAGE_SIZES: readonly number[] = [4096, 16384, 65536];
/** cgroup v1 says "no limit" with a number near 2^63 bytes. */
const NO_LIMIT_KIB = 2 ** 50;
/** What a table's columns say of the kernel that wrote it. */
const ASSUMED: readonly (readonly [column: string, release: string])[] = [
  ["rss_anon", "6.8"],
  ["nr_puds", "4.15"],
  ["nr_pmds", "4.4"],
  ["nr_ptes", "3.14"],
];

/** A log that ends before the kill itself may have the line that says who it will be. */
function killedIn({ killed, named }: LoggedOom): LoggedKill | null {
  if (killed !== null || named === null) return killed;
  return bareKill(named.pid, named.name);
}

/**
 * Since 3.9 a report of a memory cgroup lacks the state of all memory (dump_header). Another part
 * of the kernel may print it as well, but not between the first line of a report and its table.
 */
function showsAllMemory({ hasMemoryState, isMemcg, allocating, kernel }: LoggedOom): boolean {
  if (!hasMemoryState || allocating === null || isMemcg || isOfPageFault(allocating)) return false;
  return kernel !== null && !isBefore(kernel, STATE_ONLY_GLOBAL);
}

/** What was found about one report, while it is put together. */
interface Finding {
  readonly oom: LoggedOom;
  readonly cause: OomCause;
  readonly pageBytes: number;
  readonly kernel: string | null;
  readonly killedRow: LoggedTask | null;
  readonly notes: string[];
  isIncomplete: boolean;
}

export function analyzeKill(
  logged: LoggedOom,
  engine: OomEngine,
  listed: ListedPods = NO_PODS,
): AnalyzedKill {
  const notes: string[] = [];
  const isOutOfMemory = logged.isOutOfMemory || (showsAllMemory(logged) && !isOfEither(logged));
  const oom = { ...logged, isOutOfMemory, killed: killedIn(logged) };
  const pageBytes = pageBytesOf(oom);
  const cause = causeOf(oom, pageBytes);
  const finding: Finding = {
    oom,
    cause,
    pageBytes,
    kernel: kernelOf(oom, notes),
    killedRow: rowOfKilled(oom, pageBytes),
    notes,
    isIncomplete: false,
  };
  notes.push(...sourceNotes(oom));
  const selection = selectionOf(finding, engine);
  const ranking = selection?.ranking ?? [];
  const killed = killedOf(finding, ranking);
  return {
    ...momentMembers(oom),
    line: oom.line,
    cause,
    ...causeMembers(oom, cause),
    ...memcgOf(oom),
    ...(finding.kernel === null ? {} : { kernel: finding.kernel }),
    pageBytes,
    killed,
    ...(isUnnamed(oom) ? { isUnnamedKill: true as const } : {}),
    ...sacrificeOf(finding),
    ...(oom.panic === null ? {} : { panic: oom.panic }),
    chosenByPolicy: agreementOf(finding, selection),
    ...(oom.isTableCut && selection !== null ? { isTableCut: true as const } : {}),
    ...chosenOf(oom, selection),
    ...killedWithOf(oom),
    ...(oom.copies === 0 ? {} : { copies: oom.copies }),
    ranking,
    ...podMembers(oom, listed, notes),
    notes,
    ...(finding.isIncomplete ? { incomplete: true as const } : {}),
  };
}

/** The kill's own time, as far as the log has it. */
function momentMembers(oom: LoggedOom) {
  const time = oom.killTime ?? oom.time;
  const bootSeconds = oom.killBootSeconds ?? oom.bootSeconds;
  return {
    time: time === null ? null : formatTime(time),
    ...(bootSeconds === null ? {} : { bootSeconds }),
  };
}

/** Where a kill is known from, and how often the log has it. */
function sourceNotes({ killed, isNobodyKilled, killSource, copies }: LoggedOom): readonly string[] {
  return [
    ...(killed === null && isNobodyKilled
      ? ["The kernel found no process to kill: all remaining tasks are exempt or exiting."]
      : []),
    ...(killSource === "reaper"
      ? ["The line of the kill is not in the log; the kernel's OOM reaper names the task."]
      : []),
    ...(killSource === "quote"
      ? ["The kernel's own lines are not in the log; another program quotes the kill."]
      : []),
    ...(copies > 0
      ? [`The log has this kill ${copies + 1} times (copies or quotes); it is counted once.`]
      : []),
  ];
}

/** The kernel prints the cgroup of a task only if it kills that task. */
function isUnnamed({ isTaskKilled, killed, chosen, panic }: LoggedOom): boolean {
  return isTaskKilled && killed === null && chosen === null && panic === null;
}

/**
 * With memory.oom.group the kernel names the first task again. It may also name threads of those
 * that it killed: the table lacks such a row.
 */
function killedWithOf({ killed, killedWith, tasks }: LoggedOom) {
  const rows = new Set(tasks.map(({ pid }) => pid));
  const processes = [killed, ...killedWith].filter((kill) => kill !== null && rows.has(kill.pid));
  const isThread = (thread: LoggedKill) =>
    !rows.has(thread.pid) &&
    processes.some(
      (kill) =>
        kill?.name === thread.name &&
        kill.totalVmKib === thread.totalVmKib &&
        kill.rssKib === thread.rssKib,
    );
  const others = killedWith.filter((kill) => kill.pid !== killed?.pid && !isThread(kill));
  return others.length === 0 ? {} : { killedWith: others.map(({ pid, name }) => ({ pid, name })) };
}

function causeMembers(oom: LoggedOom, cause: OomCause) {
  const nodes = boundNodes(oom, cause);
  const { nodemask, since, ...allocation } = oom.allocating ?? { nodemask: null, since: null };
  return {
    ...(oom.isOutOfMemory && !oom.isMemcg ? { isOutOfMemory: true as const } : {}),
    ...(nodes === null ? {} : { nodes }),
    ...("name" in allocation ? { allocation } : {}),
    ...(oom.freePages === null || oom.isMemcg ? {} : { freePages: oom.freePages }),
  };
}

function memcgOf(oom: LoggedOom) {
  const { memcg, memory, memorySwap } = oom;
  const isWithSwap = isSwapLimitReached(oom);
  const reached = isWithSwap ? memorySwap : memory;
  const limit = reached !== null && reached.limitKib < NO_LIMIT_KIB ? reached.limitKib : null;
  return {
    ...(memcg === null ? {} : { memcg }),
    ...(limit === null ? {} : { limitBytes: limit * KIB }),
    ...(reached === null ? {} : { usageBytes: reached.usageKib * KIB }),
    ...(isWithSwap ? { isLimitWithSwap: true as const } : {}),
  };
}

/** Whether memory and swap together are full: memory alone is not, or never hit its own limit. */
function isSwapLimitReached({ memory, memorySwap }: LoggedOom): boolean {
  if (memory === null || memorySwap === null || memorySwap.limitKib >= NO_LIMIT_KIB) return false;
  const isFull = (usage: Usage) => usage.usageKib >= usage.limitKib;
  const isOnlyOnce = memory.failures === 0 && (memorySwap.failures ?? 0) > 0;
  return isOnlyOnce || (isFull(memorySwap) && !isFull(memory));
}

/** Where the kernel found no task to kill, the numbers of the table do not show why. */
function chosenOf(oom: LoggedOom, selection: Selection | null) {
  const { killed: named, isNobodyKilled, isTableCut } = oom;
  if (selection === null || (isNobodyKilled && named === null)) return {};
  const { killed, next, spared, totalPages, pagesOfOne } = selection;
  const chosen = { totalPages, pagesOfOne, ...(killed === undefined ? {} : { chosen: killed }) };
  // A task whose row is missing may be next, or be killed instead.
  if (isTableCut) return chosen;
  return {
    ...chosen,
    ...(next === undefined ? {} : { next }),
    ...(spared === undefined ? {} : { spared }),
  };
}

/** The kernel prints the size of the killed task in kB and its row in pages. */
function pageBytesOf(oom: LoggedOom): number {
  const { killed } = oom;
  if (killed?.totalVmKib == null) return PAGE_BYTES;
  const row = oom.tasks.find(({ pid }) => pid === killed.pid);
  if (row?.totalVmPages == null || row.totalVmPages === 0) return PAGE_BYTES;
  const bytes = (killed.totalVmKib * KIB) / row.totalVmPages;
  return PAGE_SIZES.find((size) => size === Math.round(bytes)) ?? PAGE_BYTES;
}

/** Before the release that a log's words are like, in its note. */
const RELEASE_ASSUMED = "The log does not state the kernel release; its wording matches";

/** The release of the kernel, where the log states it. */
export function statedKernel({ kernel, notes }: AnalyzedKill): string | null {
  return notes.some((note) => note.startsWith(RELEASE_ASSUMED)) ? null : (kernel ?? null);
}

function kernelOf(oom: LoggedOom, notes: string[]): string | null {
  if (oom.kernel !== null || oom.columns === null) return oom.kernel;
  const release = likeliestRelease(oom, oom.columns);
  notes.push(`${RELEASE_ASSUMED} ${release}.`);
  return release;
}

function likeliestRelease(oom: LoggedOom, columns: Columns): string {
  const release = releaseOfTable(oom, columns);
  const since = [oom.allocating?.since ?? null, oom.isReaped ? REAPER : null];
  return since.reduce<string>(
    (latest, each) => (each !== null && isBefore(latest, each) ? each : latest),
    release,
  );
}

/** The release that came with the OOM reaper (mm/oom_kill.c). */
const REAPER = "4.6";

/** With `pgtables_bytes`: 4.19 chose apart from killing, and 5.4 began to print the page tables. */
function releaseOfTable({ chosen, killed, allocating }: LoggedOom, columns: Columns): string {
  const [, release = null] = ASSUMED.find(([column]) => columns.includes(column)) ?? [];
  if (release !== null) return release;
  if (chosen !== null || allocating?.since === NODES_IN_FIRST_LINE) return "4.19";
  const isBare = killed !== null && killed.totalVmKib !== null && killed.pgtablesKib === null;
  return isBare ? "5.1" : "5.10";
}

/**
 * Whose rules are followed. Distributions bring later code under an earlier number, as RHEL 8 does
 * under 4.18; the wording of the kill shows which.
 */
function ruledBy({ oom, kernel, notes }: Finding): string | null {
  const words = wordsOf(oom);
  if (kernel === null || words === null || !isBefore(kernel, words)) return kernel;
  notes.push(
    `The log is from kernel ${kernel}, and words the kill as kernels do since ${words}; the ` +
      `rules of ${words} apply.`,
  );
  return words;
}

/** The first release that writes such a line; null for one that any release could write. */
function wordsOf({ chosen, killed, named }: LoggedOom): string | null {
  if (killed === null || chosen !== null) return null;
  if (killed.pgtablesKib !== null) return "5.4";
  return named === null ? null : "5.1";
}

function isBefore(kernel: string, release: string): boolean {
  const [major = 0, minor = 0] = kernel.split(".").map(Number.parseFloat);
  const [otherMajor = 0, otherMinor = 0] = release.split(".").map(Number);
  return major === otherMajor ? minor < otherMinor : major < otherMajor;
}

/**
 * The kernel names the thread that it looked at, and the table the process: its name and size show
 * which row that is.
 */
function rowOfKilled(oom: LoggedOom, pageBytes: number): LoggedTask | null {
  const { killed, tasks } = oom;
  if (killed === null) return null;
  const own = tasks.find(({ pid }) => pid === killed.pid);
  if (own !== undefined) return own;
  if (killed.totalVmKib === null) return null;
  const pages = (killed.totalVmKib * KIB) / pageBytes;
  return tasks.find(({ totalVmPages }) => totalVmPages === pages) ?? null;
}

/** Null where the log lacks what the rules need. */
function selectionOf(finding: Finding, engine: OomEngine): Selection | null {
  const document = documentOf(finding);
  if (document === null) return null;
  try {
    engine.select(document);
    const selection = engine.report();
    const reordered = reorderedOf(finding, document, selection);
    if (reordered !== null) engine.select(reordered);
    return scaled(document, reordered === null ? selection : engine.report());
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    finding.notes.push(`Its tasks cannot be scored: ${error.message}`);
    return null;
  }
}

/** What would spare a task depends on the scale of oom_score_adj, also where that of all is 0. */
function scaled({ scope, ramPages }: TasksDocument, selection: Selection): Selection {
  if (scope !== "global" || ramPages !== 0) return selection;
  const { spared, ...known } = selection;
  return known;
}

/**
 * Before 5.3 the tasks of a memory cgroup are looked at in the order of its own lists, and those of
 * 3.x begin with the newest (cgroup_post_fork), while the table is in that of the task list. So the
 * log alone says which of equals came first: the one that it names. Null where nothing changes.
 */
function reorderedOf(
  finding: Finding,
  document: TasksDocument,
  { rules, killed, ranking = [] }: Selection,
): TasksDocument | null {
  const { oom, killedRow, notes } = finding;
  const row = rowOfChosen(finding) ?? killedRow;
  if (!oom.isMemcg || !rules.firstOfEquals || killed == null || row === null) return null;
  const equals = ranking.filter(({ badness }) => badness === killed.badness);
  if (killed.pid === row.pid || !equals.some(({ pid }) => pid === row.pid)) return null;
  notes.push(
    `${plural(equals.length, "task")} have the same badness, and this kernel kills the ` +
      "first one that it examines. The log does not show that order, so the task that it " +
      "names is assumed.",
  );
  const { tasks } = document;
  const own = tasks.filter(({ pid }) => pid === row.pid);
  return { ...document, tasks: [...own, ...tasks.filter(({ pid }) => pid !== row.pid)] };
}

function documentOf(finding: Finding): TasksDocument | null {
  const { oom, notes, pageBytes } = finding;
  if (oom.columns === null || oom.tasks.length === 0) {
    notes.push(
      oom.columns === null
        ? isUnended(oom)
          ? "The log ends before the task table, or leaves it out, so no ranking is possible."
          : "The log lacks the task table (vm.oom_dump_tasks is 0, the kernel wrote too much, or " +
            "the log is filtered or begins later), so no ranking is possible."
        : "The task table has no row, so no ranking is possible.",
    );
    // A table may be missing by the kernel's own settings.
    finding.isIncomplete = oom.columns !== null;
    return null;
  }
  if (!oom.columns.includes("oom_score_adj")) {
    notes.push(
      "The task table lacks the column oom_score_adj (a kernel before 2.6.36), so no ranking " +
        "is possible.",
    );
    finding.isIncomplete = true;
    return null;
  }
  noteMissing(finding);
  if (oom.brokenRows > 0) {
    const verb = oom.brokenRows === 1 ? "is" : "are";
    notes.push(
      `${plural(oom.brokenRows, "row")} of the task table ${verb} left out, cut or with a number ` +
        "that no kernel writes, so no ranking is possible.",
    );
    finding.isIncomplete = true;
    return null;
  }
  if (isChosenMissing(finding)) return null;
  notes.push(...cutTableNotes(oom));
  const pages = pagesOf(finding);
  if (pages === null) return null;
  const tasks = oom.tasks.map((task) => taskDocument(task, finding));
  const allocating = allocatingOf(oom);
  const kernel = ruledBy(finding);
  return {
    ...(kernel === null ? {} : { kernel }),
    scope: oom.isMemcg ? "memcg" : "global",
    pageBytes,
    ...pages,
    ...allocating,
    tasks,
  };
}

/** The table is before the summary and the kill. */
function isUnended({ killed, chosen, panic, constraint, isNobodyKilled }: LoggedOom): boolean {
  const end = killed ?? chosen ?? panic ?? constraint;
  return end === null && !isNobodyKilled;
}

function noteMissing(finding: Finding): void {
  const { oom, cause, notes } = finding;
  if (oom.tasksLeftOut > 0) {
    notes.push(`${plural(oom.tasksLeftOut, "row")} of its table are left out: there are too many.`);
  }
  const { killed } = oom;
  if (killed === null && oom.panic === null && !oom.isNobodyKilled) {
    notes.push("The log ends within this report and does not name the killed process.");
    finding.isIncomplete = true;
  }
  if (cause === "cpuset" || cause === "memory-policy") {
    notes.push(
      "The kernel counts all memory of a task, wherever it is: the killed task may have " +
        "had little on those NUMA nodes.",
    );
  }
}

function cutTableNotes({ columns, isUntitled, isTableCut }: LoggedOom): readonly string[] {
  const unknown = "which process would be next is unknown.";
  if (columns === null || !isTableCut) return [];
  if (!isUntitled) return [`Rows of the task table are left out, so ${unknown}`];
  return [
    `The titles of the task table are missing, and maybe rows above, so ${unknown} Rows with ` +
      `${columns.length} numbers are read as those of kernels ${kernelsOfColumns(columns)}.`,
  ];
}

/**
 * The kernel chose by rows that the log lacks. A thread has no row: its process has its size, or
 * where the log lacks that, its name.
 */
function isChosenMissing(finding: Finding): boolean {
  const { oom, killedRow, notes } = finding;
  const { killed, named, tasks } = oom;
  if (killed === null || killedRow !== null || rowOfChosen(finding) !== null) return false;
  const isDefinite = killed.totalVmKib !== null || named !== null;
  if (!isDefinite && tasks.some(({ name }) => name === killed.name)) return false;
  notes.push(
    `The task table lacks ${killed.name} (pid ${killed.pid}), which the kernel killed, so no ` +
      "ranking is possible.",
  );
  return true;
}

function taskDocument(task: LoggedTask, { oom, pageBytes }: Finding): TaskDocument {
  return {
    pid: task.pid,
    name: task.name,
    // Rows of a table that has the column have it.
    oomScoreAdj: task.oomScoreAdj ?? 0,
    rssPages: task.rssPages,
    swapPages: task.swapPages,
    pgtablesBytes: task.pgtablesBytes ?? task.pgtablesPages * pageBytes,
    ...(isRoot(task, oom) ? { root: true } : {}),
  };
}

/** A log has uids and not capabilities; in a container root lacks CAP_SYS_ADMIN by default. */
function isRoot({ uid }: LoggedTask, { memcg, taskMemcg }: LoggedOom): boolean {
  const cgroup = memcg ?? taskMemcg;
  return uid === 0 && (cgroup === null || podOfCgroup(cgroup) === null);
}

/** What all pages are, where no oom_score_adj is a part of them and the log may lack them. */
const UNSCALED = { ramPages: 0, swapPages: 0 };

/** Null where oom_score_adj cannot be weighed; what it is a part of matters to nothing else. */
function pagesOf(finding: Finding): Partial<TasksDocument> | null {
  const { oom, cause, pageBytes, notes } = finding;
  const isWeighed = oom.tasks.some(({ oomScoreAdj }) => oomScoreAdj !== 0 && oomScoreAdj !== -1000);
  const pages = (kib: number) => Math.floor((kib * KIB) / pageBytes);
  const swapPages = pages(oom.totalSwapKib ?? 0);
  if (cause === "cpuset" || cause === "memory-policy") {
    if (!isWeighed) return UNSCALED;
    const ramPages = pagesOfNodes(finding);
    return ramPages === null ? null : { ramPages, swapPages };
  }
  if (!oom.isMemcg) {
    const isOfSome = cause === "unknown" && hidesNodes(oom, pageBytes);
    if (!isWeighed && (isOfSome || oom.ramPages === null)) return UNSCALED;
    if (isOfSome) {
      notes.push(
        "The report covers the memory of only some NUMA nodes, as for a task that may use " +
          "only those, and does not name them. oom_score_adj is scaled by their memory, so no " +
          "ranking is possible.",
      );
      return null;
    }
    if (oom.ramPages !== null) {
      return { ramPages: oom.ramPages - (oom.reservedPages ?? 0), swapPages };
    }
    notes.push(
      "The log lacks the size of the machine's memory (the lines from Mem-Info), by which " +
        "oom_score_adj is scaled, so no ranking is possible.",
    );
    return null;
  }
  const limit = oom.memory?.limitKib ?? null;
  if (limit === null && isWeighed) {
    notes.push(
      "The log lacks the cgroup's limit, by which oom_score_adj is scaled, so no ranking is " +
        "possible.",
    );
    return null;
  }
  return { limitPages: pages(limit ?? 0), ...memcgSwap(finding, isWeighed) };
}

/** The kernel scales by what the nodes span; since 5.4 by what is present, which it prints. */
function pagesOfNodes({ oom, cause, kernel, pageBytes, notes }: Finding): number | null {
  const nodes = nodesOf(boundNodes(oom, cause) ?? "");
  const present = nodes === null ? null : presentKib(nodes, oom.zones);
  const isOfPresent = kernel === null || !isBefore(kernel, NODES_BY_PRESENT);
  if (present !== null && isOfPresent) return Math.floor((present * KIB) / pageBytes);
  notes.push(
    "The log lacks the size of those NUMA nodes " +
      (isOfPresent ? "(the lines from Mem-Info)" : "(kernels before 5.4 do not print it)") +
      ", by which oom_score_adj is scaled, so no ranking is possible.",
  );
  return null;
}

/** A report of a memory cgroup does not contain the machine's swap. */
function memcgSwap({ oom, pageBytes, notes }: Finding, isWeighed: boolean) {
  const { memory, memorySwap, swap } = oom;
  const pages = (kib: number) => Math.floor((kib * KIB) / pageBytes);
  const beyond =
    memorySwap !== null && memory !== null
      ? memorySwap.limitKib - memory.limitKib
      : (swap?.limitKib ?? 0);
  const used = oom.tasks.reduce((sum, { swapPages }) => sum + swapPages, 0);
  if (beyond > 0 && used > 0 && isWeighed) {
    notes.push(
      "The cgroup may use swap, and the log lacks the size of the machine's swap; the " +
        "limit of the cgroup is assumed.",
    );
  }
  // Without a page of swap in use the machine most likely has none.
  const swapPages = used === 0 ? 0 : beyond < NO_LIMIT_KIB ? pages(beyond) : used;
  return {
    swapPages,
    ...(memorySwap !== null && memorySwap.limitKib < NO_LIMIT_KIB
      ? { memswLimitPages: pages(memorySwap.limitKib) }
      : {}),
    ...(swap !== null && swap.limitKib < NO_LIMIT_KIB
      ? { swapLimitPages: pages(swap.limitKib) }
      : {}),
  };
}

function allocatingOf({ allocating, isAllocatingKilled, killed, panic }: LoggedOom) {
  const pid = isAllocatingKilled ? (killed?.pid ?? allocating?.pid) : allocating?.pid;
  return {
    ...(pid == null ? {} : { allocatingPid: pid }),
    ...(isAllocatingKilled ? { killAllocatingTask: true } : {}),
    ...(killed === null && panic?.includes("panic_on_oom") ? { panicOnOom: 2 } : {}),
  };
}

/** Before 5.1 the log names the chosen task and the killed one, which may be its child. */
function agreementOf(finding: Finding, selection: Selection | null): boolean | null {
  const { oom, killedRow } = finding;
  const { chosen, killed } = oom;
  if (selection === null || killed === null) return null;
  if (selection.killed === undefined) return false;
  const row = chosen === null ? killedRow : (rowOfChosen(finding) ?? killedRow);
  if (row === null) return null;
  const isAgreed = selection.killed.pid === row.pid;
  return isAgreed && oom.isTableCut ? null : isAgreed;
}

/** Before 5.1 a child with memory of its own is killed instead of the chosen task. */
function sacrificeOf(finding: Finding): Pick<AnalyzedKill, "sacrificedFor" | "firstChoice"> {
  const { oom, notes } = finding;
  const { chosen, killed } = oom;
  if (chosen !== null && killed === null) return { firstChoice: chosen };
  if (chosen === null || killed === null || chosen.pid === killed.pid) return {};
  const parent = parentOf(finding, chosen, killed);
  if (parent === null) {
    if (oom.tasks.length === 0) {
      notes.push(
        `The kernel chose ${chosen.name} (pid ${chosen.pid}) and killed pid ${killed.pid}, which ` +
          "is a thread or a child of it.",
      );
    }
    return {};
  }
  notes.push(
    `The kernel chose ${parent.name} (pid ${parent.pid}) and killed its child ` +
      `${killed.name} (pid ${killed.pid}): before 5.1, the worst child is killed instead ` +
      "of its parent.",
  );
  return { sacrificedFor: parent };
}

/** Null for a thread: a table has processes alone, and threads often have the name of theirs. */
function parentOf(finding: Finding, chosen: ChosenTask, killed: LoggedKill): ChosenTask | null {
  const { oom, killedRow } = finding;
  const { pid, name, score } = chosen;
  if (oom.tasks.length === 0) return name === killed.name ? null : { pid, name, score };
  const row = rowOfChosen(finding);
  if (row === null || row.pid === killedRow?.pid) return null;
  return killedRow === null && row.name === killed.name ? null : { pid: row.pid, name, score };
}

function rowOfChosen({ oom }: Finding): LoggedTask | null {
  const { chosen, killed, tasks } = oom;
  const own = tasks.find(({ pid }) => pid === chosen?.pid);
  if (own !== undefined || chosen === null) return own ?? null;
  // A thread: of the killed process when that has its name.
  if (chosen.name === killed?.name || chosen.pid === killed?.pid) return null;
  return tasks.find(({ name }) => name === chosen.name) ?? null;
}

function killedOf(finding: Finding, ranking: readonly RankedTask[]): KilledTask | null {
  const { oom, killedRow, pageBytes } = finding;
  const { killed } = oom;
  if (killed === null) return null;
  const ranked = ranking.find(({ pid }) => pid === killedRow?.pid);
  const pages = killed.rssKib === null ? null : Math.round((killed.rssKib * KIB) / pageBytes);
  const tables = killed.pgtablesKib === null ? null : killed.pgtablesKib * KIB;
  return {
    pid: killed.pid,
    name: killed.name,
    oomScoreAdj: ranked?.oomScoreAdj ?? killed.oomScoreAdj ?? killedRow?.oomScoreAdj ?? null,
    rssPages: ranked?.rssPages ?? killedRow?.rssPages ?? pages,
    swapPages: ranked?.swapPages ?? killedRow?.swapPages ?? null,
    pgtablesBytes: ranked?.pgtablesBytes ?? killedRow?.pgtablesBytes ?? tables,
    badness: ranked?.badness ?? null,
  };
}

function podMembers(oom: LoggedOom, listed: ListedPods, notes: string[]) {
  const { taskMemcg, memcg, statsMemcg, podName } = oom;
  const isKnown = memcg !== null || taskMemcg !== null;
  if (statsMemcg !== null && !isKnown) {
    notes.push(`The cgroup at its limit is ${statsMemcg} or one around it: the log begins later.`);
  }
  const cgroup = cgroupOf(oom) ?? "";
  const found = podOfCgroup(cgroup);
  if (found === null) return {};
  if (listed.named(found) === null && found.uid !== undefined && !listed.isEmpty) {
    notes.push(`The pod list lacks the pod ${found.uid}; it is from another time or node.`);
  }
  const place = placeOfCgroup(cgroup, listed);
  if (podName === null || place.pod?.name !== undefined) return place;
  return { ...place, pod: { ...place.pod, ...podName } };
}
