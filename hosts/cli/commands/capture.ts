import { Command } from "commander";
import { CAPTURE } from "../../../analysis/questions/capture/options.ts";
import type { Io } from "../../system/io.ts";
import { anonymizeCommand } from "./capture/anonymize.ts";
import { exportCommand } from "./capture/export.ts";
import { importCommand } from "./capture/import.ts";
import { packCommand } from "./capture/pack.ts";
import { recordCommand } from "./capture/record.ts";
import { reduceCommand } from "./capture/reduce.ts";
import { verifyCommand } from "./capture/verify.ts";

export function captureCommand(io: Io): Command {
  return new Command(CAPTURE.name)
    .summary(CAPTURE.summary)
    .description(CAPTURE.description)
    .addCommand(recordCommand(io))
    .addCommand(packCommand(io))
    .addCommand(importCommand(io))
    .addCommand(exportCommand(io))
    .addCommand(verifyCommand(io))
    .addCommand(reduceCommand(io))
    .addCommand(anonymizeCommand(io));
}
