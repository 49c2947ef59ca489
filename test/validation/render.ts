/** Documents as JSON and as YAML in several styles. */
import type { Random } from "../parsers/random.ts";

export interface Pair {
  readonly name: string;
  readonly value: Node;
}

export type Node =
  | { readonly kind: "object"; readonly pairs: readonly Pair[] }
  | { readonly kind: "list"; readonly items: readonly Node[] }
  | { readonly kind: "text"; readonly text: string }
  /** A JSON token, and what YAML may write in its place. */
  | { readonly kind: "raw"; readonly json: string; readonly yaml?: readonly string[] };

export function member(name: string, json: string): Pair {
  return { name, value: { kind: "raw", json } };
}

export function render(random: Random, root: Node): string {
  if (random.chance(35)) return jsonOf(root, random.chance(50) ? " " : "");
  return new Yaml(random).document(root);
}

function jsonOf(node: Node, space: string): string {
  switch (node.kind) {
    case "object": {
      const pairs = node.pairs.map(
        ({ name, value }) => `${JSON.stringify(name)}:${space}${jsonOf(value, space)}`,
      );
      return `{${pairs.join(`,${space}`)}}`;
    }
    case "list":
      return `[${node.items.map((item) => jsonOf(item, space)).join(`,${space}`)}]`;
    case "text":
      return JSON.stringify(node.text);
    default:
      return node.json;
  }
}

/** Words that are a text without quotes in any context. */
const SAFE = /^[A-Za-z/][A-Za-z0-9/._-]*$/;

class Yaml {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  document(root: Node): string {
    const start = this.#random.chance(20) ? "---\n" : "";
    return `${start}${this.#block(root, "").replace(/^\n/, "")}\n`;
  }

  #block(node: Node, indent: string): string {
    const flow = this.#random.chance(indent === "" ? 0 : 30);
    if (node.kind === "object" && node.pairs.length > 0 && !flow) {
      const lines = node.pairs.map(
        ({ name, value }) => `\n${indent}${this.#text(name)}:${this.#after(value, `${indent}  `)}`,
      );
      return lines.join("");
    }
    if (node.kind === "list" && node.items.length > 0 && !flow) {
      return node.items.map((item) => `\n${indent}- ${this.#flow(item)}`).join("");
    }
    return this.#flow(node);
  }

  #after(node: Node, indent: string): string {
    const block = this.#block(node, indent);
    return block.startsWith("\n") ? block : ` ${block}`;
  }

  #flow(node: Node): string {
    switch (node.kind) {
      case "object": {
        const pairs = node.pairs.map(
          ({ name, value }) => `${this.#text(name)}: ${this.#flow(value)}`,
        );
        return `{${pairs.join(", ")}}`;
      }
      case "list":
        return `[${node.items.map((item) => this.#flow(item)).join(", ")}]`;
      case "text":
        return this.#text(node.text);
      default: {
        const others = node.yaml ?? [];
        return others.length > 0 && this.#random.chance(15) ? this.#random.pick(others) : node.json;
      }
    }
  }

  #text(text: string): string {
    if (SAFE.test(text) && this.#random.chance(60)) return text;
    if (/^[\w.%]+$/.test(text) && this.#random.chance(30)) return text;
    if (!/['\n]/.test(text) && /^[ -~]*$/.test(text) && this.#random.chance(30)) return `'${text}'`;
    return JSON.stringify(text);
  }
}
