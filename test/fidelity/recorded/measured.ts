/** What the runtime answered a pass of the kubelet's loop about containers. */
import { parseTime } from "../../../analysis/text/time.ts";
import type { JsonObject } from "../../vectors/notation.ts";
import type { Measured, MeasuredContainer, Pass } from "./run.ts";

/**
 * The kubelet asks the runtime as soon as it has looked at the image file system, and long before
 * it counts processes; a sample served at that moment asks as well, mostly later.
 */
export function measuredIn(
  measured: readonly Measured[],
  { observations }: Pass,
): Measured | undefined {
  const from = parseTime(observations["imagefs.available"].time) ?? 0n;
  const until = parseTime(observations["pid.available"].time) ?? 0n;
  return measured.find(({ time }) => {
    const at = parseTime(time) ?? 0n;
    return from <= at && at <= until;
  });
}

/** Statistics of pods with these numbers of their containers. */
export function withMeasured(pods: readonly JsonObject[], { containers }: Measured): JsonObject[] {
  const measuredOf = new Map(containers.map((one) => [containerOf(one), one]));
  return pods.map((pod) => {
    const { uid } = pod.podRef as JsonObject;
    const served = (pod.containers ?? []) as JsonObject[];
    return {
      ...pod,
      containers: served.map((container) => {
        const own = measuredOf.get(`${uid} ${container.name}`);
        return own === undefined ? container : withOwn(container, own);
      }),
    };
  });
}

function containerOf({ id }: MeasuredContainer): string {
  const [, , uid, , container] = id.split("_");
  return `${uid} ${container}`;
}

function withOwn(container: JsonObject, own: MeasuredContainer): JsonObject {
  const { workingSetBytes, usedBytes, inodesUsed } = own;
  return {
    ...container,
    ...(workingSetBytes !== undefined && {
      memory: { ...(container.memory as JsonObject | undefined), workingSetBytes },
    }),
    rootfs: { ...(container.rootfs as JsonObject | undefined), usedBytes, inodesUsed },
  };
}
