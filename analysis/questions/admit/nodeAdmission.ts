/**
 * The pods that admission would preempt for a critical pod at a step of a capture: the module
 * decides, from the pods in force, the node and the new pod.
 */

import type { Admission, AdmissionPod } from "../../engine/admission.ts";
import type { AdmissionEngine } from "../../engine/admissionEngine.ts";
import { RELEASES } from "../../engine/contract/releases.ts";
import type { Decision } from "../../engine/decision.ts";
import { EngineError } from "../../engine/engineError.ts";
import { walkElements } from "../../read/json/elements.ts";
import { MembersError, memberName, memberNamed } from "../../read/json/members.ts";
import { bound } from "../../read/objects/nodeObjects.ts";
import { SYSTEM_CLASSES } from "../../read/objects/priorityClasses.ts";
import { followedRelease } from "../../text/release.ts";
import { type AdmittingNode, admittingNode, nodeOfObject } from "./admittingNode.ts";

/** What admission would do at a step. */
export interface NodeAdmission {
  /** Whether the pod is the one that is asked about where none is given. */
  readonly isDefault: boolean;
  /** The memory that can still be requested; only for the default pod, if it is known. */
  readonly leftBytes?: number;
  /** Null where it could not be asked, for the reason in `problem`. */
  readonly answer: Admission | null;
  readonly problem?: string;
  readonly assumed: readonly string[];
}

/** Facts about a node in addition to its decisions. */
export interface AdmissionSubject {
  readonly node: string;
  /** Its Node object; without one, what the decision says it has to allocate. */
  readonly nodeObject?: object;
  /** The pod that comes; without one, a critical pod that does not fit. */
  readonly pod?: object;
  readonly kubelet: string;
  /** The configuration in the form that the core takes. */
  readonly configuration: string;
}

/** By how much the default pod does not fit. */
export const SHORT_BYTES = 256 * 2 ** 20;
const CLASS = "system-node-critical";
/** More than any node has. */
const MORE_THAN_ANY = "4Ei";
const DEFAULT_POD =
  "The critical pod requests only memory, tolerates every taint, and is not in the PodList.";
const BY_REQUESTS = "Admission compares requests with allocatable, not with usage.";

const ITEMS = memberName("items");
const KIND = memberName("kind");
const METADATA = memberName("metadata");
const UID = memberName("uid");
const decoder = new TextDecoder();

/** Null where no pods are known. `decision` is of full detail, with the pods that are there. */
export function nodeAdmission(
  { nodeObject, node, kubelet, configuration, pod }: AdmissionSubject,
  decision: Decision,
  podList: Uint8Array | null,
  engine: AdmissionEngine,
): NodeAdmission | null {
  if (podList === null || (decision.ranking ?? []).length === 0) return null;
  const isDefault = pod === undefined;
  const place =
    nodeObject === undefined
      ? admittingNode(node, decision, configuration)
      : nodeOfObject(nodeObject);
  if (place === null) {
    return notAsked(isDefault, unknownAmount("memory"));
  }
  const followed = followedRelease("The kubelet", kubelet, RELEASES.admission);
  const note = followed?.note ?? null;
  const kubeletVersion = followed === null || note === null ? kubelet : followed.release;
  const assumed = [
    BY_REQUESTS,
    ...(isDefault ? [DEFAULT_POD] : []),
    place.assumed,
    ...(note === null ? [] : [note]),
  ];
  try {
    engine.configure({ kubeletVersion });
    engine.objects(JSON.stringify(place.document));
    for (const text of podsOf(decision, podList)) engine.objects(text);
    const found =
      pod === undefined ? critical(node, engine) : given(bound(pod, node), place, engine);
    return { isDefault, ...found, assumed };
  } catch (error) {
    if (!(error instanceof EngineError || error instanceof MembersError)) throw error;
    return notAsked(isDefault, error.message);
  }
}

function notAsked(isDefault: boolean, problem: string): NodeAdmission {
  return { isDefault, answer: null, problem, assumed: [] };
}

function unknownAmount(resource: string): string {
  return `the node's allocatable ${resource} is not known; give its Node object`;
}

function given(pod: object, { known }: AdmittingNode, engine: AdmissionEngine) {
  engine.admit(JSON.stringify(pod));
  const answer = engine.report().parse();
  const unknown = answer.resources?.find(
    ({ resource, requested }) => requested > 0 && known !== null && !known.has(resource),
  );
  if (unknown === undefined) return { answer };
  return { answer: null, problem: unknownAmount(unknown.resource) };
}

/** A critical pod that requests more memory than is left: how much that is, the module says. */
function critical(node: string, engine: AdmissionEngine) {
  engine.admit(JSON.stringify(criticalPod(node, MORE_THAN_ANY)));
  const { requests = [] } = engine.report().parse().wouldAdmit ?? {};
  const leftBytes = requests.find(({ resource }) => resource === "memory")?.atMost;
  const asked = (leftBytes ?? 0) + SHORT_BYTES;
  engine.admit(JSON.stringify(criticalPod(node, String(asked))));
  const answer = engine.report().parse();
  return { ...(leftBytes === undefined ? {} : { leftBytes }), answer };
}

function criticalPod(nodeName: string, memory: string) {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { namespace: "kube-system", name: "critical-pod" },
    spec: {
      nodeName,
      priorityClassName: CLASS,
      priority: SYSTEM_CLASSES[CLASS],
      tolerations: [{ operator: "Exists" }],
      containers: [{ name: "critical", resources: { requests: { memory } } }],
    },
  };
}

/** The pods that the decision ranks, which are those that the kubelet takes for active. */
export function podsOf({ ranking = [] }: Decision, podList: Uint8Array): readonly string[] {
  const uids = new Set(ranking.map(({ uid }) => uid));
  const items = memberNamed(podList, ITEMS);
  const kept: string[] = [];
  if (items === undefined) return kept;
  walkElements(items, (item) => {
    if (uids.has(uidOf(item))) kept.push(ofKind(item));
    return true;
  });
  return kept;
}

function uidOf(pod: Uint8Array): string {
  const metadata = memberNamed(pod, METADATA);
  const uid = metadata === undefined ? undefined : memberNamed(metadata, UID);
  return uid === undefined ? "" : String(JSON.parse(decoder.decode(uid)));
}

/** An item of a PodList has its kind there alone. */
function ofKind(item: Uint8Array): string {
  const text = decoder.decode(item);
  if (memberNamed(item, KIND) !== undefined) return text;
  return `{"kind":"Pod",${text.trimStart().slice(1)}`;
}

/** The places of the pods that admission would take, by uid; 1 is preempted first. */
export function preemptedPlaces({ answer }: NodeAdmission): ReadonlyMap<string, number> {
  const preempted: readonly AdmissionPod[] = answer?.preempted ?? [];
  return new Map(preempted.map(({ uid }, index) => [uid, index + 1]));
}
