/** Statuses of pods whose resources are, or were, resized in place: containers and whole pods. */
import type { JsonObject } from "../../vectors/notation.ts";
import { requests } from "./resources.ts";
import type { Draw } from "./source.ts";

/** A pod with what a kubelet reports as allocated to it and as in force. */
export function resized(draw: Draw, pod: JsonObject): JsonObject {
  const spec = pod.spec as JsonObject;
  const level = (spec.resources ?? {}) as JsonObject;
  const status = {
    ...(pod.status as JsonObject),
    containerStatuses: statuses(draw, spec.containers),
    ...draw.maybe(60, () => ({ initContainerStatuses: statuses(draw, spec.initContainers) })),
    ...draw.maybe(50, () => ({ conditions: conditions(draw) })),
    ...draw.maybe(spec.resources === undefined ? 10 : 70, () => reported(draw, level)),
  };
  return { ...pod, status };
}

function statuses(draw: Draw, containers: unknown): JsonObject[] {
  return ((containers ?? []) as JsonObject[]).flatMap(({ name, resources }) => {
    if (!draw.chance(85)) return [];
    return [{ name: name as string, ...reported(draw, (resources ?? {}) as JsonObject) }];
  });
}

/** Each as the specification, or not; a kubelet before 1.33 reports none of it. */
function reported(draw: Draw, { requests: specified = {} }: JsonObject): JsonObject {
  const one = () => (draw.chance(35) ? (specified as JsonObject) : plain(draw));
  return {
    ...draw.maybe(80, () => ({ resources: draw.chance(92) ? { requests: one() } : {} })),
    ...draw.maybe(80, () => ({ allocatedResources: one() })),
  };
}

/** Only processors and memory are resized. */
function plain(draw: Draw): JsonObject {
  const { cpu, memory } = requests(draw);
  return {
    ...(cpu === undefined ? {} : { cpu }),
    ...(memory === undefined ? {} : { memory }),
  };
}

/** Of several of a type the first counts. */
function conditions(draw: Draw): JsonObject[] {
  const pending = () => ({
    type: draw.pick(["PodResizePending", "PodResizePending", "PodResizeInProgress"]),
    status: "True",
    reason: draw.pick(["Infeasible", "Deferred"]),
  });
  return Array.from({ length: draw.pick([1, 1, 2]) }, pending);
}
