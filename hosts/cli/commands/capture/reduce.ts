import type { Command } from "commander";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { REDUCE } from "../../../../analysis/questions/capture/options.ts";
import { reduceHeader, reduceRecord } from "../../../../analysis/questions/capture/reduce.ts";
import type { CaptureRecord } from "../../../../analysis/read/capture/capture.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { commandOf } from "../../command.ts";
import { rewrite } from "./rewrite.ts";

export function reduceCommand(io: Io): Command {
  return commandOf(REDUCE, async ({ capture }, options) => {
    const engine = new EvictionEngine(await loadModule("eviction"));
    const record = (each: CaptureRecord) => reduceRecord(engine, each);
    await rewrite(capture, options, { header: reduceHeader, record }, io);
  });
}
