/** `plimsoll` in workerd, where nothing may be compiled: the module comes compiled. */
import core from "../../../dist/plimsoll-eviction.wasm";

export * from "../library/index.ts";

/** The compiled core; an `EvictionEngine` is made from it for each node. */
export async function loadEviction(): Promise<WebAssembly.Module> {
  return core;
}
