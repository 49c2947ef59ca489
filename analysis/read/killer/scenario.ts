/** A scenario of a killer in user space: its settings, and files of cgroups over time. */
import { shortened } from "../../text/shortened.ts";
import { isMembers, type Members } from "../json/untyped.ts";
import { UnreadableError } from "../unreadable.ts";
import { markedProcess, readEarlyoomArguments } from "./earlyoomArguments.ts";
import { readOomdConfiguration } from "./oomdConfiguration.ts";
import { isSamples, samplesIn } from "./samples.ts";

/** What changes at one moment; the module reads the rest. */
export interface KillerStep {
  readonly at: number;
  readonly managed?: readonly ManagedCgroup[];
  /** Numbers of /proc/meminfo in kB. */
  readonly meminfo?: Readonly<Record<string, number>>;
  /** Processes for earlyoom, with marks for the names that its patterns match. */
  readonly processes?: readonly unknown[];
  readonly cgroups?: Readonly<Record<string, KillerCgroup | null>>;
}

/** Files of a cgroup, and its extended attributes; the module reads all of them. */
interface KillerCgroup {
  readonly xattrs?: object;
  readonly pgscan?: unknown;
}

/** As systemd's manager reports it; the module checks it. */
export interface ManagedCgroup {
  readonly path?: unknown;
  readonly property?: unknown;
  readonly limit?: unknown;
}

export interface KillerScenario {
  readonly killer: string;
  /** Whether its steps are samples of a capture. */
  readonly isCapture?: boolean;
  /** All but the steps, as the module takes it. */
  readonly configuration: { readonly killer: string } & Readonly<Record<string, unknown>>;
  readonly conf: Readonly<Record<string, unknown>>;
  readonly isDryRun: boolean;
  /** In the order of their moments. */
  readonly steps: readonly KillerStep[];
  /** Arguments of earlyoom. */
  readonly args?: readonly string[];
  /** Seconds from the start until nothing is looked at any more. */
  readonly seconds: number;
  /** Seconds by which the killer began before the first step; 0 where it is absent. */
  readonly ahead?: number;
}

/** A killer with its own settings, which replace those that a scenario has. */
export interface KillerGiven {
  readonly killer: string;
  readonly members: Members;
}

/** Members that the module takes as they are. */
const SETTINGS = ["conf", "rules", "dry", "uptime", "pressurePeriod", "swapPeriod"];
const EARLYOOM_MEMBERS = ["args", "meminfo", "processes", "seconds", "steps"];
const OOMD_SETTINGS = ["interval", "uptime", "devices"];
const OOMD_MEMBERS = [...OOMD_SETTINGS, "config", "dropIns", "steps", "seconds"];
const MEMBERS = [...SETTINGS, "managed", "steps", "seconds"];
const FILES = ["meminfo", "swaps", "rootPressure", "cgroups", "processes"];
const STEP_MEMBERS = ["at", "managed", ...FILES];
const CGROUP_MEMBERS = new Set([
  ...["full", "io", "ioStat", "current", "anon", "min", "low", "swap", "pgscan", "pgscanRate"],
  ...["dying", "oomGroup", "uid", "xattrs", "processes", "sleeps", "populated", "missing"],
]);
const OTHER_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  earlyoom: EARLYOOM_MEMBERS,
  oomd: OOMD_MEMBERS,
};
/** How long a scenario goes on after its last step, where it does not say so. */
const SECONDS_AFTER = 5;
const SECONDS_MAX = 604_800;
const NAME_LENGTH_MAX = 40;

/**
 * Reads a scenario or a capture of samples; `given` replaces its killer. Throws an UnreadableError
 * that says where it is wrong.
 */
export function readKillerScenario(
  text: string,
  name: string,
  given?: KillerGiven,
): KillerScenario {
  const isCapture = isSamples(text);
  const read = isCapture ? samplesIn(text, (reason) => refusal(name, reason)) : parsed(text, name);
  const killer = given?.killer ?? read.killer;
  if (typeof killer !== "string") throw refusal(name, "killer is a name, such as systemd-oomd");
  if (!isMembers(read.scenario)) throw refusal(name, "scenario is an object with steps");
  // A capture has what each killer needs, and another killer needs other members.
  const scenario =
    isCapture || given !== undefined
      ? { ...membersFor(killer, read.scenario), ...given?.members }
      : read.scenario;
  const asked = scenarioFor(killer, scenario, { name, isCapture });
  return isCapture ? { ...asked, isCapture } : asked;
}

function membersFor(killer: string, scenario: Members): Members {
  const known = OTHER_MEMBERS[killer] ?? MEMBERS;
  return Object.fromEntries(Object.entries(scenario).filter(([member]) => known.includes(member)));
}

interface Given {
  readonly name: string;
  readonly isCapture: boolean;
}

function scenarioFor(killer: string, scenario: Members, given: Given): KillerScenario {
  const { name } = given;
  if (killer === "earlyoom") return earlyoomScenario(scenario, given);
  if (killer === "oomd") return oomdScenario(scenario, name);
  const other = Object.keys(scenario).find((member) => !MEMBERS.includes(member));
  if (other !== undefined) {
    throw refusal(name, `a scenario has no member ${shortened(other, NAME_LENGTH_MAX)}`);
  }
  const { managed = [], steps, conf = {}, dry, rules = {} } = scenario;
  if (!isMembers(rules)) throw refusal(name, "rules is an object of rules by name");
  if (!isMembers(conf)) throw refusal(name, "conf is an object of settings of oomd.conf");
  if (!Array.isArray(managed)) throw refusal(name, "managed is a list of monitored cgroups");
  const settings = SETTINGS.filter((member) => scenario[member] !== undefined);
  const ordered = stepsOf(steps, managed, name);
  return {
    ...{ killer, conf, steps: ordered, isDryRun: dry !== false },
    seconds: secondsOf(scenario.seconds, ordered, name),
    configuration: {
      killer,
      ...Object.fromEntries(settings.map((member) => [member, scenario[member]])),
    },
  };
}

/** Its rulesets are read here; the module gets their arguments as numbers. */
function oomdScenario(scenario: Members, name: string): KillerScenario {
  const other = Object.keys(scenario).find((member) => !OOMD_MEMBERS.includes(member));
  if (other !== undefined) {
    throw refusal(name, `a scenario of oomd has no member ${shortened(other, NAME_LENGTH_MAX)}`);
  }
  const { config, dropIns = {}, steps } = scenario;
  if (!isMembers(config)) {
    throw refusal(name, "config is an object with rulesets; --config names a file of oomd");
  }
  if (!isMembers(dropIns)) throw refusal(name, "dropIns is an object of configurations by file");
  const files = Object.entries(dropIns).map(([file, own]) => ({ name: file, config: own }));
  const { rulesets, problems } = readOomdConfiguration(config, files);
  const [problem] = problems;
  if (problem !== undefined) throw refusal(name, `${problem.path}: ${problem.text}`);
  const settings = OOMD_SETTINGS.filter((member) => scenario[member] !== undefined);
  const ordered = stepsOf(steps, [], name);
  return {
    ...{ killer: "oomd", conf: {}, steps: ordered },
    isDryRun: rulesets.every(({ actions }) => actions.every(isHarmless)),
    seconds: secondsOf(scenario.seconds, ordered, name),
    configuration: {
      killer: "oomd",
      rulesets,
      ...Object.fromEntries(settings.map((member) => [member, scenario[member]])),
    },
  };
}

function isHarmless({ plugin, dry }: Members): boolean {
  return dry === true || !String(plugin).startsWith("kill_");
}

/** Its processes at one moment, or at several in steps; patterns of names are matched here. */
function earlyoomScenario(scenario: Members, { name, isCapture }: Given): KillerScenario {
  const { args = [], steps, meminfo, processes } = scenario;
  const other = Object.keys(scenario).find((member) => !EARLYOOM_MEMBERS.includes(member));
  if (other !== undefined) {
    throw refusal(
      name,
      `a scenario of earlyoom has no member ${shortened(other, NAME_LENGTH_MAX)}`,
    );
  }
  if (!Array.isArray(args) || args.some((word) => typeof word !== "string")) {
    throw refusal(name, "args is a list of the arguments of earlyoom");
  }
  // A refusal of the arguments names the file.
  readEarlyoomArguments(args, (reason) => refusal(name, reason));
  const own = stepsOf(steps ?? [{ at: 0, meminfo, processes }], [], name);
  // A recorder lists processes only while memory is low; before that, none is known.
  const given = withProcesses(own, isCapture ? { processes: [] } : {});
  if (given.some((step) => !Array.isArray(step.processes))) {
    throw refusal(name, "processes is a list of processes");
  }
  const seconds = given.at(-1)?.at ?? 0;
  const configuration = { killer: "earlyoom" };
  const bare = { killer: "earlyoom", conf: {}, steps: given, isDryRun: true };
  return withArguments({ ...bare, seconds, configuration }, args);
}

/** A list of processes stays as it was until there is another one. */
function withProcesses(
  steps: readonly KillerStep[],
  first: Pick<KillerStep, "processes">,
): readonly KillerStep[] {
  let last = first;
  return steps.map((step) => {
    if (step.processes !== undefined) last = { processes: step.processes };
    return { ...step, ...last };
  });
}

/** The same scenario of earlyoom with other arguments. */
export function withArguments(scenario: KillerScenario, args: readonly string[]): KillerScenario {
  const { options, patterns } = readEarlyoomArguments(args, (reason) => refusal("args", reason));
  const steps = scenario.steps.map((step) => {
    const { processes = [] } = step;
    return { ...step, processes: processes.map((process) => markedProcess(process, patterns)) };
  });
  const configuration = { killer: "earlyoom", earlyoom: options };
  return { ...scenario, steps, configuration, args };
}

function parsed(text: string, name: string): Members {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refusal(name, `it is not JSON (${error instanceof Error ? error.message : error})`);
  }
  if (!isMembers(value)) throw refusal(name, "it is not a JSON object");
  return value;
}

/** What is monitored from the start on belongs to the first step. */
function stepsOf(steps: unknown, managed: readonly unknown[], name: string): KillerStep[] {
  if (!Array.isArray(steps) || steps.length === 0) {
    throw refusal(name, "steps is a list with at least one step");
  }
  const wrong = steps.findIndex((step) => !isMembers(step) || !isSecond(step.at));
  if (wrong >= 0) throw refusal(name, `step ${wrong + 1} has no moment at, in seconds`);
  for (const [index, step] of steps.entries()) {
    const other = Object.keys(step).find((member) => !STEP_MEMBERS.includes(member));
    if (other === undefined) continue;
    const named = shortened(other, NAME_LENGTH_MAX);
    throw refusal(name, `step ${index + 1} has a member ${named}, which no step has`);
  }
  for (const [index, { cgroups }] of steps.entries()) {
    const reason = isMembers(cgroups) ? unknownMember(cgroups) : null;
    if (reason !== null) throw refusal(name, `step ${index + 1}: ${reason}`);
  }
  const [first, ...others] = (steps as KillerStep[]).toSorted((a, b) => a.at - b.at);
  if (first === undefined) return [];
  const own = Array.isArray(first.managed) ? first.managed : [];
  return [{ ...first, managed: [...managed, ...own] as ManagedCgroup[] }, ...others];
}

/** A misspelled file would count as absent. */
function unknownMember(cgroups: Members): string | null {
  for (const [path, cgroup] of Object.entries(cgroups)) {
    for (const member of isMembers(cgroup) ? Object.keys(cgroup) : []) {
      if (CGROUP_MEMBERS.has(member)) continue;
      const [of, named] = [path, member].map((text) => shortened(text, NAME_LENGTH_MAX));
      return `cgroup ${of} has a member ${named}, which no cgroup has`;
    }
  }
  return null;
}

function secondsOf(seconds: unknown, steps: readonly KillerStep[], name: string): number {
  if (seconds === undefined) return (steps.at(-1)?.at ?? 0) + SECONDS_AFTER;
  if (isSecond(seconds)) return seconds;
  throw refusal(name, `seconds is a number from 0 to ${SECONDS_MAX}`);
}

function isSecond(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= SECONDS_MAX;
}

function refusal(name: string, reason: string): UnreadableError {
  return new UnreadableError(`${name}: ${reason}.`);
}
