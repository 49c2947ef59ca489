/** How the engine is brought a scenario: what a host may do that changes no answer. */
import { isObject } from "../../vectors/notation.ts";
import type { Scenario } from "../scenario.ts";
import type { Source, Wildness } from "./source.ts";

/** The kubelet's own spellings of the one flag without a member. */
const IGNORE_EVICTION: readonly string[] = [
  "--experimental-allocatable-ignore-eviction",
  "--experimental_allocatable_ignore_eviction",
  "--experimental-allocatable-ignore-eviction=true",
  "--experimental-allocatable-ignore-eviction=T",
  "--experimental-allocatable-ignore-eviction=1",
  "--experimental-allocatable-ignore-eviction=false",
];

/** They decide nothing about evictions. */
const OTHER_FLAGS: readonly string[] = [
  "--v=2",
  "--node-ip=10.0.0.1",
  "--max-pods=110",
  "--kernel-memcg-notification",
  "--image-gc-high-threshold=85",
  "--register-node=false",
];

/** Percent of scenarios. */
const SHARE = { layoutFound: 35, flags: 8, yaml: 12, restored: 30 };

/** With its draws at the end, so that everything else of a seed stays as it was. */
export function withManner(source: Source, scenario: Scenario, wild: Wildness): Scenario {
  const { layout, ...others } = scenario;
  const found = source.chance(SHARE.layoutFound);
  // What is refused is refused in other words by a reader of files.
  const isFile = isObject(scenario.config) && !wild.errors;
  const yaml = source.chance(SHARE.yaml) && isFile;
  const flags = source.chance(SHARE.flags) ? drawFlags(source) : [];
  const restored = source.chance(SHARE.restored) && scenario.steps.length > 1;
  return {
    ...others,
    ...(found || layout === undefined ? {} : { layout }),
    ...(flags.length > 0 ? { flags } : {}),
    ...(yaml ? { yaml } : {}),
    ...(restored ? { restored } : {}),
  };
}

function drawFlags(source: Source): string[] {
  return source.shuffled([
    ...source.some(IGNORE_EVICTION, 30).slice(0, 1),
    ...source.some(OTHER_FLAGS, 25),
  ]);
}
