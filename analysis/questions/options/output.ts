import type { OptionRow } from "./row.ts";

/** `-o, --output`, with the forms that a command can print; the first of them by default. */
export function outputRow<const Forms extends readonly [string, ...string[]]>(choices: Forms) {
  return {
    short: "o",
    argument: "<form>",
    description: "output format",
    choices: choices as readonly Forms[number][],
    default: choices[0],
  } as const satisfies OptionRow;
}
