import { parseTree } from "../../analysis/read/json/parse.ts";
import {
  JsonObject as JsonMembers,
  JsonNumber,
  type JsonTree,
} from "../../analysis/read/json/tree.ts";
import type { Json } from "../vectors/notation.ts";

/** Numbers of fewer digits are exact in any number type. */
const LONG_NUMBER = /\d{16}/;

/** Go writes large fractions, such as those of odd percentages, with an exponent. */
const INTEGER = /^-?\d+$/;

/** JSON in which integers beyond 2^53 become `bigint`; most lines have none and are read fast. */
export function parseExact(text: string): Json {
  return LONG_NUMBER.test(text) ? exact(parseTree(text)) : (JSON.parse(text) as Json);
}

function exact(tree: JsonTree): Json {
  if (tree instanceof JsonNumber) return numberOf(tree.text);
  if (Array.isArray(tree)) return tree.map(exact);
  if (!(tree instanceof JsonMembers)) return tree as Json;
  return Object.fromEntries(tree.members.map(([name, value]) => [name, exact(value)]));
}

function numberOf(text: string): number | bigint {
  const value = Number(text);
  return INTEGER.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
}
