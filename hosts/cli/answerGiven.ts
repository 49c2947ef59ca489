/** Answers about files that are given without a command. */
import { unpackedText } from "../../analysis/questions/given/words.ts";
import { type CommandLine, takenText } from "../../analysis/read/recognize/commandLines.ts";
import type { Io } from "../system/io.ts";
import type { ExitCode } from "./exitCode.ts";
import { given } from "./given.ts";
import { UnpackedArchives } from "./input/unpacked.ts";
import { printNotes } from "./notes.ts";

/** How a command line is run, and how its errors are printed. */
interface Running {
  parse(words: readonly string[], io: Io): Promise<ExitCode>;
  endOf(io: Io, work: () => Promise<ExitCode>): Promise<ExitCode>;
}

export async function answerGiven(
  words: readonly string[],
  io: Io,
  running: Running,
): Promise<ExitCode> {
  const archives = new UnpackedArchives();
  const shown = archives.shownTo(io);
  try {
    const exitCode = await running.endOf(shown, () => answered(words, archives, shown, running));
    await printNotes(archives.paths.map(unpackedText), io);
    return exitCode;
  } finally {
    await archives.close();
  }
}

/** Runs the commands that answer about the files, one after the other. */
async function answered(
  words: readonly string[],
  archives: UnpackedArchives,
  io: Io,
  { parse, endOf }: Running,
): Promise<ExitCode> {
  const found = await given(words, archives, io);
  if (found === null) return parse(words, io);
  const runLine = (line: CommandLine, own: Io) => endOf(own, () => parse(line.words, own));
  const [only] = found.lines;
  if (found.files.length + found.leftOut.length > 1 || only === undefined) {
    const { answerTogether } = await import("./givenTogether.ts");
    return answerTogether(found, io, runLine);
  }
  const taken = takenText(only);
  if (taken !== null) io.heldNotes?.hold([{ sentence: taken, isShown: true }]);
  return runLine(only, io);
}
