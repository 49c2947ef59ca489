import { availableParallelism } from "node:os";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import type { Axis } from "../../../../analysis/questions/sweep/axis.ts";
import {
  CONFIGURATIONS_MAX,
  configurationsOf,
  settingsOf,
} from "../../../../analysis/questions/sweep/configurations.ts";
import {
  formatNoneCounted,
  type LeftOutCapture,
} from "../../../../analysis/questions/sweep/leftOut.ts";
import { formatNodeCell, type NodeCell } from "../../../../analysis/questions/sweep/nodeCell.ts";
import type { SweepOptions } from "../../../../analysis/questions/sweep/options.ts";
import {
  formatShardEnd,
  formatShardHead,
  type ShardEnd,
  type ShardHead,
  WHOLE,
} from "../../../../analysis/questions/sweep/shardLines.ts";
import { sweepOfFleet } from "../../../../analysis/questions/sweep/sweep.ts";
import type { ConfigurationText } from "../../../../analysis/read/kubelet/configuration.ts";
import { formatCount } from "../../../../analysis/text/amount.ts";
import { assumedMember } from "../../../../analysis/text/assumedDefaults.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule, moduleDigest } from "../../../system/modules.ts";
import { inputFailure, usageFailure } from "../../exitCode.ts";
import { openNamedCapture } from "../../input/capture.ts";
import { configurationText } from "../../input/policy.ts";
import { openSession, type Session } from "../../input/session.ts";
import { printWarnings } from "../../notes.ts";
import { Progress } from "../../screen/progress.ts";
import { captureFiles, isFleet } from "./captureFiles.ts";
import { capturesDigest, type NodeHistory, nodeHistories } from "./nodeHistories.ts";
import { type NodeSweep, sweepNode } from "./nodeSweep.ts";
import { SweepPool } from "./pool.ts";
import { printSweep } from "./printSweep.ts";
import { optionsDigest } from "./sweepDigests.ts";

export async function runSweep(
  given: readonly string[],
  options: SweepOptions,
  words: readonly string[],
  io: Io,
): Promise<void> {
  const { vary: axes = [], threads = availableParallelism(), shard } = options;
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (count > CONFIGURATIONS_MAX) {
    const most = formatCount(CONFIGURATIONS_MAX);
    throw usageFailure(`These are ${formatCount(count)} configurations; give at most ${most}.`);
  }
  const isOfFleet = shard !== undefined || (await isFleet(given));
  if (isOfFleet && given.includes("-")) {
    throw usageFailure("Standard input is one capture; give it alone, and without --shard.");
  }
  const read = await configurationRead(options, io);
  if (options.printConfigurations === true) return printConfigurations(given, read, io);
  const pool = new SweepPool({ core: await loadModule("eviction") }, threads, count);
  try {
    await (isOfFleet ? sweepFleet : sweepOne)({ given, options: read, axes, pool, words, io });
  } finally {
    await pool.close();
  }
}

interface ReadOptions extends Omit<SweepOptions, "config"> {
  readonly configuration: ConfigurationText | undefined;
}

/** Its configuration is read once, for all captures: a pipe has it only once. */
async function configurationRead(options: SweepOptions, io: Io): Promise<ReadOptions> {
  const { config: [file] = [], ...others } = options;
  return { ...others, configuration: await configurationText(file, io) };
}

interface Asked {
  readonly given: readonly string[];
  readonly options: ReadOptions;
  readonly axes: readonly Axis[];
  readonly pool: SweepPool;
  readonly words: readonly string[];
  readonly io: Io;
}

/** One capture: what is odd about it is printed, and it must be one that can be read. */
async function sweepOne({ given, options, axes, pool, words, io }: Asked): Promise<void> {
  const [path] = given;
  const progress = new Progress(io);
  const names: string[] = [];
  const open = async () => {
    const session = await opened(path, options, io);
    names.push(session.capture.name);
    return session;
  };
  const swept = await sweepNode(null, [{ path: path ?? "-", open }], {
    ...{ axes, pool, isStrict: true },
    progress: shownProgress(progress, () => names[0] ?? "", axes),
  });
  await progress.clear();
  const [capture = ""] = names;
  await printWarnings(
    swept.problems.map((sentence) => `${capture}: ${sentence}`),
    io,
  );
  const { output, all = false } = options;
  if (output === "ndjson") {
    const end = { captures: 1, nodes: 1, leftOut: [], defaultsAssumed: swept.defaultsAssumed };
    const own = capturesDigest([[swept.node, [path ?? "-"]]], []);
    await printHead({ ...WHOLE, axes, capturesDigest: own }, options, io);
    await printCells(swept.cells, io);
    await printEnd({ ...end, cells: swept.cells.length }, io);
    return;
  }
  const sweep = {
    axes,
    values: settingsOf(axes).map((settings) => Object.values(settings)),
    cells: swept.cells.map(({ cell }) => cell),
    steps: swept.steps,
    ...assumedMember(swept.defaultsAssumed > 0),
  };
  await printSweep(sweep, { output, isWhole: all, capture, path, words }, io);
}

/** Many captures, node after node: only the cells of one are in memory while lines are printed. */
async function sweepFleet({ given, options, axes, pool, words, io }: Asked): Promise<void> {
  const { shard = WHOLE, all = false } = options;
  const output = options.shard === undefined ? options.output : "ndjson";
  const files = await captureFiles(given);
  const progress = new Progress(io);
  const total = formatCount(files.paths.length);
  const histories = await nodeHistories(files.paths, shard, (read) =>
    progress.show(`${formatCount(read)} of ${total} captures looked at`),
  );
  const aside = shard.shard === 1 ? files.leftOut : [];
  const leftOut: LeftOutCapture[] = [...aside, ...histories.leftOut];
  const cells: NodeCell[] = [];
  let end: ShardEnd = {
    captures: histories.captures + aside.length,
    ...{ nodes: 0, cells: 0, leftOut, defaultsAssumed: 0 },
  };
  if (output === "ndjson") {
    await printHead({ ...shard, axes, capturesDigest: histories.capturesDigest }, options, io);
  }
  const engine = new EvictionEngine(await loadModule("eviction"));
  for (const history of histories.nodes) {
    const title = () =>
      `${history.node}, ${formatCount(end.nodes + 1)} of ${histories.nodes.length}`;
    const swept = await sweptHistory(history, { options, axes, pool, io, engine }, () =>
      shownProgress(progress, title, axes),
    );
    leftOut.push(...swept.leftOut);
    end = {
      ...end,
      nodes: end.nodes + Math.min(swept.cells.length, 1),
      cells: end.cells + swept.cells.length,
      defaultsAssumed: end.defaultsAssumed + swept.defaultsAssumed,
    };
    if (output === "ndjson") await printCells(swept.cells, io);
    else cells.push(...swept.cells);
  }
  await progress.clear();
  if (output === "ndjson") return printEnd(end, io);
  const sweep = sweepOfFleet(axes, cells, { ...end, missing: [], of: 1, duplicates: [] });
  if (sweep === null) throw inputFailure(formatNoneCounted(leftOut));
  await printSweep(sweep, { output, isWhole: all, words }, io);
}

interface Sweeping extends Pick<Asked, "options" | "axes" | "pool" | "io"> {
  readonly engine: EvictionEngine;
}

function sweptHistory(
  { node, paths }: NodeHistory,
  { options, axes, pool, io, engine }: Sweeping,
  progress: () => ReturnType<typeof shownProgress>,
): Promise<NodeSweep> {
  // What there is to say of one among thousands is in the answer.
  const quiet: Io = { ...io, notice: async () => {} };
  const captures = paths.map((path) => ({
    path,
    open: () => opened(path, options, quiet, engine),
  }));
  return sweepNode(node, captures, { axes, pool, isStrict: false, progress: progress() });
}

function opened(
  path: string | undefined,
  options: ReadOptions,
  io: Io,
  engine?: EvictionEngine,
): Promise<Session> {
  return openSession(path, options, io, () => openNamedCapture(path, options, io), engine);
}

function shownProgress(progress: Progress, title: () => string, axes: readonly Axis[]) {
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  return (records: number, configurations: number | null) => {
    const done = `${formatCount(configurations ?? 0)} of ${formatCount(count)} configurations`;
    const what = configurations === null ? `${formatCount(records)} records read` : done;
    void progress.show(`${title()}: ${what}`);
  };
}

async function printHead(
  head: Omit<ShardHead, "moduleDigest" | "optionsDigest">,
  options: ReadOptions,
  io: Io,
): Promise<void> {
  const digests = {
    moduleDigest: await moduleDigest("eviction"),
    optionsDigest: await optionsDigest(options, io),
  };
  await io.stdout.write(`${formatShardHead({ ...head, ...digests })}\n`);
}

async function printCells(cells: readonly NodeCell[], io: Io): Promise<void> {
  await io.stdout.write(cells.map((cell) => `${formatNodeCell(cell)}\n`).join(""));
}

async function printEnd(end: ShardEnd, io: Io): Promise<void> {
  await io.stdout.write(`${formatShardEnd(end)}\n`);
}

/** Each configuration as the module takes it, once for captures that differ in nothing else. */
async function printConfigurations(
  given: readonly string[],
  options: ReadOptions,
  io: Io,
): Promise<void> {
  const { vary: axes = [] } = options;
  const { paths } = await captureFiles(given);
  const engine = new EvictionEngine(await loadModule("eviction"));
  const settings = settingsOf(axes);
  const printed = new Set<string>();
  for (const path of paths.length === 0 ? [undefined] : paths) {
    const { json } = await opened(path, options, io, engine);
    if (printed.has(json)) continue;
    printed.add(json);
    const lines = configurationsOf(json, axes).map((each, index) => {
      return `{"settings":${JSON.stringify(settings[index])},"configuration":${each.json}}\n`;
    });
    await io.stdout.write(lines.join(""));
  }
}
