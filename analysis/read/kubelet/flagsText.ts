/** Texts that are a kubelet's command line, a unit that starts it, or its environment file. */

import { NoConfigurationError } from "./error.ts";
import { FILE_FLAGS, flagNamesOf, flagsOfWords } from "./flags.ts";
import { FLAGS } from "./flagTable.ts";
import { loaded, withFlags } from "./forms/form.ts";
import type { ConfigurationText, LoadedConfiguration } from "./loaded.ts";
import { wordsOf } from "./words.ts";

/** The first line of a text that is a command line, a systemd unit or a file of variables. */
const COMMANDS: readonly RegExp[] = [
  /^\[[A-Z][A-Za-z]*\]$/, // a section of a unit
  /^(?:export\s+)?[A-Za-z_][A-Za-z0-9_]*=/,
  /^--?[A-Za-z]/,
  /^\S*kubelet(?:\s|\0|$)/,
  /kubelet[\s\0]+--/, // a line of `ps`
];

/**
 * Units and variables are in many files: these lines belong to a kubelet. None of them looks
 * beyond its line, or twice at what it has passed: a text may be a million empty lines.
 */
const KUBELETS: readonly RegExp[] = [
  /^--?[A-Za-z]/,
  /^[ \t]*(?:export[ \t]+)?(?=\w*KUBELET)\w+=/m,
  /^[ \t]*(?:Environment|EnvironmentFile)=.*KUBELET/m,
  /^[ \t]*ExecStart=.*\bkubelet\b/m,
  /(?:^|[\s/])kubelet(?:[\s\0]|$)/,
];

/** Lines of a unit that start other programs, whose flags are not the kubelet's. */
const OTHER_COMMANDS = /^[ \t]*Exec(?:StartPre|StartPost|Stop|StopPost|Reload|Condition)=.*$/gm;

export function isFlagsText(firstLine: string): boolean {
  return COMMANDS.some((command) => command.test(firstLine));
}

export function readFlags({ name, text }: ConfigurationText): LoadedConfiguration {
  const words = wordsOf(text);
  if (!KUBELETS.some((line) => line.test(text)) && !words.some(isKubeletFlag)) {
    throw new NoConfigurationError(
      `${name} is a unit or a file of variables that starts no kubelet and has none of its ` +
        "flags; give the kubelet's own.",
    );
  }
  const sentence = `${name} contains flags; settings without a flag have the kubelet's defaults.`;
  const read = withFlags(loaded("flags", {}, { origin: name, sentence }), words);
  const flags = { ...read, flagNames: flagNamesOf(wordsOf(text.replace(OTHER_COMMANDS, ""))) };
  const namesFile = flagsOfWords(words).some((flag) => flag.name === "config");
  if (namesFile) return flags;
  const hint =
    `${name} names no --config: a kubelet without a file has only the hard thresholds of ` +
    "--eviction-hard; the defaults for a kubelet with a file are assumed.";
  const note = { member: "evictionHard", origin: name, sentence: hint };
  return { ...flags, notes: [...flags.notes, note] };
}

function isKubeletFlag(word: string): boolean {
  const name = /^--([^=]+)/.exec(word)?.[1]?.replaceAll("_", "-");
  return name !== undefined && (FLAGS.has(name) || FILE_FLAGS.has(name));
}
