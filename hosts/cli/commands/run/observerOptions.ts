import { inGroup, type OptionRows } from "../../../../analysis/questions/options/row.ts";
import { readSeconds } from "../../../../analysis/questions/options/values.ts";
import { LOG_LEVELS } from "../../../daemon/log/logLine.ts";
import { type Address, DEFAULT_PORT, parseAddress } from "../../../daemon/server/address.ts";

/** What shows the steps, and where they are served. */
export const OBSERVERS = inGroup("Output", {
  output: {
    short: "o",
    argument: "<form>",
    description:
      "screen: thresholds and events; log: a JSON line for each change; ndjson: every decision " +
      "in full (default: screen on a terminal, log elsewhere)",
    choices: ["screen", "log", "ndjson"],
  },
  log: {
    argument: "<level>",
    description: "the lowest level to log",
    choices: LOG_LEVELS,
    default: "info",
  },
  summaryEvery: {
    argument: "<duration>",
    description: "how often to log a summary of quiet steps",
    default: "10m",
    parse: readSeconds,
  },
  listen: {
    argument: "<address>",
    description:
      "serve metrics, decisions and events on this address; none for no server " +
      `(default: 127.0.0.1:${DEFAULT_PORT}, or a free port near it)`,
    parse: (text: string) => readAddress(text, "--listen"),
  },
  healthListen: {
    argument: "<address>",
    description:
      "also serve /healthz and /readyz on this address, without a token; none for no such server",
    default: "none",
    parse: (text: string) => readAddress(text, "--health-listen"),
  },
  tokenFile: {
    argument: "<file>",
    description: "the token that clients must send; required beyond loopback",
    value: "file",
  },
} as const satisfies OptionRows);

function readAddress(text: string, flag: string): Address | "none" {
  return text === "none" ? text : parseAddress(text, flag);
}
