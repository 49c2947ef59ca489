/** `plimsoll/scheduler` in edge functions of Vercel and their like. */
import cluster from "../../../dist/plimsoll-scheduler.wasm?module";

export * from "../library/scheduler.ts";

/** The compiled module of the scheduler; a `SchedulerEngine` is made from it for each cluster. */
export async function loadScheduler(): Promise<WebAssembly.Module> {
  return cluster;
}
