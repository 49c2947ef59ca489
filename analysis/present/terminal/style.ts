import picocolors from "picocolors";
import { wantsAscii } from "./controls.ts";

type Paint = (text: string) => string;

/** Where lines are shown: a terminal, a pipe or a file. */
interface Output {
  readonly isTerminal: boolean;
  /** Width in characters. */
  readonly columns: number;
}

/** What a style follows from: the output, and what the user's environment asks for. */
interface Surroundings {
  readonly stdout: Output;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly program?: string;
}

/** What a text means, so that every command paints the same thing alike. */
export interface Palette {
  readonly title: Paint;
  readonly faint: Paint;
  /** Above every threshold, or spared. */
  readonly good: Paint;
  /** A soft threshold, a warning. */
  readonly low: Paint;
  /** A hard threshold, an eviction, an error. */
  readonly bad: Paint;
  readonly subject: Paint;
}

export interface Style {
  /** Whether only the characters of ASCII can be shown. */
  readonly isAscii: boolean;
  /** Width in characters. */
  readonly columns: number;
  readonly paint: Palette;
  /** What a person types before a command; absent for `plimsoll`. */
  readonly program?: string;
}

export function styleOf(io: Surroundings, output: Output = io.stdout): Style {
  return {
    columns: output.columns,
    paint: paletteOf(wantsColor(io.environment, output)),
    isAscii: wantsAscii(io.environment),
    ...(io.program === undefined ? {} : { program: io.program }),
  };
}

/** Lines of more than this many characters are hard to read, however wide the terminal is. */
export const COLUMNS_MAX = 120;

export function plainStyle(columns: number): Style {
  return { columns, paint: paletteOf(false), isAscii: false };
}

/** NO_COLOR forbids (no-color.org), FORCE_COLOR asks, otherwise a terminal that can gets it. */
export function wantsColor(environment: Surroundings["environment"], output: Output): boolean {
  if ((environment.NO_COLOR ?? "") !== "") return false;
  const forced = environment.FORCE_COLOR;
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return output.isTerminal && environment.TERM !== "dumb";
}

function paletteOf(enabled: boolean): Palette {
  const colors = picocolors.createColors(enabled);
  return {
    title: colors.bold,
    faint: colors.dim,
    good: colors.green,
    low: colors.yellow,
    bad: colors.red,
    subject: colors.cyan,
  };
}
