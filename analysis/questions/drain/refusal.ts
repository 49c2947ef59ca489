import { Status } from "../../../assembly/abi.ts";
import type { EngineError } from "../../engine/engineError.ts";
import { ObjectsError } from "../../read/objects/objectsError.ts";

const ADVICE: Readonly<Partial<Record<Status, string>>> = {
  [Status.NotFound]: "check its name",
  [Status.OutputTooLarge]: "leave out pods of the node that do not matter",
};

/** Why a node is not drained, and what to do; null for an error that is not about it. */
export function refusedNode(node: string, { reason, status }: EngineError): ObjectsError | null {
  const advice = ADVICE[status];
  return advice === undefined ? null : new ObjectsError(`Node ${node}: ${reason}`, advice);
}
