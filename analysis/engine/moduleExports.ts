import type { SplitExports } from "./splitter.ts";

/** The verbs of `plimsoll-eviction.wasm`, in addition to what every module exports. */
export interface ModuleExports extends SplitExports {
  configure(size: number): number;
  pods(size: number): number;
  podsOfNode(size: number, nameSize: number): number;
  members(size: number): number;
  record(size: number): number;
  reduce(size: number, document: number): number;
  observe(size: number, now: bigint): number;
  keep(): number;
  reclaimed(size: number): number;
  steps(size: number): number;
  admit(size: number): number;
  explain(size: number): number;
  save(): number;
  restore(size: number): number;
  freeze(part: number): number;
  thaw(size: number): number;
}
