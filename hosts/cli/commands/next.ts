import type { Command } from "commander";
import { documentLines } from "../../../analysis/present/terminal/blocks.ts";
import { styleOf } from "../../../analysis/present/terminal/style.ts";
import {
  type NodesMax,
  nextAnswer,
  nextDocument,
} from "../../../analysis/questions/next/document.ts";
import { roundJson, roundLines } from "../../../analysis/questions/next/nextJson.ts";
import { NEXT, type NextOptions } from "../../../analysis/questions/next/options.ts";
import type { Round } from "../../../analysis/questions/next/round.ts";
import { formatSeconds, plural } from "../../../analysis/text/amount.ts";
import type { Io } from "../../system/io.ts";
import { SYSTEM_CLOCK } from "../../system/systemClock.ts";
import { commandOf } from "../command.ts";
import { inputFailure } from "../exitCode.ts";
import { openCluster } from "../input/cluster.ts";
import { nodeChoiceOf } from "../input/nodeChoice.ts";
import { configurationText } from "../input/policy.ts";
import { printDocument } from "../printDocument.ts";
import { Canvas } from "../screen/canvas.ts";
import { Progress } from "../screen/progress.ts";
import { Fleet } from "./next/fleet.ts";
import { nextKiller } from "./next/killer.ts";
import { untilStopped } from "./run/untilStopped.ts";

export function nextCommand(io: Io): Command {
  return commandOf(NEXT, (_, options) => runNext(options, io));
}

async function runNext(options: NextOptions, io: Io): Promise<void> {
  if (options.killer !== undefined) return nextKiller(options.killer, options, io);
  const { watch = false, samples, config = [] } = options;
  const choice = nodeChoiceOf(options);
  const cluster = await openCluster(options, io, choice.bounds);
  const progress = new Progress(io);
  const display = displayOf(options, progress, io);
  let last: Round | null = null;
  try {
    const fleet = await Fleet.open({
      cluster,
      choice,
      config: await configurationText(config[0], io),
      policy: options,
      clock: SYSTEM_CLOCK,
      io,
    });
    await untilStopped({
      // On a screen it would be written into what is drawn there.
      begin: (signal) => rounds(fleet, options, watch ? null : progress, signal),
      itemsMax: watch ? Number.POSITIVE_INFINITY : samples,
      async take(round) {
        last = round;
        await display.take(round);
      },
    });
  } finally {
    await progress.clear();
    await display.close();
    cluster.close();
  }
  refuseUnread(last);
}

/** One round after the other, each begun an interval after the one before, or at once when late. */
async function* rounds(
  fleet: Fleet,
  { interval }: NextOptions,
  progress: Progress | null,
  signal: AbortSignal,
): AsyncGenerator<Round, void, undefined> {
  while (!signal.aborted) {
    const began = SYSTEM_CLOCK.elapsed();
    const isRead = (count: number) => void progress?.show(`${plural(count, "node")} asked`);
    const round = await fleet.round(signal, isRead).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    // What was given up half-way is not a round.
    if (round === null || signal.aborted) return;
    yield round;
    const spent = Number(SYSTEM_CLOCK.elapsed() - began) / NANOSECONDS_PER_MILLISECOND;
    await SYSTEM_CLOCK.sleep(Math.max(0, interval * 1000 - spent), signal);
  }
}

const NANOSECONDS_PER_MILLISECOND = 1e6;

/** Where rounds are shown. */
interface Display {
  take(round: Round): Promise<void>;
  close(): Promise<void>;
}

function displayOf(options: NextOptions, progress: Progress, io: Io): Display {
  if (!options.watch) return new LastRound(options, progress, io);
  const isScreen = options.output === "text" && io.stdout.isTerminal;
  return isScreen ? new NodesScreen(options, io) : new EachRound(options, io);
}

/** The last round alone: what came before it is what its slopes rest on. */
class LastRound implements Display {
  readonly #options: NextOptions;
  readonly #progress: Progress;
  readonly #io: Io;
  #last: Round | null = null;

  constructor(options: NextOptions, progress: Progress, io: Io) {
    this.#options = options;
    this.#progress = progress;
    this.#io = io;
  }

  async take(round: Round): Promise<void> {
    this.#last = round;
    const { samples, interval } = this.#options;
    if (round.round >= samples) return;
    const next = `the next ${formatSeconds(interval)} after it`;
    await this.#progress.show(`sample ${round.round} of ${samples} is taken, ${next}`);
  }

  /** Ended by a signal, it shows what there is. */
  async close(): Promise<void> {
    await this.#progress.clear();
    const isText = this.#options.output === "text";
    const document = isText ? nextAnswer : nextDocument;
    if (this.#last !== null) await printRound(this.#last, this.#options, this.#io, document);
  }
}

class EachRound implements Display {
  readonly #options: NextOptions;
  readonly #io: Io;

  constructor(options: NextOptions, io: Io) {
    this.#options = options;
    this.#io = io;
  }

  async take(round: Round): Promise<void> {
    const isText = this.#options.output === "text";
    if (isText && round.round > 1) await this.#io.stdout.write("\n");
    await printRound(round, this.#options, this.#io);
  }

  async close(): Promise<void> {}
}

async function printRound(
  round: Round,
  { output, all = false }: NextOptions,
  io: Io,
  document = nextDocument,
): Promise<void> {
  if (output === "json") await io.stdout.write(roundJson(round));
  else if (output === "ndjson") await io.stdout.write(roundLines(round));
  else await printDocument(document(round), { output, all }, io);
}

/** The share of the screen for a table of nodes that does not fit: the pressure is below it. */
const TABLE_SHARE = 1 / 3;
const ROWS_MIN = 5;
const UNREAD_ROWS = 2;

/** The whole terminal, drawn again with each round and when it has another size. */
class NodesScreen implements Display {
  readonly #options: NextOptions;
  readonly #io: Io;
  readonly #canvas: Canvas;
  readonly #stop: () => void;
  #last: Round | null = null;

  constructor(options: NextOptions, io: Io) {
    this.#options = options;
    this.#io = io;
    this.#canvas = new Canvas(io.stdout);
    this.#stop = io.stdout.onResize(() => void this.#draw());
  }

  async take(round: Round): Promise<void> {
    this.#last = round;
    await this.#draw();
  }

  async close(): Promise<void> {
    this.#stop();
    await this.#canvas.leave();
    if (this.#last !== null) await printRound(this.#last, this.#options, this.#io);
  }

  async #draw(): Promise<void> {
    const round = this.#last;
    if (round === null) return;
    const { rows } = this.#io.stdout;
    const style = styleOf(this.#io);
    // The last column stays free: a terminal that clears the rest of a full line clears its end.
    const narrow = { ...style, columns: style.columns - 1 };
    const { all = false, interval } = this.#options;
    const linesOf = (max?: NodesMax) => documentLines(nextDocument(round, max), { all }, narrow);
    const nodes = Math.max(ROWS_MIN, Math.floor(rows * TABLE_SHARE));
    const whole = linesOf();
    const lines = whole.length < rows ? whole : linesOf({ nodes, unread: UNREAD_ROWS });
    const foot = `every ${formatSeconds(interval)} · Ctrl-C quits`;
    const shown = lines.slice(0, rows - 1);
    while (shown.length < rows - 1) shown.push("");
    await this.#canvas.draw([...shown, style.paint.faint(foot)]);
  }
}

function refuseUnread(last: Round | null): void {
  if (last === null || last.nodes.length > 0) return;
  const [first] = last.unread;
  throw inputFailure(
    first === undefined
      ? "The cluster has no such node; check the selector."
      : `None of ${plural(last.unread.length, "node")} could be read: ${first.reason}`,
  );
}
