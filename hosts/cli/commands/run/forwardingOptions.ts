import type { Command } from "commander";

export const TOKEN_VARIABLE = "PLIMSOLL_FORWARD_TOKEN";

/** Where each step is sent as well, and with which token. */
export function addForwardingOptions(command: Command): Command {
  return command
    .optionsGroup("Forwarding:")
    .option("--forward <url>", "also send each step to this edge function; https, or loopback")
    .option(
      "--forward-token-file <file>",
      `the file with its token, read for each request (default: $${TOKEN_VARIABLE})`,
    );
}
