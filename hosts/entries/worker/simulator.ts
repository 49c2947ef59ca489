/** `plimsoll/simulator` in workerd, where nothing may be compiled: the module comes compiled. */
import loop from "../../../dist/plimsoll-simulator.wasm";

export * from "../library/simulator.ts";

/** The compiled simulator; a `SimulatorEngine` is made from it for each cluster. */
export async function loadSimulator(): Promise<WebAssembly.Module> {
  return loop;
}
