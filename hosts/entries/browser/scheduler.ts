/** `plimsoll/scheduler` in a page: bundlers bring the file along. */
export * from "../library/scheduler.ts";

/** The compiled module of the scheduler; a `SchedulerEngine` is made from it for each cluster. */
export async function loadScheduler(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL("./plimsoll-scheduler.wasm", import.meta.url));
  if (!response.ok) {
    throw new Error(
      `plimsoll-scheduler.wasm is not next to the script (${response.status}); ` +
        "copy plimsoll/scheduler.wasm there.",
    );
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
