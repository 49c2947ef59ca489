/** `plimsoll` in edge functions of Vercel and their like, which mark modules with `?module`. */
import core from "../../../dist/plimsoll-eviction.wasm?module";

export * from "../library/index.ts";

/** The compiled core; an `EvictionEngine` is made from it for each node. */
export async function loadEviction(): Promise<WebAssembly.Module> {
  return core;
}
