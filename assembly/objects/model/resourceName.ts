/** The kind of resource by its name: `Resource.Add` of the scheduler skips the others. */
import { equalAscii } from "../../base/text.ts";
import { isQualified, isSubdomain, SUBDOMAIN_BYTES_MAX, slashOf } from "./qualifiedName.ts";
import { textAt, textSize } from "./text.ts";

export enum ResourceKind {
  CPU = 0,
  Memory,
  EphemeralStorage,
  Pods,
  /** Extended resources, huge pages, attachable volumes and what is prefixed kubernetes.io. */
  Scalar,
  Other,
}

/** Such a resource is checked with the prefix `requests.` of quotas, which takes nine bytes. */
const EXTENDED_PREFIX_BYTES_MAX: i32 = SUBDOMAIN_BYTES_MAX - 9;

export function resourceKindOf(name: u32): ResourceKind {
  const at = textAt(name);
  const size = textSize(name);
  if (equalAscii(at, size, "cpu")) return ResourceKind.CPU;
  if (equalAscii(at, size, "memory")) return ResourceKind.Memory;
  if (equalAscii(at, size, "ephemeral-storage")) return ResourceKind.EphemeralStorage;
  if (equalAscii(at, size, "pods")) return ResourceKind.Pods;
  return isScalar(name) ? ResourceKind.Scalar : ResourceKind.Other;
}

function isScalar(name: u32): bool {
  if (isHugePages(name) || startsWith(name, "attachable-volumes-")) return true;
  return contains(name, "kubernetes.io/") || isExtended(name);
}

export function isHugePages(name: u32): bool {
  return startsWith(name, "hugepages-");
}

/** Resources of other domains. */
export function isExtended(name: u32): bool {
  if (contains(name, "kubernetes.io/") || startsWith(name, "requests.")) return false;
  const at = textAt(name);
  const end = at + usize(textSize(name));
  const slash = slashOf(at, end);
  if (slash == end || slashOf(slash + 1, end) != end) return false;
  return isSubdomain(at, slash, EXTENDED_PREFIX_BYTES_MAX) && isQualified(slash + 1, end);
}

function startsWith(name: u32, prefix: string): bool {
  const size = prefix.length;
  return textSize(name) >= size && equalAscii(textAt(name), size, prefix);
}

function contains(name: u32, part: string): bool {
  const last = textAt(name) + usize(textSize(name));
  for (let at = textAt(name); at + usize(part.length) <= last; at++) {
    if (equalAscii(at, part.length, part)) return true;
  }
  return false;
}
