/** Written by tools/contract.mjs from contract/; change it there. */

export const MODULES = {
  eviction: { file: "plimsoll-eviction.wasm" },
  oom: { file: "plimsoll-oom.wasm" },
  scheduler: { file: "plimsoll-scheduler.wasm" },
  simulator: { file: "plimsoll-simulator.wasm" },
  admission: { file: "plimsoll-admission.wasm" },
  oomd: { file: "plimsoll-oomd.wasm" }
} as const;

/** A policy, which is a module of its own. */
export type Policy = keyof typeof MODULES;
