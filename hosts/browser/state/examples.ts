import { signal } from "@preact/signals";
import type { Scenario } from "../share/scenario.ts";
import type { Playground } from "./playground.ts";

/** An example capture that is shipped with the page. */
export interface Example {
  readonly name: string;
  /** Of the capture, beside the index. */
  readonly file: string;
  readonly title: string;
  /** What happens in it, in a few sentences. */
  readonly story: string;
  /** What is worth a look. */
  readonly lookAt: readonly string[];
}

const FOLDER = "examples/";

/** What is shipped with the page. */
class Examples {
  readonly all = signal<readonly Example[]>([]);

  async load(): Promise<void> {
    const response = await fetch(`${FOLDER}index.json`);
    this.all.value = (await response.json()) as readonly Example[];
  }

  /** Something to look at, before a visitor has anything of his own; `isWanted` ends with that. */
  async openFirst(playground: Playground, isWanted: () => boolean): Promise<void> {
    const [first] = this.all.value;
    if (first !== undefined && isWanted()) await this.open(first, playground);
  }

  /** Whether it came, and came in time. */
  async open(example: Example, playground: Playground, scenario?: Scenario): Promise<boolean> {
    const content = await contentOf(`${FOLDER}${example.file}`, playground);
    if (content === null) return false;
    playground.open([{ name: example.name, content }], { example, scenario });
    return true;
  }
}

export const examples = new Examples();

/** Opens a document that lies beside the page; the policy of the page allows no other place. */
export async function openAddress(address: string, playground: Playground): Promise<void> {
  const content = await contentOf(address, playground);
  const name = decodeURIComponent(address.split("/").at(-1) ?? address);
  if (content !== null) playground.open([{ name, content }]);
}

/** Null when it cannot be had, or when the visitor wants something else by the time it comes. */
async function contentOf(address: string, playground: Playground): Promise<Blob | null> {
  const isWanted = playground.wish();
  const [content, problem] = await fetched(address);
  if (!isWanted()) return null;
  if (content === null) {
    playground.failure.value = `${address} cannot be had${problem}; open the file instead.`;
  }
  return content;
}

async function fetched(address: string): Promise<readonly [Blob | null, string]> {
  try {
    const response = await fetch(address);
    return response.ok ? [await response.blob(), ""] : [null, ` (status ${response.status})`];
  } catch {
    return [null, " from here"];
  }
}
