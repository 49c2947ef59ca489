import { type Command, InvalidArgumentError, Option } from "commander";
import { isNodeName } from "../../daemon/kubernetes/nodes.ts";
import { usageFailure } from "../exitCode.ts";
import type { ClusterBounds, NodeChoice } from "./cluster.ts";
import { countOf, durationOption } from "./optionValues.ts";

export interface NodeChoiceOptions {
  readonly node?: readonly string[];
  readonly allNodes?: boolean;
  readonly selector?: string;
  readonly concurrency: number;
  /** Seconds. */
  readonly timeout: number;
}

/** Which nodes of a cluster, and how many of them at a time. */
export function addNodeChoice(
  command: Command,
  all = "every node of the cluster (the default)",
): Command {
  const named = new Option("--node <names...>", "these nodes; may be repeated");
  return addSelector(command.addOption(named.argParser(nodeNames)).option("--all-nodes", all));
}

/** All nodes, or those of a selector, and how many at a time. */
export function addSelector(command: Command): Command {
  return command
    .option("-l, --selector <selector>", "the nodes that a label selector chooses")
    .addOption(
      new Option("--concurrency <count>", "how many nodes to ask at a time")
        .argParser(concurrencyOf)
        .default(8),
    )
    .addOption(durationOption("--timeout <duration>", "how long one node may take", "10s"));
}

/** Each of these asks a kubelet through the API server, three documents at a time. */
const CONCURRENCY_MAX = 100;
const DOCUMENTS = 3;

export function nodeChoiceOf(
  options: NodeChoiceOptions,
): NodeChoice & { readonly bounds: ClusterBounds } {
  const { node, allNodes, selector, concurrency, timeout } = options;
  const given = [
    node === undefined ? null : "--node",
    allNodes === undefined ? null : "--all-nodes",
    selector === undefined ? null : "--selector",
  ].filter((flag) => flag !== null);
  if (given.length > 1) {
    throw usageFailure(`${given.join(" and ")} are given together; give one of them.`);
  }
  const timeoutMilliseconds = timeout * 1000;
  return {
    names: node ?? [],
    ...(selector === undefined ? {} : { selector }),
    concurrency,
    timeoutMilliseconds,
    bounds: { sockets: concurrency * DOCUMENTS, timeoutMilliseconds },
  };
}

function nodeNames(text: string, before: readonly string[] | undefined): readonly string[] {
  if (isNodeName(text)) return [...(before ?? []), text];
  throw new InvalidArgumentError("Write the name of a Node, as kubectl get nodes shows it.");
}

function concurrencyOf(text: string): number {
  const count = countOf(text);
  if (count <= CONCURRENCY_MAX) return count;
  throw new InvalidArgumentError(`Write a whole number up to ${CONCURRENCY_MAX}.`);
}
