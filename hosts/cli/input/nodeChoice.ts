import type { NodeChoiceOptions } from "../../../analysis/questions/options/cluster.ts";
import type { ClusterBounds, NodeChoice } from "./cluster.ts";

/** What is asked of each node. */
const DOCUMENTS = 3;

/** Which nodes of a cluster, and how many of them at a time. */
export function nodeChoiceOf(
  options: NodeChoiceOptions,
): NodeChoice & { readonly bounds: ClusterBounds } {
  const { node, selector, concurrency, timeout } = options;
  const timeoutMilliseconds = timeout * 1000;
  return {
    names: node ?? [],
    ...(selector === undefined ? {} : { selector }),
    concurrency,
    timeoutMilliseconds,
    bounds: { sockets: concurrency * DOCUMENTS, timeoutMilliseconds },
  };
}
