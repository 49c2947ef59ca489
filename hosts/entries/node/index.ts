/** `plimsoll` in Node, Deno and Bun: the module is read from the file next to the script. */
import { readFile } from "node:fs/promises";

export * from "../library/index.ts";

/** The compiled core; an `EvictionEngine` is made from it for each node. */
export async function loadEviction(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL("./plimsoll-eviction.wasm", import.meta.url)));
}
