import { Command } from "commander";
import type { Io } from "../../system/io.ts";
import { anonymizeCommand } from "./capture/anonymize.ts";
import { exportCommand } from "./capture/export.ts";
import { importCommand } from "./capture/import.ts";
import { packCommand } from "./capture/pack.ts";
import { recordCommand } from "./capture/record.ts";
import { reduceCommand } from "./capture/reduce.ts";
import { verifyCommand } from "./capture/verify.ts";

export function captureCommand(io: Io): Command {
  return new Command("capture")
    .summary("record, make, verify, reduce and anonymize captures")
    .description("Records, creates and processes captures.")
    .addCommand(recordCommand(io))
    .addCommand(packCommand(io))
    .addCommand(importCommand(io))
    .addCommand(exportCommand(io))
    .addCommand(verifyCommand(io))
    .addCommand(reduceCommand(io))
    .addCommand(anonymizeCommand(io));
}
