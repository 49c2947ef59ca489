import { FILE_FLAGS, type Flag } from "./flags.ts";
import { FLAGS } from "./flagTable.ts";
import { valueOfFlags } from "./flagValues.ts";
import type { LoadedConfiguration, Note } from "./loaded.ts";

/** The kubelet's defaults: what `{}` means. */
export const NOTHING_SET: LoadedConfiguration = {
  configuration: {},
  form: "KubeletConfiguration",
  notes: [],
  replacedByFlags: [],
};

/**
 * Applies flags over a configuration, as the kubelet re-applies its command line over its file: a
 * flag replaces the whole member, feature gates alone are merged. Spec 2.7.
 */
export function applyFlags(base: LoadedConfiguration, flags: readonly Flag[]): LoadedConfiguration {
  const configuration: Record<string, unknown> = { ...base.configuration };
  const notes: Note[] = [...base.notes];
  const replaced = new Set(base.replacedByFlags);
  for (const [name, row] of FLAGS) {
    const occurrences = flags.filter((flag) => flag.name === name);
    if (occurrences.length === 0) continue;
    const value = valueOfFlags(occurrences, row);
    if (row.isOption) {
      configuration.plimsoll = { ...(configuration.plimsoll as object), [row.member]: value };
      notes.push(noteOf(name, row.member, false));
      continue;
    }
    const before = configuration[row.member];
    configuration[row.member] = row.kind === "booleanMap" ? merged(before, value) : value;
    replaced.add(row.member);
    notes.push(noteOf(name, row.member, before !== undefined && row.kind !== "booleanMap"));
  }
  for (const { name, value } of flags) if (FILE_FLAGS.has(name)) notes.push(fileNote(name, value));
  return { ...base, configuration, notes, replacedByFlags: [...replaced] };
}

function merged(before: unknown, value: unknown): unknown {
  return { ...(before as object | undefined), ...(value as object) };
}

function noteOf(name: string, member: string, replaces: boolean): Note {
  const effect = replaces ? "replaces what the file says" : "sets it";
  return { member, origin: `--${name}`, sentence: `${member}: --${name} ${effect}.` };
}

function fileNote(name: string, value: string | undefined): Note {
  return {
    origin: `--${name}`,
    sentence: `--${name} names ${value}, which is not read here; also give that configuration.`,
  };
}
