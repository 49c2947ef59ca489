import { isDeepStrictEqual } from "node:util";
import { Command, Option } from "commander";
import { type Advice, adviceOn } from "../../shared/advice/advice.ts";
import type { AdvisedCapture } from "../../shared/advice/advised.ts";
import { adviceDocument } from "../../shared/advice/document.ts";
import type { Io } from "../../system/io.ts";
import { inputFailure, usageFailure } from "../exitCode.ts";
import { addPairOptions, openNamedCapture } from "../input/capture.ts";
import { frozenCapture } from "../input/frozenCapture.ts";
import { addPolicyOptions, configOption } from "../input/policy.ts";
import { openSession, type SessionOptions } from "../input/session.ts";
import { printNotes } from "../notes.ts";
import { adviceLines } from "../terminal/advice.ts";
import { printed } from "../terminal/controls.ts";
import { styleOf } from "../terminal/style.ts";

interface AdviseOptions extends SessionOptions {
  readonly output: "text" | "yaml" | "json";
}

/** Each is decoded as a whole and kept: a day of a large node takes 200 MB. */
const CAPTURES_MAX = 20;
const DEFAULTS = "the kubelet's defaults";
/** One sentence. */
const withoutConfiguration = (name: string) =>
  `${name} has no configuration, so the kubelet's defaults are judged, which reserve nothing; ` +
  "give the node's own as --config.";

const EXAMPLES = `
Examples:
  plimsoll advise --example memory-leak
  plimsoll advise monday.plimsoll.ndjson.gz tuesday.plimsoll.ndjson.gz
  plimsoll advise worker-3.plimsoll.ndjson.gz --output yaml > 90-eviction.conf

Several captures are of one node, or of nodes of one kind: what is advised is for all of them.
Every change of a threshold is replayed; an evicted pod stays away in that replay.`;

export function adviseCommand(io: Io): Command {
  const command = new Command("advise")
    .summary("what to set: thresholds, reservations and requests, from what was recorded")
    .description("Says which thresholds, reservations and requests captures speak for.")
    .argument("[captures...]", "captures of one node or of nodes of one kind");
  addPairOptions(command)
    .option("--example <name>", "use an example capture that ships with plimsoll")
    .addOption(configOption("a kubelet configuration, in any form"))
    .addOption(
      new Option("-o, --output <form>", "output format")
        .choices(["text", "yaml", "json"])
        .default("text"),
    );
  addPolicyOptions(command).addHelpText("after", EXAMPLES);
  return command.action((paths: readonly string[], options: AdviseOptions) =>
    runAdvise(paths, options, io),
  );
}

async function runAdvise(paths: readonly string[], options: AdviseOptions, io: Io): Promise<void> {
  if (paths.length > CAPTURES_MAX) {
    throw usageFailure(`These are ${paths.length} captures; give at most ${CAPTURES_MAX}.`);
  }
  const captures: AdvisedCapture[] = [];
  for (const path of paths.length === 0 ? [undefined] : paths) {
    const next = await opened(path, options, io);
    const [first = next] = captures;
    if (!isOfOneKind(first, next)) {
      throw inputFailure(
        `${next.name} has other thresholds or reservations than ${first.name}; give captures of ` +
          "one kind of node, or the configuration of all of them as --config.",
      );
    }
    // One engine takes all of them, one after the other: each has 65 MiB of its own.
    captures.push({ ...next, engine: first.engine });
  }
  await io.stdout.write(written(adviceOn(captures), options.output, io));
}

async function opened(
  path: string | undefined,
  options: AdviseOptions,
  io: Io,
): Promise<AdvisedCapture> {
  const session = await openSession(path, options, io, () => openNamedCapture(path, options, io));
  const { engine, policy, json, origins } = session;
  const { name } = session.capture;
  if (origins.join() === DEFAULTS) await printNotes([withoutConfiguration(name)], io);
  const capture = await frozenCapture(session, io);
  if (capture.steps.every(({ summary }) => summary === null)) {
    throw inputFailure(`${name}: it has no record that can be replayed.`);
  }
  return { name, engine, policy, json, capture };
}

function isOfOneKind(a: AdvisedCapture, b: AdvisedCapture): boolean {
  return isDeepStrictEqual(kindOf(a), kindOf(b));
}

function kindOf({ policy, json }: AdvisedCapture) {
  const { kubeReserved, systemReserved } = JSON.parse(json);
  const { thresholds, pressureTransitionPeriodSeconds } = policy;
  return { thresholds, pressureTransitionPeriodSeconds, kubeReserved, systemReserved };
}

function written(advice: Advice, output: AdviseOptions["output"], io: Io): string {
  if (output === "json") return `${JSON.stringify(adviceDocument(advice))}\n`;
  const style = styleOf(io);
  if (output === "yaml") return printed(advice.patch.trimEnd().split("\n"));
  return printed(adviceLines(advice, style), style.isAscii);
}
