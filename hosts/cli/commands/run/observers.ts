import type { Actuator } from "../../../../analysis/engine/actuator.ts";
import type { Clock } from "../../../../analysis/engine/clock.ts";
import { exclusion } from "../../../../analysis/questions/options/refusal.ts";
import { withMembers } from "../../../../analysis/read/json/compose.ts";
import { version } from "../../../../package.json";
import type { Forwarder } from "../../../daemon/forward/forwarder.ts";
import type { StepHistory } from "../../../daemon/history/stepHistory.ts";
import { Log } from "../../../daemon/log/log.ts";
import { withLoggedNotices } from "../../../daemon/log/logLine.ts";
import type { Liveness } from "../../../daemon/loop/liveness.ts";
import type { Recorder } from "../../../daemon/recording/recorder.ts";
import { DEFAULT_ADDRESS } from "../../../daemon/server/address.ts";
import { HttpServer } from "../../../daemon/server/httpServer.ts";
import { LastStep } from "../../../daemon/server/lastStep.ts";
import { pageFiles } from "../../../daemon/server/pages.ts";
import type { DaemonStep, Observer } from "../../../daemon/step.ts";
import type { Io } from "../../../system/io.ts";
import { moduleDigest } from "../../../system/modules.ts";
import type { CloseStack } from "../../closeStack.ts";
import { usageFailure } from "../../exitCode.ts";
import { printWarnings } from "../../notes.ts";
import type { OpenedSource } from "./openedSource.ts";
import type { RunOptions } from "./options.ts";
import type { Outputs } from "./outputs.ts";

/** What a daemon is started with; a command that is not `run` may show the steps itself. */
export type DaemonOptions = RunOptions & {
  /** Shows the steps instead of `output`. */
  readonly speaker?: (url: string | null) => Observer;
};

/** What the observers know of the daemon they observe. */
export interface Watched {
  readonly core: WebAssembly.Module;
  readonly opened: OpenedSource;
  readonly actuator: Pick<Actuator, "name" | "acts">;
  readonly clock: Clock;
  readonly history: StepHistory;
  /** Null when nothing is recorded. */
  readonly recorder: Recorder | null;
  /** Null when nothing is forwarded. */
  readonly forwarder: Forwarder | null;
  /** Reports an error, one sentence, to every observer. */
  readonly reportError: (sentence: string) => Promise<void>;
  readonly liveness: Liveness;
  readonly outputs: Outputs;
}

/** After this number of steps without an observation, the daemon counts as blind. */
const FRESH_STEPS = 3;

/** Where a log is what is asked for, everything said by the way is a line of it as well. */
export function spokenIo(flags: DaemonOptions, clock: Clock, io: Io): Io {
  return formOf(flags, io) === "log" ? withLoggedNotices(io, clock, flags.log) : io;
}

function formOf({ output }: DaemonOptions, io: Io): NonNullable<DaemonOptions["output"]> {
  return output ?? (io.stdout.isTerminal ? "screen" : "log");
}

/** The observers that the flags ask for; what they show goes to standard output. */
export async function observersOf(
  flags: DaemonOptions,
  watched: Watched,
  opening: CloseStack,
  io: Io,
): Promise<Observer[]> {
  const lastStep = new LastStep(watched.core);
  const server = await served(flags, watched, lastStep);
  if (server !== null) opening.add(server);
  const spoken = await speaker(flags, watched, lastStep, server?.url ?? null, io);
  const { history, recorder, forwarder } = watched;
  // The history is there before its readers; what has been printed has been recorded; questions are
  // about the step that was shown.
  const all = [history, recorder, lastStep, spoken, server, forwarder];
  return all.filter((each) => each !== null);
}

async function served(
  { listen = DEFAULT_ADDRESS, healthListen, tokenFile, interval, timeout }: DaemonOptions,
  { actuator, clock, history, recorder, forwarder, reportError, liveness, outputs }: Watched,
  decisionQuery: LastStep,
): Promise<HttpServer | null> {
  if (listen === "none") {
    if (healthListen === "none") return null;
    throw usageFailure(exclusion("--health-listen", "--listen none"));
  }
  return HttpServer.open({
    address: listen,
    clock,
    reportError: (sentence) => void reportError(sentence),
    freshSeconds: FRESH_STEPS * (interval + timeout),
    acts: actuator.acts,
    build: { version, digest: await moduleDigest("eviction") },
    decisionQuery,
    history,
    recording: recorder,
    liveness,
    droppings: [...outputs.droppings, ...(recorder === null ? [] : [recorder])],
    ...(healthListen === "none" ? {} : { probeAddress: healthListen }),
    page: await pageFiles().catch(() => null),
    ...(forwarder === null ? {} : { forwarding: forwarder }),
    ...(tokenFile === undefined ? {} : { tokenFile }),
  });
}

async function speaker(
  flags: DaemonOptions,
  watched: Watched,
  decisionQuery: LastStep,
  url: string | null,
  io: Io,
): Promise<Observer> {
  if (flags.speaker !== undefined) return flags.speaker(url);
  const { clock, opened, actuator } = watched;
  const form = formOf(flags, io);
  if (form === "ndjson") return stepLines(io);
  if (form === "screen") {
    const { Screen } = await import("../../screen/screen.ts");
    const mode = actuator.acts ? `acts: ${actuator.name}` : "only observes";
    return new Screen({
      io,
      clock,
      source: opened.source.name,
      mode,
      url,
      decisionQuery,
    });
  }
  return new Log({
    output: io.stdout,
    clock,
    level: flags.log,
    acts: actuator.acts,
    url,
    summarySeconds: flags.summaryEvery,
  });
}

/** One JSON line per decision on standard output; what is not as it should be on standard error. */
function stepLines(io: Io): Observer {
  return {
    async step({ decisionText, problems, acts }: DaemonStep) {
      await printWarnings(
        problems.map(({ sentence }) => sentence),
        io,
      );
      if (decisionText === null) return;
      await io.stdout.write(`${withMembers(decisionText, { acts })}\n`);
    },
    reportError: (sentence) => printWarnings([sentence], io),
  };
}
