/** `plimsoll/simulator` in edge functions of Vercel and their like. */
import loop from "../../../dist/plimsoll-simulator.wasm?module";

export * from "../library/simulator.ts";

/** The compiled simulator; a `SimulatorEngine` is made from it for each cluster. */
export async function loadSimulator(): Promise<WebAssembly.Module> {
  return loop;
}
