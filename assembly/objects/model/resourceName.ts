/** Which resources a name stands for: `Resource.Add` of the scheduler passes over the others. */
import { equalAscii, isDigit, lowerAscii } from "../../base/text.ts";
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

const SLASH: u8 = 0x2f;
const DOT: u8 = 0x2e;
const DASH: u8 = 0x2d;
const UNDERSCORE: u8 = 0x5f;
const PREFIX_BYTES_MAX: i32 = 253;
const NAME_BYTES_MAX: i32 = 63;

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

/** Resources of somebody else's domain. */
export function isExtended(name: u32): bool {
  if (contains(name, "kubernetes.io/") || startsWith(name, "requests.")) return false;
  const at = textAt(name);
  const end = at + usize(textSize(name));
  const slash = slashOf(at, end);
  if (slash == end || slashOf(slash + 1, end) != end) return false;
  return isSubdomain(at, slash) && isQualified(slash + 1, end);
}

/** The first slash, or `end`. */
export function slashOf(at: usize, end: usize): usize {
  while (at < end && load<u8>(at) != SLASH) at++;
  return at;
}

/** Checked with the prefix `requests.` of quotas, which takes nine bytes. */
function isSubdomain(at: usize, end: usize): bool {
  if (i32(end - at) + 9 > PREFIX_BYTES_MAX || at == end) return false;
  let before: u8 = DOT;
  for (; at < end; at++) {
    const byte = load<u8>(at);
    const isWord = isDigit(byte) || (byte >= 0x61 && byte <= 0x7a);
    if (!isWord && byte != DASH && byte != DOT) return false;
    if (byte == DOT && (before == DOT || before == DASH)) return false;
    if (byte == DASH && before == DOT) return false;
    before = byte;
  }
  return before != DOT && before != DASH;
}

/** Letters, digits, and `-_.` between them; not empty. */
export function isQualified(at: usize, end: usize): bool {
  if (at == end || i32(end - at) > NAME_BYTES_MAX) return false;
  if (!isAlphanumeric(load<u8>(at)) || !isAlphanumeric(load<u8>(end - 1))) return false;
  for (; at < end; at++) {
    const byte = load<u8>(at);
    if (isAlphanumeric(byte) || byte == DASH || byte == DOT || byte == UNDERSCORE) continue;
    return false;
  }
  return true;
}

function isAlphanumeric(byte: u8): bool {
  if (isDigit(byte)) return true;
  const lower = lowerAscii(byte);
  return byte < 0x80 && lower >= 0x61 && lower <= 0x7a && byte >= 0x41;
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
