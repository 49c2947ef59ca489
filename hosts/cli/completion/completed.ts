/** The commands as a shell completes them: the words that may follow others. */

/** What a value is completed with; names are known beforehand. */
export type CompletedValue =
  | { readonly of: "files" }
  | { readonly of: "folders" }
  | { readonly of: "names"; readonly names: readonly string[] }
  | { readonly of: "nothing" };

export interface CompletedOption {
  /** `--output`, and `-o` where there is one. */
  readonly flags: readonly string[];
  readonly description: string;
  /** Null for a switch. */
  readonly value: CompletedValue | null;
}

export interface CompletedCommand {
  /** The words that a person types: `plimsoll`, `capture`, `pack`. */
  readonly words: readonly string[];
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  readonly commands: readonly CompletedCommand[];
  /** What is not an option. */
  readonly value: CompletedValue;
}

/** A command and all below it. */
export function allCommands(command: CompletedCommand): readonly CompletedCommand[] {
  return [command, ...command.commands.flatMap(allCommands)];
}

/** What is completed behind an option, and behind which; options with the same value together. */
export function valueCases(
  command: CompletedCommand,
): readonly (readonly [behind: readonly string[], value: CompletedValue])[] {
  const cases = new Map<string, { behind: string[]; value: CompletedValue }>();
  for (const { words, options } of allCommands(command)) {
    for (const { flags, value } of options) {
      if (value === null) continue;
      const key = JSON.stringify(value);
      const found = cases.get(key) ?? { behind: [], value };
      found.behind.push(...flags.map((flag) => [...words, flag].join(" ")));
      cases.set(key, found);
    }
  }
  return [...cases.values()].map(({ behind, value }) => [behind, value]);
}

/** The paths of commands that are below another one: these words are steps on the way. */
export function steps(command: CompletedCommand): readonly string[] {
  return allCommands(command).flatMap(({ commands }) =>
    commands.map(({ words }) => words.join(" ")),
  );
}
