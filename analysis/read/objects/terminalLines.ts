/** What a terminal has around the documents that kubectl prints to it. */
import { logEndOf } from "./dumpLog.ts";

/** A command behind a prompt, which each command of the same shell has before it. */
const COMMAND = /^((?:\[[^\]\n]{1,80}\]|\S{0,80})[$#%] )(?:sudo )?(?:kubectl|oc) /;
/** What `kubectl cluster-info` prints. */
const ADDRESSES =
  /^(?:[\w .-]{1,80} is running at https?:\/\/\S{1,300}|To further debug and diagnose cluster )/;
const encoder = new TextEncoder();

/** Whether a line is not from a document, for the lines of a text in their order. */
export type IsOfTerminal = (line: string) => boolean;

/** Null for a text that begins with no command. */
export function terminalOf(beginning: string): IsOfTerminal | null {
  const [, prompt] = COMMAND.exec(beginning.trimStart()) ?? [];
  if (prompt === undefined) return null;
  return (line) => line.startsWith(prompt) || ADDRESSES.test(line);
}

/** As many spaces, so that all that follows keeps its place. */
export function blankOf(line: string): string {
  return " ".repeat(encoder.encode(line).length);
}

/** The documents alone, each in its place: lines of a terminal and logs of containers are blank. */
export function documentsAlone(text: string): string {
  const isOfTerminal = terminalOf(text) ?? (() => false);
  let logEnd: string | null = null;
  const alone = text.split("\n").map((line) => {
    const isOfLog = logEnd !== null;
    if (logEnd === null) logEnd = logEndOf(line);
    else if (line.includes(logEnd)) logEnd = null;
    return isOfLog || logEnd !== null || isOfTerminal(line) ? blankOf(line) : line;
  });
  return alone.join("\n");
}
