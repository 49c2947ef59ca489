/** `plimsoll` in a page: bundlers know this form of an address, and bring the file along. */
export * from "../library/index.ts";

/** The compiled core; an `EvictionEngine` is made from it for each node. */
export async function loadEviction(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL("./plimsoll-eviction.wasm", import.meta.url));
  if (!response.ok) {
    throw new Error(
      `plimsoll-eviction.wasm is not next to the script (${response.status}); ` +
        "copy plimsoll/eviction.wasm there.",
    );
  }
  // Not compileStreaming: it insists on a media type that many static servers do not know.
  return WebAssembly.compile(await response.arrayBuffer());
}
