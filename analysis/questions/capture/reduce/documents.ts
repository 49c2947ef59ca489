/** What the policy reads of each document, as shapes: everything else is dropped. */
import { DOCUMENTS, MAPS } from "../../../engine/contract/documents.ts";
import { type LeafKind, leaf, list, mapOf, object, type Shape } from "./shape.ts";

/** A leaf's kind, or `map` and the name of a row of `MAPS`; a list of one item; members by name. */
type Tree = string | readonly [Tree] | { readonly [name: string]: Tree };

interface MapRow {
  readonly names: readonly string[];
  /** Patterns for names that cannot be listed. */
  readonly patterns: readonly string[];
  readonly of: LeafKind;
  /** What any other name is called in an anonymous capture; null where it is dropped. */
  readonly otherwise: string | Otherwise | null;
}

interface Otherwise {
  readonly pattern: string;
  /** For names that the pattern matches. */
  readonly name: string;
  readonly else: string;
}

const MAP_ROWS: Readonly<Record<string, MapRow>> = MAPS;
const MAP = "map ";

function shapeOf(tree: Tree): Shape {
  if (typeof tree === "string") {
    return tree.startsWith(MAP) ? mapShape(tree.slice(MAP.length)) : leaf(tree as LeafKind);
  }
  if (isList(tree)) return list(shapeOf(tree[0]));
  const members = Object.entries(tree).map(([name, below]) => [name, shapeOf(below)]);
  return object(Object.fromEntries(members));
}

function isList(tree: Tree): tree is readonly [Tree] {
  return Array.isArray(tree);
}

function mapShape(name: string): Shape {
  const row = MAP_ROWS[name];
  if (row === undefined) throw new Error(`There is no map ${name}; see contract/documents.yaml.`);
  const literal = row.names.map((each) => each.replaceAll(".", "\\."));
  const names = new RegExp(`^(?:${[...literal, ...row.patterns].join("|")})$`);
  return mapOf(names, leaf(row.of), otherwiseOf(row.otherwise));
}

function otherwiseOf(otherwise: MapRow["otherwise"]): Parameters<typeof mapOf>[2] {
  if (otherwise === null || typeof otherwise === "string") return otherwise ?? undefined;
  const pattern = new RegExp(otherwise.pattern);
  return (name) => (pattern.test(name) ? otherwise.name : otherwise.else);
}

export const SUMMARY = shapeOf(DOCUMENTS.summary);
export const POD_LIST = shapeOf(DOCUMENTS.podList);
/** What a header may say once it is anonymous: nothing but the policy and the size of the node. */
export const HEADER = shapeOf(DOCUMENTS.header);

/** The members of a pod's stats that say what it uses. */
export const POD_USAGE: ReadonlySet<string> = new Set(numbersIn(DOCUMENTS.summary.pods));

function numbersIn(tree: Tree, name = ""): readonly string[] {
  if (typeof tree === "string") return tree === "number" ? [name] : [];
  return Object.entries(tree).flatMap(([member, below]) => numbersIn(below, member));
}
