import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";

export const CORE_PATH = fileURLToPath(
  new URL("../../dist/plimsoll-eviction.wasm", import.meta.url),
);
export const COMMAND_PATH = fileURLToPath(new URL("../../dist/plimsoll.mjs", import.meta.url));

export const coreBytes = readFileSync(CORE_PATH);
export const core = new WebAssembly.Module(coreBytes);

/** The signals of the kubelet's defaults, at limits that a healthy node never reaches. */
export const QUIET = {
  "memory.available": "100Mi",
  "nodefs.available": "10%",
  "nodefs.inodesFree": "5%",
  "imagefs.available": "15%",
  "imagefs.inodesFree": "5%",
} as const;

/** A limit above what any node has left: memory is short at every step. */
export const SHORT_OF_MEMORY = { ...QUIET, "memory.available": "99%" } as const;

export function engineWith(
  evictionHard: Readonly<Record<string, string>>,
  pods: Uint8Array,
): EvictionEngine {
  const engine = new EvictionEngine(core);
  engine.configure({
    kind: "KubeletConfiguration",
    evictionHard,
    plimsoll: { kubeletVersion: "1.35" },
  });
  engine.pods(pods);
  return engine;
}
