/** What the worker's other modules are to it; its configuration says so to workerd. */
declare module "*.wasm" {
  const core: WebAssembly.Module;

  export { core as default };
}

declare module "*.ndjson.gz" {
  const corpus: ArrayBuffer;

  export { corpus as default };
}

declare module "*.calls" {
  const tape: ArrayBuffer;

  export { tape as default };
}
