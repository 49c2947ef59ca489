/** What a Summary says that does not fit what is assumed about the node. */
import type { Decision, Signal } from "../../engine/decision.ts";
import { formatBytes } from "../../text/amount.ts";
import { type Block, paragraph } from "../../text/document.ts";

/** One sentence each. */
export function doubtBlocks(decision: Decision): readonly Block[] {
  return [...negative(decision), ...otherReservation(decision)].flatMap((sentence) =>
    paragraph([{ text: `warning: ${sentence}`, tone: "low" }]),
  );
}

/** A file system that does not count inodes has 2^64-1 of them, or so its driver says. */
function negative({ thresholds = [] }: Decision): string[] {
  const signals = thresholds
    .filter(({ available }) => available !== undefined && available < 0)
    .map(({ signal }) => signal);
  if (signals.length === 0) return [];
  return [
    `${[...new Set(signals)].join(", ")}: the Summary has a number above 2^63-1, such as 2^64-1, ` +
      "which the kubelet reads as a negative one; the file system may not count inodes.",
  ];
}

/** Below this share of the node's memory the cgroup of the pods has a limit of its own. */
const WHOLE_SHARE = 0.99;

/** The kubelet limits the cgroup of the pods to what its configuration does not reserve. */
function otherReservation({ thresholds = [], nodeAllocatable = [] }: Decision): string[] {
  const capacityOf = (signal: Signal) =>
    thresholds.find((each) => each.signal === signal)?.capacity ?? 0;
  const [node, pods] = [capacityOf("memory.available"), capacityOf("allocatableMemory.available")];
  const memory = nodeAllocatable.find(({ resource }) => resource === "memory");
  const reserves = memory?.systemReserved !== "0" || memory.kubeReserved !== "0";
  if (pods <= 0 || pods >= node * WHOLE_SHARE || reserves) return [];
  return [
    `The pods of this node are limited to ${formatBytes(pods)} of ${formatBytes(node)}, and the ` +
      "configuration reserves nothing, so it is not the configuration of this node. Pass its own " +
      "with --config: " +
      "kubectl get --raw /api/v1/nodes/NODE/proxy/configz",
  ];
}
