import type { JsonObject } from "../../vectors/notation.ts";
import { allocatable } from "./resources.ts";
import type { Draw } from "./source.ts";
import {
  DISKS,
  GENERATIONS,
  HOSTNAME,
  IMAGES,
  REGION,
  REGIONS,
  TAINT_KEYS,
  TAINT_VALUES,
  ZONE,
  ZONES,
} from "./words.ts";

/** How far one node's label is from the next one's: all, most or few of them have it. */
interface Habits {
  readonly zoned: number;
  readonly hostname: number;
  readonly alike: boolean;
}

export function nodes(draw: Draw): JsonObject[] {
  const count = countOfNodes(draw);
  const habits: Habits = {
    zoned: draw.pick([100, 100, 80, 0]),
    hostname: draw.pick([100, 100, 90]),
    alike: draw.chance(30),
  };
  const model = allocatable(draw);
  return Array.from({ length: count }, (_, index) => node(draw, index, habits, model));
}

/** Sampling begins with a hundred nodes. */
function countOfNodes(draw: Draw): number {
  if (draw.shows("sampling", 40)) return draw.pick([99, 100, 101, 110, 130, 200, 400]);
  return draw.chance(85) ? draw.between(1, 9) : draw.between(10, 40);
}

function node(draw: Draw, index: number, habits: Habits, model: JsonObject): JsonObject {
  const name = `node-${index}`;
  return {
    kind: "Node",
    apiVersion: "v1",
    metadata: { name, labels: labels(draw, name, habits) },
    spec: {
      ...(draw.shows("taints", 30) ? { taints: taints(draw) } : {}),
      ...(draw.shows("taints", 5) ? { unschedulable: true } : {}),
    },
    status: {
      allocatable: habits.alike ? model : allocatable(draw),
      ...(draw.shows("images", 70) ? { images: images(draw) } : {}),
    },
  };
}

function labels(draw: Draw, name: string, habits: Habits): JsonObject {
  return {
    ...draw.maybe(habits.hostname, () => ({ [HOSTNAME]: name })),
    ...draw.maybe(habits.zoned, () => ({ [ZONE]: draw.pick(ZONES), [REGION]: draw.pick(REGIONS) })),
    ...draw.maybe(60, () => ({ disk: draw.pick(DISKS) })),
    ...draw.maybe(50, () => ({ generation: draw.pick(GENERATIONS) })),
    ...draw.maybe(50, () => ({ rack: draw.pick(["r1", "r2"]) })),
  };
}

function taints(draw: Draw): JsonObject[] {
  return Array.from({ length: draw.pick([1, 1, 2, 3]) }, () => ({
    key: draw.pick(TAINT_KEYS),
    ...draw.maybe(60, () => ({ value: draw.pick(TAINT_VALUES) })),
    effect: draw.weighted({ PreferNoSchedule: 60, NoSchedule: 25, NoExecute: 15 }),
  }));
}

function images(draw: Draw): JsonObject[] {
  return draw.some(IMAGES, 50).map((name) => ({
    names: draw.chance(20) ? [name, `${name}-mirror`] : [name],
    sizeBytes: draw.pick([1_000_000, 23_068_672, 300_000_000, 999_999_999, 2_000_000_000]),
  }));
}
