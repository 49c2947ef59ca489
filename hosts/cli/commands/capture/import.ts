import type { Command } from "commander";
import { IMPORT } from "../../../../analysis/questions/capture/options.ts";
import type { Io } from "../../../system/io.ts";
import { commandOf } from "../../command.ts";
import { importJournal } from "./importJournal.ts";
import { importSeries } from "./importSeries.ts";

export function importCommand(io: Io): Command {
  return commandOf(IMPORT, (_, options) => {
    const { journal, node } = options;
    if (journal !== undefined) return importJournal({ ...options, journal }, io);
    // The rows of the command ask for the node of series.
    return importSeries(node ?? "", options, io);
  });
}
