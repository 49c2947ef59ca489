import type { Io } from "../system/io.ts";

/** What a person types before a command, unless a program such as kubectl started us. */
const PROGRAM = "plimsoll";
/**
 * A command line that begins with it, or an error: in prose the name has a capital letter, and a
 * path or a package has something else before it or behind it.
 */
const TYPED = new RegExp(`(?<![\\w./-])${PROGRAM}(?=:| (?:-|\\[|[a-z]))`, "g");

/** Help, a hint or an error with the name of the program as it has been typed. */
export function asTyped(text: string, { program = PROGRAM }: Pick<Io, "program">): string {
  return program === PROGRAM ? text : text.replace(TYPED, program);
}
