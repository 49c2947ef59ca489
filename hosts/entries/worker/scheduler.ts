/** `plimsoll/scheduler` in workerd, where nothing may be compiled: the module comes compiled. */
import cluster from "../../../dist/plimsoll-scheduler.wasm";

export * from "../library/scheduler.ts";

/** The compiled module of the scheduler; a `SchedulerEngine` is made from it for each cluster. */
export async function loadScheduler(): Promise<WebAssembly.Module> {
  return cluster;
}
