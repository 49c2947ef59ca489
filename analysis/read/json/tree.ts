/** A JSON number as it was written: what is kept of a document keeps every digit. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Members in the order of the document; a name may occur twice, as it may in a document. */
export class JsonObject {
  readonly members: readonly (readonly [name: string, value: JsonTree])[];

  constructor(members: readonly (readonly [string, JsonTree])[]) {
    this.members = members;
  }

  /** If two members have the same name, the last one counts, as with `JSON.parse`. */
  get(name: string): JsonTree | undefined {
    return this.members.findLast(([member]) => member === name)?.[1];
  }
}

export type JsonTree = null | boolean | string | JsonNumber | readonly JsonTree[] | JsonObject;

export function formatTree(tree: JsonTree): string {
  if (tree instanceof JsonNumber) return tree.text;
  if (tree instanceof JsonObject) {
    const members = tree.members.map(
      ([name, value]) => `${JSON.stringify(name)}:${formatTree(value)}`,
    );
    return `{${members.join(",")}}`;
  }
  if (Array.isArray(tree)) return `[${tree.map(formatTree).join(",")}]`;
  return JSON.stringify(tree);
}
