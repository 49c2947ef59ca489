/** Configurations of killers in user space, with the complaints of the programs that read them. */
import { plural } from "../../text/amount.ts";
import { readEarlyoomArguments } from "./earlyoomArguments.ts";
import { parseCommentedJson } from "./jsonComments.ts";
import type { KillerFile } from "./killerFile.ts";
import { readOomdConfiguration } from "./oomdConfiguration.ts";
import type { KillerGiven } from "./scenario.ts";
import { type Assignment, systemdLines } from "./systemdLines.ts";
import { secondsOfSpan } from "./timeSpan.ts";

export interface KillerFinding {
  /** 1-based. */
  readonly line?: number;
  readonly text: string;
  /** Whether the program ends, rather than going on without the setting. */
  readonly isFatal: boolean;
}

export interface KillerSettings {
  readonly file: KillerFile;
  readonly findings: readonly KillerFinding[];
  /** What is in force, by the names of the program. */
  readonly settings: readonly (readonly [string, string])[];
  /** The same as a scenario has them; null where they name no killer, as those of a unit do. */
  readonly given: KillerGiven | null;
}

/** Files of one program together: the main one first, and drop-ins in the order of their names. */
export function readKillerSettings(
  file: KillerFile,
  texts: readonly { readonly name: string; readonly text: string }[],
): KillerSettings {
  if (file === "earlyoom") return earlyoomSettings(texts.at(-1)?.text ?? "");
  if (file === "oomd.json") return oomdSettings(texts);
  if (file === "oomrule") return ruleSettings(texts);
  const merged = new Map<string, string>();
  const findings = texts.flatMap(({ name, text }) =>
    systemdLines(text, SECTIONS[file]).flatMap((found): KillerFinding[] => {
      const problem = "problem" in found ? found.problem : problemOf(file, found);
      const { line } = found;
      if (problem === null) {
        if ("key" in found && isOwn(file, found.key)) merged.set(found.key, found.value);
        return [];
      }
      // systemd-oomd ends with such a file; a unit is not loaded.
      const isFatal = file === "oomd.conf" && "isEnd" in found;
      return [{ line, text: `${name}:${line}: ${problem}`, isFatal }];
    }),
  );
  if (file === "unit") return { file, findings, settings: [...merged], given: null };
  const inForce = new Map<string, string>([...OOM_DEFAULTS, ...merged]);
  const conf = Object.fromEntries(
    [...merged].filter(([key, value]) => value !== "" && key !== PREKILL),
  );
  const given = { killer: "systemd-oomd", members: { conf } };
  return { file, findings, settings: [...inForce], given };
}

/** Files that systemd's own reader takes apart. */
type SystemdFile = "oomd.conf" | "oomrule" | "unit";

/** Says what systemd does of a value, or null. */
type Judge = (key: string, value: string) => string | null;

const OOM_DEFAULTS = [
  ["SwapUsedLimit", "90%"],
  ["DefaultMemoryPressureLimit", "60%"],
  ["DefaultMemoryPressureDurationSec", "30s"],
] as const;

/** Prekill hooks are not followed. */
const PREKILL = "PrekillHookTimeoutSec";

const OOM_ROWS: Readonly<Record<string, Judge>> = {
  SwapUsedLimit: judgePermyriad,
  DefaultMemoryPressureLimit: judgePermyriad,
  DefaultMemoryPressureDurationSec: judgeDuration,
  [PREKILL]: judgeSpan,
};

const RULE_ROWS: Readonly<Record<string, Judge>> = {
  MemoryPressureAbove: judgeGiven(judgePermyriad),
  SwapUsageMax: judgeGiven(judgePermyriad),
  Action: (key, value) =>
    ["kill-all", "kill-by-pgscan", "kill-by-swap"].includes(value) ? null : unparsed(key, value),
  LastingSec: judgeGiven(judgeSpan),
};

const UNIT_ROWS: Readonly<Record<string, Judge>> = {
  ManagedOOMSwap: judgeMode,
  ManagedOOMMemoryPressure: judgeMode,
  ManagedOOMMemoryPressureLimit: (_key, value) =>
    value === "" || permyriadOf(value) !== null
      ? null
      : `Failed to parse memory pressure limit value, ignoring: ${value}`,
  ManagedOOMMemoryPressureDurationSec: judgeDuration,
  ManagedOOMPreference: (key, value) =>
    ["", "none", "avoid", "omit"].includes(value)
      ? null
      : `Failed to parse ${key}=, ignoring: ${value}`,
  // A rule that is not defined is left out, whatever it is called.
  OOMRules: () => null,
};
/** Sections of units that have a cgroup. */
const UNIT_SECTIONS = ["Service", "Slice", "Scope", "Socket", "Mount", "Swap"];
const SECTIONS: Readonly<Record<SystemdFile, readonly string[]>> = {
  "oomd.conf": ["OOM"],
  oomrule: ["Rule"],
  unit: [...UNIT_SECTIONS, "Unit", "Install", "Automount", "Path", "Timer"],
};

function problemOf(file: SystemdFile, { section, key, value }: Assignment): string | null {
  if (!isOwn(file, key)) return null;
  const rows = { unit: UNIT_ROWS, oomrule: RULE_ROWS, "oomd.conf": OOM_ROWS }[file];
  const isHere = file !== "unit" || UNIT_SECTIONS.includes(section);
  const judge = isHere && Object.hasOwn(rows, key) ? rows[key] : undefined;
  if (judge === undefined) return `Unknown key '${key}' in section [${section}], ignoring.`;
  return judge(key, value);
}

/** Whether a setting is about killers; names with X- are for other programs. */
function isOwn(file: SystemdFile, key: string): boolean {
  return file === "unit" ? /^(?:ManagedOOM|OOMRules$)/.test(key) : !key.startsWith("X-");
}

function unparsed(key: string, value: string): string {
  return `Failed to parse ${key}=${value}, ignoring: Invalid argument`;
}

/** A setting that may not be empty. */
function judgeGiven(judge: Judge): Judge {
  return (key, value) => (value === "" ? unparsed(key, value) : judge(key, value));
}

/** Each file is a rule by itself, called as the file is. */
function ruleSettings(
  texts: readonly { readonly name: string; readonly text: string }[],
): KillerSettings {
  const findings: KillerFinding[] = [];
  const rules: Record<string, Record<string, string>> = {};
  for (const { name, text } of texts) {
    const rule = ruleNameOf(name);
    const settings: Record<string, string> = {};
    for (const found of systemdLines(text, SECTIONS.oomrule)) {
      const problem = "problem" in found ? found.problem : problemOf("oomrule", found);
      if (problem !== null) {
        const { line } = found;
        findings.push({ line, text: `${name}:${line}: ${problem}`, isFatal: false });
      } else if ("key" in found && isOwn("oomrule", found.key)) settings[found.key] = found.value;
    }
    const fault = faultOf(settings);
    if (fault === null) rules[rule] = settings;
    else findings.push({ text: `${name}: Ruleset '${rule}' ${fault}, ignoring.`, isFatal: false });
  }
  const inForce = Object.entries(rules).map(([rule, settings]): [string, string] => [
    rule,
    Object.entries(settings)
      .map(([key, value]) => `${key}=${value}`)
      .join(", "),
  ]);
  const given = { killer: "systemd-oomd", members: { rules } };
  return { file: "oomrule", findings, settings: inForce, given };
}

function ruleNameOf(path: string): string {
  return (path.split("/").at(-1) ?? path).replace(/\.oomrule$/, "");
}

/** Why systemd-oomd 262 leaves a rule out, in its words; null for one that it takes. */
function faultOf(settings: Readonly<Record<string, string>>): string | null {
  const { MemoryPressureAbove: pressure, SwapUsageMax: swap, Action, LastingSec } = settings;
  if (pressure === undefined && swap === undefined) {
    return "has no conditions configured (MemoryPressureAbove= or SwapUsageMax=)";
  }
  if (Action === undefined) return "has no Action= configured";
  if (secondsOfSpan(LastingSec ?? "0") === Number.POSITIVE_INFINITY) {
    return "has LastingSec=infinity which can never be satisfied";
  }
  const isMost = (value: string | undefined) =>
    value !== undefined && permyriadOf(value) === 10_000;
  if (!isMost(pressure) && !isMost(swap)) return null;
  const key = isMost(pressure) ? "MemoryPressureAbove" : "SwapUsageMax";
  return `has ${key}=100.00% (the maximum) which can never be exceeded`;
}

function judgeMode(_key: string, value: string): string | null {
  return ["", "auto", "kill"].includes(value) ? null : `Invalid syntax, ignoring: ${value}`;
}

function judgePermyriad(key: string, value: string): string | null {
  if (value === "") return null;
  const permyriad = permyriadOf(value);
  if (permyriad !== null) return null;
  const isLarge = /^\d+(?:\.\d\d?)?%$/.test(value);
  const why = isLarge ? "Numerical result out of range" : "Invalid argument";
  return `Failed to parse ${key}=${value}, ignoring: ${why}`;
}

/** Hundredths of a percent, of `60%`, `60.25%`, `600‰` or `6000‱`. */
function permyriadOf(value: string): number | null {
  const [, digits = "", sign = ""] = /^(\d+(?:\.\d+)?)(%|‰|‱)$/.exec(value) ?? [];
  const places = { "%": 2, "‰": 1, "‱": 0 }[sign] ?? 0;
  const decimals = digits.split(".")[1]?.length ?? 0;
  const permyriad = Math.round(Number(digits) * 10 ** places);
  return sign === "" || decimals > places || permyriad > 10_000 ? null : permyriad;
}

function judgeSpan(key: string, value: string): string | null {
  if (value === "" || secondsOfSpan(value) !== null) return null;
  return `Failed to parse ${key}=${value}, ignoring: Invalid argument`;
}

function judgeDuration(key: string, value: string): string | null {
  const span = value === "" ? 0 : secondsOfSpan(value);
  if (span === null) return judgeSpan(key, value);
  if (span === 0 || (span >= 1 && span < Infinity)) return null;
  return `${key}= must be at least 1s and less than infinity, ignoring: ${value}`;
}

/** /etc/default/earlyoom: the last assignment counts, and a shell takes its words apart. */
function earlyoomSettings(text: string): KillerSettings {
  const all = [...text.matchAll(/^[ \t]*(?:export[ \t]+)?EARLYOOM_ARGS=(.*)$/gm)];
  const last = all.at(-1);
  const line = text.slice(0, last?.index ?? 0).split("\n").length;
  const [, value = ""] = last ?? [];
  const own = wordsOf(value.trim());
  const words = own.length === 1 ? wordsOf(own[0] ?? "") : own;
  try {
    readEarlyoomArguments(words, (reason) => new Error(reason));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const findings = [{ line, text: reason, isFatal: true }];
    return { file: "earlyoom", findings, settings: [], given: null };
  }
  const given = { killer: "earlyoom", members: { args: words } };
  return { file: "earlyoom", findings: [], settings: [["EARLYOOM_ARGS", words.join(" ")]], given };
}

/** Words with their quotes taken off. */
function wordsOf(text: string): readonly string[] {
  const parts = text.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+/g) ?? [];
  return parts.map((part) =>
    part.replace(
      /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g,
      (_all, double?: string, single?: string, escaped?: string) =>
        double?.replace(/\\(["\\$`])/g, "$1") ?? single ?? escaped ?? "",
    ),
  );
}

/** A drop-in that oomd does not take is left out; the base with an error ends it. */
function oomdSettings(
  texts: readonly { readonly name: string; readonly text: string }[],
): KillerSettings {
  const findings: KillerFinding[] = [];
  const parsed = texts.flatMap(({ name, text }, index) => {
    try {
      return [{ name, config: parseCommentedJson(text) }];
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      findings.push({ text: `${name}: Unable to parse JSON: ${reason}`, isFatal: index === 0 });
      return [];
    }
  });
  const [base, ...dropIns] = parsed;
  const { rulesets, problems } = readOomdConfiguration(base?.config, dropIns);
  for (const { path, text, isDropIns } of problems) {
    findings.push({ text: `${path}: ${text}`, isFatal: !isDropIns });
  }
  const settings = rulesets.map(({ name, detectors, actions }): [string, string] => {
    const groups = `${plural(detectors.length, "group")} of detectors`;
    return [name, `${groups}; ${actions.map(({ plugin }) => plugin).join(", ")}`];
  });
  const files = dropIns.map(({ name, config }) => [name, config]);
  const members = { config: base?.config, dropIns: Object.fromEntries(files) };
  return { file: "oomd.json", findings, settings, given: { killer: "oomd", members } };
}
