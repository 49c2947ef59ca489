/** Arguments of earlyoom: its limits, and which names it prefers, avoids and ignores. */
import { ExpressionError } from "./expression/bytes.ts";
import { compileExpression, type NamePattern } from "./expression/extendedExpression.ts";

/** The arguments as the module takes them, and the patterns, which are matched here. */
export interface EarlyoomArguments {
  readonly options: {
    readonly memory?: readonly number[];
    readonly swap?: readonly number[];
    readonly memoryKib?: readonly number[];
    readonly swapKib?: readonly number[];
    readonly sortByRss?: true;
    readonly ignoreRootUser?: true;
    /** Some releases do not know `--ignore`. */
    readonly ignore?: true;
  };
  readonly patterns: Readonly<Partial<Record<Mark, NamePattern>>>;
}

type Mark = "prefer" | "avoid" | "ignore";

const MARKS: readonly string[] = ["prefer", "avoid", "ignore"];
const LIMITS: Readonly<Record<string, string>> = {
  "-m": "memory",
  "-s": "swap",
  "-M": "memoryKib",
  "-S": "swapKib",
};
/** A limit for memory of 100 would make no sense. */
const PERCENT_MAX: Readonly<Record<string, number>> = { "-m": 99, "-s": 100 };
const SWITCHES: Readonly<Record<string, "sortByRss" | "ignoreRootUser">> = {
  "--sort-by-rss": "sortByRss",
  "--ignore-root-user": "ignoreRootUser",
};
/** They change what is printed, or how a process dies, but not which. */
const WITHOUT_EFFECT = ["-d", "--debug", "-n", "-g", "-p", "-k", "-i", "--dryrun", "--syslog"];
const WITH_VALUE = ["-r", "-N", "-P"];
const ENDING = ["-h", "--help", "-v"];

/** `refuse` makes an error of a sentence. */
export function readEarlyoomArguments(
  words: readonly string[],
  refuse: (reason: string) => Error,
): EarlyoomArguments {
  const options: Record<string, unknown> = {};
  const patterns: Partial<Record<Mark, NamePattern>> = {};
  const rest = words.flatMap(splitWord).values();
  for (const word of rest) {
    const limit = LIMITS[word];
    const mark = word.slice(2);
    const flag = SWITCHES[word];
    if (flag !== undefined) options[flag] = true;
    else if (WITHOUT_EFFECT.includes(word)) continue;
    else if (ENDING.includes(word)) throw refuse(`${word} of earlyoom prints a text and ends`);
    else {
      const { value } = rest.next();
      if (value === undefined) throw refuse(`${word} of earlyoom needs a value, or is unknown`);
      if (limit !== undefined) options[limit] = limitsOf(word, value, refuse);
      else if (MARKS.includes(mark)) patterns[mark as Mark] = patternOf(word, value, refuse);
      else if (!WITH_VALUE.includes(word)) throw refuse(`${word} of earlyoom is not supported`);
    }
  }
  if (patterns.ignore !== undefined) options.ignore = true;
  return { options, patterns };
}

/** `-m10` is `-m 10`, and `--avoid=x` is `--avoid x`. */
function splitWord(word: string): readonly string[] {
  const [, short = "", value = ""] = /^(-[msMSr])(\d.*)$/.exec(word) ?? [];
  if (short !== "") return [short, value];
  const [, long = "", text = ""] = /^(--(?:prefer|avoid|ignore))=(.*)$/s.exec(word) ?? [];
  return long === "" ? [word] : [long, text];
}

function limitsOf(word: string, text: string, refuse: (reason: string) => Error) {
  const most = PERCENT_MAX[word];
  const pattern = most === undefined ? /^\d+(?:,\d+)?$/ : /^\d+(?:\.\d+)?(?:,\d+(?:\.\d+)?)?$/;
  if (!pattern.test(text)) {
    const unit = most === undefined ? "sizes in KiB, such as 400000" : "percentages, such as 10,5";
    throw refuse(`${word} of earlyoom takes one or two ${unit}`);
  }
  const limits = text.split(",").map(Number);
  const above = limits.find((limit) => limit > (most ?? Number.MAX_SAFE_INTEGER));
  if (above !== undefined) {
    throw refuse(`fatal: ${word}: value ${above.toFixed(6)} exceeds limit ${most}`);
  }
  if (limits.every((limit) => limit === 0)) {
    throw refuse(`fatal: ${word}: both SIGTERM and SIGKILL values are zero`);
  }
  return limits;
}

function patternOf(word: string, text: string, refuse: (reason: string) => Error) {
  try {
    return compileExpression(text);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    if (error.unsupported === null) throw refuse(`fatal: could not compile regexp '${text}'`);
    throw refuse(`${word} of earlyoom has ${error.unsupported}, which is not supported`);
  }
}

/** A process with the marks that its name has. */
export function markedProcess(process: unknown, patterns: EarlyoomArguments["patterns"]): unknown {
  const name = typeof process === "object" && process !== null && "name" in process && process.name;
  if (typeof name !== "string") return process;
  const marks = Object.entries(patterns).filter(([, pattern]) => pattern(name));
  return { ...(process as object), ...Object.fromEntries(marks.map(([mark]) => [mark, true])) };
}
