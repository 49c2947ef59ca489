/** `plimsoll/scheduler` in Node, Deno and Bun: the module is a file next to the script. */
import { readFile } from "node:fs/promises";

export * from "../library/scheduler.ts";

/** The compiled module of the scheduler; a `SchedulerEngine` is made from it for each cluster. */
export async function loadScheduler(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL("./plimsoll-scheduler.wasm", import.meta.url)));
}
