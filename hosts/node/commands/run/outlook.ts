import { type Command, Option } from "commander";
import { version } from "../../../../package.json";
import type { Actuator } from "../../../shared/actuator.ts";
import type { Clock } from "../../../shared/clock.ts";
import type { Engine } from "../../../shared/engine.ts";
import type { CloseStack } from "../../closeStack.ts";
import type { Onlooker } from "../../daemon/step.ts";
import { usageFailure } from "../../exitCode.ts";
import type { Forwarder } from "../../forward/forwarder.ts";
import type { Io } from "../../io.ts";
import {
  type Address,
  DEFAULT_ADDRESS,
  DEFAULT_PORT,
  parseAddress,
} from "../../outlook/address.ts";
import { inquiryOf } from "../../outlook/inquiry.ts";
import type { Liveness } from "../../outlook/liveness.ts";
import { Log } from "../../outlook/log.ts";
import { LOG_LEVELS, type LogLevel, withLoggedNotices } from "../../outlook/logLine.ts";
import { Outlook } from "../../outlook/outlook.ts";
import { Screen } from "../../outlook/screen.ts";
import { pageFiles } from "../../playgroundPage.ts";
import { durationOption } from "../../quantities.ts";
import { coreDigest } from "../../wasm.ts";
import type { Outputs } from "./outputs.ts";
import type { OpenedRecording } from "./recording.ts";
import type { OpenedSource } from "./sources.ts";
import { stepLines } from "./stepLines.ts";

export interface OutlookFlags {
  readonly output?: "screen" | "log" | "ndjson";
  readonly log: LogLevel;
  readonly summaryEvery: number;
  readonly listen: Address | "none";
  readonly healthListen: Address | "none";
  readonly tokenFile?: string;
  /** Seconds between two steps, and how many a source may take. */
  readonly interval: number;
  readonly timeout: number;
}

/** What the onlookers are told about the daemon they look on. */
export interface Watched {
  /** The engine that decides. */
  readonly engine: Engine;
  readonly opened: OpenedSource;
  readonly actuator: Pick<Actuator, "name" | "acts">;
  readonly clock: Clock;
  /** Null when nothing is recorded. */
  readonly recording: OpenedRecording | null;
  /** Null when nothing is forwarded. */
  readonly forwarder: Forwarder | null;
  /** Says a sentence of trouble to every onlooker. */
  readonly trouble: (sentence: string) => Promise<void>;
  readonly liveness: Liveness;
  readonly outputs: Outputs;
}

/** After so many steps without an observation the daemon counts as blind. */
const FRESH_STEPS = 3;

const OUTPUT =
  "screen: thresholds and events; log: a JSON line on change; ndjson: every decision in full " +
  "(default: screen on a terminal, log elsewhere)";

export function addOutlookOptions(command: Command): Command {
  const everywhere = `127.0.0.1:${DEFAULT_PORT}, or a port near it that is free`;
  return command
    .optionsGroup("Output:")
    .addOption(new Option("--output <form>", OUTPUT).choices(["screen", "log", "ndjson"]))
    .addOption(
      new Option("--log <level>", "the lowest level to log")
        .choices([...LOG_LEVELS])
        .default("info"),
    )
    .addOption(
      durationOption(
        "--summary-every <duration>",
        "how often to log a summary of quiet steps",
        "10m",
      ),
    )
    .addOption(
      new Option(
        "--listen <address>",
        "serve metrics, decisions and events on this address; or none",
      )
        .argParser((text) => (text === "none" ? text : parseAddress(text)))
        .default(DEFAULT_ADDRESS, everywhere),
    )
    .addOption(
      new Option(
        "--health-listen <address>",
        "also serve only /healthz and /readyz on this address, without a token; or none",
      )
        .argParser((text) => (text === "none" ? text : parseAddress(text, "--health-listen")))
        .default("none"),
    )
    .option("--token-file <file>", "the secret that clients must send; required beyond loopback");
}

/** Where a log is what is asked for, everything said by the way is a line of it as well. */
export function spokenIo(flags: OutlookFlags, clock: Clock, io: Io): Io {
  return formOf(flags, io) === "log" ? withLoggedNotices(io, clock, flags.log) : io;
}

function formOf({ output }: OutlookFlags, io: Io): NonNullable<OutlookFlags["output"]> {
  return output ?? (io.stdout.isTerminal ? "screen" : "log");
}

/** The onlookers that the flags ask for; what they show goes to standard output. */
export async function onlookersOf(
  flags: OutlookFlags,
  watched: Watched,
  opening: CloseStack,
  io: Io,
): Promise<Onlooker[]> {
  const outlook = await served(flags, watched);
  if (outlook !== null) opening.add(outlook);
  const spoken = speaker(flags, watched, outlook?.url ?? null, io);
  // What has been printed has been recorded.
  const all = [watched.recording?.onlooker ?? null, spoken, outlook, watched.forwarder];
  return all.filter((each) => each !== null);
}

async function served(
  { listen, healthListen, tokenFile, interval, timeout }: OutlookFlags,
  { engine, actuator, clock, recording, forwarder, trouble, liveness, outputs }: Watched,
): Promise<Outlook | null> {
  if (listen === "none") {
    if (healthListen === "none") return null;
    throw usageFailure("--health-listen belongs to a server; leave out --listen none.");
  }
  return Outlook.open({
    address: listen,
    clock,
    trouble: (sentence) => void trouble(sentence),
    freshSeconds: FRESH_STEPS * (interval + timeout),
    acts: actuator.acts,
    build: { version, digest: await coreDigest() },
    inquiry: inquiryOf(engine),
    recording: recording?.recorder ?? null,
    liveness,
    droppings: [...outputs.droppings, ...(recording?.droppings ?? [])],
    ...(healthListen === "none" ? {} : { probeAddress: healthListen }),
    page: await pageFiles().catch(() => null),
    ...(forwarder === null ? {} : { forwarding: forwarder }),
    ...(tokenFile === undefined ? {} : { tokenFile }),
  });
}

function speaker(flags: OutlookFlags, watched: Watched, url: string | null, io: Io): Onlooker {
  const { clock, opened, actuator } = watched;
  const form = formOf(flags, io);
  if (form === "ndjson") return stepLines(io);
  if (form === "screen") {
    const conduct = actuator.acts ? `acts: ${actuator.name}` : "only observes";
    return new Screen({
      io,
      clock,
      source: opened.source.name,
      conduct,
      url,
      inquiry: inquiryOf(watched.engine),
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
