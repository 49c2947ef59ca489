/** What a bundle has of a node at the moment at which it was made. */
export interface NodeDocuments {
  readonly summary: Uint8Array;
  /** The pods of the node, as a PodList. */
  readonly pods: Uint8Array;
}

type Members = Readonly<Record<string, unknown>>;

/** Lists of pods of this many bytes together are kept until a Summary may need them. */
const POD_BYTES_MAX = 2 ** 27;

/** Summaries of a thousand nodes, of which each has some hundred kilobytes. */
const SUMMARY_BYTES_MAX = 2 ** 28;

/** Summaries, and the pod lists that they may need: a member of either may come first. */
export class DocumentsByNode {
  readonly #summaries = new Map<string, Uint8Array>();
  readonly #lists: Uint8Array[] = [];
  #bytes = 0;
  #summaryBytes = 0;

  /** Whether it is kept: all of them together are bounded. */
  addSummary(node: string, bytes: Uint8Array): boolean {
    if (this.#summaryBytes + bytes.length > SUMMARY_BYTES_MAX) return false;
    this.#summaryBytes += bytes.length - (this.#summaries.get(node)?.length ?? 0);
    this.#summaries.set(node, bytes);
    return true;
  }

  /** YAML is left out: no tool that writes it collects a Summary. */
  addPods(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#bytes <= POD_BYTES_MAX && bytes[0] === BRACE) this.#lists.push(bytes);
  }

  /** Null without a Summary of it. */
  of(node: string): NodeDocuments | null {
    const summary = this.#summaries.get(node);
    if (summary === undefined) return null;
    const items = this.#lists.flatMap(itemsOf).filter((pod) => nodeNameOf(pod) === node);
    const list = { kind: "PodList", apiVersion: "v1", items };
    return { summary, pods: new TextEncoder().encode(JSON.stringify(list)) };
  }
}

const BRACE = 0x7b;

/** A list that is not JSON has been named by then. */
function itemsOf(bytes: Uint8Array): readonly unknown[] {
  try {
    const { items } = JSON.parse(new TextDecoder().decode(bytes)) as Members;
    return Array.isArray(items) ? items : [];
  } catch {
    return [];
  }
}

function nodeNameOf(pod: unknown): unknown {
  const { spec } = typeof pod === "object" && pod !== null ? (pod as Members) : {};
  return typeof spec === "object" && spec !== null ? (spec as Members).nodeName : undefined;
}
