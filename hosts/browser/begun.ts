import index from "../../examples/index.json" with { type: "json" };
import type { CoreMessage } from "./protocol.ts";

/** What the first decision waits for, asked for at once while the page is still on its way. */
export interface Begun {
  readonly worker: Worker;
  /** The first example, where the address names nothing else; null when it did not come. */
  readonly first: Promise<Blob | null>;
}

export function begin(): Begun {
  const worker = new Worker(addressOf("worker"), { type: "module" });
  const send = (message: CoreMessage) => worker.postMessage(message);
  compiledCore().then(
    (core) => send({ core }),
    (error: Error) => send({ problem: error.message }),
  );
  return { worker, first: namesNothing() ? firstExample() : Promise.resolve(null) };
}

/** The build writes into the page under which names it has these: each holds a digest. */
function addressOf(part: "core" | "worker"): URL {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="plimsoll-${part}"]`);
  return new URL(meta?.content ?? "", document.baseURI);
}

/** Compiled while it arrives. */
async function compiledCore(): Promise<WebAssembly.Module> {
  const response = await fetch(addressOf("core"));
  if (!response.ok) throw new Error(`status ${response.status}`);
  // Some file servers do not know what type a .wasm file is.
  const headers = { "Content-Type": "application/wasm" };
  return WebAssembly.compileStreaming(new Response(response.body, { headers }));
}

/** Whether the page begins with the first example. */
function namesNothing(): boolean {
  const { hash, search } = document.location;
  const isDaemons = document.querySelector('meta[name="plimsoll-stream"]') !== null;
  return hash === "" && search === "" && !isDaemons;
}

async function firstExample(): Promise<Blob | null> {
  try {
    const response = await fetch(`examples/${index[0]?.file}`);
    return response.ok ? await response.blob() : null;
  } catch {
    // The page asks once more, and says what is wrong.
    return null;
  }
}
