/** What the platform's modules are to the worker; its configuration says so to workerd. */
declare module "*/plimsoll-eviction.wasm" {
  const core: WebAssembly.Module;

  export { core as default };
}

declare module "*/plimsoll-scheduler.wasm" {
  const cluster: WebAssembly.Module;

  export { cluster as default };
}

declare module "cloudflare:workers" {
  /** Its methods can be called from other objects and from the worker. */
  export class DurableObject<B> {
    constructor(state: import("./platform.ts").ObjectState, bindings: B);
  }
}
