import type { Command } from "commander";
import {
  type KubeletConfiguration,
  readConfiguration,
} from "../../../../analysis/read/kubelet/configuration.ts";
import { plural } from "../../../../analysis/text/amount.ts";
import { nameOf, readText } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { CAPTURE_ARGUMENT } from "../../input/capture.ts";
import { printNotes } from "../../notes.ts";

/** What the commands that write a capture have in common. */
export interface WriteOptions {
  readonly out: string;
  readonly config?: string;
}

/** `capture reduce IN --out OUT` and its like. */
export function addRewriteOptions(command: Command): Command {
  return addWriteOptions(command.argument("<capture>", CAPTURE_ARGUMENT));
}

export function addWriteOptions(command: Command): Command {
  return command
    .requiredOption(
      "-o, --out <file>",
      "a new file, gzip when it ends in .gz; - is standard output",
    )
    .option("--config <file>", "store this kubelet configuration in the header of the capture");
}

/** The configuration for the header, in the one form a header has. */
export async function configurationOf(
  { config }: WriteOptions,
  io: Io,
): Promise<KubeletConfiguration | null> {
  if (config === undefined) return null;
  const text = await readText(config, io);
  const { configuration, notes } = readConfiguration({ name: nameOf(config), text });
  await printNotes(
    notes.map(({ sentence }) => sentence),
    io,
  );
  return configuration;
}

/** Says on stderr what was written, as stdout may be where it was written to. */
export async function printWritten(path: string, records: number, io: Io): Promise<void> {
  const name = path === "-" ? "standard output" : path;
  await io.stderr.write(`${name}: ${plural(records, "record")}\n`);
}
