import { Command } from "commander";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { reduceHeader, reduceRecord } from "../../../../analysis/questions/capture/reduce.ts";
import type { CaptureRecord } from "../../../../analysis/read/capture/capture.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { addRewriteOptions, type WriteOptions } from "./options.ts";
import { rewrite } from "./rewrite.ts";

const EXAMPLE = `
Example:
  plimsoll capture reduce worker-3.plimsoll.ndjson.gz --out small.plimsoll.ndjson.gz`;

export function reduceCommand(io: Io): Command {
  const command = new Command("reduce")
    .summary("keep only what eviction depends on")
    .description(
      "Writes a capture with only what eviction depends on; all decisions stay the same.",
    )
    .addHelpText("after", EXAMPLE);
  return addRewriteOptions(command).action(async (path: string, options: WriteOptions) => {
    const engine = new EvictionEngine(await loadModule("eviction"));
    const record = (each: CaptureRecord) => reduceRecord(engine, each);
    await rewrite(path, options, { header: reduceHeader, record }, io);
  });
}
