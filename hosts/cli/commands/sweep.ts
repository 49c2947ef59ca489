import { availableParallelism } from "node:os";
import type { Command } from "commander";
import { cellOf } from "../../../analysis/questions/sweep/cellCounter.ts";
import { configurationsOf } from "../../../analysis/questions/sweep/configurations.ts";
import { sweepDocument } from "../../../analysis/questions/sweep/document.ts";
import { SWEEP, type SweepOptions } from "../../../analysis/questions/sweep/options.ts";
import { packedCapture } from "../../../analysis/questions/sweep/packedCapture.ts";
import { sweepCsv, sweepJson } from "../../../analysis/questions/sweep/sweep.ts";
import { formatCount } from "../../../analysis/text/amount.ts";
import { assumedMember } from "../../../analysis/text/assumedDefaults.ts";
import type { Io } from "../../system/io.ts";
import { loadModule } from "../../system/modules.ts";
import { commandOf } from "../command.ts";
import { inputFailure, usageFailure } from "../exitCode.ts";
import { openNamedCapture } from "../input/capture.ts";
import { frozenCapture } from "../input/frozenCapture.ts";
import { openSession } from "../input/session.ts";
import { isReport, printDocument } from "../printDocument.ts";
import { sameCommand } from "../sameCommand.ts";
import { Progress } from "../screen/progress.ts";
import { SweepPool } from "./sweep/pool.ts";

/** For a day of a node, this number takes two cores an hour and a half. */
const CONFIGURATIONS_MAX = 100_000;

/** `words` is the whole command line, from which other command lines are suggested. */
export function sweepCommand(words: readonly string[], io: Io): Command {
  return commandOf(SWEEP, ({ capture }, options) => runSweep(capture, options, words, io));
}

async function runSweep(
  path: string | undefined,
  options: SweepOptions,
  words: readonly string[],
  io: Io,
): Promise<void> {
  const { vary: axes = [], threads = availableParallelism(), output } = options;
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (count > CONFIGURATIONS_MAX) {
    const most = formatCount(CONFIGURATIONS_MAX);
    throw usageFailure(`These are ${formatCount(count)} configurations; give at most ${most}.`);
  }
  const session = await openSession(path, options, io, () => openNamedCapture(path, options, io));
  const capture = await frozenCapture(session, io);
  if (capture.steps.length === 0) {
    throw inputFailure(`${session.capture.name}: it has no record that can be replayed.`);
  }
  const configurations = configurationsOf(session.json, axes);
  const progress = new Progress(io);
  const pool = new SweepPool({ core: await loadModule("eviction") }, threads, count);
  const parts = await pool
    .run(
      packedCapture(capture, null, sharedMemory),
      configurations.map(({ json }) => ({ json, state: null })),
      (done) => void progress.show(`${formatCount(done)} of ${formatCount(count)} configurations`),
    )
    .finally(() => pool.close());
  await progress.clear();
  const cells = parts.map((part) => cellOf([part]));
  const steps = capture.steps.length;
  const values = configurations.map((each) => each.values);
  const swept = { axes, values, cells, steps, ...assumedMember(session.isAssumed) };
  if (output === "csv") await io.stdout.write(sweepCsv(swept));
  else if (output === "json") await io.stdout.write(sweepJson(swept));
  else {
    const all = options.all === true || isReport(output);
    const whole = all ? null : sameCommand(words, "--all");
    const document = sweepDocument(swept, { capture: session.capture.name, whole });
    await printDocument(document, { output, all }, io);
  }
  const [first] = cells;
  if (first?.refusal && cells.every(({ refusal }) => refusal !== null)) {
    throw inputFailure(`The kubelet would start with none of them: ${first.refusal}.`);
  }
}

/** Memory that the threads share: a day of 110 pods is 100 MB and more. */
function sharedMemory(bytes: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(bytes));
}
