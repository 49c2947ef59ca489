import { availableParallelism } from "node:os";
import { Command, InvalidArgumentError, Option } from "commander";
import { printed } from "../../../analysis/present/terminal/controls.ts";
import { styleOf } from "../../../analysis/present/terminal/style.ts";
import { type Axis, axisOf } from "../../../analysis/questions/sweep/axis.ts";
import { configurationsOf } from "../../../analysis/questions/sweep/configurations.ts";
import { formatCount, plural } from "../../../analysis/text/amount.ts";
import type { Io } from "../../system/io.ts";
import { loadModule } from "../../system/modules.ts";
import { inputFailure, usageFailure } from "../exitCode.ts";
import { addCaptureOptions, openNamedCapture } from "../input/capture.ts";
import { frozenCapture } from "../input/frozenCapture.ts";
import { countOf } from "../input/optionValues.ts";
import { addPolicyOptions, configOption } from "../input/policy.ts";
import { openSession, type SessionOptions } from "../input/session.ts";
import { Progress } from "../screen/progress.ts";
import { type Sweep, sweepCsv, sweepJson, sweepTable } from "./sweep/output.ts";
import { sweepInThreads } from "./sweep/pool.ts";
import { sharedCapture } from "./sweep/sharedCapture.ts";

interface SweepOptions extends SessionOptions {
  readonly vary?: readonly Axis[];
  readonly threads: number;
  readonly output: "text" | "csv" | "json";
}

/** A day under so many takes two cores an hour and a half. */
const CONFIGURATIONS_MAX = 100_000;

const EXAMPLES = `
Examples:
  plimsoll sweep --example memory-leak --vary evictionHard.memory.available=100Mi..1Gi/10
  plimsoll sweep worker-3.plimsoll.ndjson.gz --what-if --output csv \\
    --vary evictionSoft.memory.available=200Mi..2Gi/19 \\
    --vary evictionSoftGracePeriod.memory.available=30s,1m30s,5m

Varied can be evictionHard, evictionSoft, evictionSoftGracePeriod and evictionMinimumReclaim of a
signal, and evictionPressureTransitionPeriod. FROM..TO/COUNT are values at equal distances. Several
--vary are combined. Everything else is as --config and the flags say, or the capture's header.
Evictions are counted as often as the capture goes on with the pod; --what-if removes it.`;

export function sweepCommand(io: Io): Command {
  const command = new Command("sweep")
    .summary("replay a capture under many configurations, and count evictions and pressure")
    .description("Replays a capture under every combination of values of some settings.");
  addCaptureOptions(command)
    .addOption(
      new Option("--vary <member=values>", "a setting and its values; may be repeated").argParser(
        variedOf,
      ),
    )
    .addOption(configOption("a kubelet configuration, in any form"))
    .option("--what-if", "remove evicted pods from all later steps")
    .addOption(
      new Option("--threads <count>", "threads that replay")
        .argParser(countOf)
        .default(availableParallelism(), "one for each processor"),
    )
    .addOption(
      new Option("-o, --output <form>", "output format")
        .choices(["text", "csv", "json"])
        .default("text"),
    );
  addPolicyOptions(command).addHelpText("after", EXAMPLES);
  return command.action((path: string | undefined, options: SweepOptions) =>
    runSweep(path, options, io),
  );
}

function variedOf(text: string, before: readonly Axis[] = []): readonly Axis[] {
  const axis = axisOf(text);
  if (typeof axis === "string") throw new InvalidArgumentError(`${axis}.`);
  if (before.some(({ member }) => member === axis.member)) {
    throw new InvalidArgumentError(`${axis.member} is varied twice; give all values in one.`);
  }
  return [...before, axis];
}

async function runSweep(path: string | undefined, options: SweepOptions, io: Io): Promise<void> {
  const { vary: axes = [], threads, output } = options;
  if (axes.length === 0) {
    throw usageFailure(
      "Nothing is varied; give --vary, such as evictionHard.memory.available=100Mi..1Gi/10.",
    );
  }
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
  const configurations = configurationsOf(session.json, session.policy, axes);
  const progress = new Progress(io);
  const cells = await sweepInThreads(
    { core: await loadModule("eviction"), capture: sharedCapture(capture) },
    configurations.map(({ json }) => json),
    threads,
    (done) => void progress.show(`${formatCount(done)} of ${formatCount(count)} configurations`),
  );
  await progress.clear();
  const steps = capture.steps.length;
  const values = configurations.map((each) => each.values);
  await io.stdout.write(written({ axes, values, cells, steps }, output, io));
  const [first] = cells;
  if (first?.refusal && cells.every(({ refusal }) => refusal !== null)) {
    throw inputFailure(`The kubelet would start with none of them: ${first.refusal}.`);
  }
}

function written(sweep: Sweep, output: SweepOptions["output"], io: Io): string {
  if (output === "csv") return sweepCsv(sweep);
  if (output === "json") return sweepJson(sweep);
  const style = styleOf(io);
  const { cells, steps } = sweep;
  const heading = `${plural(cells.length, "configuration")} over ${plural(steps, "step")}`;
  const lines = sweepTable(sweep, io.stdout.columns);
  return printed([style.paint.title(heading), "", ...lines], style.isAscii);
}
