import { quoted } from "../../../analysis/text/shellWord.ts";
import {
  allCommands,
  type CompletedCommand,
  type CompletedValue,
  steps,
  valueCases,
} from "./completed.ts";

/** A script for zsh, to be evaluated, or kept as `_plimsoll` in a folder of $fpath. */
export function zshCompletion(root: CompletedCommand): string {
  const [program = ""] = root.words;
  return `#compdef ${program}
_${program}() {
  local path_=${program} word
  local -a options_ commands_
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$path_ $word" in
      ${patterns(steps(root))}) path_+=" $word" ;;
    esac
  done
  case "$path_ \${words[CURRENT-1]}" in
${valueCases(root)
  .map(([behind, value]) => `    ${patterns(behind)}) ${offer(value)}; return ;;`)
  .join("\n")}
  esac
  case $path_ in
${allCommands(root).map(caseOf).join("\n")}
  esac
}
if [[ $funcstack[1] == _${program} ]]; then _${program} "$@"
else compdef _${program} ${program}
fi
`;
}

function caseOf({ words, options, commands, value }: CompletedCommand): string {
  const flags = options.flatMap(({ flags, description }) =>
    flags.map((flag) => described(flag, description)),
  );
  const names = commands.map((each) => described(each.words.at(-1) ?? "", each.summary));
  return `    ${quoted(words.join(" "))})
      if [[ $PREFIX == -* ]]; then
        options_=(${flags.join(" ")})
        _describe option options_
      else
        ${names.length === 0 ? "" : `commands_=(${names.join(" ")}); _describe command commands_;`}
        ${offer(value)}
      fi ;;`;
}

/** A colon ends the word in front of its description. */
function described(word: string, description: string): string {
  return quoted(`${word}:${description}`);
}

function offer(value: CompletedValue): string {
  if (value.of === "names") return `compadd -- ${value.names.map(quoted).join(" ")}`;
  if (value.of === "nothing") return ":";
  return value.of === "files" ? "_files" : "_files -/";
}

function patterns(words: readonly string[]): string {
  return words.map((word) => `(${quoted(word)})`).join("|");
}
