import type { GivenDocument } from "../../../analysis/read/recognize/given.ts";
import index from "../../../examples/index.json" with { type: "json" };
import { CaptureClient } from "../session/client.ts";
import { addressOf, compiledModule } from "../session/modules.ts";
import type { CoreMessage } from "../session/protocol.ts";
import { keepActs } from "./queuedActions.ts";

/** What the first decision waits for, asked for at once while the page is still on its way. */
export interface Begun {
  readonly client: CaptureClient;
  /** Ends when the module that decides has come, or cannot come. */
  readonly core: Promise<void>;
  /**
   * The first example, where the address names nothing else; the worker has begun to open it. Null
   * when it did not come.
   */
  readonly first: Promise<readonly GivenDocument[] | null>;
  /** The element that holds the page; null in a document without it. */
  readonly place: HTMLElement | null;
  /** To be called once the page is there: does what the user did with its frame. */
  readonly redo: () => void;
}

export function begin(): Begun {
  const place = document.getElementById("page");
  // The frame tells of the first example.
  if (!isFirstNamed()) place?.replaceChildren();
  const redo = place === null ? () => {} : keepActs(place);
  const worker = new Worker(addressOf("worker"), { type: "module" });
  const send = (message: CoreMessage) => worker.postMessage(message);
  const core = compiledModule("eviction").then(
    (core) => send({ core, others: Object.fromEntries(LATE.map((each) => [each, hrefOf(each)])) }),
    (error: Error) => send({ problem: error.message }),
  );
  const client = new CaptureClient(worker);
  const first = isFirstNamed() ? firstExample(client) : Promise.resolve(null);
  return { client, core, first, place, redo };
}

/** Modules that the worker asks for when a question needs them. */
const LATE = ["oom", "scheduler", "admission", "simulator", "oomd"] as const;

function hrefOf(policy: (typeof LATE)[number]): string {
  return addressOf(policy).href;
}

/** Whether the page begins with the first example, since its address names nothing else. */
export function isFirstNamed(): boolean {
  const { hash, search } = document.location;
  const isDaemons = document.querySelector('meta[name="plimsoll-stream"]') !== null;
  return hash === "" && search === "" && !isDaemons;
}

async function firstExample(client: CaptureClient): Promise<readonly GivenDocument[] | null> {
  const [{ name, file } = { name: "", file: "" }] = index;
  try {
    const response = await fetch(`examples/${file}`);
    if (!response.ok) return null;
    const documents = [{ name, content: await response.blob() }];
    client.openAhead(documents);
    return documents;
  } catch {
    // The page asks once more, and says what is wrong.
    return null;
  }
}
