import { withoutControls } from "../../analysis/present/terminal/controls.ts";
import { styleOf } from "../../analysis/present/terminal/style.ts";
import type { Notices } from "../../analysis/read/notices.ts";
import type { Io, NoticeKind } from "../system/io.ts";
import { asTyped } from "./programName.ts";

const printed = new WeakMap<Io, readonly string[]>();

/** What stderr got so far, for a document that is handed on without it. */
export function noticesOf(io: Io): readonly string[] {
  return printed.get(io) ?? [];
}

/** Notes about the input go to stderr, so stdout can be piped. */
export function printNotes(notes: readonly string[], io: Io): Promise<void> {
  return printEach("note", notes, io);
}

export function printWarnings(warnings: readonly string[], io: Io): Promise<void> {
  return printEach("warning", warnings, io);
}

/** Prints what a reader of an input has to say about it. */
export function printedNotices(io: Io): Notices {
  return {
    note: (sentences) => printNotes(sentences, io),
    warn: (sentences) => printWarnings(sentences, io),
  };
}

async function printEach(kind: NoticeKind, sentences: readonly string[], io: Io): Promise<void> {
  const { paint } = styleOf(io, io.stderr);
  const label = kind === "note" ? paint.faint("note:") : paint.low("warning:");
  printed.set(io, [...noticesOf(io), ...sentences]);
  const print = io.notice ?? ((_, sentence) => io.stderr.write(`${label} ${sentence}\n`));
  for (const sentence of sentences) await print(kind, withoutControls(asTyped(sentence, io)));
}
