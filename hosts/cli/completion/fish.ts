import {
  allCommands,
  type CompletedCommand,
  type CompletedOption,
  type CompletedValue,
  steps,
} from "./completed.ts";

/** A script for fish 3 and newer, to be sourced. */
export function fishCompletion(root: CompletedCommand): string {
  const [program = ""] = root.words;
  const lines = allCommands(root).flatMap((command) => {
    const begin = `complete -c ${program} -n ${at(program, command)}`;
    return [
      `${begin} -f${valueWords(command.value)}`,
      ...command.options.map((option) => `${begin} ${optionWords(option)}`),
      ...command.commands.map(({ words, summary }) => {
        return `${begin} -a ${escaped(words.at(-1) ?? "")} -d ${escaped(summary)}`;
      }),
    ];
  });
  return `function __${program}_at
    set -l path ${program}
    for word in (commandline -opc)[2..-1]
        switch "$path $word"
            case ${steps(root).map(escaped).join(" ")}
                set path "$path $word"
        end
    end
    test "$path" = "$argv[1]"
end
complete -c ${program} -e
${lines.join("\n")}
`;
}

function at(program: string, { words }: CompletedCommand): string {
  return escaped(`__${program}_at ${escaped(words.join(" "))}`);
}

function optionWords({ flags, description, value }: CompletedOption): string {
  const names = flags.map((flag) =>
    flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
  );
  return `${names.join(" ")}${takenWords(value)} -d ${escaped(description)}`;
}

function takenWords(value: CompletedValue | null): string {
  if (value === null) return "";
  return value.of === "files" ? " -r -F" : ` -r -f${valueWords(value)}`;
}

function valueWords(value: CompletedValue): string {
  if (value.of === "names") return ` -a ${escaped(value.names.join(" "))}`;
  if (value.of === "nothing") return "";
  const function_ = value.of === "files" ? "__fish_complete_path" : "__fish_complete_directories";
  return ` -a ${escaped(`(${function_})`)}`;
}

/** In single quotes, where fish reads these two characters in its own way. */
function escaped(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
