/**
 * The node that admission is asked about at a step of a capture: its Node object where there is
 * one, and else a Node with what the decision says it has to allocate.
 */
import type { Decision } from "../../engine/decision.ts";
import { objectOf } from "../../read/json/untyped.ts";

export interface AdmittingNode {
  /** A v1 Node. */
  readonly document: object;
  /** Resources of which it is known how much there is; null where all of them are. */
  readonly known: ReadonlySet<string> | null;
  /** Its assumption, in a sentence. */
  readonly assumed: string;
}

/** The kubelet's own default. */
const MAX_PODS = 110;

/** Null where it is not known how much memory the node has to allocate. */
export function admittingNode(
  name: string,
  decision: Decision,
  configuration: string,
): AdmittingNode | null {
  const { maxPods, plimsoll } = objectOf(JSON.parse(configuration));
  const { cpu } = objectOf(objectOf(plimsoll).capacity);
  const rows = decision.nodeAllocatable ?? [];
  const found = rows.flatMap(({ resource, allocatable }) =>
    allocatable === undefined || resource === "pid" ? [] : [[resource, allocatable] as const],
  );
  const allocatable: Record<string, string> = Object.fromEntries(found);
  if (allocatable.memory === undefined) return null;
  // A resource that is not listed has no reservation: all of it can be allocated.
  if (typeof cpu === "string" && rows.every(({ resource }) => resource !== "cpu")) {
    allocatable.cpu = cpu;
  }
  const pods = typeof maxPods === "number" && maxPods > 0 ? maxPods : MAX_PODS;
  const amounts = Object.entries(allocatable).map(([resource, text]) => `${resource} ${text}`);
  return {
    document: {
      apiVersion: "v1",
      kind: "Node",
      metadata: { name },
      status: {
        allocatable: { ...allocatable, pods: String(pods) },
        conditions: decision.nodeConditions.map((type) => ({ type, status: "True" })),
      },
    },
    known: new Set([...Object.keys(allocatable), "pods"]),
    assumed:
      "Without the Node object, allocatable is what the configuration leaves of the " +
      `capacity (${[...amounts, `${pods} pods`].join(", ")}, nothing else), and the node ` +
      "has no labels and no taints.",
  };
}

/** The facts of a Node object, as it was read. */
export function nodeOfObject(object: object): AdmittingNode {
  return {
    document: { apiVersion: "v1", ...object, kind: "Node" },
    known: null,
    assumed: "Allocatable, labels and taints come from the Node object.",
  };
}
