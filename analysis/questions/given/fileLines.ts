/** What each of several files is, and what it is used for. */
import {
  type CommandLine,
  type GivenFile,
  type GivenFormat,
  kindWords,
} from "../../read/recognize/commandLines.ts";
import { isOfOneIncident } from "../../read/recognize/survey.ts";
import type { Fact } from "../../text/document.ts";

/** A file that no command answers about, and why. */
export interface LeftOut {
  readonly name: string;
  /** A sentence. */
  readonly reason: string;
}

/** A line for each file: its name, its kind, and its use where that is not plain to see. */
export function fileFacts(
  files: readonly GivenFile[],
  leftOut: readonly LeftOut[],
  lines: readonly CommandLine[],
): readonly Fact[] {
  const shortName = shortNames([...files, ...leftOut]);
  return [
    ...files.map((file): Fact => {
      const { words = [kindWords(file.format)] } = file.survey ?? {};
      return [shortName(file.name), [words.join(" · "), ...useOf(file, lines)].join(", ")];
    }),
    ...leftOut.map(({ name, reason }): Fact => [shortName(name), `left out: ${reason}`]),
  ];
}

/** The end of the name that no other file has: without its folder, where that is enough. */
export function shortNames(files: readonly { readonly name: string }[]): (name: string) => string {
  const counts = new Map<string, number>();
  for (const name of new Set(files.map((file) => file.name))) {
    for (const end of endsOf(name)) counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  return (name) => endsOf(name).find((end) => counts.get(end) === 1) ?? name;
}

/** The last part of a path, the last two, and so on. */
function endsOf(name: string): readonly string[] {
  const ends: string[] = [];
  for (let at = name.lastIndexOf("/", name.length - 2); at >= 0; ) {
    ends.push(name.slice(at + 1));
    at = at === 0 ? -1 : name.lastIndexOf("/", at - 1);
  }
  return [...ends, name];
}

function useOf(file: GivenFile, lines: readonly CommandLine[]): readonly string[] {
  const using = lines.filter(({ files }) => files.includes(file));
  const [first, ...others] = using;
  if (first?.words[0] === "diff" && file.format === "configuration") {
    return [first.files.indexOf(file) === 1 ? "A" : "B"];
  }
  if (first?.words[0] === "check" && first.files.length === 2) {
    return [first.files.indexOf(file) === 0 ? "A" : "B"];
  }
  const subjects = using.flatMap(({ files }) => usersOf(file, files));
  if (subjects.length > 0) {
    return [`used for the ${[...new Set(subjects.map(userWords))].join(" and the ")}`];
  }
  if (file.format === "configuration" && isAmbiguous(file, lines)) {
    return ["not used: several are given, and only one can have been in force"];
  }
  const [main] = lines[0]?.files ?? [];
  const isOther = others.length === 0 && main !== undefined && main !== file;
  const isOfOtherTime = isOther && file.survey?.span != null && main.survey?.span != null;
  return isOfOtherTime && !isOfOneIncident(main, file) ? ["not the same incident"] : [];
}

function userWords(format: GivenFormat): string {
  return format === "log" ? "log" : kindWords(format);
}

/** The files that one is used for: the first of a command, and a log next to its capture. */
function usersOf(file: GivenFile, [first, ...others]: readonly GivenFile[]): GivenFormat[] {
  if (first === undefined || first === file || file.format === first.format) return [];
  if (file.format === "log") return [];
  return [first, ...others.filter(({ format }) => format === "log")].map(({ format }) => format);
}

function isAmbiguous({ survey }: GivenFile, lines: readonly CommandLine[]): boolean {
  const all = lines.flatMap(({ files }) => files);
  const takers: readonly GivenFormat[] = ["capture", "log", "summary"];
  return survey?.isRefused !== true && all.some(({ format }) => takers.includes(format));
}
