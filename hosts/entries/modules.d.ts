declare module "*/plimsoll-eviction.wasm?module" {
  const core: WebAssembly.Module;

  export { core as default };
}

declare module "*/plimsoll-scheduler.wasm?module" {
  const cluster: WebAssembly.Module;

  export { cluster as default };
}

declare module "*/plimsoll-simulator.wasm?module" {
  const loop: WebAssembly.Module;

  export { loop as default };
}
