import { once } from "node:events";
import { printed } from "../../../../analysis/present/terminal/controls.ts";
import { styleOf } from "../../../../analysis/present/terminal/style.ts";
import { table } from "../../../../analysis/present/terminal/table.ts";
import type { Daemon } from "../../../daemon/loop/daemon.ts";
import { hasCgroups } from "../../../daemon/sources/auto.ts";
import type { Observer } from "../../../daemon/step.ts";
import type { Io } from "../../../system/io.ts";
import { CloseStack } from "../../closeStack.ts";
import { commandOf } from "../../command.ts";
import { inputSentence } from "../../errors.ts";
import { inputFailure } from "../../exitCode.ts";
import { printNotes, printWarnings } from "../../notes.ts";
import { servePlayground } from "../playground/server.ts";
import { openDaemon } from "../run/daemon.ts";
import type { DaemonOptions } from "../run/observers.ts";
import { RUN, type RunOptions } from "../run/options.ts";
import { Outputs } from "../run/outputs.ts";
import { untilStopped } from "../run/untilStopped.ts";

/** Short enough that the page draws a line within the first minute. */
const INTERVAL_SECONDS = 2;
const NO_CGROUPS = "This machine has no cgroups (Linux has them), so it cannot be watched here.";

/** Where this machine has its cgroups, unless where they usually are. */
type Machine = Partial<Pick<RunOptions, "cgroupRoot">>;

/** Serves the page with its examples, and with this machine live where it can be watched. */
export async function serveDemo(io: Io, machine: Machine = {}): Promise<void> {
  const outputs = new Outputs(io);
  const opening = new CloseStack();
  opening.add(outputs);
  try {
    const daemon = await openMachine(opening, outputs, machine);
    const begin = daemon === null ? untilAborted : (signal: AbortSignal) => daemon.steps(signal);
    if (daemon === null) await serveIncident(opening, outputs.io);
    await untilStopped<unknown>({ begin, stop: outputs.stop });
  } finally {
    await opening.close();
  }
}

/** What watches this machine; null, after a line that says why, where that cannot be. */
async function openMachine(
  opening: CloseStack,
  outputs: Outputs,
  machine: Machine,
): Promise<Daemon | null> {
  const options = { ...watchingOptions(outputs.io), ...machine };
  const opened = new CloseStack();
  try {
    if (!hasCgroups(options.cgroupRoot)) throw inputFailure(NO_CGROUPS);
    const daemon = await openDaemon(options, opened, outputs);
    opening.add(opened);
    return daemon;
  } catch (error) {
    await opened.close();
    const sentence = inputSentence(error);
    if (sentence === null) throw error;
    await printNotes([sentence], outputs.io);
    return null;
  }
}

/** What `plimsoll run --source cgroup` is given when no option is. */
function watchingOptions(io: Io): DaemonOptions {
  return {
    ...commandOf(RUN, async () => {}).opts<RunOptions>(),
    source: "cgroup",
    interval: INTERVAL_SECONDS,
    speaker: (url) => announcer(url, io),
  };
}

/** Says where the page is once a policy is in force; the page shows the rest. */
function announcer(url: string | null, io: Io): Observer {
  let problem = "";
  return {
    configured: () => printPlaces([`${url}/`, `${url}/?open=live`], io),
    async step({ problems: [first] }) {
      const sentence = first?.sentence ?? "";
      if (sentence !== "" && sentence !== problem) await printWarnings([sentence], io);
      problem = sentence;
    },
    reportError: (sentence) => printWarnings([sentence], io),
  };
}

async function serveIncident(opening: CloseStack, io: Io): Promise<void> {
  const server = opening.add(await servePlayground(0, undefined));
  await printPlaces([`http://127.0.0.1:${server.port}/`], io);
}

async function* untilAborted(signal: AbortSignal): AsyncGenerator<void, void, undefined> {
  if (!signal.aborted) await once(signal, "abort");
  yield;
}

const PLACES = ["the incident", "this machine, live"];
const END = "Nothing is evicted, and nothing leaves this machine. Press Ctrl-C to stop.";

/** Lines right below the story, which stays on the screen. */
async function printPlaces(addresses: readonly string[], io: Io): Promise<void> {
  const style = styleOf(io);
  const rows = addresses.map((address, index) => ({
    cells: [index === 0 ? "Page" : "", address, PLACES[index] ?? ""],
  }));
  const columns = [{ title: "" }, { title: "" }, { title: "" }];
  const lines = table(columns, rows, Number.POSITIVE_INFINITY);
  await io.stdout.write(printed([...lines, style.paint.faint(END)], style.isAscii));
}
