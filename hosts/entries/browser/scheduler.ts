/** `plimsoll/cluster` in a page: bundlers bring the file along. */
export * from "../library/scheduler.ts";

/** The compiled module of the scheduler; a `SchedulerEngine` is made from it for each cluster. */
export async function loadScheduler(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL("./plimsoll-cluster.wasm", import.meta.url));
  if (!response.ok) {
    throw new Error(
      `plimsoll-cluster.wasm is not beside the script (${response.status}); ` +
        "copy plimsoll/cluster.wasm there.",
    );
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
