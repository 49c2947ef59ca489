import { isMembers, type Members } from "../../json/untyped.ts";
import { applyFlags, NOTHING_SET } from "../apply.ts";
import { ConfigurationError } from "../error.ts";
import { flagNamesOf, flagsOfWords } from "../flags.ts";
import { FLAGS } from "../flagTable.ts";
import { valueOfFlags } from "../flagValues.ts";
import type { InnerTexts } from "../innerTexts.ts";
import type {
  ConfigurationForm,
  ConfigurationText,
  KubeletConfiguration,
  LoadedConfiguration,
  NodeDescription,
  Note,
} from "../loaded.ts";

/** The documents of one text, and facts from outside them. */
export interface FormInput {
  /** The name of the format in sentences. */
  readonly name: string;
  /** In order; the items of a List one by one. */
  readonly documents: readonly Members[];
  readonly node: NodeDescription;
  /** How much of the texts inside the documents may be read still. */
  readonly inner: InnerTexts;
  /** Reads a text inside a document. */
  read(source: ConfigurationText): LoadedConfiguration;
}

/** One way in which a system writes down the configuration of its kubelets. */
export interface Form {
  /** The kinds of document it reads, for the help and the README. */
  readonly reads: string;
  /**
   * One configuration for each kind of node that the documents describe; none when they belong to
   * other forms. Throws ConfigurationError for a document of its own that cannot be read.
   */
  load(input: FormInput): readonly LoadedConfiguration[];
}

export function loaded(
  form: ConfigurationForm,
  configuration: KubeletConfiguration,
  ...notes: readonly Note[]
): LoadedConfiguration {
  return { ...NOTHING_SET, form, configuration, notes };
}

export function note(origin: string, sentence: string): Note {
  return { origin, sentence: `${origin}: ${sentence}` };
}

/** Says which settings a system adds by itself; nothing when it adds none. */
export function addedBy(origin: string, system: string, settings: Members): Note[] {
  const parts = Object.entries(settings).map(([name, value]) => `${name} ${written(value)}`);
  return parts.length === 0 ? [] : [note(origin, `${system} sets ${parts.join("; ")}.`)];
}

/** `{"memory.available": "100Mi"}` → `memory.available=100Mi`. */
function written(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "to nothing" : textsOf(value).join();
  if (!isMembers(value)) return String(value);
  const pairs = Object.entries(value).map(([name, each]) => `${name}=${textsOf(each).join()}`);
  return pairs.length === 0 ? "to nothing" : pairs.join(", ");
}

/** The settings of a system that the document does not replace. */
export function remaining(settings: Members, given: Members): Members {
  const kept = Object.entries(settings).filter(([name]) => (given[name] ?? null) === null);
  return Object.fromEntries(kept);
}

/** The most kinds of nodes that are read from one document. */
const NODE_KINDS_MAX = 100;

/** The kinds of node that share one part of a document; throws when they are too many. */
export function kindsOfNode<T>(name: string, kinds: readonly T[]): readonly T[] {
  if (kinds.length <= NODE_KINDS_MAX) return kinds;
  throw new ConfigurationError(
    `${name} describes ${kinds.length} kinds of node; give at most ${NODE_KINDS_MAX} at once.`,
  );
}

/** Applies flags that a document spells as words of a command line. */
export function withFlags(
  base: LoadedConfiguration,
  words: readonly string[],
): LoadedConfiguration {
  const flagNames = [...new Set([...(base.flagNames ?? []), ...flagNamesOf(words)])];
  const applied = applyFlags(base, flagsOfWords(words));
  return flagNames.length === 0 ? applied : { ...applied, flagNames };
}

/** The value of a member that a system writes as the text of the kubelet's flag for it. */
export function valueOfFlagText(member: string, text: string): unknown {
  for (const [name, row] of FLAGS) {
    if (row.member === member) return valueOfFlags([{ name, value: text }], row);
  }
  return text;
}

const PAIR_SEPARATORS: Readonly<Record<string, string>> = {
  langleMap: "<",
  map: "=",
  booleanMap: "=",
};

/** The flags that say the same as the members of a configuration. */
export function wordsOfMembers(configuration: Members): string[] {
  return [...FLAGS].flatMap(([flag, { member, kind }]) => {
    const value = configuration[member];
    if (value === undefined || value === null) return [];
    if (!isMembers(value)) return [`--${flag}=${textsOf(value).join(",")}`];
    const pairs = Object.entries(value).map(
      ([name, each]) => `${name}${PAIR_SEPARATORS[kind] ?? "="}${textsOf(each).join("")}`,
    );
    return [`--${flag}=${pairs.join(",")}`];
  });
}

/** Takes the members a document spells under other names; the rest stay where they are. */
export function renamed(given: unknown, names: Readonly<Record<string, string>>): Members {
  if (!isMembers(given)) return {};
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [Object.hasOwn(names, name) ? names[name] : name, value]),
  );
}

export function membersOrNone(value: unknown, name: string, path: string): Members {
  if (value === undefined || value === null) return {};
  if (isMembers(value)) return value;
  throw new ConfigurationError(
    `${name}: ${path} is not an object; write the kubelet's fields there.`,
  );
}

/** `{"eviction-hard": ["a", "b"]}` → `--eviction-hard=a --eviction-hard=b`. */
export function wordsOfArguments(flags: Members): string[] {
  return Object.entries(flags).flatMap(([name, values]) =>
    textsOf(values).map((value) => `--${name}=${value}`),
  );
}

export function textsOf(values: unknown): string[] {
  const list = Array.isArray(values)
    ? values
    : values === undefined || values === null
      ? []
      : [values];
  return list.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
}

/** The name of a Kubernetes object with its kind, such as `Shoot pool-a`. */
export function nameOfDocument(document: Members): string {
  const { kind, metadata } = document;
  const name = isMembers(metadata) ? metadata.name : undefined;
  const parts = [kind, name].filter((part) => typeof part === "string" && part !== "");
  return parts.length === 0 ? "an object without a kind" : parts.join(" ");
}

export function isOfGroup(document: Members, group: string): boolean {
  const { apiVersion } = document;
  return typeof apiVersion === "string" && apiVersion.split("/")[0] === group;
}
