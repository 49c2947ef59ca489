/** A resource list in the units of the scheduler: thousandths of a CPU, bytes, counts. */
import { quantityMilliValue, quantityValue } from "../../base/kubernetes/quantity.ts";
import { OBJECTS_SMALL_END } from "../memory.ts";
import { beginList, endList, listCount, push, wordOf } from "../model/list.ts";
import { isHugePages, ResourceKind, resourceKindOf } from "../model/resourceName.ts";
import { compareTexts } from "../model/text.ts";
import {
  addPairs,
  clearResources,
  resourceCount,
  resourceName,
  resourceQuantity,
} from "./resourceList.ts";

@unmanaged
export class Amounts {
  milliCPU: i64;
  memory: i64;
  ephemeralStorage: i64;
  pods: i64;
  /** Three words each: resource name, amount in two words; by name. */
  scalars: u32;
  /** Whether cpu and memory are named at all. */
  hasCPU: u8;
  hasMemory: u8;
  /** Whether requests of a pod itself are among them. */
  hasPodLevel: u8;
}

export const AMOUNTS_SIZE: usize = offsetof<Amounts>();
/** What `amountsOf` and `roundAmounts` answer, until they are called again. */
const AMOUNTS = changetype<Amounts>(memory.data(40, 8));
const ORDER: usize = memory.data(256, 4);
const LIST: usize = OBJECTS_SMALL_END;

/** The sum of all sizes of huge pages among resources of three words each. */
export function hugePagesIn(scalars: u32): i64 {
  let sum: i64 = 0;
  for (let index: u32 = 0; index < listCount(scalars); index += 3) {
    if (!isHugePages(wordOf(scalars, index))) continue;
    sum += (i64(wordOf(scalars, index + 2)) << 32) | i64(wordOf(scalars, index + 1));
  }
  return sum;
}

/** Reads an interned list of names and quantities. */
export function amountsOf(pairs: u32): Amounts {
  clearResources(LIST);
  addPairs(LIST, pairs);
  return roundAmounts(LIST);
}

/** Rounds up to whole units. */
export function roundAmounts(list: usize): Amounts {
  memory.fill(changetype<usize>(AMOUNTS), 0, AMOUNTS_SIZE);
  let scalars: u32 = 0;
  for (let index: u32 = 0; index < resourceCount(list); index++) {
    const quantity = resourceQuantity(list, index);
    const kind = resourceKindOf(resourceName(list, index));
    if (kind == ResourceKind.CPU) {
      AMOUNTS.milliCPU = quantityMilliValue(quantity);
      AMOUNTS.hasCPU = 1;
    } else if (kind == ResourceKind.Memory) {
      AMOUNTS.memory = quantityValue(quantity);
      AMOUNTS.hasMemory = 1;
    } else if (kind == ResourceKind.EphemeralStorage) {
      AMOUNTS.ephemeralStorage = quantityValue(quantity);
    } else if (kind == ResourceKind.Pods) AMOUNTS.pods = quantityValue(quantity);
    else if (kind == ResourceKind.Scalar) insertByName(list, index, scalars++);
  }
  AMOUNTS.scalars = scalarsOf(list, scalars);
  return AMOUNTS;
}

/** Puts an index among those of the scalars before it, which are in the order of their names. */
function insertByName(list: usize, index: u32, count: u32): void {
  const name = resourceName(list, index);
  let place = ORDER + (usize(count) << 2);
  while (place > ORDER && compareTexts(resourceName(list, load<u32>(place - 4)), name) > 0) {
    store<u32>(place, load<u32>(place - 4));
    place -= 4;
  }
  store<u32>(place, index);
}

function scalarsOf(list: usize, count: u32): u32 {
  const scalars = beginList();
  for (let rank: u32 = 0; rank < count; rank++) {
    const index = load<u32>(ORDER + (usize(rank) << 2));
    const value = quantityValue(resourceQuantity(list, index));
    push(resourceName(list, index));
    push(u32(value));
    push(u32(value >> 32));
  }
  return endList(scalars);
}
