import type { Io } from "../system/io.ts";

/** What a person types before a command, unless a program such as kubectl started us. */
const PROGRAM = "plimsoll";
const COMMANDS =
  "help|replay|explain|diff|sweep|advise|next|oom|schedule|drain|simulate|admit|check|capture|" +
  "playground|run|demo";
/** A command line that begins with it, or an error; a path, a package or prose is neither. */
const TYPED = new RegExp(`(?<![\\w./-])${PROGRAM}(?=:| (?:-|\\[|${COMMANDS}))`, "g");

/** Help, a hint or an error with the name of the program as it has been typed. */
export function asTyped(text: string, { program = PROGRAM }: Pick<Io, "program">): string {
  return program === PROGRAM ? text : text.replace(TYPED, program);
}
