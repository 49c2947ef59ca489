import { parse } from "yaml";
import type { Policy } from "../../engine/decision.ts";
import type { Axis } from "./axis.ts";
import { withSettings } from "./setting.ts";

/** One configuration of a sweep. */
export interface SweptConfiguration {
  /** A value for each axis. */
  readonly values: readonly string[];
  /** The configuration in the form that the core takes. */
  readonly json: string;
}

/** Every combination of the values, the last axis fastest; `json` is what they are put into. */
export function configurationsOf(
  json: string,
  policy: Policy,
  axes: readonly Axis[],
): SweptConfiguration[] {
  const combinations = axes.reduce<string[][]>(
    (before, { values }) => before.flatMap((each) => values.map((value) => [...each, value])),
    [[]],
  );
  return combinations.map((values) => {
    const changes = axes.map(({ setting }, index) => ({ setting, value: values[index] ?? "" }));
    return { values, json: JSON.stringify(parse(withSettings(json, policy, changes))) };
  });
}
