/** What `plimsoll.wasm` exports: integers only, no managed object crosses. */
export interface ModuleExports {
  readonly memory: WebAssembly.Memory;
  abiVersion(): number;
  inputOffset(): number;
  inputCapacity(): number;
  outputOffset(): number;
  outputSize(): number;
  configure(size: number): number;
  pods(size: number): number;
  observe(size: number, now: bigint): number;
  reclaimed(size: number): number;
  admit(size: number): number;
  report(detail: number): number;
  explain(size: number): number;
  save(): number;
  restore(size: number): number;
  freeze(part: number): number;
  thaw(size: number): number;
  clear(): number;
}

/** The exports that take part in a verb: everything but the memory and the fixed numbers. */
export type Verb = Exclude<
  keyof ModuleExports,
  "memory" | "abiVersion" | "inputOffset" | "inputCapacity" | "outputOffset" | "outputSize"
>;
