import type { Policy } from "../../../analysis/engine/contract/modules.ts";

type Part = Policy | "worker" | "cluster-worker" | "cluster-style";

/** The build writes into the page under which names it has these: each holds a digest. */
export function addressOf(part: Part): URL {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="plimsoll-${part}"]`);
  return new URL(meta?.content ?? "", document.baseURI);
}

export function compiledModule(policy: Policy): Promise<WebAssembly.Module> {
  return compiledFrom(addressOf(policy));
}

/** Compiled while it arrives. Throws where it does not come. */
export async function compiledFrom(address: URL | string): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`status ${response.status}`);
  // Some file servers do not know what type a .wasm file is.
  const headers = { "Content-Type": "application/wasm" };
  return WebAssembly.compileStreaming(new Response(response.body, { headers }));
}
