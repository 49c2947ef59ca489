import type { Io } from "./io.ts";
import { styleOf } from "./terminal/style.ts";

/** What is worth knowing about the input stands on stderr, so that stdout can be piped on. */
export async function printNotes(notes: readonly string[], io: Io): Promise<void> {
  const { paint } = styleOf(io, io.stderr);
  for (const note of notes) await io.stderr.write(`${paint.faint("note:")} ${note}\n`);
}

export async function printWarnings(warnings: readonly string[], io: Io): Promise<void> {
  const { paint } = styleOf(io, io.stderr);
  for (const warning of warnings) await io.stderr.write(`${paint.low("warning:")} ${warning}\n`);
}
