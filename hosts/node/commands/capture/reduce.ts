import { Command } from "commander";
import { reduceHeader, reduceRecord } from "../../../shared/reduce.ts";
import type { Io } from "../../io.ts";
import { addRewriteOptions, type WriteOptions } from "./options.ts";
import { rewrite } from "./rewrite.ts";

const EXAMPLE = `
Example:
  plimsoll capture reduce worker-3.plimsoll.ndjson.gz --out small.plimsoll.ndjson.gz`;

export function reduceCommand(io: Io): Command {
  const command = new Command("reduce")
    .summary("keep what the policy reads and nothing else")
    .description("Writes a capture with what the policy reads; every decision stays the same.")
    .addHelpText("after", EXAMPLE);
  return addRewriteOptions(command).action((path: string, options: WriteOptions) =>
    rewrite(path, options, { header: reduceHeader, record: reduceRecord }, io),
  );
}
