/** Which commands answer what was given: a row for each format, in the order of the answers. */
import { shellWord } from "../../text/shellWord.ts";
import { FORMATS, type Format } from "./formats.ts";

/** What a file was recognized as; `text` is a message, typed instead of a file's name. */
export type GivenFormat = Format | "folder" | "text";

export interface GivenFile {
  readonly path: string;
  /** What it is called in sentences. */
  readonly name: string;
  readonly format: GivenFormat;
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
}

const CONFIGURED = { configuration: "--config" } as const;

/** A file that an earlier row has taken is not asked about again. */
const ROWS: readonly Row[] = [
  { format: "capture", words: ["replay"], takes: CONFIGURED },
  {
    format: "summary",
    words: ["explain"],
    isOne: true,
    option: "--summary",
    takes: { pods: "--pods", ...CONFIGURED },
  },
  { format: "log", words: ["replay", "--journal"], takes: CONFIGURED },
  { format: "kernelLog", words: ["oom"], takes: { pods: "--pods" } },
  { format: "text", words: ["explain", "--message"], takes: CONFIGURED },
  { format: "messages", words: ["explain", "--events"] },
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
];

/** The format has no command that needs nothing but a file. */
export function commandLines(given: readonly GivenFile[]): readonly CommandLine[] {
  const taken = new Set<GivenFile>();
  return ROWS.flatMap((row) => {
    const own = given.filter((file) => file.format === row.format && !taken.has(file));
    const groups = row.isOne && own.length > 0 ? [own] : own.map((file) => [file]);
    const others = groups.length === 0 ? [] : otherFiles(row, given);
    for (const file of others) taken.add(file);
    return groups.map((files) => ({
      words: [
        ...row.words,
        ...files.flatMap(({ path }) => withOption(row.option, path)),
        ...others.flatMap(({ format, path }) => withOption(row.takes?.[format], path)),
      ],
      files: [...files, ...others],
    }));
  });
}

function otherFiles({ takes = {} }: Row, given: readonly GivenFile[]): readonly GivenFile[] {
  return given.filter(({ format }) => Object.hasOwn(takes, format));
}

function withOption(option: string | undefined, path: string): readonly string[] {
  return option === undefined ? [path] : [option, path];
}

/** What the files are, and the command that answers; null for a message, which is plain to see. */
export function takenText({ words, files }: CommandLine): string | null {
  if (files.some(({ format }) => format === "text")) return null;
  const taken = files.map(({ name, format }) => `${name} is ${formatWords(format)}`);
  return `${taken.join(", ")}: plimsoll ${words.map(shellWord).join(" ")}.`;
}

export function formatWords(format: GivenFormat): string {
  if (format === "text") return "a message";
  return FORMATS.find((row) => row.format === format)?.words ?? "a folder";
}
