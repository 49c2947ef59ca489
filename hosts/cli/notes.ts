import { inOneLine } from "../../analysis/present/terminal/controls.ts";
import { styleOf } from "../../analysis/present/terminal/style.ts";
import type { Notices } from "../../analysis/read/notices.ts";
import type { HeldNote, HeldNotes, Io, NoticeKind, Output } from "../system/io.ts";
import { asTyped } from "./programName.ts";
import { sentenceLines } from "./sentenceLines.ts";

const printed = new WeakMap<Io, readonly string[]>();

/** What stderr got so far, for a document that is handed on without it. */
export function noticesOf(io: Io): readonly string[] {
  return printed.get(io) ?? [];
}

/** Holds notes until the first byte of output; an answer that takes them in comes before that. */
export function holdingNotes(io: Io): Io {
  const held: HeldNote[] = [];
  let isHolding = true;
  const heldNotes: HeldNotes = {
    hold: (notes) => isHolding && held.push(...notes) >= 0,
    take: () => held.splice(0),
  };
  const write: Output["write"] = async (chunk) => {
    isHolding = false;
    await releaseNotes(own);
    await io.stdout.write(chunk);
  };
  const stdout: Output = Object.create(io.stdout, { write: { value: write } });
  const own: Io = { ...io, stdout, heldNotes };
  return own;
}

/** Prints the notes that no answer has taken in. */
export async function releaseNotes(io: Io): Promise<void> {
  for (const { sentence } of io.heldNotes?.take() ?? []) await print("note", sentence, io);
}

/** Notes about the input: the answer takes them in, or they go to stderr. */
export async function printNotes(notes: readonly string[], io: Io): Promise<void> {
  keep(notes, io);
  const held = notes.map((sentence) => ({ sentence }));
  if (io.notice === undefined && io.heldNotes?.hold(held)) return;
  for (const sentence of notes) await print("note", sentence, io);
}

export async function printWarnings(warnings: readonly string[], io: Io): Promise<void> {
  keep(warnings, io);
  for (const sentence of warnings) await print("warning", sentence, io);
}

/** Prints what a reader of an input has to say about it. */
export function printedNotices(io: Io): Notices {
  return {
    note: (sentences) => printNotes(sentences, io),
    warn: (sentences) => printWarnings(sentences, io),
  };
}

function keep(sentences: readonly string[], io: Io): void {
  printed.set(io, [...noticesOf(io), ...sentences]);
}

/** stdout can be piped. */
async function print(kind: NoticeKind, sentence: string, io: Io): Promise<void> {
  const { paint } = styleOf(io, io.stderr);
  if (io.notice !== undefined) return io.notice(kind, inOneLine(asTyped(sentence, io)));
  const label = `${kind}:`;
  const painted = kind === "note" ? paint.faint(label) : paint.low(label);
  const lines = sentenceLines(label, sentence, io.stderr, io);
  await io.stderr.write(`${painted}${lines.slice(label.length)}\n`);
}
