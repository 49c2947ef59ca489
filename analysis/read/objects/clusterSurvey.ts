/** What the objects of a cluster lack, and what their nodes say of its release. */

import { formatNames } from "../../text/names.ts";
import { podText } from "../../text/podText.ts";
import { minorOf } from "../../text/release.ts";
import { BRACE_OPEN } from "../json/bytes.ts";
import { firstMembers, type MemberName, memberName } from "../json/members.ts";
import { listOf, memberAt, objectOf } from "../json/untyped.ts";
import { textOf } from "./documentBytes.ts";
import { eachObjectOf, eachValue, kindOf, LIST } from "./eachObject.ts";
import { versionOf } from "./nodeObjects.ts";

const METADATA = memberName("metadata");
const STATUS = memberName("status");
const API_VERSION = memberName("apiVersion");
const PHASE = memberName("phase");
const HASH = "pod-template-hash";
const ENDED: readonly unknown[] = ["Succeeded", "Failed"];
const NAMES_SHOWN = 5;
/** Groups of the kinds that own pods here; `extensions` had the first ReplicaSets. */
const GROUPS: readonly string[] = ["", "apps", "batch", "extensions"];
/** Kinds of owners that the objects may have; a mirror pod has its node as its controller. */
const OWNERS: readonly string[] = [
  "ReplicaSet",
  "ReplicationController",
  "StatefulSet",
  "DaemonSet",
  "Job",
];
/** Owners whose pods are replaced in a simulation. */
export const SIMULATED_OWNERS = ["ReplicationController", "StatefulSet", "DaemonSet", "Job"];
/** Owners by which the scheduler spreads pods, or of which a drain needs the scale. */
export const SCHEDULED_OWNERS = ["ReplicationController", "StatefulSet"];
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** An owner, as its pods name it. */
interface NamedOwner {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: unknown;
  /** The labels that all of its pods have. */
  labels: ReadonlyMap<string, unknown>;
  /** Pods that have not ended and are not being deleted. */
  pods: number;
}

/** Looks at each object once, in documents that the module has taken. */
export class ClusterSurvey {
  readonly #present = new Set<string>();
  readonly #named = new Map<string, NamedOwner>();
  /** The versions that nodes state, by the name of the node; null for a node that states none. */
  readonly #nodes = new Map<string, string | null>();
  readonly #namespaces = new Set<string>();
  readonly #listed = new Set<string>();

  take(document: Uint8Array): void {
    eachValue(document, (value) => {
      const list = kindOf(value);
      if (list.endsWith(LIST)) this.#listed.add(list.slice(0, -LIST.length));
      eachObjectOf(value, (object, kind) => this.#takeObject(object, kind));
    });
  }

  #takeObject(object: Uint8Array, kind: string): void {
    if (kind === "Pod") this.#takePod(object);
    else if (kind === "Node") this.#takeNode(object);
    else if (kind === "Namespace") this.#namespaces.add(nameIn(metadataOf(object)).name);
    else if (OWNERS.includes(kind) && isOf(object, GROUPS)) {
      const { namespace, name } = nameIn(metadataOf(object));
      this.#present.add(keyOf(kind, namespace, name));
    }
  }

  /** Kinds of which a list is given, however short: one without items says that there are none. */
  get listedKinds(): ReadonlySet<string> {
    return this.#listed;
  }

  /** The newest kubelet's: no kubelet is newer than the API server. Null if no node has one. */
  get newestKubelet(): string | null {
    const minors = (version: string) => minorOf(version) ?? -1;
    return this.kubelets.reduce<string | null>(
      (newest, each) => (newest !== null && minors(newest) >= minors(each) ? newest : each),
      null,
    );
  }

  /** The versions that nodes state, one for each node, also those that are not a release. */
  get kubelets(): readonly string[] {
    return [...this.#nodes.values()].filter((version) => version !== null);
  }

  /** The names of the nodes, sorted. */
  get nodes(): readonly string[] {
    return [...this.#nodes.keys()].sort();
  }

  /** Namespaces that are among the objects, and those of pods. */
  get namespaces(): ReadonlySet<string> {
    return this.#namespaces;
  }

  /** ReplicaSets that only pods name, as a document; null if there are none. */
  get inferredReplicaSets(): Uint8Array | null {
    const items = this.#missing(["ReplicaSet"]).map(replicaSetOf);
    if (items.length === 0) return null;
    return encoder.encode(JSON.stringify({ apiVersion: "v1", kind: "List", items }));
  }

  /** Names what is inferred, and which others of the owners that matter are not there. */
  notes(mattering: readonly string[]): readonly string[] {
    const sets = this.#missing(["ReplicaSet"]);
    const others = this.#missing(mattering.filter((kind) => kind !== "ReplicaSet"));
    const shown = (names: readonly string[]) => formatNames(names, { max: NAMES_SHOWN });
    const list = others.map((owner) => `${owner.kind} ${podText(owner)}`);
    return [
      ...(sets.length === 0
        ? []
        : [
            "ReplicaSets that are not among the objects are inferred from their pods: " +
              `${shown(sets.map(podText))}.`,
          ]),
      ...(list.length === 0
        ? []
        : [`Owners that are not among the objects are assumed to exist: ${shown(list)}.`]),
    ];
  }

  #missing(kinds: readonly string[]): readonly NamedOwner[] {
    return [...this.#named]
      .filter(([key, { kind }]) => kinds.includes(kind) && !this.#present.has(key))
      .map(([, owner]) => owner);
  }

  #takeNode(object: Uint8Array): void {
    if (!isOf(object, [""])) return;
    const { name } = nameIn(metadataOf(object));
    this.#nodes.set(name, versionOf(object) ?? null);
  }

  #takePod(object: Uint8Array): void {
    // One walk, which is most of what the survey of a large cluster takes.
    const [own, status] = firstMembers(object, [METADATA, STATUS]);
    const metadata = parsed(own);
    const { namespace } = nameIn(metadata);
    this.#namespaces.add(namespace);
    const owner = listOf(memberAt(metadata, "ownerReferences")).find(
      ({ controller }) => controller === true,
    );
    const kind = String(owner?.kind);
    const group = groupOf(String(owner?.apiVersion ?? ""));
    if (owner === undefined || !OWNERS.includes(kind) || !GROUPS.includes(group)) return;
    const name = String(owner.name);
    const key = keyOf(kind, namespace, name);
    const known = this.#named.get(key);
    const labels = new Map(Object.entries(objectOf(memberAt(metadata, "labels"))));
    const isActive = memberAt(metadata, "deletionTimestamp") === undefined && !hasEnded(status);
    const pods = Number(isActive);
    if (known === undefined) {
      this.#named.set(key, { kind, namespace, name, uid: owner.uid, labels, pods });
      return;
    }
    known.pods += pods;
    known.labels = new Map(
      [...known.labels].filter(([label, value]) => labels.get(label) === value),
    );
  }
}

/** The name of a Deployment's ReplicaSet ends in the hash of its template, a label of its pods. */
function replicaSetOf({ namespace, name, uid, labels, pods }: NamedOwner): object {
  const hash = labels.get(HASH);
  const isOfDeployment = typeof hash === "string" && name.endsWith(`-${hash}`);
  const deployment = isOfDeployment ? name.slice(0, -hash.length - 1) : "";
  const above = { apiVersion: "apps/v1", kind: "Deployment", name: deployment, controller: true };
  const ownerReferences = deployment === "" ? [] : [above];
  return {
    ...{ apiVersion: "apps/v1", kind: "ReplicaSet" },
    metadata: { namespace, name, uid, labels: Object.fromEntries(labels), ownerReferences },
    spec: {
      replicas: pods,
      ...(labels.size === 0 ? {} : { selector: { matchLabels: Object.fromEntries(labels) } }),
    },
  };
}

function keyOf(kind: string, namespace: string, name: string): string {
  return `${kind} ${namespace}/${name}`;
}

function metadataOf(object: Uint8Array): unknown {
  return parsed(firstMembers(object, [METADATA])[0]);
}

function parsed(value: Uint8Array | undefined): unknown {
  return value === undefined ? undefined : JSON.parse(decoder.decode(value));
}

/** The API server gives an object of no namespace the default one. */
function nameIn(metadata: unknown): { readonly namespace: string; readonly name: string } {
  const [namespace, name] = ["namespace", "name"].map((each) => memberAt(metadata, each));
  return { namespace: String(namespace ?? "default"), name: String(name) };
}

function hasEnded(status: Uint8Array | undefined): boolean {
  return status?.[0] === BRACE_OPEN && ENDED.includes(textIn(status, PHASE));
}

function isOf(object: Uint8Array, groups: readonly string[]): boolean {
  return groups.includes(groupOf(textIn(object, API_VERSION)));
}

function textIn(object: Uint8Array, name: MemberName): string {
  return textOf(firstMembers(object, [name])[0]);
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
}
