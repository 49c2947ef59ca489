import { type Command, Option } from "commander";
import type { Flag } from "../../../analysis/read/kubelet/configuration.ts";
import { FLAGS } from "../../../analysis/read/kubelet/flagTable.ts";
import { listed } from "./capture.ts";

/** What a shell would take for a redirection. */
const SHELL_CHARACTERS = /[<>]/;

/** The kubelet's own flags, under the kubelet's own names; the help shows each by its example. */
export function addKubeletFlags(command: Command): Command {
  const lines: string[] = [];
  for (const [name, { kind, example }] of FLAGS) {
    const argument = kind === "boolean" ? "[boolean]" : "<value>";
    // A repeated flag is handed on as often as it is there: the kubelet adds them up.
    command.addOption(new Option(`--${name} ${argument}`).argParser(listed).hideHelp());
    lines.push(`  --${name} ${SHELL_CHARACTERS.test(example) ? `'${example}'` : example}`);
  }
  return command.addHelpText(
    "after",
    `\nKubelet flags (they win over a configuration file, as in the kubelet):\n${lines.join("\n")}`,
  );
}

/** The kubelet flags among the options of a command. */
export function flagsOfOptions(options: object): Flag[] {
  const given = options as Readonly<Record<string, readonly string[] | true | undefined>>;
  return [...FLAGS.keys()].flatMap((name) => {
    const values = given[attributeOf(name)];
    if (values === undefined) return [];
    return values === true ? [{ name }] : values.map((value) => ({ name, value }));
  });
}

/** Where commander keeps an option: `eviction-hard` → `evictionHard`. */
function attributeOf(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
