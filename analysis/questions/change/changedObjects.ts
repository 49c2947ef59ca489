/** Changes of objects in the documents they come in, before the module reads them. */
import { memberName, memberNamed } from "../../read/json/members.ts";
import { contains, textOf } from "../../read/objects/documentBytes.ts";
import { eachObjectOf, eachValue, itemsOf, kindOf } from "../../read/objects/eachObject.ts";
import { type Change, type ChangedObjects, GROUPS, type ObjectTree } from "./change.ts";

const API_VERSION = memberName("apiVersion");
const METADATA = memberName("metadata");
const NAME = memberName("name");
const NAMESPACE = memberName("namespace");
const LIST = "List";
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A change, how its objects are found, and how many were. */
interface Sought {
  readonly change: Change;
  readonly pattern: RegExp;
  /** What a document has that holds one of them. */
  readonly mark: Uint8Array;
  found: number;
}

export class ChangedDocuments {
  readonly #sought: readonly Sought[];

  constructor(changes: readonly Change[]) {
    this.#sought = changes.map((change) => {
      const { name } = change.objects;
      const parts = name.split("*");
      const longest = parts.reduce((most, part) => (part.length > most.length ? part : most), "");
      const literal = parts.map((part) => part.replaceAll(".", "\\.")).join(".*");
      return {
        change,
        pattern: new RegExp(`^${literal}$`),
        mark: encoder.encode(longest),
        found: 0,
      };
    });
  }

  /** The changes whose objects no document had. */
  get unfound(): readonly Change[] {
    return this.#sought.filter(({ found }) => found === 0).map(({ change }) => change);
  }

  /** The document with the changes made in it: itself when it has none of their objects. */
  changed(document: Uint8Array): Uint8Array {
    if (!this.#sought.some(({ mark }) => contains(document, mark))) return document;
    const values: string[] = [];
    try {
      const isRead = eachValue(document, (value) => values.push(this.#changedValue(value)));
      return isRead ? encoder.encode(values.join("\n")) : document;
    } catch {
      // The module says what is wrong with it.
      return document;
    }
  }

  /** A list or an object; throws for bytes that are neither. */
  #changedValue(value: Uint8Array): string {
    const changed: string[] = [];
    const isWhole = eachObjectOf(value, (object, kind) => {
      changed.push(...this.#changedObject(object, kind));
    });
    if (!isWhole) throw new Error("Its items are not an array.");
    if (itemsOf(value) === undefined) return changed.join("\n");
    // A list need not say that it is one, but a kind without a text is none.
    return `{"kind":${JSON.stringify(kindOf(value) || LIST)},"items":[${changed.join(",")}]}`;
  }

  #changedObject(object: Uint8Array, kind: string): readonly string[] {
    const metadata = memberNamed(object, METADATA);
    const name = metadata === undefined ? "" : textOf(memberNamed(metadata, NAME));
    const namespace = metadata === undefined ? "" : textOf(memberNamed(metadata, NAMESPACE));
    const version = textOf(memberNamed(object, API_VERSION));
    const isMeant = ({ change, pattern }: Sought) =>
      isOf(change.objects, kind, namespace) &&
      isOfGroup(change.objects, version) &&
      pattern.test(name);
    const meant = this.#sought.filter(isMeant);
    if (meant.length === 0) return [decoder.decode(object)];
    let trees = [JSON.parse(decoder.decode(object)) as ObjectTree];
    for (const sought of meant) {
      sought.found += 1;
      trees = trees.flatMap((tree) => sought.change.apply(tree));
    }
    return trees.map((tree) => JSON.stringify(tree));
  }
}

/** Other groups have kinds of the same names: Node of longhorn.io. */
function isOfGroup({ kind }: ChangedObjects, version: string): boolean {
  const group = version.includes("/") ? version.slice(0, version.indexOf("/")) : "";
  return version === "" || group === GROUPS[kind];
}

function isOf(objects: ChangedObjects, kind: string, namespace: string): boolean {
  if (objects.kind !== kind) return false;
  // The API server gives a pod of no namespace this one.
  return objects.namespace === null || objects.namespace === (namespace || "default");
}
