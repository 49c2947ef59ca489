/** The passes of the eviction manager's loop, one at a time, out of the lines of a log. */
import type { PodName } from "../../engine/decision.ts";
import { podText } from "../../text/podText.ts";
import type { LogClock } from "./clock.ts";
import { isPlain, isUnknown, type LogEntry, type LoggedAmount, readEntry } from "./entry.ts";
import { FoldedLines } from "./foldedLines.ts";
import { type LogLine, microseconds, readLogLine } from "./line.ts";
import { NEARBY_WORDS, type NearbyLine, nearbyLine, RECLAIM_EVENT } from "./nearby.ts";
import type { LoggedEviction, LoggedPass } from "./pass.ts";
import { beginsPass, NO_STAGE, saidKey, stageOf } from "./stages.ts";

export type JournalItem =
  | { readonly kind: "pass"; readonly pass: LoggedPass }
  /** The kubelet started; what was remembered is forgotten. */
  | { readonly kind: "start"; readonly nodeConfig: string | null; readonly version: string | null };

/** The limit for a line: a ranking of several hundred pods has 30 kB. */
export const LINE_BYTES_MAX = 2 ** 20;
const NEARBY_MAX = 12;
/** What journald puts before a line is shorter. */
const PREFIX_LENGTH_MAX = 300;
const MESSAGES_MAX = 1000;
/** What a line has that says something, or that is written as bytes: most lines have nothing. */
const RELEVANT = new RegExp(
  [
    ...["viction[ _]manager", "Evicting pod", "Node Config", "ubelet version", "Version: v"],
    ...[`reason"?[=:] ?["']Evicted["']`, "reason: 'Evicted'"],
    ...[String.raw`"MESSAGE" ?: ?\[`, "The node was low on resource: ", NEARBY_WORDS],
  ].join("|"),
  "i",
);
/** The first line of journalctl's, which has the year and the zone that the others leave out. */
const JOURNAL_BEGINS =
  /^-- (?:Logs begin|Journal begins) at \w{3} (\d{4}-\d\d-\d\d)(?: [\d:]{8} ([\w:+-]{1,6}))?/;
/** journalctl --output export writes the time of a message in a line before it. */
const EXPORTED_TIME = /^__REALTIME_TIMESTAMP=(\d+)\r?$/;

/** Lines of one pass that are taken: a node has some hundred pods to evict. */
const PASS_LINES_MAX = 10_000;
/** `host k3s[1234]: I0115 …`: what journald calls the program of a line. */
const PROGRAM = /\s([\w.@-]{1,60})\[\d{1,10}\]: [IWEF]\d{4} /;
/** A message of a kubelet in another text among the lines, after the name of its pod. */
const TOLD =
  /(?:^|[\s/])([a-z0-9][a-z0-9.-]{0,252})\s+(?:Evicted\s+)?(The node was low on resource: .+)$/;
/** How many lines are compared to find a log that was pasted twice, and how much of each. */
const COPIES_MAX = 5000;
const COPY_LENGTH_MAX = 1000;

type Lists =
  | ("met" | "unresolved" | "waiting" | "critical" | "evicted")
  | ("unobserved" | "unconstructed");
type Mutable<T> = { -readonly [member in keyof T]: T[member] };
interface OpenPass
  extends Mutable<Omit<LoggedPass, "observations" | "afterReclaim" | Lists>>,
    Mutable<{ [list in Lists]: LoggedPass[list][number][] }> {
  readonly observations: Map<string, LoggedAmount>;
  readonly afterReclaim: Map<string, LoggedAmount>;
  /** The place of a pod in `evicted`. */
  readonly places: Map<string, number>;
  readonly said: Set<string>;
  lines: number;
  /** The stage of its latest line. */
  stage: number;
  lastTime: bigint | null;
}

/** Lines of the eviction manager that are not understood, and the first of them. */
interface UnknownLines {
  readonly line: number;
  readonly message: string;
  count: number;
}

/** Takes the lines in their order; holds one pass. */
export class PassReader {
  readonly #clock: LogClock;
  #open: OpenPass | null = null;
  #version: string | null = null;
  #nearby: NearbyLine[] = [];
  #furtherNearby = 0;
  /** Messages of events, by pod: they may come before or after their eviction. */
  readonly #messages = new Map<string, { readonly pod: PodName; readonly message: string }>();
  /** The same out of another text among the lines, which has the name of the pod alone. */
  readonly #told = new Map<string, string>();
  #exportedTime: bigint | null = null;
  #unknown: UnknownLines | null = null;
  readonly #folded = new FoldedLines();
  /** Lines that were taken, of which a text that was pasted twice has a copy. */
  readonly #taken = new Set<string>();

  constructor(clock: LogClock) {
    this.#clock = clock;
  }

  /** What is next to passes, where no pass came after it: the first line, and how many. */
  get nearby(): { readonly first: NearbyLine | undefined; readonly lines: number } {
    return { first: this.#nearby[0], lines: this.#nearby.length + this.#furtherNearby };
  }

  /** Null where all lines of the eviction manager are known. */
  get unknown(): Readonly<UnknownLines> | null {
    return this.#unknown;
  }

  /** What is complete with this line. */
  take(text: string, number: number): JournalItem[] {
    return this.#folded.take(text, number).flatMap((line) => this.#take(line.text, line.number));
  }

  /** What may be cut off at the end of the log: its last line and its last pass. */
  end(): JournalItem[] {
    const rest = this.#folded.end().flatMap((line) => this.#take(line.text, line.number));
    return [...rest, ...this.#close()];
  }

  #take(text: string, number: number): JournalItem[] {
    const exported = EXPORTED_TIME.exec(text)?.[1];
    if (exported !== undefined) {
      this.#exportedTime = microseconds(exported);
      return [];
    }
    const [, begun, zone] = JOURNAL_BEGINS.exec(text) ?? [];
    if (begun !== undefined) this.#clock.begin(begun, zone);
    if (!RELEVANT.test(text)) return [];
    const read = readLogLine(text);
    if (read === null || this.#isCopy(read)) return [];
    const line = read.time === null ? { ...read, time: this.#exportedTime } : read;
    const entry = readEntry(line);
    this.#clock.stamped(line.time, line.stamp);
    if (entry?.kind === "observation" && entry.amount.time !== null) {
      this.#clock.learn(line.time, entry.amount.time);
    }
    const time = this.#clock.timeOf(line.time);
    if (entry === null) {
      const [, pod, message] = line.isKubelets ? [] : (TOLD.exec(text) ?? []);
      if (pod !== undefined && message !== undefined && this.#told.size < MESSAGES_MAX)
        this.#told.set(pod, message.trim());
      const near = nearbyLine(line, text, time);
      this.#noteNearby(near);
      if (near === null && isUnknown(line)) this.#leftOut(line, number);
      return [];
    }
    if (entry.kind === "version") {
      this.#version = entry.version;
      return [];
    }
    if (entry.kind === "message") {
      if (this.#messages.size < MESSAGES_MAX) this.#messages.set(podText(entry.pod), entry);
      return [];
    }
    if (entry.kind === "start") {
      return [...this.#close(), { ...entry, version: this.#version }];
    }
    const begins = this.#open !== null && beginsPass(this.#open, entry, time);
    const done = begins ? this.#close() : [];
    this.#open ??= openPass(time, number);
    this.#open.lines += 1;
    this.#open.stage = stageOf(entry) ?? this.#open.stage;
    this.#open.lastTime = time ?? this.#open.lastTime;
    this.#open.isPlain ||= isPlain(line);
    const [, program] = PROGRAM.exec(text.slice(0, PREFIX_LENGTH_MAX)) ?? [];
    if (program !== undefined) this.#open.program = program;
    if (this.#open.lines > PASS_LINES_MAX) this.#leftOut(line, number);
    else {
      const key = saidKey(entry);
      if (key !== null) this.#open.said.add(key);
      added(this.#open, entry, time);
    }
    return done;
  }

  #close(): JournalItem[] {
    const pass = this.#open;
    if (pass === null) return [];
    this.#open = null;
    const { lines, places, said, stage, lastTime, ...logged } = pass;
    const nearby = this.#nearby.filter(({ text }) => {
      // It says again what the pass does.
      return pass.reclaiming === null || !text.startsWith(RECLAIM_EVENT);
    });
    const evicted = pass.evicted.map((each) => ({
      ...each,
      message:
        each.message ??
        this.#messages.get(podText(each))?.message ??
        this.#told.get(each.name) ??
        null,
    }));
    // A filtered log may have the event of an eviction alone.
    const isWithoutEviction = evicted.length === 0 && (pass.mustEvict || pass.ranked !== null);
    if (isWithoutEviction && pass.ending === null) {
      evicted.push(
        ...[...this.#messages.values()].map(({ pod, message }) => evictionWith(pod, message)),
      );
    }
    const rest = { evicted, nearby, furtherNearby: this.#furtherNearby };
    this.#messages.clear();
    this.#nearby = [];
    this.#furtherNearby = 0;
    return [{ kind: "pass", pass: { ...logged, ...rest } }];
  }

  /** A kubelet's own times are exact, so a line that has the same and says the same is a copy. */
  #isCopy({ isKubelets, time, message, values }: LogLine): boolean {
    if (!isKubelets || time === null) return false;
    const said = JSON.stringify([String(time), message, values]);
    const key = `${said.length} ${said.slice(0, COPY_LENGTH_MAX)}`;
    if (this.#taken.has(key)) return true;
    if (this.#taken.size < COPIES_MAX) this.#taken.add(key);
    return false;
  }

  #leftOut({ message }: LogLine, number: number): void {
    this.#unknown ??= { line: number, message, count: 0 };
    this.#unknown.count += 1;
  }

  #noteNearby(line: NearbyLine | null): void {
    if (line === null) return;
    const isAgain = ({ what, text, time }: NearbyLine) =>
      what === line.what && text === line.text && inSecond(time) === inSecond(line.time);
    if (this.#nearby.some(isAgain)) return;
    const last = this.#nearby.at(-1);
    const isCompleted =
      last?.isBeginning && last.what === line.what && inSecond(last.time) === inSecond(line.time);
    if (isCompleted) this.#nearby.pop();
    if (this.#nearby.length < NEARBY_MAX) this.#nearby.push(line);
    else this.#furtherNearby += 1;
  }
}

function openPass(time: bigint | null, line: number): OpenPass {
  return {
    time,
    line,
    observations: new Map(),
    afterReclaim: new Map(),
    met: [],
    unresolved: [],
    waiting: [],
    conditions: [],
    reclaiming: null,
    mustEvict: false,
    ranked: null,
    rankedUnread: 0,
    unobserved: [],
    unconstructed: [],
    reclaimFailure: null,
    critical: [],
    evicted: [],
    cleanUp: null,
    ending: null,
    statsFailure: null,
    nearby: [],
    furtherNearby: 0,
    isPlain: false,
    places: new Map(),
    said: new Set(),
    lines: 0,
    stage: NO_STAGE,
    lastTime: null,
  };
}

/** The second of a time in nanoseconds. */
function inSecond(time: bigint | null): bigint | null {
  return time === null ? null : time / 1_000_000_000n;
}

function added(pass: OpenPass, entry: LogEntry, time: bigint | null): void {
  switch (entry.kind) {
    case "observation":
      (entry.afterReclaim ? pass.afterReclaim : pass.observations).set(entry.signal, entry.amount);
      if (!entry.afterReclaim) pass.time = time ?? pass.time;
      return;
    case "threshold":
      if (entry.list !== "other") pass[entry.list].push(entry.threshold);
      return;
    case "grace":
      pass.waiting.push(entry);
      return;
    case "conditions":
      pass.conditions = entry.conditions;
      return;
    case "reclaiming":
      pass.reclaiming = entry.resource;
      if (entry.threshold !== undefined) pass.unresolved.push(entry.threshold);
      return;
    case "must-evict":
      pass.mustEvict = true;
      pass.reclaiming ??= entry.resource;
      return;
    case "ranked":
      pass.ranked = entry.pods;
      pass.rankedUnread = entry.unread;
      return;
    case "unobserved":
      if (!pass.unobserved.includes(entry.signal)) pass.unobserved.push(entry.signal);
      return;
    case "unconstructed":
      pass.unconstructed.push({ signal: entry.signal, reason: entry.reason });
      return;
    case "reclaim-failed":
      pass.reclaiming ??= entry.resource;
      pass.reclaimFailure = entry.reason;
      return;
    case "critical":
      pass.critical.push(entry.pod);
      return;
    case "evicting":
    case "evicted":
      addEviction(pass, entry, time);
      return;
    case "cleaned-up":
    case "timed-out":
      pass.cleanUp = entry.kind;
      // A cut or filtered log may name the evicted pods here alone.
      if (pass.evicted.length === 0) {
        pass.evicted.push(...entry.pods.map((pod) => evictionWith(pod, null)));
      }
      return;
    case "ending":
      pass.ending = entry.ending;
      pass.statsFailure = entry.reason || null;
      return;
  }
}

/** An eviction that its event or its clean-up alone has. */
function evictionWith(pod: PodName, message: string | null): LoggedEviction {
  return { ...pod, time: null, message, failure: null };
}

/** "Evicting pod" and "evicted successfully" are about one pod. */
function addEviction(
  { evicted, places }: OpenPass,
  entry: Extract<LogEntry, { readonly pod: PodName }>,
  time: bigint | null,
): void {
  const message = entry.kind === "evicting" ? entry.message : null;
  const failure = entry.kind === "evicted" ? entry.failure : null;
  const key = podText(entry.pod);
  const place = places.get(key) ?? evicted.length;
  const before = evicted[place] ?? { ...entry.pod, time, message: null };
  places.set(key, place);
  evicted[place] = { ...before, message: before.message ?? message, failure };
}
