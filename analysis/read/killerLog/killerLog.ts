/** A log of killers in user space: who was killed, by which program and rule. */
import { prefixTime } from "../journal/line.ts";
import { decodedText } from "../recognize/text.ts";
import { UnreadableError } from "../unreadable.ts";
import {
  foundNone,
  type KillerName,
  type LoggedEnd,
  type LoggedKill,
  type LoggedLook,
  type LoggedOutcome,
  PATH,
  readAction,
  readAttempt,
  readConfiguredLimits,
  readEnd,
  readFailure,
  readKernelsUnit,
  readKill,
  readLimits,
  readLook,
  readOutcome,
  readPicked,
  readTried,
  readUnit,
} from "./killerLines.ts";

/** A candidate that systemd-oomd lists, as far as the log has it. */
export interface LoggedCandidate {
  readonly path: string;
  readonly facts: Readonly<Record<string, string>>;
}

export interface KillInLog extends LoggedKill {
  /** The list of candidates before it, where the program prints one. */
  readonly considered?: number;
  readonly candidates?: readonly LoggedCandidate[];
  /** How many processes of its unit were killed, where systemd reports it. */
  readonly processes?: number;
  /** What became of the process, as far as earlyoom reports it. */
  readonly ends?: readonly LoggedEnd[];
  /** What earlyoom measured just before. */
  readonly look?: LoggedLook;
}

/** What systemd says of a unit, in a line of its own before or after the line about the kill. */
interface UnitKill {
  /** Null where a person left it out: the kill before had it. */
  readonly unit: string | null;
  readonly processes: number;
  readonly line: number;
  readonly time: string | null;
  readonly text: string;
}

const LINE_LENGTH_MAX = 8192;
/** What a name could play with on a terminal; a tab is not among it. */
const CONTROLS = /(?!\t)\p{Cc}/gu;
/** More are counted. */
const KILLS_MAX = 10_000;
const CANDIDATES_MAX = 1000;
const ENDS_MAX = 20;
/** What is before the text of a program: whatever kept the log writes it in its own way. */
const PROGRAM = /^(.{0,300}?)\b(systemd-oomd|earlyoom|oomd)(?:\[\d{1,10}\])?: ?(?=\s*\S)/;
/** As talosctl and the dashboard print it; a kernel's line has no program. */
const TALOS = /^.{0,300}?\[(\d{4}-\d\d-\d\dT\S{8,24})\]: \[talos\] (?=\S)/;
/** The time of syslog, with the month in any language. */
const WRITTEN = /^\D{1,12} ?\d{1,2} \d\d:\d\d:\d\d/;
/** The same where a log has the time and no program. */
const TIMED = /^(\D{1,12} ?\d{1,2} \d\d:\d\d:\d\d): (?=\S)/;
const CONSIDERED = /^Considered (\d{1,10}) cgroups for killing/;
const CANDIDATE = new RegExp(`^\\s*Path: ${PATH}$`);
/** A log that is folded at 72 columns has a long path in several lines. */
const FOLDS_MAX = 4;
/** earlyoom says what it measured just before it says that this is low, and acts. */
const LOOK_LINES = 3;
const FACT = /^\s*([A-Z][A-Za-z ]{2,40}): (.{1,200})$/;
/** The place in its source that oomd puts before a line. */
const SOURCE_PLACE = /^\[[^\]\s]{1,200}:\d{1,6}\] /;
/** oomd writes a kill to the kernel's log, behind whatever that puts before a line. */
const OOMD_KILL = /\boomd kill: /;
/** As a container runtime keeps what a program writes, and as syslog does since RFC 5424. */
const CRI = /^\d{4}-\d\d-\d\dT\S{8,24} std(?:out|err) [FP] /;
const SYSLOG =
  /^<\d{1,3}>1 (\S{1,40}) \S{1,255} (\S{1,48}) \S{1,128} \S{1,32} (?:-|\[.{0,300}?\]) /;
/** systemd reports of units, and the kernel has the kills of oomd. */
const REPORTERS: readonly string[] = ["systemd", "kernel"];
const PROGRAMS: readonly string[] = ["systemd-oomd", "earlyoom", "oomd"] satisfies KillerName[];

export class KillerLog {
  readonly kills: KillInLog[] = [];
  leftOut = 0;
  /** What earlyoom measured when the least memory was available. */
  lowest: LoggedLook | null = null;
  /** The limits of earlyoom, which it prints when it starts. */
  configured: string | null = null;
  /** What systemd-oomd could not kill. */
  readonly failures: string[] = [];
  /** Processes that systemd-oomd sent SIGKILL, before it says to which cgroup they belonged. */
  readonly attempted = new Set<number>();
  /** What oomd tried to kill, by which actions, why it took a cgroup, and what came of it. */
  readonly tried: string[] = [];
  readonly actions: string[] = [];
  readonly picked: { readonly path: string; readonly why: string }[] = [];
  readonly outcomes: LoggedOutcome[] = [];
  /** How often earlyoom had no process to kill. */
  foundNone = 0;
  readonly #units: UnitKill[] = [];
  #look: { readonly look: LoggedLook; readonly line: number } | null = null;
  #considered: number | null = null;
  #candidates: { path: string; facts: Record<string, string> }[] = [];
  #limits: string | null = null;

  /** Candidates of a list that no line about a kill follows. */
  get listed(): readonly LoggedCandidate[] {
    return this.#candidates;
  }

  /** How many cgroups are in it, some of which may not be listed. */
  get considered(): number | null {
    return this.#considered;
  }

  /** Whether it has lines of a killer that are about no kill. */
  get hasOther(): boolean {
    const { lowest, considered, failures, attempted, tried, actions, outcomes } = this;
    const said = failures.length + tried.length + actions.length + outcomes.length;
    const acts = said + attempted.size + this.foundNone;
    return lowest !== null || considered !== null || acts > 0;
  }

  take(line: string, number: number): void {
    const { text, time, isPrograms } = bare(line);
    this.#takeOther(text, time, number);
    const killed = readKernelsUnit(text);
    if (killed !== null) {
      const said = { killed, line: number, time: time ?? timeOf(text), text };
      this.#push({ killer: "kernel", by: "unknown", ...said });
      return;
    }
    if (isPrograms) this.#takeOomds(text, time, number);
    const considered = CONSIDERED.exec(text);
    if (considered !== null) {
      this.#considered = Number(considered[1]);
      this.#candidates = [];
      this.#announceWithCandidates();
      return;
    }
    this.#limits = readLimits(text) ?? this.#limits;
    if (this.#considered !== null && this.#takeCandidate(text)) return;
    const kill = readKill(text);
    if (kill === null || (kill.by === "unknown" && kill.isCut && !isPrograms)) return;
    if (kill.killer === "oomd") this.#dropOutcome();
    this.#push({ ...kill, ...this.#context(kill.killer, number), line: number, time, text });
    this.#considered = null;
    this.#candidates = [];
    this.#limits = null;
  }

  #push(kill: KillInLog): void {
    if (this.kills.length < KILLS_MAX) this.kills.push(kill);
    else this.leftOut += 1;
  }

  /** A line that announces a kill comes before the list. */
  #announceWithCandidates(): void {
    const last = this.kills.at(-1);
    if (last === undefined || last.killed !== null || last.candidates !== undefined) return;
    this.kills[this.kills.length - 1] = { ...last, ...this.#context(last.killer, last.line) };
  }

  #takeOomds(text: string, time: string | null, line: number): void {
    const action = readAction(text);
    if (action !== null && this.actions.length < KILLS_MAX) this.actions.push(action);
    const tried = readTried(text);
    if (tried !== null && this.tried.length < KILLS_MAX) this.tried.push(tried);
    const picked = readPicked(text);
    if (picked !== null && this.picked.length < KILLS_MAX) this.picked.push(picked);
    const outcome = readOutcome(text);
    if (outcome === null) return;
    if (this.outcomes.length < KILLS_MAX) this.outcomes.push(outcome);
    if (outcome.killed === 0) return;
    const killed = this.tried.at(-1) ?? null;
    const processes = outcome.killed;
    this.#push({ killer: "oomd", by: "unknown", killed, processes, line, time, text });
  }

  /** The kernel's log has another line about the same kill, with the rule. */
  #dropOutcome(): void {
    const last = this.kills.at(-1);
    if (last?.killer === "oomd" && last.by === "unknown") this.kills.pop();
  }

  /** Takes lines that say more about a kill, or why there was none. */
  #takeOther(text: string, time: string | null, line: number): void {
    const look = readLook(text);
    const lowest = Number(this.lowest?.memory ?? Number.POSITIVE_INFINITY);
    if (look !== null && Number(look.memory) < lowest) this.lowest = look;
    if (look !== null) this.#look = { look, line };
    if (foundNone(text)) this.foundNone += 1;
    this.configured = readConfiguredLimits(text) ?? this.configured;
    const failure = readFailure(text);
    if (failure !== null && this.failures.length < KILLS_MAX) this.failures.push(failure);
    const attempt = readAttempt(text);
    if (attempt !== null && this.attempted.size < KILLS_MAX) this.attempted.add(attempt);
    const last = this.kills.at(-1);
    const end = last?.killer === "earlyoom" ? readEnd(text) : null;
    if (last !== undefined && end !== null && (last.ends ?? []).length < ENDS_MAX) {
      this.kills[this.kills.length - 1] = { ...last, ends: [...(last.ends ?? []), end] };
    }
    const said = readUnit(text);
    if (said !== null && this.#units.length < KILLS_MAX) {
      this.#units.push({ ...said, line, time: time ?? timeOf(text), text });
    }
  }

  /** Each unit that systemd reports is that of another line, or such a line is not in the log. */
  end(): void {
    const open = new OpenKills(this.kills);
    for (const { unit, ...report } of this.#units.splice(0)) {
      const at = open.take(unit);
      const kill = at === undefined ? undefined : this.kills[at];
      if (at !== undefined && kill !== undefined) {
        this.kills[at] = confirmed(kill, { unit, ...report });
      } else if (unit !== null) {
        this.#push({ killer: "systemd-oomd", by: "unknown", killed: unit, ...report });
      }
    }
    this.kills.sort((a, b) => a.line - b.line);
    const inner = this.kills.filter((kill) => !this.kills.some((each) => isAbove(kill, each)));
    this.kills.splice(0, this.kills.length, ...inner);
  }

  #takeCandidate(text: string): boolean {
    const [, path] = CANDIDATE.exec(text) ?? [];
    const last = this.#candidates.at(-1);
    if (path !== undefined) {
      if (this.#candidates.length < CANDIDATES_MAX) this.#candidates.push({ path, facts: {} });
      return true;
    }
    const [, name, value] = FACT.exec(text) ?? [];
    if (last === undefined || name === undefined || value === undefined) return false;
    last.facts[name] = value;
    return true;
  }

  #context(killer: KillerName, line: number) {
    if (killer === "earlyoom") {
      const seen = this.#look;
      const isNear = seen !== null && line - seen.line <= LOOK_LINES;
      return {
        ...(this.#limits === null ? {} : { limit: this.#limits }),
        ...(isNear ? { look: seen.look } : {}),
      };
    }
    if (killer !== "systemd-oomd" || this.#considered === null) return {};
    return { considered: this.#considered, candidates: this.#candidates };
  }
}

/** Throws UnreadableError where no line is from a killer. */
export function readKillerLog(name: string, bytes: Uint8Array): KillerLog {
  const log = new KillerLog();
  for (const { text, number } of unfolded(decodedText(bytes).split("\n"))) log.take(text, number);
  log.end();
  if (log.kills.length > 0 || log.hasOther) return log;
  throw new UnreadableError(`${name}: no line of it is about a kill.`);
}

/** A unit whose processes died was not only marked. */
function confirmed(
  { isMarked, ...kill }: KillInLog,
  { unit, processes, time }: UnitKill,
): KillInLog {
  const known = kill.killed ?? announcedPaths(kill).find((path) => lastPart(path) === unit);
  const isWhole = known?.startsWith("/") ?? false;
  const killed = isWhole ? (known ?? null) : (unit ?? kill.killed);
  return { ...kill, killed, time: kill.time ?? time, processes };
}

/** The lines of systemd about one kill: each unit above that of the process has one too. */
const ONE_KILL_LINES = 16;

/** Whether systemd reports a unit since it reports one below it, by their names. */
function isAbove(kill: KillInLog, other: KillInLog): boolean {
  if (kill.killer !== "kernel" || other.killer !== "kernel") return false;
  if (Math.abs(kill.line - other.line) > ONE_KILL_LINES || !isSameSecond(kill, other)) return false;
  const [, slice] = /^(.+)\.slice$/.exec(kill.killed ?? "") ?? [];
  const [, user] = /^user@(\d+)\.service$/.exec(other.killed ?? "") ?? [];
  const below = user === undefined ? (other.killed ?? "") : `user-${user}-`;
  return slice !== undefined && below.startsWith(`${slice}-`);
}

function isSameSecond({ time: a }: KillInLog, { time: b }: KillInLog): boolean {
  const second = (time: string | null) => time?.replace(/\.\d+/, "") ?? "";
  return second(a) === second(b);
}

/** What a line that announces a kill may mean: its cgroup itself, or a candidate below it. */
function announcedPaths({ killer, target, candidates = [] }: KillInLog): readonly string[] {
  if (killer !== "systemd-oomd" || target === undefined) return [];
  return [target, ...candidates.map(({ path }) => path)];
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Kills of which no line of systemd has said yet how many processes died. */
class OpenKills {
  /** The places of kills, the last one last, by the last part of their path. */
  readonly #byUnit = new Map<string, number[]>();
  /** Paths of which the beginning of the last part was left out. */
  readonly #cut: { readonly at: number; readonly end: string }[] = [];
  readonly #taken = new Set<number>();
  readonly #all: number[] = [];

  constructor(kills: readonly KillInLog[]) {
    for (const [at, kill] of kills.entries()) {
      const { killed, processes } = kill;
      if (processes !== undefined) continue;
      if (killed === null) {
        for (const path of announcedPaths(kill)) this.#add(lastPart(path), at);
        continue;
      }
      this.#all.push(at);
      const [, end] = CUT_BEGINNING.exec(killed) ?? [];
      if (end === undefined) this.#add(lastPart(killed), at);
      else if (this.#cut.length < CUT_MAX) this.#cut.push({ at, end });
    }
  }

  #add(unit: string, at: number): void {
    const places = this.#byUnit.get(unit) ?? [];
    places.push(at);
    this.#byUnit.set(unit, places);
  }

  /** The place of the last kill of a unit, or of any where the unit was left out. */
  take(unit: string | null): number | undefined {
    const of = unit === null ? this.#all : (this.#byUnit.get(unit) ?? []);
    let at = of.pop();
    while (at !== undefined && this.#taken.has(at)) at = of.pop();
    at ??= this.#cut.find((each) => {
      return !this.#taken.has(each.at) && unit !== null && unit.endsWith(each.end);
    })?.at;
    if (at !== undefined) this.#taken.add(at);
    return at;
  }
}

const CUT_BEGINNING = /^(?:\u2026|\.{3})([^/]+)$/;
/** A person shortens some; a log has none. */
const CUT_MAX = 100;

/** Lines, those whole that were folded within a sentence about a kill. */
function unfolded(lines: readonly string[]): { readonly text: string; readonly number: number }[] {
  const whole: { text: string; number: number }[] = [];
  for (let at = 0; at < lines.length; ) {
    const parts = lines.slice(at, at + foldsAt(lines, at));
    whole.push({ text: parts.join(" ").trimEnd(), number: at + 1 });
    at += parts.length;
  }
  return whole;
}

/** How many lines a sentence has that the first of them leaves open; else 1. */
function foldsAt(lines: readonly string[], at: number): number {
  const isOpen = (text: string) => readKill(bare(text).text)?.isCut === true;
  const first = lines[at] ?? "";
  if (!/(?:Killed|Marked) /.test(first) || !isOpen(first)) return 1;
  for (let count = 2; count <= FOLDS_MAX; count += 1) {
    const parts = lines.slice(at, at + count);
    const last = parts.at(-1)?.trim() ?? "";
    if (parts.length < count || last === "" || bare(last).time !== null) return 1;
    const text = parts.map((part) => part.trim()).join(" ");
    const kill = readKill(bare(text).text);
    if (kill !== null && kill.isCut === undefined) return count;
  }
  return 1;
}

/** What systemd-oomd and oomd write before a kill, or instead of one. */
const IS_OOMDS: readonly ((text: string) => boolean)[] = [
  (text) => CONSIDERED.test(text),
  (text) => readFailure(text) !== null,
  (text) => readAttempt(text) !== null,
  (text) => readTried(text) !== null,
  (text) => readAction(text) !== null,
  (text) => readOutcome(text) !== null,
  foundNone,
];

/** Whether a text has a line about a kill, or about what a killer measured or compared. */
export function isKillerLog(text: string): boolean {
  const lines = text.split("\n");
  return lines.some((line, at) => {
    // Cheap first: most texts have none of these names.
    if (!/oom|OOM|Killed|Marked|ending SIG|illing process|mem avail:/.test(line)) return false;
    const { text: said, isPrograms } = bare(line);
    const isOomds = isPrograms && IS_OOMDS.some((is) => is(said));
    if (isOomds || readLook(said) !== null || foldsAt(lines, at) > 1) return true;
    if (readUnit(said) !== null || readKernelsUnit(said) !== null) return true;
    const kill = readKill(said);
    return kill !== null && (isPrograms || kill.killer !== "systemd-oomd" || kill.isCut !== true);
  });
}

interface BareLine {
  readonly text: string;
  readonly time: string | null;
  /** The line names the program that wrote it. */
  readonly isPrograms: boolean;
}

/** The text of a program without what the journal puts before it. */
function bare(whole: string): BareLine {
  const kept = whole.slice(0, LINE_LENGTH_MAX).trimEnd().replace(CONTROLS, "\ufffd");
  if (kept.startsWith("{")) return ofJson(kept);
  const [syslog = "", sent = null, sender = ""] = SYSLOG.exec(kept) ?? [];
  if (PROGRAMS.includes(sender)) {
    return { text: kept.slice(syslog.length), time: sent, isPrograms: true };
  }
  const line = kept.replace(CRI, "");
  const [written = "", moment = null] = TALOS.exec(line) ?? [];
  if (moment !== null) return { text: line.slice(written.length), time: moment, isPrograms: true };
  const found = PROGRAM.exec(line);
  const kill = found === null ? line.search(OOMD_KILL) : -1;
  if (kill >= 0) {
    return { text: line.slice(kill), time: timeOf(line.slice(0, kill)), isPrograms: true };
  }
  if (found === null) {
    const [head = "", time = null] = TIMED.exec(line) ?? [];
    return { text: line.slice(head.length).trimStart(), time, isPrograms: false };
  }
  const [all, prefix = ""] = found;
  const text = line.slice(all.length).replace(SOURCE_PLACE, "");
  return { text, time: timeOf(prefix), isPrograms: true };
}

/** Behind marks of a quotation, or within brackets. */
function timeOf(whole: string): string | null {
  const prefix = whole.replace(/^[^\p{L}\d]+/u, "");
  return WRITTEN.exec(prefix)?.[0] ?? prefixTime(prefix)?.replace(/\.0(?!\d)/, "") ?? null;
}

function ofJson(line: string): BareLine {
  const none = { text: "", time: null, isPrograms: false };
  try {
    const { MESSAGE, SYSLOG_IDENTIFIER, __REALTIME_TIMESTAMP: at, log } = JSON.parse(line);
    // Docker's own file.
    if (typeof log === "string" && !log.startsWith("{")) return bare(log);
    const isPrograms = PROGRAMS.includes(SYSLOG_IDENTIFIER);
    if (typeof MESSAGE !== "string") return none;
    if (!isPrograms && !REPORTERS.includes(SYSLOG_IDENTIFIER)) return none;
    const time = /^\d{10,17}$/.test(at) ? new Date(Number(at) / 1000).toISOString() : null;
    return { text: MESSAGE.replace(CONTROLS, "\ufffd"), time, isPrograms };
  } catch {
    return none;
  }
}
