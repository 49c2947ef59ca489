import { Status } from "../../../assembly/abi.ts";
import type { EngineError } from "../../engine/engineError.ts";
import { ObjectsError } from "../../read/objects/objectsError.ts";

const ADVICE: Readonly<Partial<Record<Status, string>>> = {
  [Status.NotFound]: "check its namespace and its name",
  [Status.OutOfOrder]: "name a pod that this scheduler places",
};

/** Why a pod is not decided on, and what to do. */
export function refusedPod(
  { namespace = "default", name }: { readonly namespace?: string; readonly name: string },
  { reason, status }: EngineError,
): ObjectsError {
  const advice = ADVICE[status] ?? "correct the pod";
  return new ObjectsError(`Pod ${namespace}/${name}: ${reason}`, advice);
}
