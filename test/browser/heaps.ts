import type { CDPSession, Page } from "playwright-core";

/** What a page and its worker hold after everything unused was dropped. */
export interface Held {
  readonly nodes: number;
  /** Bytes of objects and of array buffers. */
  readonly pageBytes: number;
  readonly workerBytes: number;
  /** Memories of WebAssembly in the worker: one for each engine; their size never changes. */
  readonly engines: number;
}

interface HeapUsage {
  readonly usedSize: number;
  readonly backingStorageSize: number;
}

/** Asks one target of the browser: the page, or its worker. */
type Ask = <T>(method: string, parameters?: object) => Promise<T>;

/** Looks at the page's heap and at its worker's, which is a target of its own. */
export async function openHeaps(page: Page): Promise<() => Promise<Held>> {
  const session = await page.context().newCDPSession(page);
  const askPage = session.send.bind(session) as unknown as Ask;
  const askWorker = await workerOf(session);
  return async () => {
    const pageBytes = await bytesOf(askPage);
    const workerBytes = await bytesOf(askWorker);
    const { nodes } = await session.send("Memory.getDOMCounters");
    return { nodes, pageBytes, workerBytes, engines: await countMemories(askWorker) };
  };
}

async function bytesOf(ask: Ask): Promise<number> {
  await ask("HeapProfiler.collectGarbage");
  const { usedSize, backingStorageSize } = await ask<HeapUsage>("Runtime.getHeapUsage");
  return usedSize + backingStorageSize;
}

async function countMemories(ask: Ask): Promise<number> {
  const evaluate = async (parameters: object) =>
    (await ask<{ result: { objectId: string } }>("Runtime.evaluate", parameters)).result.objectId;
  const prototypeObjectId = await evaluate({ expression: "WebAssembly.Memory.prototype" });
  const { objects } = await ask<{ objects: { objectId: string } }>("Runtime.queryObjects", {
    prototypeObjectId,
  });
  const { result } = await ask<{ result: { value: number } }>("Runtime.callFunctionOn", {
    objectId: objects.objectId,
    functionDeclaration: "function () { return this.length; }",
    returnByValue: true,
  });
  await ask("Runtime.releaseObject", objects);
  return result.value;
}

/** A way to ask the worker, through the session of the page that started it. */
async function workerOf(session: CDPSession): Promise<Ask> {
  const attached = new Promise<string>((resolve) => {
    session.on("Target.attachedToTarget", ({ sessionId, targetInfo: target }) => {
      if (target.type === "worker") resolve(sessionId);
    });
  });
  const settings = { autoAttach: true, waitForDebuggerOnStart: false, flatten: false };
  await session.send("Target.setAutoAttach", settings);
  const sessionId = await attached;
  const waiting = new Map<number, (result: unknown) => void>();
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result } = JSON.parse(message) as { id: number; result: unknown };
    waiting.get(id)?.(result);
  });
  let asked = 0;
  return async <T>(method: string, parameters: object = {}) => {
    const id = ++asked;
    const answered = new Promise<unknown>((resolve) => waiting.set(id, resolve));
    const message = JSON.stringify({ id, method, params: parameters });
    await session.send("Target.sendMessageToTarget", { sessionId, message });
    return (await answered) as T;
  };
}
