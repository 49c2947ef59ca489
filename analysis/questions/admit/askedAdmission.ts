/** What a question to admission is about, as people give it: the pod that comes, and its Node. */

import { type Members, objectOf } from "../../read/json/untyped.ts";
import type { ConfigurationText } from "../../read/kubelet/loaded.ts";
import { jsonDocumentsOf } from "../../read/kubelet/yaml.ts";
import { ObjectsError } from "../../read/objects/objectsError.ts";
import { type DescribedPod, podOfFile } from "../../read/objects/podOfFile.ts";
import { prioritized, unknownClassNote } from "../../read/objects/priorityClasses.ts";
import type { AdmissionSubject } from "./nodeAdmission.ts";

export interface ComingPod extends DescribedPod {
  /** A sentence about what is not known of it. */
  readonly warning: string | null;
}

/** The one pod of a manifest; throws ObjectsError and ConfigurationError. */
export function comingPod(source: ConfigurationText): ComingPod {
  const { pod, note } = podOfFile(source);
  const { pod: coming, unknownClass } = prioritized(pod);
  return {
    pod: coming,
    note,
    warning: unknownClass === null ? null : unknownClassNote(unknownClass),
  };
}

const ADVICE = "give what kubectl get node NAME -o json prints";

/** The Node of this name, or the only one; throws ObjectsError and ConfigurationError. */
export function nodeOfText(source: ConfigurationText, node: string | undefined): object {
  const nodes = jsonDocumentsOf(source).values.map(objectOf).flatMap(nodesIn);
  const found = nodes.find((each) => nameOfObject(each) === node) ?? nodes[0];
  if (found !== undefined && (nodes.length === 1 || nameOfObject(found) === node)) {
    if (allocating(found) !== undefined) return found;
    throw new ObjectsError(`${source.name}: its Node has no status.allocatable`, ADVICE);
  }
  const why = found === undefined ? "it has no Node" : `it has several Nodes, none called ${node}`;
  throw new ObjectsError(`${source.name}: ${why}`, ADVICE);
}

/** A Node of which it is known what it has to allocate; no other says anything here. */
export function allocating(node: object | undefined): object | undefined {
  const { allocatable } = objectOf(objectOf(node).status);
  return objectOf(allocatable).memory === undefined ? undefined : node;
}

/** The pod and the node that the user asks about; absent for the default question. */
export interface AskedAbout {
  readonly pod?: object | undefined;
  readonly nodeObject?: object | undefined;
}

/** The subject of a question; `node` is the name of the capture's node. */
export function admissionSubject(
  of: Pick<AdmissionSubject, "kubelet" | "configuration"> & { readonly node: unknown },
  { pod, nodeObject }: AskedAbout,
): AdmissionSubject {
  const node = nodeObject === undefined ? of.node : nameOfObject(nodeObject);
  return {
    node: node === undefined ? "node" : String(node),
    ...(nodeObject === undefined ? {} : { nodeObject }),
    ...(pod === undefined ? {} : { pod }),
    kubelet: of.kubelet,
    configuration: of.configuration,
  };
}

/** An item of a NodeList has its kind there alone. */
function nodesIn({ items, ...object }: Members): readonly Members[] {
  if (!Array.isArray(items)) return object.kind === "Node" ? [object] : [];
  const isOfNodes = object.kind === "NodeList";
  return items.map(objectOf).filter(({ kind }) => kind === "Node" || (isOfNodes && !kind));
}

function nameOfObject(object: object): unknown {
  return objectOf(objectOf(object).metadata).name;
}
