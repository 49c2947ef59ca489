/** Volumes of each kind: some count as local storage, some do not. Specification 3.8, 4.3. */
import type { Json, JsonObject } from "../../vectors/notation.ts";
import { drawAmount } from "./resources.ts";
import type { Source, Wildness } from "./source.ts";

const SOURCES: readonly JsonObject[] = [
  { hostPath: { path: "/var" } },
  { gitRepo: { repository: "r" } },
  { configMap: { name: "c" } },
  { secret: { secretName: "s" } },
  { downwardAPI: {} },
  { projected: {} },
  { persistentVolumeClaim: { claimName: "c" } },
  { csi: { driver: "d" } },
  { ephemeral: {} },
  { configMap: null },
  { hostPath: null, emptyDir: null },
  {},
];

const VOLUME_NAMES: readonly string[] = ["scratch", "cache", "config", "logs", "tmp"];
/** Go quotes the name in the message. */
const ODD_VOLUME_NAMES: readonly string[] = ['"', "\\", "é", "\u0001", "🙂", "a\tb", "\u2028", "ÿ"];

export function drawVolumes(source: Source, wild: Wildness): Json | undefined {
  if (source.chance(45)) return source.pick([undefined, undefined, [], null]);
  const count = source.pick([1, 1, 2, 3]);
  const used = new Set<string>();
  return Array.from({ length: count }, () => {
    const odd = wild.spellings && source.chance(10);
    let name = source.pick(odd ? ODD_VOLUME_NAMES : VOLUME_NAMES);
    while (used.has(name)) name += "2";
    used.add(name);
    return { name, ...(source.chance(60) ? drawEmptyDir(source, wild) : source.pick(SOURCES)) };
  });
}

function drawEmptyDir(source: Source, wild: Wildness): JsonObject {
  return {
    emptyDir: {
      medium: source.pick([undefined, undefined, undefined, "", "Memory", "HugePages"]),
      sizeLimit: source.chance(50) ? undefined : drawAmount(source, wild),
    },
  };
}
