/** Priorities of pods that no API server has seen: it writes the value of the class into them. */
import { objectOf } from "../json/untyped.ts";

/** Values of priority classes, by name. */
export type PriorityClasses = Readonly<Record<string, number>>;

/** The two that every cluster has. */
export const SYSTEM_CLASSES: PriorityClasses = {
  "system-node-critical": 2_000_001_000,
  "system-cluster-critical": 2_000_000_000,
};

export interface PrioritizedPod {
  readonly pod: object;
  /** The class whose value is not known; null where there is none. */
  readonly unknownClass: string | null;
}

/** The pod of a manifest, with the priority of its class. */
export function prioritized(pod: object, classes: PriorityClasses = {}): PrioritizedPod {
  const { spec, ...rest } = objectOf(pod);
  const { priorityClassName: name, priority } = objectOf(spec);
  if (typeof priority === "number" || typeof name !== "string" || name === "") {
    return { pod, unknownClass: null };
  }
  const value = SYSTEM_CLASSES[name] ?? classes[name];
  if (value === undefined) return { pod, unknownClass: name };
  return { pod: { ...rest, spec: { ...objectOf(spec), priority: value } }, unknownClass: null };
}

/** To be printed where a pod of such a class is evaluated nevertheless. */
export function unknownClassNote(name: string): string {
  return (
    `The value of the pod's PriorityClass ${name} is not known, and the pod is evaluated ` +
    "without a priority; give the class among the objects, or write spec.priority into the pod."
  );
}
