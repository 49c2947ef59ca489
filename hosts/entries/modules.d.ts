declare module "*/plimsoll.wasm?module" {
  const core: WebAssembly.Module;

  export { core as default };
}
