import type { Decision } from "../../../../analysis/engine/decision.ts";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { Comparing } from "../../../../analysis/questions/diff/difference.ts";
import { Decisions } from "../../../../analysis/questions/replay/frozen/decisions.ts";
import type { FrozenCapture } from "../../../../analysis/questions/replay/frozen/frozenCapture.ts";
import { Run } from "../../../../analysis/questions/replay/frozen/run.ts";
import { formatTime } from "../../../../analysis/text/time.ts";
import { Detail } from "../../../../assembly/abi.ts";
import type { Compared } from "../../session/protocol.ts";
import { Turns } from "../../session/turns.ts";
import type { Handlers } from "../../worker/handlers.ts";
import { policyJson } from "../../worker/policyJson.ts";
import { reportProgress } from "../../worker/replies.ts";
import { TimelineRecorder } from "../../worker/timeline.ts";

type Pair<T> = readonly [T, T];

export const HANDLERS: Handlers<"compare"> = {
  compare: async (session, { a, isRecorded }, reply) => {
    await session.decided();
    const capture = session.inForce;
    const captures = [isRecorded ? session.opened : capture, capture] as const;
    const b = { ...session.policy, options: a.options };
    const jsons = [policyJson(a, capture.options).json, session.policyJson(b).json] as const;
    const comparisons = session.keep(Comparisons, () => new Comparisons(session.core));
    session.untilSuperseded.addEventListener("abort", () => comparisons.stop(), { once: true });
    const progress = reportProgress(reply, capture.steps.length);
    const compared = await comparisons.compare(captures, jsons, progress);
    reply({ kind: "compared", compared });
  },
};

/** Two engines of their own: a comparison leaves the run that is looked at where it is. */
export class Comparisons {
  readonly #core: WebAssembly.Module;
  #engines: Pair<EvictionEngine> | null = null;
  #generation = 0;

  constructor(core: WebAssembly.Module) {
    this.#core = core;
  }

  /** Throws EngineError when a configuration is refused, Superseded when another one began. */
  async compare(
    captures: Pair<FrozenCapture>,
    [a, b]: Pair<string>,
    progress: (done: number) => void,
  ): Promise<Compared> {
    this.stop();
    const generation = this.#generation;
    const turns = new Turns(() => generation === this.#generation);
    this.#engines ??= [new EvictionEngine(this.#core), new EvictionEngine(this.#core)];
    const runs: Pair<Run> = [
      new Run(this.#engines[0], captures[0], a),
      new Run(this.#engines[1], captures[1], b),
    ];
    return compareRuns(runs, captures[1], turns, progress);
  }

  /** What is under way compares what is no longer there. */
  stop(): void {
    this.#generation++;
  }
}

/** Takes every step of both runs, side by side. */
export async function compareRuns(
  [a, b]: Pair<Run>,
  { steps, ends }: Pick<FrozenCapture, "steps" | "ends">,
  turns: Turns,
  progress: (done: number) => void,
): Promise<Compared> {
  const [decisionsA, decisionsB] = [new Decisions(a), new Decisions(b)];
  const recorders = [
    new TimelineRecorder(steps.length),
    new TimelineRecorder(steps.length),
  ] as const;
  const comparing = new Comparing();
  for (const [step, { time }] of steps.entries()) {
    const pair = [decisionsA.next(), decisionsB.next()] as const;
    recorders[0].take(step, pair[0]);
    recorders[1].take(step, pair[1]);
    const inFull = () => observed([inFullOf(a), inFullOf(b)]);
    comparing.take({ time: formatTime(time), step, decisions: observed(pair), inFull });
    if (!turns.isOver) continue;
    progress(step + 1);
    await turns.rest();
  }
  return {
    policies: [a.policy, b.policy],
    timelines: [recorders[0].timeline, recorders[1].timeline],
    comparison: { ...comparing.comparison, recorded: ends },
  };
}

function inFullOf(run: Run): Decision | null {
  return run.decision(Detail.Arithmetic)?.parse() ?? null;
}

function observed([a, b]: Pair<Decision | null>): Pair<Decision> | null {
  return a === null || b === null ? null : [a, b];
}
