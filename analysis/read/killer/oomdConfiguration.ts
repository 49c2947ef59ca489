/** Rulesets of oomd as it reads them, with drop-ins, and its own complaints. */
import { type Members, objectOf } from "../json/untyped.ts";
import { type PluginMembers, readPlugin } from "./oomdPlugins.ts";

/** A ruleset as the module takes it. */
export interface OomdRuleset {
  readonly name: string;
  readonly delay: number;
  readonly detectors: readonly {
    readonly name: string;
    readonly plugins: readonly PluginMembers[];
  }[];
  readonly actions: readonly PluginMembers[];
}

export interface OomdProblem {
  /** Where it is in the document, such as `rulesets[0].actions[1]`. */
  readonly path: string;
  readonly text: string;
  /** Whether it only leaves out a drop-in. */
  readonly isDropIns: boolean;
}

export interface OomdConfigurationRead {
  /** In the order in which they run. */
  readonly rulesets: readonly OomdRuleset[];
  readonly problems: readonly OomdProblem[];
}

interface Compiled extends OomdRuleset {
  readonly takesDetectors: boolean;
  readonly takesActions: boolean;
  readonly endsWhenTargeted: boolean;
}

const DELAY_S = 15;
const SOURCES = ["engine", "plugins"];

/** A drop-in that oomd does not take is left out, and says why. */
export function readOomdConfiguration(
  base: unknown,
  dropIns: readonly { readonly name: string; readonly config: unknown }[] = [],
): OomdConfigurationRead {
  const problems: OomdProblem[] = [];
  const report: Report = (path, text) => problems.push({ path, text, isDropIns: false });
  const compiled = rulesetsOf(base, false, report);
  checkHooks(base, report);
  const byName = new Map(compiled.toReversed().map((ruleset) => [ruleset.name, ruleset]));
  const added = new Map<Compiled, Compiled[]>();
  const sorted = dropIns.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, config } of sorted) {
    const before = problems.length;
    const merged = mergeDropIn(byName, config, (path, text) =>
      problems.push({ path: `${name}: ${path}`, text, isDropIns: true }),
    );
    if (problems.length > before) continue;
    for (const [target, ruleset] of merged) {
      const targeted = added.get(target);
      if (targeted === undefined) added.set(target, [ruleset]);
      else targeted.push(ruleset);
    }
  }
  const rulesets = compiled.flatMap((ruleset) => {
    // The newest runs first.
    const targeted = added.get(ruleset)?.toReversed() ?? [];
    const isEnded = targeted.length > 0 && ruleset.endsWhenTargeted;
    return isEnded ? targeted : [...targeted, ruleset];
  });
  return { rulesets: rulesets.map(bare), problems };
}

type Report = (path: string, text: string) => unknown;

function bare({ name, delay, detectors, actions }: Compiled): OomdRuleset {
  return { name, delay, detectors, actions };
}

function mergeDropIn(
  base: ReadonlyMap<string, Compiled>,
  config: unknown,
  report: Report,
): readonly (readonly [Compiled, Compiled])[] {
  return rulesetsOf(config, true, report).flatMap((ruleset, index) => {
    const path = `rulesets[${index}]`;
    const target = base.get(ruleset.name);
    if (target === undefined) {
      report(path, `Could not locate targeted ruleset=${ruleset.name}`);
      return [];
    }
    const { detectors, actions } = ruleset;
    if (detectors.length > 0 && !target.takesDetectors) {
      report(path, "Error: DetectorGroup drop-in configs disabled");
    }
    if (actions.length > 0 && !target.takesActions) {
      report(path, "Error: Action drop-in configs disabled");
    }
    const merged = {
      ...target,
      detectors: detectors.length > 0 ? detectors : target.detectors,
      actions: actions.length > 0 ? actions : target.actions,
    };
    return [[target, merged] as const];
  });
}

function rulesetsOf(root: unknown, isDropIn: boolean, report: Report): readonly Compiled[] {
  const { rulesets } = objectOf(root);
  return listOf(rulesets).map((ruleset, index) =>
    compileRuleset(objectOf(ruleset), isDropIn, `rulesets[${index}]`, report),
  );
}

function compileRuleset(
  ruleset: Members,
  isDropIn: boolean,
  path: string,
  report: Report,
): Compiled {
  const name = textOf(ruleset.name);
  if (name === "") report(path, "Ruleset is missing name");
  const silenced = textOf(ruleset["silence-logs"]).split(",");
  const other = silenced.map((source) => source.trim()).find((source) => !isSource(source));
  if (other !== undefined) report(path, `Unrecognized log source=${other}`);
  const groups = listOf(ruleset.detectors);
  const actions = listOf(ruleset.actions);
  if (!isDropIn && (groups.length === 0 || actions.length === 0)) {
    report(path, "Ruleset is missing DetectorGroups or missing Actions");
  }
  const delay = secondsOf(ruleset.post_action_delay, DELAY_S);
  if (delay < 0) report(path, "Ruleset post_action_delay must be non-negative");
  if (secondsOf(ruleset.prekill_hook_timeout, 0) < 0) {
    report(path, "Ruleset prekill_hook_timeout must be non-negative");
  }
  const dropIn = objectOf(ruleset["drop-in"]);
  return {
    name,
    delay: Math.max(0, delay),
    detectors: groups.map((group, index) =>
      compileGroup(listOf(group), `${path}.detectors[${index}]`, report),
    ),
    actions: actions.flatMap((action, index) =>
      compilePlugin(action, `${path}.actions[${index}]`, report),
    ),
    takesDetectors: dropIn.detectors === true,
    takesActions: dropIn.actions === true,
    endsWhenTargeted: dropIn["disable-on-drop-in"] === true,
  };
}

function isSource(source: string): boolean {
  return source === "" || SOURCES.includes(source);
}

/** A name, and then plugins. */
function compileGroup(group: readonly unknown[], path: string, report: Report) {
  const [first] = group;
  const name = typeof first === "string" ? first : "";
  const detectors = typeof first === "string" ? group.slice(1) : group;
  if (name === "") report(path, "DetectorGroup is missing name");
  if (detectors.length === 0) report(path, "DetectorGroup is missing Detectors");
  const plugins = detectors.flatMap((detector, index) => {
    const at = `${path}[${index + 1}]`;
    const compiled = compilePlugin(detector, at, report);
    if (String(compiled[0]?.plugin).startsWith("kill_")) {
      report(at, "a plugin that kills among detectors is not followed by Plimsoll");
    }
    return compiled;
  });
  return { name, plugins };
}

function compilePlugin(plugin: unknown, path: string, report: Report): readonly PluginMembers[] {
  const { name, args } = objectOf(plugin);
  const read = readPlugin(typeof name === "string" ? name : "", argumentsOf(args));
  if ("plugin" in read) return [read.plugin];
  report(path, read.problem);
  return [];
}

/** In the order of their names, up to one that is a list or an object. */
function argumentsOf(args: unknown): Readonly<Record<string, string>> {
  const given = Object.entries(objectOf(args)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const wrong = given.findIndex(([, value]) => typeof value === "object");
  const texts = (wrong < 0 ? given : given.slice(0, wrong)).map(([key, value]) => [
    key,
    String(value),
  ]);
  return Object.fromEntries(texts);
}

/** The only hook of the release ends at once, and so changes nothing. */
function checkHooks(root: unknown, report: Report): void {
  for (const [index, hook] of listOf(objectOf(root).prekill_hooks).entries()) {
    const path = `prekill_hooks[${index}]`;
    const { name, args } = objectOf(hook);
    const given = argumentsOf(args);
    if (typeof name !== "string" || name === "") report(path, "Plugin is missing name");
    else if (name !== "dummy_prekill_hook") {
      report(path, `Could not locate plugin=${name} in plugin registry`);
    } else if (given.cgroup === undefined) {
      report(path, `Required arg "cgroup" missing in plugin "${name}"`);
    }
  }
}

function secondsOf(value: unknown, otherwise: number): number {
  const text = textOf(value);
  return text === "" ? otherwise : Number.parseInt(text, 10) || 0;
}

function textOf(value: unknown): string {
  return typeof value === "object" || value === undefined ? "" : String(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
