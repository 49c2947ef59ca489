/**
 * Documents of `kubectl cluster-info dump` up to 1.13, which printed the objects as Kubernetes has
 * them in memory: `Items`, `Spec` and `Status` with capitals, metadata among the other members.
 */
import { isMembers, listOf, type Members, memberAt } from "../json/untyped.ts";

/** A list begins with its own metadata, before its items. */
const BEGINNING_BYTES = 2 ** 12;
const INTERNAL = /^\s*\{[^{[]{0,2000}"Items"\s*:\s*(?:\[|null)/;
/** Members of an object's metadata; the others are those of the kind. */
const METADATA: ReadonlySet<string> = new Set([
  "name",
  "generateName",
  "namespace",
  "selfLink",
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "labels",
  "annotations",
  "ownerReferences",
]);
/** Their members are named by users, or by resources. */
const MAPS: ReadonlySet<string> = new Set([
  "Capacity",
  "Allocatable",
  "Limits",
  "Requests",
  "NodeSelector",
  "MatchLabels",
]);
/** What lists of these resources hold. */
const KINDS: Readonly<Record<string, string>> = { nodes: "Node", pods: "Pod", events: "Event" };
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Whether a document that begins so is a list of such objects. */
export function isInternal(beginning: Uint8Array): boolean {
  return INTERNAL.test(decoder.decode(beginning.subarray(0, BEGINNING_BYTES)));
}

/** As the API has it; a document of any other form comes back as it is, and so does a cut one. */
export function externalForm(bytes: Uint8Array): Uint8Array {
  if (!isInternal(bytes)) return bytes;
  const document = parsed(bytes);
  if (!isMembers(document)) return bytes;
  const listed = listOf(document.Items);
  const kind = kindOf(memberAt(document, "selfLink"), listed[0]);
  const items = listed.map((item) => externalObject(kind, item));
  return encoder.encode(JSON.stringify({ kind: `${kind ?? ""}List`, apiVersion: "v1", items }));
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return null;
  }
}

/** The list names its resource in its link, which a person may have cut off. */
function kindOf(link: unknown, first: Members | undefined): string | undefined {
  const [, resource = ""] = /(\w+)$/.exec(typeof link === "string" ? link : "") ?? [];
  const named = KINDS[resource];
  if (named !== undefined || resource !== "" || first === undefined) return named;
  if (isMembers(first.InvolvedObject)) return "Event";
  if (isMembers(memberAt(first, "Status", "NodeInfo"))) return "Node";
  return Array.isArray(memberAt(first, "Spec", "Containers")) ? "Pod" : undefined;
}

function externalObject(kind: string | undefined, item: Members): object {
  const entries = Object.entries(item);
  const metadata = entries.filter(([name]) => METADATA.has(name));
  const rest = Object.fromEntries(entries.filter(([name]) => !METADATA.has(name)));
  const members = externalValue(rest) as object;
  return {
    ...(kind === undefined ? {} : { kind }),
    metadata: Object.fromEntries(metadata),
    ...members,
  };
}

function externalValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(externalValue);
  if (!isMembers(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      externalName(name),
      MAPS.has(name) ? inner : externalValue(inner),
    ]),
  );
}

/** `NodeInfo` is `nodeInfo`, `DNSPolicy` is `dnsPolicy`, and `UID` is `uid`. */
function externalName(name: string): string {
  return name.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+(?![a-z])|^[A-Z]/, (capitals) =>
    capitals.toLowerCase(),
  );
}
