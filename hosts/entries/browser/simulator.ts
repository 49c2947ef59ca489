/** `plimsoll/loop` in a page: bundlers bring the file along. */
export * from "../library/simulator.ts";

/** The compiled module of played clusters; a `SimulatorEngine` is made from it for each cluster. */
export async function loadSimulator(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL("./plimsoll-loop.wasm", import.meta.url));
  if (!response.ok) {
    throw new Error(
      `plimsoll-loop.wasm is not beside the script (${response.status}); ` +
        "copy plimsoll/loop.wasm there.",
    );
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
