import { inOneLine } from "../../../../analysis/present/terminal/controls.ts";
import type { WriteOptions } from "../../../../analysis/questions/capture/options.ts";
import {
  type KubeletConfiguration,
  readConfiguration,
} from "../../../../analysis/read/kubelet/configuration.ts";
import { plural } from "../../../../analysis/text/amount.ts";
import { nameOf, readText } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { printNotes } from "../../notes.ts";

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
  await io.stderr.write(`${inOneLine(`${name}: ${plural(records, "record")}`)}\n`);
}
