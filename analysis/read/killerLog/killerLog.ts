/** A log of killers in user space: who was killed, by which program and rule. */
import { prefixTime } from "../journal/line.ts";
import { type KillerName, type LoggedKill, readKill, readLimits } from "./killerLines.ts";

/** A candidate that systemd-oomd lists, as far as the log has it. */
export interface LoggedCandidate {
  readonly path: string;
  readonly facts: Readonly<Record<string, string>>;
}

export interface KillInLog extends LoggedKill {
  /** The list of candidates before it, where the program prints one. */
  readonly considered?: number;
  readonly candidates?: readonly LoggedCandidate[];
}

const LINE_LENGTH_MAX = 8192;
/** What a name could play with on a terminal; a tab is not among it. */
const CONTROLS = /(?!\t)\p{Cc}/gu;
/** More are counted. */
const KILLS_MAX = 10_000;
const CANDIDATES_MAX = 1000;
/** What is before the text of a program: whatever kept the log writes it in its own way. */
const PROGRAM = /^(.{0,300}?)\b(systemd-oomd|earlyoom|oomd)(?:\[\d{1,10}\])?: ?(?=\S|\t)/;
/** The time of syslog, with the month in any language. */
const WRITTEN = /^\D{1,12} ?\d{1,2} \d\d:\d\d:\d\d/;
const CONSIDERED = /^Considered (\d{1,10}) cgroups for killing/;
const CANDIDATE = /^\s*Path: (\/\S{0,4096})$/;
const FACT = /^\s*([A-Z][A-Za-z ]{2,40}): (.{1,200})$/;
const PROGRAMS: readonly string[] = ["systemd-oomd", "earlyoom", "oomd"] satisfies KillerName[];

export class KillerLog {
  readonly kills: KillInLog[] = [];
  leftOut = 0;
  #considered: number | null = null;
  #candidates: { path: string; facts: Record<string, string> }[] = [];
  #limits: string | null = null;

  take(line: string, number: number): void {
    const { text, time } = bare(line);
    const considered = CONSIDERED.exec(text);
    if (considered !== null) {
      this.#considered = Number(considered[1]);
      this.#candidates = [];
      return;
    }
    this.#limits = readLimits(text) ?? this.#limits;
    if (this.#considered !== null && this.#takeCandidate(text)) return;
    const kill = readKill(text);
    if (kill === null) return;
    if (this.kills.length < KILLS_MAX) {
      this.kills.push({ ...kill, ...this.#context(kill.killer), line: number, time, text });
    } else this.leftOut += 1;
    this.#considered = null;
    this.#candidates = [];
    this.#limits = null;
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

  #context(killer: KillerName) {
    if (killer === "earlyoom") return this.#limits === null ? {} : { limit: this.#limits };
    if (killer !== "systemd-oomd" || this.#considered === null) return {};
    return { considered: this.#considered, candidates: this.#candidates };
  }
}

/** Whether a text has a line about a kill. */
export function isKillerLog(text: string): boolean {
  return text.split("\n").some((line) => {
    // Cheap first: most texts have none of these names.
    if (!/oom|Killed|Marked|sending SIG|illing process/.test(line)) return false;
    const { text: said, isPrograms } = bare(line);
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
  const line = whole.slice(0, LINE_LENGTH_MAX).trimEnd().replace(CONTROLS, "\ufffd");
  if (line.startsWith("{")) return ofJson(line);
  const found = PROGRAM.exec(line);
  if (found === null) return { text: line.trimStart(), time: null, isPrograms: false };
  const [all, prefix = ""] = found;
  return { text: line.slice(all.length), time: timeOf(prefix), isPrograms: true };
}

function timeOf(prefix: string): string | null {
  return WRITTEN.exec(prefix)?.[0] ?? prefixTime(prefix);
}

function ofJson(line: string): BareLine {
  const none = { text: "", time: null, isPrograms: false };
  try {
    const { MESSAGE, SYSLOG_IDENTIFIER, __REALTIME_TIMESTAMP: at } = JSON.parse(line);
    if (typeof MESSAGE !== "string" || !PROGRAMS.includes(SYSLOG_IDENTIFIER)) return none;
    const time = /^\d{10,17}$/.test(at) ? new Date(Number(at) / 1000).toISOString() : null;
    return { text: MESSAGE.replace(CONTROLS, "\ufffd"), time, isPrograms: true };
  } catch {
    return none;
  }
}
