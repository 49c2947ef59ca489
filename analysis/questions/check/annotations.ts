import { plural } from "../../text/amount.ts";
import type { DetailedCheck } from "./answer.ts";
import type { CheckedConfiguration, PlacedFinding } from "./check.ts";

/** A configuration and the file it was found in; no file for standard input and flags alone. */
export interface CheckedFile {
  readonly path: string | undefined;
  readonly checked: CheckedConfiguration;
  /** The nodes of a cluster that have this configuration, by name; absent for a file. */
  readonly nodes?: readonly string[];
  /** What only a document says of it. */
  readonly details?: Partial<DetailedCheck>;
}

/** A file that could not be read, in one sentence. */
export interface UnreadFile {
  readonly path: string | undefined;
  readonly name: string;
  readonly reason: string;
}

/** A folder in which no file configures a kubelet. */
export function unreadFolder(path: string, files: number): UnreadFile {
  const count = plural(files, "file");
  const reason = `${path} contains no kubelet configuration (${count} read); check the path.`;
  return { path, name: path, reason };
}

export type Severity = "error" | "warning" | "note";

/** One thing to say about a file, whatever form it is printed in. */
export interface Annotation {
  readonly severity: Severity;
  readonly rule: string;
  readonly message: string;
  readonly path?: string;
  /** 1-based. */
  readonly line?: number;
}

/** The rule of a file that could not be read, and that of a note. */
const UNREAD_RULE = "unreadable";
const NOTE_RULE = "note";

export function annotationsOf(
  files: readonly CheckedFile[],
  unread: readonly UnreadFile[],
): Annotation[] {
  return [
    ...files.flatMap((file) => {
      const { path, checked } = file;
      const own = [
        ...checked.errors.map((finding) => ofFinding("error", finding, path)),
        ...checked.warnings.map((finding) => ofFinding("warning", finding, path)),
        ...checked.notes.map((message) =>
          placed({ severity: "note", rule: NOTE_RULE, message }, path),
        ),
      ];
      return file.nodes === undefined ? own : own.map((each) => named(each, checked.name));
    }),
    ...unread.map(({ path, reason }) =>
      placed({ severity: "error", rule: UNREAD_RULE, message: reason }, path),
    ),
  ];
}

/** Findings outside files name their nodes themselves. */
function named(annotation: Annotation, name: string): Annotation {
  return { ...annotation, message: `${name}: ${annotation.message}` };
}

function ofFinding(
  severity: Severity,
  { rule, path: member, message, line }: PlacedFinding,
  path: string | undefined,
): Annotation {
  const annotation = placed({ severity, rule, message: `${member}: ${message}` }, path);
  return line === undefined ? annotation : { ...annotation, line };
}

function placed(annotation: Annotation, path: string | undefined): Annotation {
  return path === undefined ? annotation : { ...annotation, path };
}
