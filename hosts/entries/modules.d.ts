declare module "*/plimsoll.wasm?module" {
  const core: WebAssembly.Module;

  export { core as default };
}

declare module "*/plimsoll-cluster.wasm?module" {
  const cluster: WebAssembly.Module;

  export { cluster as default };
}

declare module "*/plimsoll-loop.wasm?module" {
  const loop: WebAssembly.Module;

  export { loop as default };
}
