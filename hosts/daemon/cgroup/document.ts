import {
  formatTree,
  JsonNumber,
  JsonObject,
  type JsonTree,
} from "../../../analysis/read/json/tree.ts";

/** A JSON document in the making; amounts are bigints, so no digit is lost. */
export type Plain =
  | null
  | boolean
  | string
  | number
  | bigint
  | readonly Plain[]
  | { readonly [member: string]: Plain | undefined };

/** Members that are undefined are left out. */
export function documentOf(value: Plain): Uint8Array {
  return new TextEncoder().encode(formatTree(treeOf(value)));
}

function treeOf(value: Plain): JsonTree {
  if (typeof value === "bigint" || typeof value === "number") return new JsonNumber(String(value));
  if (value === null || typeof value !== "object") return value;
  if (isList(value)) return value.map(treeOf);
  const members = Object.entries(value);
  return new JsonObject(
    members.flatMap(([name, member]) => (member === undefined ? [] : [[name, treeOf(member)]])),
  );
}

function isList(value: object): value is readonly Plain[] {
  return Array.isArray(value);
}

/** Bytes as a quantity in the largest of these units that divides them: `100Mi`, `123`. */
export function quantityOf(bytes: bigint): string {
  const unit = QUANTITY_UNITS.find(({ size }) => bytes >= size && bytes % size === 0n);
  return unit === undefined ? String(bytes) : `${bytes / unit.size}${unit.suffix}`;
}

const QUANTITY_UNITS = [
  { suffix: "Gi", size: 2n ** 30n },
  { suffix: "Mi", size: 2n ** 20n },
  { suffix: "Ki", size: 2n ** 10n },
] as const;
