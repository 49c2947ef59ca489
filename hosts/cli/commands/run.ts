import type { Command } from "commander";
import type { Daemon } from "../../daemon/loop/daemon.ts";
import type { Io } from "../../system/io.ts";
import { CloseStack } from "../closeStack.ts";
import { commandOf } from "../command.ts";
import { ExitCode, Failure, inputFailure } from "../exitCode.ts";
import { openDaemon } from "./run/daemon.ts";
import { RUN, type RunOptions } from "./run/options.ts";
import { Outputs } from "./run/outputs.ts";
import { untilStopped } from "./run/untilStopped.ts";
import { isWatched } from "./run/watched.ts";

export function runCommand(io: Io): Command {
  return commandOf(RUN, (_, options) => runDaemon(options, io));
}

async function runDaemon(options: RunOptions, io: Io): Promise<void> {
  const outputs = new Outputs(io);
  const opening = new CloseStack();
  opening.add(outputs);
  try {
    const daemon = await openDaemon(options, opening, outputs);
    await runToEnd(daemon, outputs, stepsMax(options, io));
  } finally {
    await opening.close();
  }
}

/** A run that ends by itself without observing its node has failed. */
async function runToEnd(
  daemon: Daemon,
  outputs: Outputs,
  itemsMax: number | undefined,
): Promise<void> {
  let observed = false;
  let problem = "";
  const reason = await untilStopped({
    begin: (signal) => daemon.steps(signal),
    stop: outputs.stop,
    ...(itemsMax === undefined ? {} : { itemsMax }),
    take: async (step) => {
      observed ||= step.observed;
      problem = step.problems[0]?.sentence ?? problem;
    },
  });
  if (outputs.isClosed) {
    throw new Failure(
      ExitCode.Input,
      "The reader of standard output closed it; plimsoll run ends.",
    );
  }
  if (observed || reason === "stopped") return;
  throw inputFailure(`The node was not observed in any step. ${problem}`.trimEnd());
}

/** A script that runs the command of a README must end by itself. */
function stepsMax({ steps, unattendedSteps }: RunOptions, io: Io): number | undefined {
  return steps ?? (isWatched(io) ? undefined : unattendedSteps);
}
