/** A cluster that is about to be drained, with changes made in its objects and in the request. */

import type { DrainRequest } from "../../../engine/drain.ts";
import type { PodName } from "../../../engine/schedulingDecision.ts";
import { mergePatch } from "../../../read/json/untyped.ts";
import {
  type Change,
  type ChangedObjects,
  type ObjectTree,
  readChange,
} from "../../change/change.ts";
import { ChangedDocuments } from "../../change/changedObjects.ts";

/** Objects as they were read: their only copy. */
export type Documents = readonly Uint8Array[];

export interface Draft {
  readonly request: DrainRequest;
  readonly changes: readonly Change[];
  /** Pods that come when owners are scaled up. */
  readonly added: readonly ObjectTree[];
}

/** One object, as the documents have it; null when there is none. */
export function objectNamed(documents: Documents, objects: ChangedObjects): ObjectTree | null {
  let found: ObjectTree | null = null;
  const apply: Change["apply"] = (object) => {
    found = object;
    return [object];
  };
  const seeking = new ChangedDocuments([{ text: "", objects, apply }]);
  for (const document of documents) seeking.changed(document);
  return found;
}

/** The pod that comes for one of the documents, before it has a node. */
export function replacementOf(pod: ObjectTree): ObjectTree {
  const metadata = { uid: null, deletionTimestamp: null, deletionGracePeriodSeconds: null };
  const patch = { metadata, spec: { nodeName: null }, status: null };
  const replacement = mergePatch(pod, patch) as ObjectTree;
  return { ...replacement, apiVersion: "v1", kind: "Pod", status: { phase: "Pending" } };
}

/** The draft with one object changed; null deletes the object. */
export function withObject(
  draft: Draft,
  objects: ChangedObjects,
  change: ((object: ObjectTree) => ObjectTree) | null,
): Draft {
  const apply: Change["apply"] = (object) => (change === null ? [] : [change(object)]);
  return { ...draft, changes: [...draft.changes, { text: "", objects, apply }] };
}

export function withTexts(draft: Draft, texts: readonly string[]): Draft {
  return { ...draft, changes: [...draft.changes, ...texts.map(readChange)] };
}

/** The budget is counted with its new spec before the first eviction. */
export function withChangedBudget(draft: Draft, budget: PodName): Draft {
  const { changedBudgets = [] } = draft.request;
  const isKnown = changedBudgets.some(
    ({ namespace, name }) => namespace === budget.namespace && name === budget.name,
  );
  if (isKnown) return draft;
  return {
    ...draft,
    request: { ...draft.request, changedBudgets: [...changedBudgets, budget] },
  };
}

export function withScaledPods(draft: Draft, pods: readonly ObjectTree[]): Draft {
  const { scaledPods = [] } = draft.request;
  const names = pods.map(({ metadata }) => metadata as PodName);
  const some = names.map(({ namespace, name }) => ({ namespace, name }));
  return {
    ...draft,
    added: [...draft.added, ...pods],
    request: { ...draft.request, scaledPods: [...scaledPods, ...some] },
  };
}
