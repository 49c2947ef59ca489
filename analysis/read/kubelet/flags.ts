import { ConfigurationError } from "./error.ts";
import { FLAGS } from "./flagTable.ts";

/** One flag of a command line, by its name without dashes. */
export interface Flag {
  readonly name: string;
  /** Absent when the flag has none. */
  readonly value?: string;
}

/** The flags that change the configuration; the command line of `replay` offers them too. */
export const FLAG_NAMES: readonly string[] = [...FLAGS.keys()];

/** Flags that name files to be read as well. */
export const FILE_FLAGS: ReadonlySet<string> = new Set(["config", "config-dir"]);

/**
 * The flags among the words of a command line, as the kubelet's own parser sees them:
 * `--name=value` or `--name value`, underscores for dashes, a lone `--` ends them. Flags that do
 * not matter here are left out together with their values.
 */
export function flagsOfWords(words: readonly string[]): Flag[] {
  const flags: Flag[] = [];
  for (let at = 0; at < words.length && words[at] !== "--"; at++) {
    const found = /^--([^=-][^=]*)(?:=([\s\S]*))?$/.exec(words[at] ?? "");
    if (found?.[1] === undefined) continue;
    const name = found[1].replaceAll("_", "-");
    const kind = FLAGS.get(name)?.kind;
    if (kind === undefined && !FILE_FLAGS.has(name)) continue;
    // A boolean flag never takes the next word; any other takes it whatever it looks like.
    const value = found[2] ?? (kind === "boolean" ? undefined : words[++at]);
    if (value === undefined && kind !== "boolean") {
      throw new ConfigurationError(`--${name} is last and has no value; give it one.`);
    }
    flags.push(value === undefined ? { name } : { name, value });
  }
  return flags;
}

/** The names of all flags among the words of a command line, also of those that do not matter. */
export function flagNamesOf(words: readonly string[]): string[] {
  const names: string[] = [];
  for (let at = 0; at < words.length && words[at] !== "--"; at++) {
    const found = /^--([^=-][^=]*)(=)?/.exec(words[at] ?? "");
    if (found?.[1] === undefined) continue;
    const name = found[1].replaceAll("_", "-");
    names.push(name);
    const kind = FLAGS.get(name)?.kind;
    const takesNext = FILE_FLAGS.has(name) || (kind !== undefined && kind !== "boolean");
    if (found[2] === undefined && takesNext) at++;
  }
  return [...new Set(names)];
}
