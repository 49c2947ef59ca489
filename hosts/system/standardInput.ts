import { SettingError } from "./errors.ts";

let isStdinTaken = false;

/** Standard input, for the one place of a command line that may name it. */
export function standardInput(): NodeJS.ReadStream {
  if (isStdinTaken) {
    throw new SettingError(
      "Standard input is named in two places, and can be read once",
      "name a file",
    );
  }
  isStdinTaken = true;
  return process.stdin;
}
