/** `plimsoll/simulator` in Node, Deno and Bun: the module is a file next to the script. */
import { readFile } from "node:fs/promises";

export * from "../library/simulator.ts";

/** The compiled simulator; a `SimulatorEngine` is made from it for each cluster. */
export async function loadSimulator(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL("./plimsoll-simulator.wasm", import.meta.url)));
}
