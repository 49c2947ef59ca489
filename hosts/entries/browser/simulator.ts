/** `plimsoll/simulator` in a page: bundlers bring the file along. */
export * from "../library/simulator.ts";

/** The compiled simulator; a `SimulatorEngine` is made from it for each cluster. */
export async function loadSimulator(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL("./plimsoll-simulator.wasm", import.meta.url));
  if (!response.ok) {
    throw new Error(
      `plimsoll-simulator.wasm is not next to the script (${response.status}); ` +
        "copy plimsoll/simulator.wasm there.",
    );
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
