import type { EvictionEngine, NodePods } from "../../../analysis/engine/evictionEngine.ts";
import type { CaptureRecord } from "../../../analysis/read/capture/capture.ts";
import { leftOutWords, podsOfNode } from "../../../analysis/read/objects/nodePods.ts";
import { namesOfNodes } from "../../../analysis/read/objects/oneNode.ts";
import { Problem } from "../problem.ts";

/** A list of pods that came without a Summary. */
export interface PutPods {
  /** Without the pods of other nodes. */
  readonly list: Uint8Array;
  /** Null when no pod names a node. */
  readonly node: string | null;
  /** What was left out, one sentence each. */
  readonly problems: readonly string[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The pods of one node in a list that no Summary came with: those of the only node that the list
 * names, or, of several, those of the node that has the name it is posted under.
 */
export function podsPut(engine: EvictionEngine, list: Uint8Array, name: string): PutPods {
  const here = podsOfNode(engine, list, name);
  if (here.count === 0 && here.otherNodes.length === 0) return { list, node: null, problems: [] };
  const [other, ...more] = here.otherNodes;
  if (here.count > 0 || other === undefined) return ofNode(name, here);
  if (more.length === 0) return ofNode(other, podsOfNode(engine, list, other));
  throw new Problem(
    "refused-document",
    `The list has pods of ${namesOfNodes(here.otherNodes)} and none of node ${name}; ` +
      "send the pods of one node.",
    { document: "PodList" },
  );
}

/** A record with its node, if that can be known: a list without a Summary is as one that is put. */
export function namedRecord(
  engine: EvictionEngine,
  record: CaptureRecord,
  node: string | null,
  name: string,
) {
  if (record.pods === undefined || record.summary !== null || node !== null) {
    return { record, node, leftOut: [] };
  }
  const put = podsPut(engine, record.pods, name);
  return { record: { ...record, pods: put.list }, node: put.node, leftOut: put.problems };
}

function ofNode(node: string, { pods, leftOut }: NodePods): PutPods {
  const words = leftOutWords(leftOut);
  return { list: pods, node, problems: words === null ? [] : [`${words}.`] };
}

/** Stored with a list until the next step: that it came by itself, and its digest. */
export interface PutMark {
  /** That its pods are of; null when none names one. */
  readonly node: string | null;
  /** The digest of the list as it was sent; null if an earlier version stored it. */
  readonly podsDigest: string | null;
}

export function markBytes({ node, podsDigest }: PutMark): Uint8Array {
  return encoder.encode(JSON.stringify({ node, podsDigest }));
}

export function markOf(bytes: Uint8Array | null): PutMark | null {
  if (bytes === null) return null;
  const mark = JSON.parse(decoder.decode(bytes)) as Partial<PutMark>;
  return { node: mark.node ?? null, podsDigest: mark.podsDigest ?? null };
}
