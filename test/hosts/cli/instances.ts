import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";

/** Of an instance whose memory has grown beyond it, none is kept. */
const KEPT_BYTES_MAX = 2 ** 27;

const Fresh = WebAssembly.Instance;
const idle = new Map<WebAssembly.Module, WebAssembly.Instance[]>();
const ofCommand = new AsyncLocalStorage<[WebAssembly.Module, WebAssembly.Instance][]>();

const compile = WebAssembly.compile;
const compiled = new Map<string, Promise<WebAssembly.Module>>();

function moduleOf(bytes: Uint8Array): Promise<WebAssembly.Module> {
  const digest = createHash("sha256").update(bytes).digest("hex");
  const module = compiled.get(digest) ?? compile(new Uint8Array(bytes));
  compiled.set(digest, module);
  return module;
}

WebAssembly.compile = (bytes) =>
  ofCommand.getStore() && ArrayBuffer.isView(bytes)
    ? moduleOf(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    : compile(bytes);

function instanceFor(module: WebAssembly.Module, imports: WebAssembly.Imports) {
  const kept = idle.get(module)?.pop();
  if (kept === undefined) return new Fresh(module, imports);
  (kept.exports.clear as () => number)();
  return kept;
}

WebAssembly.Instance = new Proxy(Fresh, {
  construct(_, [module, imports]: [WebAssembly.Module, WebAssembly.Imports]) {
    const instance = ofCommand.getStore()
      ? instanceFor(module, imports)
      : new Fresh(module, imports);
    ofCommand.getStore()?.push([module, instance]);
    return instance;
  },
});

/**
 * Runs a command with instances of modules that commands before it have ended with. One has up to
 * 70 MB outside of the heap, so V8 collects all garbage for each that is made: commands that made
 * their own spent 46 % of their processor time on that.
 */
export async function withKeptInstances<T>(command: () => Promise<T>): Promise<T> {
  const made: [WebAssembly.Module, WebAssembly.Instance][] = [];
  try {
    return await ofCommand.run(made, command);
  } finally {
    for (const [module, instance] of made) {
      const { clear, memory } = instance.exports as {
        clear?: unknown;
        memory?: WebAssembly.Memory;
      };
      if (clear === undefined || (memory?.buffer.byteLength ?? 0) > KEPT_BYTES_MAX) continue;
      idle.set(module, [...(idle.get(module) ?? []), instance]);
    }
  }
}
