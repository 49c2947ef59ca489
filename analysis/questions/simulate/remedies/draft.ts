/** A cluster that is about to be simulated, with changes made in its objects and its scenario. */

import { listOf, memberAt, objectOf } from "../../../read/json/untyped.ts";
import type { Scenario } from "../../../read/objects/scenario.ts";
import { amountOf } from "../../../text/quantityText.ts";
import type { ObjectTree } from "../../change/change.ts";
import type { Workload } from "../participants.ts";

export interface Draft {
  readonly objects: readonly ObjectTree[];
  readonly scenario: Scenario;
}

/** The default is what the API server gives. */
function namespaceOf(object: ObjectTree): string {
  return String(memberAt(object, "metadata", "namespace") ?? "default");
}

export function nameOf(object: ObjectTree): string {
  return String(memberAt(object, "metadata", "name") ?? "");
}

export function nodesNamed(draft: Draft, names: readonly string[]): readonly ObjectTree[] {
  const isNamed = (object: ObjectTree, name: string) =>
    object.kind === "Node" && nameOf(object) === name;
  return names.flatMap((name) => draft.objects.filter((object) => isNamed(object, name)));
}

export function ownerObject({ objects }: Draft, workload: Workload): ObjectTree | undefined {
  return objects.find((object) => isObject(object, workload));
}

function isObject(object: ObjectTree, { kind, namespace, name }: Workload): boolean {
  return object.kind === kind && nameOf(object) === name && namespaceOf(object) === namespace;
}

/** The pod of a workload as its owner's template has it; null when no object contains it. */
export function podSpecOf(draft: Draft, workload: Workload): ObjectTree | null {
  const owner = ownerObject(draft, workload);
  const object = owner ?? draft.objects.find((each) => isOwned(draft, each, workload));
  return object === undefined ? null : specOf(object);
}

function specOf(object: ObjectTree): ObjectTree {
  if (object.kind === "Pod") return objectOf(object.spec);
  return objectOf(memberAt(object, "spec", "template", "spec"));
}

/** Whether an object is owned by a workload, at one or two removes. */
function isOwned({ objects }: Draft, object: ObjectTree, workload: Workload): boolean {
  if (namespaceOf(object) !== workload.namespace) return false;
  const owners = listOf(memberAt(object, "metadata", "ownerReferences"));
  return owners.some(({ kind, name }) => {
    if (kind === workload.kind && name === workload.name) return true;
    if (kind !== "ReplicaSet" || workload.kind !== "Deployment") return false;
    const owner = objects.find((each) =>
      isObject(each, { kind, namespace: workload.namespace, name: String(name) }),
    );
    const above = listOf(memberAt(owner, "metadata", "ownerReferences"));
    return above.some((each) => each.kind === workload.kind && each.name === workload.name);
  });
}

/** Changes the pods of a workload: existing ones, and the templates of later ones. */
export function withPodSpec(
  draft: Draft,
  workload: Workload,
  change: (spec: ObjectTree) => void,
): Draft {
  const objects = draft.objects.map((object) => {
    if (!isObject(object, workload) && !isOwned(draft, object, workload)) return object;
    const copy = structuredClone(object);
    const spec = specOf(copy);
    if (Array.isArray(spec.containers)) change(spec);
    return copy;
  });
  return { ...draft, objects };
}

/** Changes one object of the draft, or replaces it with others. */
export function withObject(
  draft: Draft,
  object: ObjectTree,
  change: (copy: ObjectTree) => readonly ObjectTree[],
): Draft {
  const objects = draft.objects.flatMap((each) =>
    each === object ? change(structuredClone(each)) : [each],
  );
  return { ...draft, objects };
}

export type Resource = "cpu" | "ephemeral-storage" | "memory";

export interface ContainerAmount {
  readonly container: string;
  /** 0 where nothing is said. */
  readonly request: number;
  readonly limit: number | null;
}

/** The container of a pod that asks for most of a resource; the first where none asks for it. */
export function largestContainer(spec: ObjectTree, resource: Resource): ContainerAmount | null {
  let largest: ContainerAmount | null = null;
  for (const { name, resources } of listOf(spec.containers)) {
    const limit = amountOf(memberAt(resources, "limits", resource));
    const request = amountOf(memberAt(resources, "requests", resource)) ?? limit ?? 0;
    if (largest === null || request > largest.request) {
      largest = { container: String(name), request, limit };
    }
  }
  return largest;
}

/** Sets a request or a limit of one container of a pod. */
export function setAmount(
  spec: ObjectTree,
  { container, resource }: { readonly container: string; readonly resource: Resource },
  amounts: Readonly<Partial<Record<"limits" | "requests", string>>>,
): void {
  for (const each of listOf(spec.containers) as readonly ObjectTree[]) {
    if (each.name !== container) continue;
    const resources = { ...objectOf(each.resources) };
    for (const [list, text] of Object.entries(amounts)) {
      resources[list] = { ...objectOf(resources[list]), [resource]: text };
    }
    each.resources = resources;
  }
}
