import { type Command, Option } from "commander";
import { FLAG_NAMES, type Flag } from "../shared/configuration.ts";
import { listed } from "./captureInput.ts";

interface FlagHelp {
  readonly name: string;
  /** As commander writes it: `<list>`, or `[boolean]` for a flag that may stand alone. */
  readonly argument: string;
  readonly description: string;
}

/** The kubelet's own flags, under the kubelet's own names. */
export const FLAG_HELP: readonly FlagHelp[] = [
  help("eviction-hard", "<list>", "such as memory.available<100Mi,nodefs.available<10%"),
  help("eviction-soft", "<list>", "such as memory.available<300Mi"),
  help("eviction-soft-grace-period", "<list>", "such as memory.available=1m30s"),
  help("eviction-minimum-reclaim", "<list>", "such as memory.available=200Mi"),
  help("eviction-pressure-transition-period", "<duration>", "such as 5m"),
  help("eviction-max-pod-grace-period", "<seconds>", "grace period for soft evictions"),
  help("system-reserved", "<list>", "such as memory=500Mi"),
  help("kube-reserved", "<list>", "such as memory=500Mi"),
  help("enforce-node-allocatable", "<list>", "such as pods"),
  help("cgroups-per-qos", "[boolean]", "whether pods have cgroups by QoS class"),
  help("local-storage-capacity-isolation", "[boolean]", "whether local storage limits evict"),
  help("feature-gates", "<list>", "such as KubeletSeparateDiskGC=true"),
];

function help(name: string, argument: string, description: string): FlagHelp {
  return { name, argument, description };
}

export function addKubeletFlags(command: Command): Command {
  command.optionsGroup("Kubelet flags (they win over a configuration file, as in the kubelet):");
  for (const { name, argument, description } of FLAG_HELP) {
    // A repeated flag is handed on as often as it stands there: the kubelet adds them up.
    command.addOption(new Option(`--${name} ${argument}`, description).argParser(listed));
  }
  return command;
}

/** The kubelet flags among the options of a command. */
export function flagsOfOptions(options: object): Flag[] {
  const given = options as Readonly<Record<string, readonly string[] | true | undefined>>;
  return FLAG_NAMES.flatMap((name) => {
    const values = given[attributeOf(name)];
    if (values === undefined) return [];
    return values === true ? [{ name }] : values.map((value) => ({ name, value }));
  });
}

/** Where commander keeps an option: `eviction-hard` → `evictionHard`. */
function attributeOf(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
