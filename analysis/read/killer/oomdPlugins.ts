/** Plugins of oomd 0.5.0: their arguments, read as the program reads text. */

/** A plugin as the module takes it. */
export type PluginMembers = Readonly<Record<string, unknown>>;

/** Throws an ArgumentError for a text that oomd cannot read. */
type Read = (text: string) => PluginMembers;

class ArgumentError extends Error {}

interface PluginArguments {
  /** The name by which the module knows it. */
  readonly as?: string;
  readonly required: readonly string[];
  readonly reads: Readonly<Record<string, Read>>;
}

const INT_MAX = 2 ** 31 - 1;
const AMOUNT_MAX = 2 ** 52 - 1;
const PERCENT_MAX = 100;

/** Digits up to the first other character, as stoi(3) reads them. */
function whole(text: string): number {
  const [, digits] = /^\s*([+-]?\d+)/.exec(text) ?? [];
  const value = Number(digits);
  if (digits === undefined || Math.abs(value) > INT_MAX) throw new ArgumentError();
  return value;
}

function unsigned(text: string): number {
  const value = whole(text);
  if (value < 0) throw new ArgumentError();
  return value;
}

function truth(text: string): boolean {
  if (["true", "True", "1"].includes(text)) return true;
  if (["false", "False", "0"].includes(text)) return false;
  throw new ArgumentError();
}

const SHIFTS: Readonly<Record<string, number>> = { k: 10, m: 20, g: 30, t: 40 };

/** A percentage, mebibytes, or a sum of numbers with K, M, G and T. */
function size(text: string): PluginMembers {
  if (text.endsWith("%")) {
    const percent = whole(text.slice(0, -1));
    if (percent < 0 || percent > PERCENT_MAX) throw new ArgumentError();
    return { percent };
  }
  if (/^\s*[+-]?\d+$/.test(text)) return { threshold: bounded(Number(text) * 2 ** 20) };
  const [, sign = "", sum = ""] = /^([+-]?)(.*)$/.exec(text.toLowerCase().replace(/\s/g, "")) ?? [];
  const parts = sum.match(/[^kmgt]+[kmgt]?/g) ?? [];
  if (parts.join("") !== sum) throw new ArgumentError();
  const bytes = parts.reduce((bytes, part) => bytes + sizePart(part), 0);
  return { threshold: bounded(sign === "-" ? -bytes : bytes) };
}

function sizePart(part: string): number {
  const [, digits, unit = ""] = /^\+?(\d+\.?\d*|\.\d+)([kmgt]?)$/.exec(part) ?? [];
  if (digits === undefined) throw new ArgumentError();
  return Math.floor(Number(digits) * 2 ** (SHIFTS[unit] ?? 0));
}

/** No cgroup uses more. */
function bounded(bytes: number): number {
  return Math.max(-AMOUNT_MAX, Math.min(AMOUNT_MAX, bytes));
}

function ratio(text: string): number {
  const [, digits] = /^\s*\+?(\d+\.?\d*|\.\d+)/.exec(text) ?? [];
  if (digits === undefined) throw new ArgumentError();
  return Number(digits);
}

/** Patterns between commas; braces hold no comma then, and mean what is in them. */
function cgroups(text: string): PluginMembers {
  const patterns = text.split(",").filter((pattern) => pattern !== "");
  return { cgroup: patterns.map(patternOf) };
}

function patternOf(text: string): string {
  const parts = text.split("/").filter((part) => part !== "");
  return parts.map((part) => `/${part.replace(/\{([^{}]+)\}/g, "$1")}`).join("");
}

function resource(text: string): PluginMembers {
  if (text !== "io" && text !== "memory") throw new ArgumentError();
  return { io: text === "io" };
}

const nothing: Read = () => ({});
const flag =
  (member: string): Read =>
  (text) => ({ [member]: truth(text) });
const int =
  (member: string): Read =>
  (text) => ({ [member]: whole(text) });
const count =
  (member: string): Read =>
  (text) => ({ [member]: unsigned(text) });
const debug: Read = (text) => {
  truth(text);
  return {};
};

const PRESSURE = {
  cgroup: cgroups,
  resource,
  threshold: int("threshold"),
  duration: int("duration"),
};
const KILL = {
  cgroup: cgroups,
  recursive: flag("recursive"),
  post_action_delay: count("delay"),
  dry: flag("dry"),
  always_continue: flag("alwaysContinue"),
  debug,
};

export const PLUGINS: Readonly<Record<string, PluginArguments>> = {
  pressure_above: { required: Object.keys(PRESSURE), reads: PRESSURE },
  pressure_rising_beyond: {
    required: Object.keys(PRESSURE),
    reads: { ...PRESSURE, fast_fall_ratio: (text) => ({ ratio: ratio(text) }) },
  },
  memory_above: {
    required: ["cgroup", "threshold", "duration"],
    reads: { cgroup: cgroups, threshold: size, duration: int("duration"), debug },
  },
  swap_free: { required: ["threshold_pct"], reads: { threshold_pct: int("threshold") } },
  memory_reclaim: {
    required: ["cgroup", "duration"],
    reads: { cgroup: cgroups, duration: int("duration") },
  },
  nr_dying_descendants: {
    required: ["cgroup", "count"],
    reads: {
      cgroup: cgroups,
      count: count("threshold"),
      lte: (text) => ({ above: !truth(text) }),
      debug,
    },
  },
  exists: { required: ["cgroup"], reads: { cgroup: cgroups, negate: flag("negate"), debug } },
  dump_cgroup_overview: {
    as: "continue",
    required: ["cgroup"],
    reads: { cgroup: cgroups, always: debug },
  },
  continue: { required: [], reads: {} },
  stop: { required: [], reads: {} },
  kill_by_memory_size_or_growth: {
    required: ["cgroup"],
    reads: {
      ...KILL,
      size_threshold: count("size"),
      growing_size_percentile: count("percentile"),
      min_growth_ratio: count("growth"),
    },
  },
  kill_by_swap_usage: { required: ["cgroup"], reads: { ...KILL, threshold: size } },
  kill_by_pressure: { required: ["cgroup", "resource"], reads: { ...KILL, resource } },
  kill_by_pg_scan: { required: ["cgroup"], reads: KILL },
  kill_by_io_cost: { required: ["cgroup"], reads: KILL },
};

/** In the release, and not followed. */
export const NOT_FOLLOWED: readonly string[] = ["senpai", "systemd_restart"];
const PERCENTILE_END = 100;

/** The plugin, or what oomd says of it. */
export function readPlugin(
  name: string,
  given: Readonly<Record<string, string>>,
): { readonly plugin: PluginMembers } | { readonly problem: string } {
  if (name === "") return { problem: "Plugin is missing name" };
  if (NOT_FOLLOWED.includes(name)) return { problem: `${name} is not followed by Plimsoll` };
  const known = Object.hasOwn(PLUGINS, name) ? PLUGINS[name] : undefined;
  if (known === undefined) {
    return { problem: `Could not locate plugin=${name} in plugin registry` };
  }
  const { required, reads } = readsOf(name, known, given);
  const failed = `Plugin=${name} failed to init() with code=1`;
  const missing = required.find((argument) => given[argument] === undefined);
  if (missing !== undefined) {
    return { problem: `Required arg "${missing}" missing in plugin "${name}". ${failed}` };
  }
  let members: PluginMembers = { plugin: known.as ?? name };
  for (const [argument, text] of Object.entries(given)) {
    const read = Object.hasOwn(reads, argument) ? reads[argument] : undefined;
    if (read === undefined) {
      return { problem: `Unknown arg "${argument}" in plugin "${name}". ${failed}` };
    }
    try {
      members = { ...members, ...read(text) };
    } catch (error) {
      if (!(error instanceof ArgumentError)) throw error;
      return { problem: `${failed}: ${argument} cannot be "${text}"` };
    }
  }
  if (Number(members.percentile ?? 0) >= PERCENTILE_END) {
    return { problem: `growing_size_percentile is below 100: oomd reads past its list otherwise` };
  }
  return { plugin: members };
}

/** `threshold_anon` replaces the threshold of memory_above, which is not read then. */
function readsOf(
  name: string,
  known: PluginArguments,
  given: Readonly<Record<string, string>>,
): PluginArguments {
  if (name !== "memory_above" || given.threshold_anon === undefined) return known;
  return {
    required: ["cgroup", "threshold_anon", "duration"],
    reads: {
      ...known.reads,
      threshold: nothing,
      threshold_anon: (text) => ({ ...size(text), anon: true }),
    },
  };
}
