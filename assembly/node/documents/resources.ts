/**
 * Resource lists of containers and pods: the quantities the policy reads are kept, all others are
 * checked, as a kubelet that could not parse one would not have the pod. Spec 4.4, 6.1, 7.
 */
import { Status } from "../../abi.ts";
import { arenaPosition, rewindArena } from "../../base/arena.ts";
import { failWith, Reason } from "../../base/json/failure.ts";
import {
  closeObject,
  keyAt,
  keySize,
  nextMember,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { readQuantityText, valuePresent } from "../../base/json/read.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { parseQuantity, Quantity, setQuantityInteger } from "../../base/kubernetes/quantity.ts";
import { isCpu, isEphemeralStorage, isInodes, isLimits, isMemory, isRequests } from "../keys.ts";

export enum ListedResource {
  Cpu = 1,
  Memory = 2,
  EphemeralStorage = 4,
  Inodes = 8,
  HugePages = 16,
}

/** One resource list as read: which resources it names, and their quantities. */
@unmanaged
export class ResourceList {
  present: u32;

  get cpu(): Quantity {
    return changetype<Quantity>(changetype<usize>(this) + 64);
  }
  get memory(): Quantity {
    return changetype<Quantity>(changetype<usize>(this) + 128);
  }
  get ephemeralStorage(): Quantity {
    return changetype<Quantity>(changetype<usize>(this) + 192);
  }
  get inodes(): Quantity {
    return changetype<Quantity>(changetype<usize>(this) + 256);
  }
}

export const RESOURCE_LIST_BYTES: usize = 320;

/** The lists of the object read last. */
export const requests: ResourceList = changetype<ResourceList>(memory.data(320, 16));
export const limits: ResourceList = changetype<ResourceList>(memory.data(320, 16));

const unread: Quantity = changetype<Quantity>(memory.data(64, 16));
const span: usize = memory.data(8, 4);

/** `resources` → `requests` and `limits`; absent lists are empty. */
export function decodeResources(at: usize): usize {
  clearResources();
  if (isNull(at)) return at + 4;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isRequests()) at = decodeResourceList(at, requests);
    else if (isLimits()) at = decodeResourceList(at, limits);
    else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

export function clearResources(): void {
  memory.fill(changetype<usize>(requests), 0, RESOURCE_LIST_BYTES);
  memory.fill(changetype<usize>(limits), 0, RESOURCE_LIST_BYTES);
}

export function decodeResourceList(at: usize, list: ResourceList): usize {
  memory.fill(changetype<usize>(list), 0, RESOURCE_LIST_BYTES);
  if (isNull(at)) return at + 4;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isCpu()) at = listQuantity(at, list, ListedResource.Cpu, list.cpu);
    else if (isMemory()) at = listQuantity(at, list, ListedResource.Memory, list.memory);
    else if (isEphemeralStorage()) {
      at = listQuantity(at, list, ListedResource.EphemeralStorage, list.ephemeralStorage);
    } else if (isInodes()) at = listQuantity(at, list, ListedResource.Inodes, list.inodes);
    else {
      const resource = isHugePages() ? ListedResource.HugePages : 0;
      const position = arenaPosition();
      at = listQuantity(at, list, resource, unread);
      rewindArena(position);
    }
    at = nextMember(at);
  }
  return closeObject(at);
}

/** `hugepages-` and a size. */
function isHugePages(): bool {
  const HUGEPAGE: u64 = 0x6567617065677568;
  return keySize > 9 && load<u64>(keyAt) == HUGEPAGE && load<u16>(keyAt, 8) == 0x2d73;
}

function listQuantity(at: usize, list: ResourceList, resource: u32, target: Quantity): usize {
  list.present |= resource;
  return readQuantity(at, target);
}

/** A quantity as `resource.Quantity` decodes: text or bare number, space trimmed, null is zero. */
export function readQuantity(at: usize, target: Quantity): usize {
  const start = at;
  at = readQuantityText(at, span);
  if (at == 0) return 0;
  if (!valuePresent) {
    setQuantityInteger(target, 0, 0);
    return at;
  }
  let text: usize = load<u32>(span);
  let size = load<i32>(span, 4);
  while (size > 0 && isSpace(load<u8>(text))) {
    text++;
    size--;
  }
  while (size > 0 && isSpace(load<u8>(text + usize(size) - 1))) size--;
  const code = parseQuantity(target, text, size);
  if (code == 0) return at;
  return failWith(Status.InvalidQuantity, Reason.ExpectedQuantity, start, 0, code);
}

function isSpace(byte: u8): bool {
  return byte == 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
