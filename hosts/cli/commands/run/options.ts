import { type Command, InvalidArgumentError, Option } from "commander";
import { DEFAULT_BOUNDS, GUARD_RAILS } from "../../../daemon/acting/guardRails.ts";
import { countOf, durationOption, durationOrZero } from "../../input/optionValues.ts";
import { addPolicyOptions, configOption } from "../../input/policy.ts";
import { ACTUATORS } from "./actuators.ts";
import { addCgroupOptions } from "./cgroupOptions.ts";
import { addForwardingOptions } from "./forwardingOptions.ts";
import { addKubernetesActOptions, addKubernetesOptions } from "./kubernetesOptions.ts";
import { addRecordingOptions } from "./recording.ts";
import { SOURCES } from "./sources.ts";

/** Every option of `run`, grouped by what it is about. */
export function addRunOptions(command: Command): Command {
  addSourceOptions(command);
  addActOptions(command);
  addKubernetesActOptions(command);
  command
    .optionsGroup("State:")
    .option(
      "--state-dir <dir>",
      "keep grace periods and past evictions here across restarts (default: $STATE_DIRECTORY)",
    );
  addRecordingOptions(command);
  addForwardingOptions(command);
  addPolicyOptions(command.optionsGroup("Policy:").addOption(configOption(CONFIG)));
  return command.addHelpText("after", guardRailLines());
}

const CONFIG =
  "the kubelet configuration, in any form; reloaded when it changes (default: the source's own)";

/** Where snapshots come from, and how often. */
export function addSourceOptions(command: Command): Command {
  command
    .optionsGroup("Source:")
    .addOption(
      new Option("--source <name>", sentenceOf(SOURCES))
        .choices(Object.keys(SOURCES))
        .default("auto"),
    )
    .option("--node <name>", "the node to watch (default: $NODE_NAME, or what the source says)")
    .option("--capture <file>", "source capture: a capture, plain or gzip")
    .option("--example <name>", "source capture: an example that ships with plimsoll")
    .addOption(
      new Option(
        "--pace <speed>",
        "source capture: 1x is the recorded speed, 10x ten times that, max",
      )
        .argParser(paceOf)
        .default(Number.POSITIVE_INFINITY, "max"),
    )
    .optionsGroup("Timing:")
    .addOption(durationOption("--interval <duration>", "time between two steps", "10s"))
    .addOption(durationOption("--timeout <duration>", "how long to wait for the source", "10s"))
    .addOption(new Option("--steps <count>", "stop after this many steps").argParser(countOf))
    .addOption(
      new Option(
        "--unattended-steps <count>",
        "stop after this many steps without a terminal, or when CI is set",
      ).argParser(countOf),
    );
  addKubernetesOptions(command);
  addCgroupOptions(command);
  return command;
}

function addActOptions(command: Command): void {
  const { evictionsPerHour, evictionsPerNamespacePerHour, staleAfterSeconds } = DEFAULT_BOUNDS;
  const { protectedNamespaces } = DEFAULT_BOUNDS;
  command
    .optionsGroup("Acting:")
    .addOption(
      new Option("--act <name>", sentenceOf(ACTUATORS))
        .choices(Object.keys(ACTUATORS))
        .default("observe"),
    )
    .option(
      "--exec <command>",
      "act exec: run this for each eviction; it reads the decision on stdin",
    )
    .option("--reclaim-exec <command>", "run this to reclaim node-level resources, for any --act")
    .addOption(durationOption("--exec-timeout <duration>", "how long a command may take", "60s"))
    .option(
      "--dry-run",
      "do everything but the last call, which act kubernetes sends as a dry run of the API server",
    )
    .addOption(
      new Option("--max-evictions-per-hour <count>", "evict at most so many pods in an hour")
        .argParser(countOf)
        .default(evictionsPerHour),
    )
    .addOption(
      new Option("--max-evictions-per-namespace <count>", "and so many of one namespace")
        .argParser(countOf)
        .default(evictionsPerNamespacePerHour),
    )
    .addOption(
      durationOption(
        "--stale-after <duration>",
        "never act on older stats",
        `${staleAfterSeconds}s`,
      ),
    )
    .addOption(
      new Option("--warm-up <duration>", "do not act so soon after the start; 0s for no warm-up")
        .argParser(durationOrZero)
        .default(undefined, "5m with --act kubernetes, none otherwise"),
    )
    .addOption(
      new Option("--protected-namespace <names>", "never evict from these; replaces the default")
        .argParser(namesOf)
        .default(protectedNamespaces, protectedNamespaces.join()),
    );
}

const GUARD_RAIL_COLUMNS = 21;

function guardRailLines(): string {
  const lines = GUARD_RAILS.map(
    ({ name, title }) => `  ${name.padEnd(GUARD_RAIL_COLUMNS)} ${title}`,
  );
  const title = "Guard rails (always on; an eviction is withheld by the first that applies):";
  return `\n${title}\n${lines.join("\n")}`;
}

/** `capture: a recorded node; kubelet: …`, of a table of what can be chosen. */
function sentenceOf(table: Readonly<Record<string, { readonly title: string }>>): string {
  return Object.entries(table)
    .map(([name, { title }]) => `${name}: ${title}`)
    .join("; ");
}

/** `kube-system,monitoring`; nothing at all for none. */
function namesOf(text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  if (text.trim() === "") return [];
  if (names.every((name) => /^[^\s,]+$/.test(name))) return names;
  throw new InvalidArgumentError("Write it as kube-system,monitoring.");
}

function paceOf(text: string): number {
  if (text === "max") return Number.POSITIVE_INFINITY;
  const pace = Number(/^(\d+(?:\.\d+)?)x?$/.exec(text)?.[1]);
  if (pace > 0) return pace;
  throw new InvalidArgumentError("Write it as 1x, 10x or max.");
}
