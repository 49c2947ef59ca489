/** Which pods a list has, and which of them have ended as their statuses say. */
import type { PodName } from "../../engine/decision.ts";
import { podText } from "../../text/podText.ts";
import { holdsBytes } from "../json/bytes.ts";
import { walkElements } from "../json/elements.ts";
import { type MemberName, MembersError, memberName, memberNamed } from "../json/members.ts";
import { memberAt } from "../json/untyped.ts";

/** A pod whose phase is Failed or Succeeded. */
export interface EndedPod {
  /** Empty in a list that lacks uids. */
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** Such as `Evicted`; empty where the status has none. */
  readonly reason: string;
  readonly message: string;
}

/** The pods of a list, by their keys. */
export interface ListedPods {
  readonly ended: ReadonlyMap<string, EndedPod>;
  /** Pods that have been deleted and have not ended: namespace and name. */
  readonly deleted: ReadonlyMap<string, string>;
  /** All others. */
  readonly running: ReadonlyMap<string, string>;
}

export const NO_LISTED_PODS: ListedPods = {
  ended: new Map(),
  deleted: new Map(),
  running: new Map(),
};

const PHASES = ["Failed", "Succeeded"];
const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** A pod that has neither in its text has not ended, and is not parsed. */
const PHASE_BYTES = PHASES.map((phase) => encoder.encode(`"${phase}"`));
const ITEMS = memberName("items");
const METADATA = memberName("metadata");
const UID = memberName("uid");
const NAMESPACE = memberName("namespace");
const NAME = memberName("name");
const DELETED = memberName("deletionTimestamp");
const EVICTED = "Evicted";
/** A kubelet has refused such a pod, and never evicted it. Spec 5.2. */
const REJECTION = /^(?:Pod (?:was rejected: )?)?[Tt]he node had condition:/;

/** None of bytes that are not a list: the engine says what is wrong with them. */
export function listedPods(podList: Uint8Array): ListedPods {
  const ended = new Map<string, EndedPod>();
  const [deleted, running] = [new Map<string, string>(), new Map<string, string>()];
  walkElements(valueAt(podList, ITEMS) ?? new Uint8Array(), (pod) => {
    const end = PHASE_BYTES.some((phase) => holdsBytes(pod, phase)) ? endOf(pod) : null;
    if (end !== null) ended.set(podKey(end), end);
    else {
      const metadata = valueAt(pod, METADATA);
      const isDeleted = textOf(valueAt(metadata, DELETED)) !== "";
      const name = nameIn(metadata);
      (isDeleted ? deleted : running).set(podKey(name), podText(name));
    }
    return true;
  });
  return { ended, deleted, running };
}

/** The uid of a pod, or its name where a list lacks uids. */
export function podKey({ uid, namespace, name }: PodName): string {
  return uid === "" ? podText({ namespace, name }) : uid;
}

function nameIn(metadata: Uint8Array | undefined): PodName {
  const text = (name: MemberName) => textOf(valueAt(metadata, name));
  return { uid: text(UID), namespace: text(NAMESPACE) || "default", name: text(NAME) };
}

export function isEviction({ reason, message }: EndedPod): boolean {
  return reason === EVICTED && !REJECTION.test(message);
}

function endOf(bytes: Uint8Array): EndedPod | null {
  const pod = parsed(bytes);
  if (!PHASES.includes(textAt(pod, "status", "phase"))) return null;
  return {
    uid: textAt(pod, "metadata", "uid"),
    namespace: textAt(pod, "metadata", "namespace") || "default",
    name: textAt(pod, "metadata", "name"),
    reason: textAt(pod, "status", "reason"),
    message: textAt(pod, "status", "message").trim(),
  };
}

function valueAt(object: Uint8Array | undefined, name: MemberName): Uint8Array | undefined {
  try {
    return object === undefined ? undefined : memberNamed(object, name);
  } catch (error) {
    if (error instanceof MembersError) return undefined;
    throw error;
  }
}

function textOf(bytes: Uint8Array | undefined): string {
  const value = bytes === undefined ? null : parsed(bytes);
  return typeof value === "string" ? value : "";
}

function textAt(pod: unknown, ...path: readonly string[]): string {
  const value = memberAt(pod, ...path);
  return typeof value === "string" ? value : "";
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return null;
  }
}
