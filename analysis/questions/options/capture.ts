/** Where a capture comes from: a file, an example, or bare documents. */
import { parseTime } from "../../text/time.ts";
import {
  type ArgumentRow,
  OptionError,
  type OptionRows,
  type OptionsOf,
  pairsAmong,
  type Rules,
} from "./row.ts";

export const CAPTURE_ARGUMENT = {
  description: "a capture, plain or gzip; - is standard input",
  value: "input",
} as const satisfies ArgumentRow;

/** Bare documents; a shell's pattern may name several files. */
export const PAIRS = {
  summary: {
    argument: "<files...>",
    description: "/stats/summary documents; repeatable",
    value: "input",
    repeats: true,
  },
  pods: {
    argument: "<files...>",
    description: "the pod lists of these documents, in the same order",
    value: "input",
    repeats: true,
  },
  time: {
    argument: "<times...>",
    description: "times for documents without a time, in the same order",
    repeats: true,
    parse: readTime,
  },
} as const satisfies OptionRows;

export const EXAMPLE = {
  example: {
    argument: "<name>",
    description: "use an example capture that ships with plimsoll",
    value: "example",
  },
} as const satisfies OptionRows;

export const CAPTURE = { ...PAIRS, ...EXAMPLE };

export type CaptureOptions = OptionsOf<typeof CAPTURE>;

/** The inputs that a capture may come from. */
export const CAPTURES = ["capture", "summary", "example"] as const;

export const NO_CAPTURE =
  "No capture is given; give a capture, --summary FILE --pods FILE, or --example NAME.";

export const PAIR_RULES = {
  needs: [
    ["pods", "summary"],
    ["time", "summary"],
  ],
} as const satisfies Rules;

/** Nanoseconds since the epoch. */
function readTime(text: string): bigint {
  const time = parseTime(text);
  if (time !== null) return time;
  throw new OptionError("Write it as 2026-11-20T10:04:40Z.");
}

/** One capture, and no documents that belong to none. */
export const CAPTURE_RULES = {
  excludes: pairsAmong(CAPTURES),
  needs: PAIR_RULES.needs,
} as const satisfies Rules;
