import type { Clock } from "../../../analysis/engine/clock.ts";
import type { Decision, Policy } from "../../../analysis/engine/decision.ts";
import { sectionsLines } from "../../../analysis/present/terminal/blocks.ts";
import { printed } from "../../../analysis/present/terminal/controls.ts";
import { COLUMNS_MAX, type Style, styleOf } from "../../../analysis/present/terminal/style.ts";
import { TimelineLines } from "../../../analysis/present/terminal/timelineLines.ts";
import { closing } from "../../../analysis/questions/replay/closing.ts";
import { EMPTY_TALLY, tallied } from "../../../analysis/questions/replay/tally.ts";
import { eventLines } from "../../../analysis/questions/replay/timeline.ts";
import type { CaptureHeader } from "../../../analysis/read/capture/capture.ts";
import { readableText } from "../../../analysis/read/readable.ts";
import type { TimelineLine } from "../../../analysis/text/document.ts";
import { isNews } from "../../../analysis/text/outcome.ts";
import { formatTime } from "../../../analysis/text/time.ts";
import { Detail } from "../../../assembly/abi.ts";
import type { DecisionQuery } from "../../daemon/server/decisionQuery.ts";
import type { Act, DaemonStep, Observer } from "../../daemon/step.ts";
import type { Io } from "../../system/io.ts";
import { Canvas } from "./canvas.ts";
import { screenLines, type View } from "./screenLines.ts";

export interface ScreenOptions {
  readonly io: Io;
  readonly clock: Clock;
  /** The source's name. */
  readonly source: string;
  /** What the daemon does with its decisions, such as `observes only`. */
  readonly mode: string;
  readonly url: string | null;
  readonly decisionQuery: DecisionQuery;
}

const NANOSECONDS = 1_000_000_000n;
/** The age of what is shown is in seconds. */
const REDRAW_MILLISECONDS = 1_000;
/** More events than this do not fit on any screen. */
const EVENTS_MAX = 60;

/** What a person sees who runs the daemon in a terminal. */
export class Screen implements Observer {
  readonly #options: ScreenOptions;
  readonly #canvas: Canvas;
  readonly #stop: (() => void)[];
  #title = "plimsoll";
  #origins: string;
  #seen: View["seen"] = null;
  #seenAt = 0n;
  #problems: readonly string[] = [];
  #events: View["events"] = [];
  #tally = EMPTY_TALLY;
  #acts = "";

  constructor(options: ScreenOptions) {
    this.#options = options;
    this.#origins = options.source;
    this.#canvas = new Canvas(options.io.stdout);
    const draw = () => void this.#draw();
    const timer = setInterval(draw, REDRAW_MILLISECONDS);
    timer.unref();
    this.#stop = [() => clearInterval(timer), options.io.stdout.onResize(draw)];
  }

  configured(policy: Policy, origins: readonly string[], header: CaptureHeader): Promise<void> {
    const parts = [
      header.node ?? "plimsoll",
      header.kubelet === undefined ? null : `kubelet ${header.kubelet}`,
      policy.profile === "kubelet" ? null : `profile ${policy.profile}`,
    ];
    this.#title = parts.filter((part) => part !== null).join(", ");
    this.#origins = `${this.#options.source} · configuration: ${origins.join(", then ")}`;
    return this.#draw();
  }

  step(step: DaemonStep): Promise<void> {
    const { decisionText, problems } = step;
    this.#problems = problems.map(({ sentence }) => sentence);
    const time = formatTime(step.snapshot.time);
    const decision = decisionText === null ? null : this.#ranked(decisionText);
    if (decision !== null) {
      this.#addEvents(decision, step);
      this.#seen = { step, decision };
      this.#seenAt = this.#options.clock.now();
    }
    this.#tally = tallied(this.#tally, { time, decision });
    return this.#draw();
  }

  reportError(sentence: string): Promise<void> {
    const time = formatTime(this.#options.clock.now());
    this.#happened([{ time, text: sentence, tone: "bad" }]);
    return this.#draw();
  }

  async close(): Promise<void> {
    for (const stop of this.#stop) stop();
    await this.#canvas.leave();
    const { io } = this.#options;
    const parts = { input: null, inputTwice: null, thresholds: [], candidate: null };
    const lines = sectionsLines(closing(this.#tally, parts), { all: true }, styleOf(io));
    await io.stdout.write(printed(lines));
  }

  /** A step that chose no threshold has no ranking; asked further, it ranks for memory. */
  #ranked(decisionText: string): Decision {
    const decision = readableText<Decision>(decisionText);
    if (decision.ranking !== undefined) return decision;
    const further = this.#options.decisionQuery.decision(Detail.Counterfactuals);
    if (further === null) return decision;
    const { ranking = [] } = readableText<Decision>(Buffer.from(further).toString());
    return { ...decision, ranking };
  }

  #addEvents(decision: Decision, { acts }: DaemonStep): void {
    const before = this.#seen?.decision ?? null;
    const sentences = acts.filter(isTold).map(({ outcome }) => outcome.sentence);
    const news = sentences.join(" ") === this.#acts ? [] : sentences;
    this.#acts = sentences.join(" ");
    const [was, is] = [before === null ? null : withoutOthers(before), withoutOthers(decision)];
    const { time } = decision;
    this.#happened([
      ...(isNews(was, is) ? eventLines(was, is) : []),
      ...news.map((text): TimelineLine => ({ time, text, tone: "subject" })),
    ]);
  }

  /** Kept as what draws it: the terminal may be of another width by then. */
  #happened(lines: readonly TimelineLine[]): void {
    if (lines.length === 0) return;
    const event = (style: Style) =>
      new TimelineLines(style, Math.min(style.columns, COLUMNS_MAX), null).of(lines);
    this.#events = [...this.#events, event].slice(-EVENTS_MAX);
  }

  /** The last column stays free: a terminal that clears the rest of a full line clears its end. */
  #style(): Style {
    const style = styleOf(this.#options.io);
    return { ...style, columns: style.columns - 1 };
  }

  #draw(): Promise<void> {
    const { io, clock, mode, url } = this.#options;
    const view: View = {
      title: this.#title,
      origins: this.#origins,
      mode,
      url,
      seen: this.#seen,
      secondsAgo: Number((clock.now() - this.#seenAt) / NANOSECONDS),
      problems: this.#problems,
      events: this.#events,
    };
    return this.#canvas.draw(screenLines(view, io.stdout.rows, this.#style()));
  }
}

/** The conditions are on the screen anyway; only reporting them elsewhere is news. */
function isTold({ kind, outcome, withheldBy }: Act): boolean {
  return kind !== "setNodeConditions" || outcome.done || withheldBy !== undefined;
}

/** A decision with those of its ranking that are evicted, which are all that an event shows. */
function withoutOthers(decision: Decision): Decision {
  const uids = new Set(decision.evictions.map(({ uid }) => uid));
  return { ...decision, ranking: (decision.ranking ?? []).filter(({ uid }) => uids.has(uid)) };
}
