/**
 * The commands as data: from these rows come what a command line takes, its help and its refusals,
 * and everything that a shell needs to complete a word.
 */

/**
 * What a value names. An `input` is a file, or - for standard input, which a `text` may be in too;
 * a `path` is a file or a folder. An `example` is a capture that ships with the program, a
 * `cluster` a cluster or a scenario.
 */
export type ValueKind =
  | "file"
  | "input"
  | "path"
  | "folder"
  | "text"
  | "node"
  | "context"
  | "example"
  | "cluster"
  | "url";

export interface OptionRow {
  /** As help shows it: `<file>`, `[address]`, `<files...>`; absent for a switch. */
  readonly argument?: string;
  /** One letter. */
  readonly short?: string;
  readonly description: string;
  readonly choices?: readonly string[];
  readonly value?: ValueKind;
  /** Each value is kept, in the order given. */
  readonly repeats?: true;
  /** The default as a user would type it. */
  readonly default?: string;
  readonly isRequired?: true;
  /** The switch is `--no-NAME`, and the option is true without it. */
  readonly isNegated?: true;
  /** The title above it in the help. */
  readonly group?: string;
  /** Throws OptionError; `before` are the values that a repeated option has already. */
  parse?(text: string, before: readonly never[]): unknown;
}

/** By the names that code has for them: `kubeletCa` is `--kubelet-ca`. In the order of the help. */
export type OptionRows = Readonly<Record<string, OptionRow>>;

export interface ArgumentRow {
  readonly description: string;
  readonly value?: ValueKind;
  readonly repeats?: true;
  readonly isRequired?: true;
}

export type ArgumentRows = Readonly<Record<string, ArgumentRow>>;

/** An option or an argument, or an option with one of some values. */
export type Term<Name extends string = string> =
  | Name
  | { readonly [Option in Name]?: readonly string[] };

/** Which options go together; each row is one refusal. */
export interface Rules<Name extends string = string> {
  /** The first goes with nothing but the others. */
  readonly alone?: readonly (readonly [Term<Name>, ...(readonly Name[])])[];
  readonly excludes?: readonly (readonly [a: Term<Name>, b: Term<Name>, why?: string])[];
  /** The first needs one of the others. */
  readonly needs?: readonly (readonly [Term<Name>, ...(readonly Term<Name>[])])[];
  /** How often an option may be given, and what else there is to do. */
  readonly atMost?: readonly (readonly [name: Name, count: number, or?: string])[];
  /** One of them at least, and what to say when there is none. */
  readonly oneOf?: readonly (readonly [names: readonly Term<Name>[], sentence: string])[];
}

/** Options that the help shows by an example each, below the others. */
export interface ExampleTable {
  readonly title: string;
  readonly rows: Readonly<Record<string, OptionRow & { readonly example: string }>>;
}

/** The name of an option that is in a table. */
export type NameInTable = string & { readonly isInTable: true };

export function namesIn({ rows }: ExampleTable): readonly NameInTable[] {
  return Object.keys(rows) as NameInTable[];
}

export interface CommandRow<
  Options extends OptionRows = OptionRows,
  Arguments extends ArgumentRows = ArgumentRows,
> {
  readonly name: string;
  /** The text in the list of commands. */
  readonly summary: string;
  readonly description: string;
  readonly arguments?: Arguments;
  readonly options: Options;
  readonly tables?: readonly ExampleTable[];
  readonly rules?: Rules;
  /** Why the command is always about pods of all namespaces: no `--namespace` fits it. */
  readonly acrossNamespaces?: string;
  /** Paragraphs above the examples. */
  readonly before?: readonly string[];
  /** Command lines as a person would type them. */
  readonly examples?: readonly string[];
  /** Lines below the examples; a list of names is wrapped, and indented. */
  readonly after?: string | readonly (string | readonly string[])[];
}

/** Infers the names of a command's options, to which its rules are held. */
export function commandRow<
  const Options extends OptionRows,
  const Arguments extends ArgumentRows = Record<never, never>,
>(
  row: CommandRow<Options, Arguments> & {
    readonly rules?: Rules<Extract<keyof Options | keyof Arguments, string> | NameInTable>;
  },
): CommandRow<Options, Arguments> {
  return row;
}

type ParsedValue<Row> = Row extends { parse(text: string, before: never): infer Value }
  ? Value
  : Row extends { choices: readonly (infer Choice)[] }
    ? Choice
    : string;

type OneValue<Row> = Row extends { argument: string }
  ? ParsedValue<Row> | (Row extends { argument: `[${string}` } ? true : never)
  : boolean;

type ValueOf<Row> = Row extends { repeats: true } ? readonly OneValue<Row>[] : OneValue<Row>;

type HasValue = { readonly default: string } | { readonly isRequired: true } | { isNegated: true };

/** The values of options, as a command gets them. */
export type OptionsOf<Rows> = {
  readonly [Name in keyof Rows as Rows[Name] extends HasValue ? Name : never]: ValueOf<Rows[Name]>;
} & {
  readonly [Name in keyof Rows as Rows[Name] extends HasValue ? never : Name]?: ValueOf<Rows[Name]>;
};

type ArgumentOf<Row> = Row extends { repeats: true } ? readonly string[] : string;

export type ArgumentsOf<Rows> = {
  readonly [Name in keyof Rows as Rows[Name] extends { repeats: true } | { isRequired: true }
    ? Name
    : never]: ArgumentOf<Rows[Name]>;
} & {
  readonly [Name in keyof Rows as Rows[Name] extends { repeats: true } | { isRequired: true }
    ? never
    : Name]?: ArgumentOf<Rows[Name]>;
};

/** A value cannot be read, or the input lacks what it names; the message is one sentence. */
export class OptionError extends Error {
  override readonly name = "OptionError";
}

/** Every pair of one of these with one of those. */
export function pairs<const A, const B>(as: readonly A[], bs: readonly B[]): [A, B][] {
  return as.flatMap((a) => bs.map((b): [A, B] => [a, b]));
}

/** Every pair of two of these. */
export function pairsAmong<const A>(all: readonly A[]): [A, A][] {
  return all.flatMap((a, index) => pairs([a], all.slice(index + 1)));
}

/** The same rows under a title of the help. */
export function inGroup<const Rows extends OptionRows>(group: string, rows: Rows): Rows {
  const grouped = Object.entries(rows).map(([name, row]) => [name, { ...row, group }]);
  return Object.fromEntries(grouped) as Rows;
}

/** `kubeletCa` → `--kubelet-ca`. */
export function flagOf(name: string, row?: Pick<OptionRow, "isNegated">): string {
  const words = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return row?.isNegated ? `--no-${words}` : `--${words}`;
}
