import { Status } from "../../../assembly/abi.ts";
import type { EngineError } from "../../engine/engineError.ts";
import { ObjectsError } from "../../read/objects/objectsError.ts";
import { formatNames } from "../../text/names.ts";

const NAMES_SHOWN = 10;

/**
 * Why a node is not drained, and what to do; null for an error that is not about it. `nodes` are
 * the names of all.
 */
export function refusedNode(
  node: string,
  nodes: readonly string[],
  { reason, status }: EngineError,
): ObjectsError | null {
  const advice: Readonly<Partial<Record<Status, string>>> = {
    [Status.NotFound]: choiceOfNode(nodes),
    [Status.OutputTooLarge]: "leave out pods of the node that do not matter",
  };
  const own = advice[status];
  return own === undefined ? null : new ObjectsError(`Node ${node}: ${reason}`, own);
}

/** No node is named; null where no objects say which there are. */
export function noNodeSentence(nodes: readonly string[] | null): string {
  const choice = nodes === null ? "kubectl get nodes lists the nodes" : choiceOfNode(nodes);
  return `missing required argument 'node'; ${choice}.`;
}

function choiceOfNode(nodes: readonly string[]): string {
  if (nodes.length === 0) return "there is no node among the objects";
  const names = formatNames(nodes, { max: NAMES_SHOWN });
  return nodes.length === 1 ? `the only node is ${names}` : `the nodes are ${names}`;
}
