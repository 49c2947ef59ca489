import type { GivenDocument } from "../../../analysis/read/recognize/given.ts";
import index from "../../../examples/index.json" with { type: "json" };
import type { Scenario } from "../session/scenario.ts";
import type { Example, Store } from "./store.ts";
import { unfetchedText } from "./words.ts";

/** What is shipped with the page. */
class Examples {
  readonly all: readonly Example[] = index;

  /** The first thing to look at, unless the user opened something meanwhile (`isWanted`). */
  async openFirst(
    store: Store,
    documents: readonly GivenDocument[] | null,
    isWanted: () => boolean,
  ): Promise<void> {
    const [example] = this.all;
    if (example === undefined || !isWanted()) return;
    if (documents === null) await this.open(example, store);
    else store.open(documents, { example });
  }

  /** The objects of a cluster that is shipped, opened as those of a user would be. */
  async openObjects(name: string, store: Store): Promise<void> {
    const content = await contentOf(`examples/${name}`, store);
    if (content !== null) store.open([{ name, content }]);
  }

  /** Whether it came, and came in time. */
  async open(example: Example, store: Store, scenario?: Scenario): Promise<boolean> {
    const content = await contentOf(`examples/${example.file}`, store);
    if (content === null) return false;
    store.open([{ name: example.name, content }], { example, scenario });
    return true;
  }
}

export const examples = new Examples();

/** Opens a document that is next to the page; the policy of the page allows no other place. */
export async function openAddress(address: string, store: Store): Promise<void> {
  const content = await contentOf(address, store);
  const name = decodeURIComponent(address.split("/").at(-1) ?? address);
  if (content !== null) store.open([{ name, content }]);
}

/** Null when it cannot be fetched, or when the user asked for something else meanwhile. */
async function contentOf(address: string, store: Store): Promise<Blob | null> {
  const isWanted = store.requested();
  const [content, problem] = await fetched(address);
  if (!isWanted()) return null;
  if (content === null) {
    store.failure.value = unfetchedText(address, problem);
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
