import { quoted } from "../../../analysis/text/shellWord.ts";
import {
  allCommands,
  type CompletedCommand,
  type CompletedValue,
  steps,
  valueCases,
} from "./completed.ts";

/** A script for bash 4 and newer, to be evaluated. */
export function bashCompletion(root: CompletedCommand): string {
  const [program = ""] = root.words;
  return `_${program}() {
  local current=\${COMP_WORDS[COMP_CWORD]} path=${program} index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "$path \${COMP_WORDS[index]}" in
      ${patterns(steps(root))}) path+=" \${COMP_WORDS[index]}" ;;
    esac
  done
  case "$path \${COMP_WORDS[COMP_CWORD - 1]}" in
${valueCases(root)
  .map(([behind, value]) => `    ${patterns(behind)}) ${reply(value)} return ;;`)
  .join("\n")}
  esac
  case $path in
${allCommands(root).map(caseOf).join("\n")}
  esac
}
complete -F _${program} ${program}
`;
}

function caseOf({ words, options, commands, value }: CompletedCommand): string {
  const flags = options.flatMap((option) => option.flags);
  const names = commands.map((command) => command.words.at(-1) ?? "");
  return `    ${quoted(words.join(" "))})
      if [[ $current == -* ]]; then ${words_(flags)}
      else ${reply(value)} ${names.length === 0 ? "" : `COMPREPLY+=(${generated("-W", names)})`}
      fi ;;`;
}

function words_(words: readonly string[]): string {
  return `COMPREPLY=(${generated("-W", words)})`;
}

function generated(option: string, words: readonly string[]): string {
  return `$(compgen ${option} ${quoted(words.join(" "))} -- "$current")`;
}

function reply(value: CompletedValue): string {
  if (value.of === "names") return `${words_(value.names)};`;
  if (value.of === "nothing") return ":;";
  const option = value.of === "files" ? "-f" : "-d";
  return `compopt -o filenames; mapfile -t COMPREPLY < <(compgen ${option} -- "$current");`;
}

function patterns(words: readonly string[]): string {
  return words.map(quoted).join(" | ");
}
