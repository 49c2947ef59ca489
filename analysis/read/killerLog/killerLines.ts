/** Lines of killers in user space, in the wordings of their releases. */

/** `kernel`: what systemd reports of a unit; the kernel's own lines are another log. */
export type KillerName = "systemd-oomd" | "earlyoom" | "oomd" | "Talos" | "kernel";

/** What was used of a total; the total is null where the line is cut before its end. */
export interface LoggedUsage {
  readonly used: number;
  readonly total: number | null;
}

export interface LoggedKill {
  readonly killer: KillerName;
  /** The program behind the line; systemd also reports what others killed. */
  readonly line: number;
  /** The time as it is written before the line; null where there is none. */
  readonly time: string | null;
  readonly by: "pressure" | "swap" | "memory" | "size" | "growth" | "rule" | "unknown";
  /** A cgroup or a process; null where the line does not name it. */
  readonly killed: string | null;
  /** The monitored cgroup that was over its limit. */
  readonly target?: string;
  readonly signal?: string;
  /** Percent. */
  readonly pressure?: string;
  readonly limit?: string;
  readonly duration?: string;
  readonly memory?: LoggedUsage;
  readonly swap?: LoggedUsage;
  readonly rule?: string;
  /** It was only marked; it may have had no process. */
  readonly isMarked?: true;
  readonly isDryRun?: true;
  /** The line ends before its sentence does. */
  readonly isCut?: true;
  /** It ends within the path or after it, so the path may go on. */
  readonly isPathCut?: true;
  /** Why earlyoom took this process, as it is written: `badness 866, VmRSS 5 MiB`. */
  readonly score?: string;
  readonly text: string;
}

type Fields = Omit<LoggedKill, "line" | "time" | "text">;
type Read = (found: RegExpExecArray) => Fields;

/** A person may have left out the beginning of a long one. */
export const PATH = "((?:\\/|\u2026|\\.{3})[^\\s]{0,4096})";
const SYSTEMD = "systemd-oomd";

function usage(used: string | undefined, total: string | undefined): LoggedUsage | null {
  if (used === undefined) return null;
  return { used: Number(used), total: total === undefined ? null : Number(total) };
}

function ofMemory(found: RegExpExecArray): Partial<Fields> {
  const memory = usage(found[3], found[4]);
  const swap = usage(found[5], found[6]);
  const limit = found[7];
  return {
    ...(memory === null ? {} : { memory }),
    ...(swap === null ? {} : { swap }),
    ...(limit === undefined ? { isCut: true } : { limit }),
  };
}

function marked(word: string | undefined): { readonly isMarked?: true } {
  return word === "Marked" ? { isMarked: true } : {};
}

const AMOUNT = "used \\((\\d{1,20})\\)(?: \\/ total(?: \\((\\d{1,20})\\))?)?";

/** The first that matches counts. A number needs its closing bracket. */
const WORDINGS: readonly (readonly [RegExp, Read])[] = [
  [
    new RegExp(
      `^(Killed|Marked) ${PATH}(?: for killing)? due to memory pressure(?: for ${PATH})?` +
        "(?: being ([\\d.]{1,9})% > ([\\d.]{1,9})%" +
        "(?: for > ([^,]{1,40}?) with reclaim activity)?)?",
    ),
    (found) => ({
      ...{ killer: SYSTEMD, by: "pressure", killed: found[2] ?? null, ...marked(found[1]) },
      ...(found[3] === undefined ? {} : { target: found[3] }),
      ...(found[4] === undefined ? {} : { pressure: found[4] }),
      ...(found[5] === undefined ? {} : { limit: found[5] }),
      ...(found[6] === undefined ? { isCut: true } : { duration: found[6] }),
    }),
  ],
  [
    // Cut within the cause: "memory pressure", where the other is "memory used".
    new RegExp(`^(Killed|Marked) ${PATH}(?: for killing)? due to memory p[a-z]{0,7}>?\\s*$`),
    (found) => ({
      ...{ killer: SYSTEMD, by: "pressure", killed: found[2] ?? null, isCut: true },
      ...marked(found[1]),
    }),
  ],
  [
    new RegExp(
      `^(Killed|Marked) ${PATH}(?: for killing)? due to memory(?: ${AMOUNT})?` +
        `(?: and swap(?: ${AMOUNT})?)?(?: being more than ([\\d.]{1,9})%)?`,
    ),
    (found) => ({
      ...{ killer: SYSTEMD, by: "swap", killed: found[2] ?? null, ...marked(found[1]) },
      ...ofMemory(found),
    }),
  ],
  [
    new RegExp(
      `^(Killed) ${PATH} due to swap()()(?: ${AMOUNT})?(?: being more than ([\\d.]{1,9})%)?`,
    ),
    (found) => {
      const { swap, limit, isCut } = ofMemory(found);
      return {
        ...{ killer: SYSTEMD, by: "swap", killed: found[2] ?? null },
        ...(swap === undefined ? {} : { swap }),
        ...(limit === undefined ? {} : { limit }),
        ...(isCut === undefined ? {} : { isCut }),
      };
    },
  ],
  [
    // Cut before it says why.
    new RegExp(`^(Killed|Marked) ${PATH}( .{0,20})?$`),
    (found) => ({
      ...{ killer: SYSTEMD, by: "unknown", killed: found[2] ?? null, isCut: true },
      ...marked(found[1]),
      ...(found[3] === undefined ? { isPathCut: true } : {}),
    }),
  ],
  [
    new RegExp(
      `^Memory pressure for ${PATH} is greater than (\\d{1,3}) for more than (\\d{1,6}) seconds ` +
        "and there was reclaim activity",
    ),
    (found) => ({
      ...{ killer: SYSTEMD, by: "pressure", killed: null, target: found[1] ?? "" },
      ...{ limit: found[2] ?? "", duration: `${found[3]}s` },
    }),
  ],
  [
    /^Swap used \((\d{1,20})\) \/ total \((\d{1,20})\) is more than (\d{1,3})%/,
    (found) => ({
      ...{ killer: SYSTEMD, by: "swap", killed: null, limit: found[3] ?? "" },
      swap: { used: Number(found[1]), total: Number(found[2]) },
    }),
  ],
  [
    new RegExp(
      `^Rule '([^']{1,200})' conditions met for cgroup ${PATH}(?: \\(lasting ([^)]{1,40})\\))?,`,
    ),
    (found) => ({
      ...{
        killer: SYSTEMD,
        by: "rule",
        killed: null,
        rule: found[1] ?? "",
        target: found[2] ?? "",
      },
      ...(found[3] === undefined ? {} : { duration: found[3] }),
    }),
  ],
  [
    new RegExp(`^oomd dry-run: Would have tried to kill \\/sys\\/fs\\/cgroup${PATH} `),
    (found) => ({ killer: SYSTEMD, by: "unknown", killed: found[1] ?? null, isDryRun: true }),
  ],
  [
    /^sending (SIGTERM|SIGKILL) to process (\d{1,10})(?: uid -?\d{1,10})? "(.{0,64}?)": ?(.{0,99})/,
    (found) => earlyoom(found[1], found[2], found[3], found[4]),
  ],
  [
    /^[Kk]illing process (\d{1,10}) "(.{0,64}?)" with signal (\d{1,2})(?:: (.{0,200}))?/,
    (found) => earlyoom(found[3], found[1], found[2], found[4]),
  ],
  [
    /^Killing process '(.{0,64}?)' with signal (\d{1,2}), pid: (\d{1,10})(?:, (.{0,200}))?/,
    (found) => earlyoom(found[2], found[3], found[1], found[4]),
  ],
  [
    new RegExp(
      "^oomd kill: ([\\d.]{1,9}) [\\d.]{1,9} [\\d.]{1,9} (\\S{1,4096}) (\\d{1,20}) " +
        "ruleset:\\[([^\\]]{0,200})\\] detectorgroup:\\[([^\\]]{0,200})\\] " +
        "killer:(\\(dry\\))?(\\S{1,100})",
    ),
    (found) => ({
      ...{ killer: "oomd", by: "rule", killed: found[2] ?? null, pressure: found[1] ?? "" },
      rule: `ruleset ${found[4]}, detector group ${found[5]}, ${found[7]}`,
      ...(found[6] === undefined ? {} : { isDryRun: true }),
    }),
  ],
];

/** Its OOM controller also writes when it was triggered, and then the processes. */
const TALOS: (typeof WORDINGS)[number] = [
  /^Sending SIGKILL to cgroup \{.{0,300}?"cgroup": ?"(?:\/sys\/fs\/cgroup)?(\/[^"\s]{0,4096})("?)/,
  ([, path = "", end]) => ({
    ...{ killer: "Talos", by: "rule" },
    rule: "triggerExpression of its OOMConfig, which compares memory pressure by default",
    ...(end === "" ? { killed: null, target: path, isCut: true } : { killed: path }),
  }),
];

const SIGNALS: Readonly<Record<string, string>> = { 9: "SIGKILL", 15: "SIGTERM" };

function earlyoom(
  signal: string | undefined,
  pid: string | undefined,
  name: string | undefined,
  said = "",
): Fields {
  // A command line follows, which may be anything.
  const [score] = SCORE.exec(said) ?? [];
  return {
    ...{ killer: "earlyoom", by: "memory", killed: `${name} (pid ${pid})` },
    signal: SIGNALS[signal ?? ""] ?? signal ?? "",
    ...(score === undefined ? {} : { score }),
  };
}

/** In the words of all releases; the line may be cut within it. */
const SCORE =
  /^(?:badness|oom_score):? \d{1,9}(?:, oom_score_adj -?\d{1,4})?(?:, VmRSS:? \d{1,9}(?: MiB)?)?/;

/** Up to 1.2 in brackets: `At or below sigterm limits (mem: 10 %, swap: 10 %)`. */
const LIMITS = new RegExp(
  "^low memory! at or below sig(?:term|kill) limits(?::| \\() ?mem:? +([\\d.]{1,9}) ?%, " +
    "swap:? +([\\d.]{1,9}) ?%",
  "i",
);

/** Both limits of earlyoom that held, which it prints before the signal; null for other lines. */
export function readLimits(text: string): string | null {
  return limitsOf(LIMITS.exec(text));
}

const CONFIGURED = /^sending SIGTERM when mem <= +([\d.]{1,9}) ?% and swap <= +([\d.]{1,9}) ?%/i;

/** Both limits as earlyoom prints them when it starts; null for other lines. */
export function readConfiguredLimits(text: string): string | null {
  return limitsOf(CONFIGURED.exec(text));
}

function limitsOf(found: RegExpExecArray | null): string | null {
  const [, memory, swap] = found ?? [];
  return memory === undefined ? null : `mem ${memory}%, swap ${swap}%`;
}

/** What earlyoom measured, in percent as it is written. */
export interface LoggedLook {
  readonly memory: string;
  /** In MiB. */
  readonly available: number;
  readonly total: number;
  /** Null where the line is cut, or changed, before it. */
  readonly swap: string | null;
}

const LOOK = new RegExp(
  "^mem avail: +(\\d{1,9}) of +(\\d{1,9}) MiB \\( ?([\\d.]{1,9}) ?%\\)" +
    "(?:, swap free: +\\d{1,9} of +\\d{1,9} MiB \\( ?([\\d.]{1,9}) ?%\\))?",
);

export function readLook(text: string): LoggedLook | null {
  const [, available, total, memory, swap = null] = LOOK.exec(text) ?? [];
  if (memory === undefined) return null;
  return { memory, available: Number(available), total: Number(total), swap };
}

/** earlyoom goes on looking a second later. */
const FOUND_NONE = /^Could not find a process to kill/;

/** Whether earlyoom was at its limits and had no process to kill. */
export function foundNone(text: string): boolean {
  return FOUND_NONE.test(text);
}

/** `Failed to kill any cgroup(s) under /user.slice based on pressure: No such device`. */
const FAILED = /^Failed to kill any cgroups?(?:\(s\))? (.{1,4200})$/;

/** What systemd-oomd could not kill, and why; null for other lines. */
export function readFailure(text: string): string | null {
  return FAILED.exec(text)?.[1] ?? null;
}

const ATTEMPT = /^oomd attempting to kill (\d{1,10}) with KILL$/;

/** The pid that systemd-oomd sends SIGKILL; null for other lines. */
export function readAttempt(text: string): number | null {
  const [, pid] = ATTEMPT.exec(text) ?? [];
  return pid === undefined ? null : Number(pid);
}

/** A person may have left out which. */
const IN_UNIT =
  /(?:\b(\S{1,256}):|\.{3}|\u2026) systemd-oomd killed (\d{1,9}) process\(es\) in this unit/;

/** What systemd says of a unit whose processes systemd-oomd killed; null for other lines. */
export function readUnit(text: string): { readonly unit: string | null; processes: number } | null {
  const [, unit = null, processes] = IN_UNIT.exec(text) ?? [];
  return processes === undefined ? null : { unit, processes: Number(processes) };
}

const BY_KERNEL = /\b(\S{1,256}): A process of this unit has been killed by the OOM killer/;

/** The unit of which the kernel killed a process, as systemd says; null for other lines. */
export function readKernelsUnit(text: string): string | null {
  return BY_KERNEL.exec(text)?.[1] ?? null;
}

/** What became of a process that earlyoom sent a signal. */
export interface LoggedEnd {
  readonly words: string;
  /** It says whether the process ended. */
  readonly isFinal: boolean;
}

const ENDS: readonly (readonly [RegExp, isFinal: boolean, words: (value: string) => string])[] = [
  [/^escalating to SIGKILL after ([\d.]{1,12}) sec/, false, (s) => `after ${s} s it sent SIGKILL`],
  [
    /^process (?:\d{1,10} )?exited after ([\d.]{1,12}) sec/,
    true,
    (s) => `the process exited after ${s} s`,
  ],
  [/^process (?:\d{1,10} )?(did not exit)/, true, (what) => `the process ${what}`],
  [
    /^kill_release: .{0,40}process_mrelease.{0,40} failed: (.{1,80})$/,
    false,
    (why) => `its memory was not released early (process_mrelease: ${why})`,
  ],
  [/^kill failed: (.{1,80})$/, true, (why) => `it wrote "kill failed: ${why}"`],
  [
    /earlyoom\.service: Main process exited, (code=\w{1,20}, status=\S{1,20})/,
    false,
    (how) => `then earlyoom itself ended (${how})`,
  ],
];

/** Null for a line that is about something else. */
export function readEnd(text: string): LoggedEnd | null {
  for (const [pattern, isFinal, words] of ENDS) {
    const [, value] = pattern.exec(text) ?? [];
    if (value !== undefined) return { words: words(value), isFinal };
  }
  return null;
}

/** What oomd tries to kill, which it says before it does. */
const TRIED = /^Trying to kill (?:\/sys\/fs\/cgroup\/)?(\S{1,4096})$/;

export function readTried(text: string): string | null {
  return TRIED.exec(text)?.[1] ?? null;
}

/** The action that oomd runs since all detectors of a group fired. */
const ACTION = /^Running Action=(\S{1,200})$/;

export function readAction(text: string): string | null {
  return ACTION.exec(text)?.[1] ?? null;
}

/** Why oomd took a cgroup. */
const PICKED = /^Picked "(.{1,4096}?)" \((\d{1,12}MB)\) based on (.{1,300})$/;

export function readPicked(text: string): { readonly path: string; readonly why: string } | null {
  const [, path, size, why] = PICKED.exec(text) ?? [];
  return path === undefined ? null : { path, why: `${why}, at ${size}` };
}

/** How many processes oomd sent SIGKILL, and the numbers of the errors of the others. */
export interface LoggedOutcome {
  readonly killed: number;
  readonly failed: number;
  readonly errors: readonly string[];
}

const OUTCOME = /^Killed (\d{1,9}):(?: (.{0,8000}))?$/;

export function readOutcome(text: string): LoggedOutcome | null {
  const [, killed, list = ""] = OUTCOME.exec(text) ?? [];
  if (killed === undefined) return null;
  const errors = [...list.matchAll(/\)\[E(\d{1,4})\]/g)].map(([, error = ""]) => error);
  return { killed: Number(killed), failed: errors.length, errors: [...new Set(errors)] };
}

/** Null for a line that is not about a kill. */
export function readKill(text: string): Fields | null {
  for (const [pattern, read] of [...WORDINGS, TALOS]) {
    const found = pattern.exec(text);
    if (found !== null) return read(found);
  }
  return null;
}
