/** Pods of a list that have ended, as their statuses say. */
import { holdsBytes } from "../json/bytes.ts";
import { listOf, memberAt, objectOf } from "../json/untyped.ts";

/** A pod whose phase is Failed or Succeeded. */
export interface EndedPod {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** Such as `Evicted`; empty where the status has none. */
  readonly reason: string;
  readonly message: string;
}

const PHASES = ["Failed", "Succeeded"];
const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** A list that has neither has no such pod, and is not parsed. */
const PHASE_BYTES = PHASES.map((phase) => encoder.encode(`"${phase}"`));
const EVICTED = "Evicted";
/** A kubelet has refused such a pod, and never evicted it. Spec 5.2. */
const REJECTION = /^(?:Pod )?[Tt]he node had condition:/;

/** In the order of the list; none of bytes that are not a list of pods. */
export function endedPods(podList: Uint8Array): readonly EndedPod[] {
  if (!PHASE_BYTES.some((phase) => holdsBytes(podList, phase))) return [];
  return listOf(objectOf(parsed(podList)).items).flatMap((item) => {
    const phase = textAt(item, "status", "phase");
    if (!PHASES.includes(phase)) return [];
    const message = textAt(item, "status", "message").trim();
    const reason = textAt(item, "status", "reason");
    return [{ ...nameOf(item), reason, message }];
  });
}

export function isEviction({ reason, message }: EndedPod): boolean {
  return reason === EVICTED && !REJECTION.test(message);
}

function nameOf(item: unknown): Pick<EndedPod, "uid" | "namespace" | "name"> {
  return {
    uid: textAt(item, "metadata", "uid"),
    namespace: textAt(item, "metadata", "namespace") || "default",
    name: textAt(item, "metadata", "name"),
  };
}

function textAt(item: unknown, ...path: readonly string[]): string {
  const value = memberAt(item, ...path);
  return typeof value === "string" ? value : "";
}

function parsed(podList: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(podList));
  } catch {
    return null; // The engine says what is wrong with the list.
  }
}
