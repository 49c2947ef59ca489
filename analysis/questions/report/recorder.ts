import { Action, Detail } from "../../../assembly/abi.ts";
import type { Decision, NodeCondition, Signal } from "../../engine/decision.ts";
import { asLogged } from "../../read/journal/logged.ts";
import { holdsBytes } from "../../read/json/bytes.ts";
import { memoryReport } from "../../read/memory/nodeMemory.ts";
import { leftOutWords } from "../../read/objects/nodePods.ts";
import { readable, withoutRanking } from "../../read/readable.ts";
import type {
  ChartBand,
  ChartLimit,
  ChartMark,
  ChartPoint,
  TimelineLine,
} from "../../text/document.ts";
import { observed } from "../../text/observedThreshold.ts";
import { begun, ended, signalsOf } from "../../text/outcome.ts";
import { podText } from "../../text/podText.ts";
import { formatTime } from "../../text/time.ts";
import { GrowthSinceQuiet } from "../explain/growth.ts";
import type { Incident } from "../explain/incident.ts";
import type { NodeAnalyses } from "../explain/nodeAnalyses.ts";
import type { ComparedRow } from "../replay/comparedRows.ts";
import type { ReplayStep } from "../replay/replay.ts";
import { EMPTY_TALLY, type Tally, tallied } from "../replay/tally.ts";
import { type Moment, problemSentence, Timeline } from "../replay/timeline.ts";

/** One signal over the whole capture. */
export interface SignalRecord {
  readonly signal: Signal;
  readonly points: readonly ChartPoint[];
  readonly limits: readonly ChartLimit[];
}

/** What a report is made of, as far as the replay shows it. */
export interface ReportRecord {
  readonly tally: Tally;
  readonly incidents: readonly Incident[];
  readonly signals: readonly SignalRecord[];
  /** Signals that were under pressure, those that evicted first. */
  readonly pressed: readonly Signal[];
  readonly bands: readonly ChartBand[];
  readonly marks: readonly ChartMark[];
  readonly events: readonly TimelineLine[];
  /** What was observed first; null where nothing was. */
  readonly first: Decision | null;
  readonly eventsLeftOut: number;
  /** The steps before, of and after the first eviction, as far as they were observed. */
  readonly around: readonly Decision[];
  /** What was wrong first with a record, and its time; null where nothing was. */
  readonly problem: Problem | null;
  readonly leftOut: string | null;
  /** A kubelet says when its node was started; what is reduced does not. */
  readonly isReduced: boolean;
  /** Evictions that the capture records, and those of the policy alone; none in most captures. */
  readonly recorded: readonly ComparedRow[];
}

interface Problem {
  readonly time: string;
  readonly sentence: string;
}

/** How a report shows its steps. */
export interface Recording {
  /** With messages and reasons, and with the steps in which nothing changes. */
  readonly isWhole?: boolean;
  /** Leaves the steps in which nothing changes out. */
  readonly onlyChanges?: boolean;
  /** The capture was made of a kubelet's log. */
  readonly isOfLog?: boolean;
}

const EVENTS_MAX = 200;
/** What a terminal shows. */
const LINES_MAX = 20_000;
export const MARKS_MAX = 200;
/** A curve that is drawn has no use for more. */
const POINTS_MAX = 480;
/** Gathered before they are thinned. */
const POINTS_GATHERED = 8 * POINTS_MAX;
const START_TIME = new TextEncoder().encode('"startTime"');

interface Column {
  readonly points: ChartPoint[];
  readonly limits: Map<string, ChartLimit>;
}

/** Collects a report from the steps of a replay, each while the engine holds its decision. */
export class ReportRecorder {
  readonly #incidentsMax: number;
  readonly #analyses: NodeAnalyses | null;
  readonly #incidents: Incident[] = [];
  readonly #columns = new Map<Signal, Column>();
  readonly #pressed = new Set<Signal>();
  readonly #bands: ChartBand[] = [];
  readonly #open = new Map<NodeCondition, number>();
  readonly #marks: ChartMark[] = [];
  readonly #events: TimelineLine[] = [];
  readonly #growth = new GrowthSinceQuiet();
  readonly #recording: Recording;
  readonly #timeline: Timeline;
  readonly #around: Decision[] = [];
  #evicting: Decision | null = null;
  #problem: Problem | null = null;
  #eventsLeftOut = 0;
  #tally = EMPTY_TALLY;
  #before: Decision | null = null;
  #first: Decision | null = null;
  #last = 0;
  #leftOut: string | null = null;
  #isReduced: boolean | null = null;
  #isEnded = false;

  /**
   * Explains the first `incidentsMax` evictions by itself. `analyses` adds the OOM killer and
   * admission, and gets each step from here.
   */
  constructor(
    incidentsMax: number,
    analyses: NodeAnalyses | null = null,
    recording: Recording = {},
  ) {
    this.#incidentsMax = incidentsMax;
    this.#analyses = analyses;
    this.#recording = recording;
    const { isWhole = false, onlyChanges = !isWhole } = recording;
    this.#timeline = new Timeline({ onlyChanges });
  }

  take(step: ReplayStep): void {
    const time = formatTime(step.time);
    const at = Date.parse(time);
    this.#last = at;
    this.#leftOut ??= leftOutWords(step.leftOut);
    const decision = this.#decisionOf(step);
    const [problem] = step.problems;
    if (problem !== undefined) this.#problem ??= { time, sentence: problemSentence(problem) };
    const known = this.#tally.evictions.length;
    this.#tally = tallied(this.#tally, { time, decision });
    this.#analyses?.take(step);
    this.#pass({ time, decision, problems: step.problems.map(problemSentence) });
    if (decision === null) {
      for (const { points } of this.#columns.values()) points.push({ at, available: null });
      return;
    }
    if (step.summary !== null) this.#isReduced ??= !holdsBytes(step.summary, START_TIME);
    this.#observe(decision, at);
    this.#note(decision, at, this.#tally.evictions.length > known);
    if (this.#tally.evictions.length > known && this.#incidents.length < this.#incidentsMax) {
      const full = step.decision(Detail.Counterfactuals)?.parse() ?? decision;
      const pod = full.subject ?? full.evictions[0];
      const memory = step.summary === null ? null : memoryReport(step.summary, pod);
      const analysis = this.#analyses?.analyze(full, step.summary);
      const growth = this.#growth.until(full, step.summary);
      this.#incidents.push({ decision: full, memory, growth, ...analysis });
    }
    this.#growth.take(decision, step.summary);
    this.#surround(decision);
    this.#before = decision;
    this.#first ??= decision;
  }

  #decisionOf(step: ReplayStep): Decision | null {
    const answer = step.decision(Detail.Arithmetic);
    if (answer === null) return null;
    const isQuiet = step.action === Action.None && !step.changed;
    const decision = isQuiet ? withoutRanking(answer) : readable(answer);
    return this.#recording.isOfLog === true ? asLogged(decision) : decision;
  }

  /** Keeps the step before the first eviction, its own and the next one. */
  #surround(decision: Decision): void {
    const before = this.#before === null ? [] : [this.#before];
    if (this.#evicting === null && decision.evictions.length > 0) {
      this.#evicting = decision;
      this.#around.push(...before, decision);
    } else if (this.#evicting !== null && this.#before === this.#evicting) {
      this.#around.push(decision);
    }
  }

  get record(): ReportRecord {
    if (!this.#isEnded) {
      this.#isEnded = true;
      this.#print(this.#timeline.rest());
    }
    const open = [...this.#open].map(([condition, from]) => ({ condition, from, to: this.#last }));
    return {
      tally: this.#tally,
      incidents: this.#incidents,
      signals: [...this.#columns].map(([signal, { points, limits }]) => ({
        signal,
        points: thinned(points),
        limits: [...limits.values()],
      })),
      pressed: [...this.#pressed],
      bands: [...this.#bands, ...open],
      marks: this.#marks,
      events: this.#events,
      first: this.#first,
      eventsLeftOut: this.#eventsLeftOut,
      around: this.#around,
      problem: this.#problem,
      leftOut: this.#leftOut,
      isReduced: this.#isReduced ?? false,
      recorded: [],
    };
  }

  #observe({ thresholds = [], observations = [] }: Decision, at: number): void {
    for (const { signal, available } of observations) {
      const column: Column = this.#columns.get(signal) ?? { points: [], limits: new Map() };
      this.#columns.set(signal, column);
      column.points.push({ at, available });
      if (column.points.length >= POINTS_GATHERED) {
        column.points.splice(
          0,
          column.points.length,
          ...thinned(column.points, POINTS_GATHERED / 2),
        );
      }
    }
    for (const threshold of thresholds) {
      if (!observed(threshold)) continue;
      const { signal, hard, value, limit } = threshold;
      const label = `${hard ? "hard" : "soft"} ${value}`;
      this.#columns.get(signal)?.limits.set(label, { label, limit, hard });
    }
  }

  #note(decision: Decision, at: number, isNew: boolean): void {
    const before = this.#before;
    for (const signal of signalsOf(before, decision)) this.#pressed.add(signal);
    for (const condition of ended(before, decision)) {
      this.#bands.push({ condition, from: this.#open.get(condition) ?? at, to: at });
      this.#open.delete(condition);
    }
    for (const condition of begun(before, decision)) {
      this.#open.set(condition, at);
    }
    if (!isNew) return;
    for (const eviction of decision.evictions) {
      const label = `evicts ${podText(eviction)}`;
      if (this.#marks.length < MARKS_MAX) this.#marks.push({ at, label });
    }
  }

  #pass(moment: Moment): void {
    this.#print(this.#timeline.step(moment));
  }

  /** Messages and reasons are in the sections about the evictions, if there are any. */
  #print(lines: readonly TimelineLine[]): void {
    const { isWhole = false } = this.#recording;
    const most = isWhole ? LINES_MAX : EVENTS_MAX;
    for (const line of lines) {
      const { details: _, ...itself } = line;
      if (this.#events.length < most) this.#events.push(isWhole ? line : itself);
      else this.#eventsLeftOut += 1;
    }
  }
}

/** Keeps the lowest point of each stretch, so no dip is lost. */
function thinned(points: readonly ChartPoint[], most = POINTS_MAX): readonly ChartPoint[] {
  if (points.length <= most) return points;
  const size = Math.ceil(points.length / most);
  const kept: ChartPoint[] = [];
  for (let at = 0; at < points.length; at += size) {
    const stretch = points.slice(at, at + size);
    const gap = stretch.find(({ available }) => available === null);
    const lowest = stretch.reduce((low, point) => (below(point, low) ? point : low));
    kept.push(gap !== undefined && lowest.available === null ? gap : lowest);
  }
  const last = points.at(-1);
  return last === undefined || kept.at(-1) === last ? kept : [...kept, last];
}

function below(a: ChartPoint, b: ChartPoint): boolean {
  return a.available !== null && (b.available === null || a.available < b.available);
}
