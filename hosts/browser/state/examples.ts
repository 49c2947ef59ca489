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

/** The examples, and which of them is open. */
class Examples {
  readonly all = signal<readonly Example[]>([]);
  readonly current = signal<Example | null>(null);

  async load(): Promise<void> {
    const response = await fetch(`${FOLDER}index.json`);
    this.all.value = (await response.json()) as readonly Example[];
  }

  /** Something to look at, before a visitor has anything of his own. */
  async openFirst(playground: Playground): Promise<void> {
    const [first] = this.all.value;
    const content = first === undefined ? null : await contentIn(first, playground);
    // A visitor who is quicker than the example is already looking at a daemon.
    const isWanted = playground.live.state.peek() === "off";
    if (first !== undefined && content !== null && isWanted) this.#show(first, content, playground);
  }

  async open(example: Example, playground: Playground, scenario?: Scenario): Promise<void> {
    const content = await contentIn(example, playground);
    if (content !== null) this.#show(example, content, playground, scenario);
  }

  #show(example: Example, content: Blob, playground: Playground, scenario?: Scenario): void {
    this.current.value = example;
    playground.open([{ name: example.name, content }], false, scenario);
  }
}

export const examples = new Examples();

/** Opens a document that lies beside the page; the policy of the page allows no other place. */
export async function openAddress(address: string, playground: Playground): Promise<void> {
  const content = await contentOf(address, playground);
  const name = decodeURIComponent(address.split("/").at(-1) ?? address);
  if (content !== null) playground.open([{ name, content }]);
}

function contentIn({ file }: Example, playground: Playground): Promise<Blob | null> {
  return contentOf(`${FOLDER}${file}`, playground);
}

async function contentOf(address: string, { failure }: Playground): Promise<Blob | null> {
  try {
    const response = await fetch(address);
    if (response.ok) return await response.blob();
    failure.value = `${address} cannot be had (status ${response.status}); open the file instead.`;
  } catch {
    failure.value = `${address} cannot be had from here; open the file instead.`;
  }
  return null;
}
