/** Requests and limits of containers and pods. Specification 4.4, 4.5, 6.1. */
import type { Json, JsonObject } from "../../vectors/notation.ts";
import type { Source, Wildness } from "./source.ts";
import { spell } from "./spelling.ts";

export const UNSUPPORTED_NAMES: readonly string[] = ["example.com/gpu", "inodes", "storage"];

const MEBIBYTE = 2n ** 20n;
/** So few that equal requests, and requests equal to usage, are common. */
export const MEMORY_AMOUNTS: readonly bigint[] = [
  0n,
  1n,
  1000n,
  1024n,
  64n * MEBIBYTE,
  100n * MEBIBYTE,
  128n * MEBIBYTE,
  1024n * MEBIBYTE,
  10n ** 9n,
];
/** At the edge of 128 bits of nano-units, and beyond. */
const HUGE: readonly string[] = [
  "170141183460469231731687303715",
  "170141183460469231731687303716",
  "1e29",
  "2e29",
  "3e29",
  "1e40",
];
const CPU_TEXTS: readonly string[] = ["100m", "500m", "1", "2", "0", "0.5", "1500m", "1u"];

/** `requests` and `limits`, the API server's defaulting of one from the other left to chance. */
export function drawResources(source: Source, wild: Wildness, podLevel: boolean): Json {
  if (source.chance(3)) return source.pick([null, {}]);
  const limits = source.chance(45) ? drawList(source, wild, podLevel) : undefined;
  const requests =
    limits !== undefined && source.chance(40)
      ? limits
      : source.chance(75)
        ? drawList(source, wild, podLevel)
        : undefined;
  return { requests, limits };
}

function drawList(source: Source, wild: Wildness, podLevel: boolean): JsonObject {
  const list: Record<string, Json> = {};
  if (source.chance(60)) list.cpu = source.pick(CPU_TEXTS);
  if (source.chance(75)) list.memory = drawAmount(source, wild);
  if (source.chance(podLevel ? 10 : 40)) list["ephemeral-storage"] = drawAmount(source, wild);
  if (source.chance(4)) list["hugepages-2Mi"] = "2Mi";
  if (source.chance(3)) list[source.pick(UNSUPPORTED_NAMES)] = drawAmount(source, wild);
  return list;
}

/** A quantity as written in a Pod: mostly text, sometimes a bare number. Specification 7. */
export function drawAmount(source: Source, wild: Wildness): Json {
  if (wild.errors && source.chance(1)) return source.pick<Json>(["", "abc", "1K", true, {}]);
  if (wild.spellings && source.chance(12)) {
    return source.pick<Json>([
      " 5Mi ",
      null,
      "1.5Gi",
      "0.1",
      "-1",
      "-0.5Gi",
      "8Ei",
      "1e3",
      "100E",
      "1n",
      "0.3Ki",
      "9223372036854775807",
      "123456789.987654321",
    ]);
  }
  if (wild.numbers && source.chance(4)) return source.pick(HUGE);
  const amount = wild.numbers && source.chance(30) ? source.uint64() : source.pick(MEMORY_AMOUNTS);
  if (source.chance(5) && amount < 2n ** 62n) return amount;
  return spell(source, amount, wild);
}
