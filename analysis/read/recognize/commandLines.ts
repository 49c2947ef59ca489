/** Which commands answer what was given: a row for each format, in the order of the answers. */
import { shellWord } from "../../text/shellWord.ts";
import { FORMATS, type Format } from "./formats.ts";
import { isOfOneIncident, type Survey } from "./survey.ts";

/** What a file was recognized as; `text` is a message, typed instead of a file's name. */
export type GivenFormat = Format | "folder" | "text";

export interface GivenFile {
  readonly path: string;
  /** What it is called in sentences. */
  readonly name: string;
  readonly format: GivenFormat;
  /** What the file says of itself; absent where it was not read. */
  readonly survey?: Survey;
}

/** The words of a command behind the program's name. */
export interface CommandLine {
  readonly words: readonly string[];
  /** What it answers about, and what it takes from the other files. */
  readonly files: readonly GivenFile[];
}

interface Row {
  readonly format: GivenFormat;
  /** The command, in front of the path. */
  readonly words: readonly string[];
  /** All files of the format make one command. */
  readonly isOne?: true;
  /** The option before each path. */
  readonly option?: string;
  /** Options for files of other formats. */
  readonly takes?: Partial<Readonly<Record<GivenFormat, string>>>;
  /** Options for one file of another format, from the same incident. */
  readonly joins?: Partial<Readonly<Record<GivenFormat, string>>>;
}

const CONFIGURED = { configuration: "--config" } as const;

/** A file that an earlier row has taken is not asked about again. */
const ROWS: readonly Row[] = [
  { format: "capture", words: ["replay"], takes: CONFIGURED, joins: { log: "--journal" } },
  {
    format: "summary",
    words: ["explain"],
    isOne: true,
    option: "--summary",
    takes: { pods: "--pods", ...CONFIGURED },
  },
  { format: "log", words: ["replay", "--journal"], takes: CONFIGURED },
  { format: "kernelLog", words: ["oom"], takes: { pods: "--pods" } },
  { format: "killerLog", words: ["oom"] },
  { format: "text", words: ["explain", "--message"], takes: CONFIGURED },
  { format: "messages", words: ["explain", "--events"] },
  { format: "killer", words: ["replay"] },
  { format: "killerConfiguration", words: ["check"], isOne: true },
  { format: "scenario", words: ["simulate", "--scenario"], takes: { objects: "--objects" } },
  {
    format: "objects",
    words: ["schedule"],
    isOne: true,
    option: "--objects",
    takes: { scheduler: "--scheduler-config", pods: "--objects" },
  },
  { format: "pods", words: ["explain", "--pod-status"] },
  { format: "archive", words: ["explain", "--bundle"] },
  { format: "folder", words: ["explain", "--bundle"] },
  { format: "configuration", words: ["check"], isOne: true },
  { format: "kubeconfig", words: ["next", "--kubeconfig"] },
];

/** Files that no command takes are in none of the lines. */
export function commandLines(given: readonly GivenFile[]): readonly CommandLine[] {
  const compared = comparison(given);
  if (compared !== null) return [compared];
  const taken = new Set<GivenFile>();
  return ROWS.flatMap((row) => {
    // What no other file could take, or may not take, is asked about by itself.
    const own = given.filter((file) => file.format === row.format && !taken.has(file));
    const groups = row.isOne && own.length > 0 ? [own] : own.map((file) => [file]);
    return groups.map((files) => {
      const others = otherFiles(row, files, given, taken);
      for (const file of others) taken.add(file);
      return {
        words: [
          ...row.words,
          ...files.flatMap(({ path }) => withOption(row.option, path)),
          ...others.flatMap(({ format, path }) => withOption(optionFor(row, format), path)),
        ],
        files: [...files, ...others],
      };
    });
  });
}

/** Two configurations next to one capture are two policies for it. */
function comparison(given: readonly GivenFile[]): CommandLine | null {
  const [capture, ...captures] = given.filter(({ format }) => format === "capture");
  const configurations = given.filter(isInForce);
  if (capture === undefined || captures.length > 0) return null;
  if (configurations.length !== 2 || given.length !== 3) return null;
  const options = configurations.flatMap(({ path }) => ["--config", path]);
  return { words: ["diff", capture.path, ...options], files: [capture, ...configurations] };
}

/** Whether a kubelet starts with it; true where that is not known. */
function isInForce({ format, survey }: GivenFile): boolean {
  return format === "configuration" && survey?.isRefused !== true;
}

/**
 * A kubelet has one configuration: of several, it is not known which was in force, unless one
 * alone is in the folder of the file that it is for.
 */
export function configurationFor<T extends Pick<GivenFile, "path">>(
  path: string,
  all: readonly T[],
): T | undefined {
  const near = all.filter((each) => folderOf(each.path) === folderOf(path));
  return all.length === 1 ? all[0] : near.length === 1 ? near[0] : undefined;
}

function withoutAmbiguous(
  first: GivenFile | undefined,
  given: readonly GivenFile[],
): readonly GivenFile[] {
  const own = configurationFor(first?.path ?? "", given.filter(isInForce));
  return given.filter((file) => file.format !== "configuration" || file === own);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function otherFiles(
  { takes = {}, joins = {} }: Row,
  [first]: readonly GivenFile[],
  given: readonly GivenFile[],
  taken: ReadonlySet<GivenFile>,
): readonly GivenFile[] {
  const joined = given.find(
    (file) => Object.hasOwn(joins, file.format) && !taken.has(file) && isOfOneIncident(first, file),
  );
  const usable = withoutAmbiguous(first, given);
  const others = usable.filter(({ format }) => Object.hasOwn(takes, format));
  return joined === undefined ? others : [joined, ...others];
}

function optionFor({ takes = {}, joins = {} }: Row, format: GivenFormat): string | undefined {
  return joins[format] ?? takes[format];
}

function withOption(option: string | undefined, path: string): readonly string[] {
  return option === undefined ? [path] : [option, path];
}

/** What the files are, and the command that answers; null for a message, which is plain to see. */
export function takenText({ words, files }: CommandLine): string | null {
  if (files.length === 0 || files.some(({ format }) => format === "text")) return null;
  const taken = files.map(({ name, format }) => `${name} is ${formatWords(format)}`);
  return `${taken.join(", ")}: plimsoll ${words.map(shellWord).join(" ")}.`;
}

export function formatWords(format: GivenFormat): string {
  if (format === "text") return "a message";
  return FORMATS.find((row) => row.format === format)?.words ?? "a folder";
}

/** Without its article: `kernel's log`. */
export function kindWords(format: GivenFormat): string {
  return formatWords(format).replace(/^an? /, "");
}
