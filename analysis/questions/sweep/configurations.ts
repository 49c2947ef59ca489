import { isMembers } from "../../read/json/untyped.ts";
import type { Axis } from "./axis.ts";
import type { Setting } from "./setting.ts";

/** One configuration of a sweep. */
export interface SweptConfiguration {
  /** A value for each axis. */
  readonly values: readonly string[];
  /** The configuration in the form that the core takes. */
  readonly json: string;
}

/** For a day of a node, this number takes two cores half an hour. */
export const CONFIGURATIONS_MAX = 100_000;

type Members = Readonly<Record<string, unknown>>;

/** Every combination of the values, the last axis fastest. */
export function combinationsOf(axes: readonly Axis[]): readonly (readonly string[])[] {
  return axes.reduce<string[][]>(
    (before, { values }) => before.flatMap((each) => values.map((value) => [...each, value])),
    [[]],
  );
}

/** The settings of each configuration, as a cell has them. */
export function settingsOf(axes: readonly Axis[]): readonly Readonly<Record<string, string>>[] {
  return combinationsOf(axes).map((values) =>
    Object.fromEntries(axes.map(({ member }, index) => [member, values[index] ?? ""])),
  );
}

/** Every combination in the configuration `json`, which has the form that the core takes. */
export function configurationsOf(json: string, axes: readonly Axis[]): SweptConfiguration[] {
  const base: Members = JSON.parse(json);
  return combinationsOf(axes).map((values) => ({
    values,
    json: JSON.stringify(
      axes.reduce((config, { setting }, at) => withValue(config, setting, values[at] ?? ""), base),
    ),
  }));
}

/** What a setting is a member of. */
const MEMBERS = {
  gracePeriod: "evictionSoftGracePeriod",
  minimumReclaim: "evictionMinimumReclaim",
} as const;

function withValue(config: Members, setting: Setting, value: string): Members {
  if (setting.kind === "pressureTransitionPeriod") {
    return { ...config, evictionPressureTransitionPeriod: value };
  }
  const { kind, signal } = setting;
  if (kind !== "threshold") return withSignal(config, MEMBERS[kind], signal, value);
  if (!setting.hard) return withSignal(config, "evictionSoft", signal, value);
  // Naming the first hard threshold would remove the defaults of the others.
  const isNamed = isMembers(config.evictionHard);
  const options = isMembers(config.plimsoll) ? config.plimsoll : {};
  const kept = isNamed ? {} : { plimsoll: { ...options, keepDefaults: true } };
  return withSignal({ ...config, ...kept }, "evictionHard", signal, value);
}

function withSignal(config: Members, member: string, signal: string, value: string): Members {
  const stated = config[member];
  return { ...config, [member]: { ...(isMembers(stated) ? stated : {}), [signal]: value } };
}
