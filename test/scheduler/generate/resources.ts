/** Quantities: of nodes, of containers, and odd ones. */
import type { JsonObject } from "../../vectors/notation.ts";
import type { Draw } from "./source.ts";
import { EXTENDED } from "./words.ts";

const NODE_PROCESSORS = ["1", "2", "3920m", "4", "8", "0.5", "16000m", "64"];
const NODE_MEMORY = ["1Gi", "2Gi", "3977612Ki", "8Gi", "16e9", "32Gi", "1.5Gi", "0.25Ti"];
const PROCESSORS = ["50m", "100m", "100m", "250m", "0.3", "500m", "1", "1500m", "1e1", "0"];
const MEMORY = ["16Mi", "64Mi", "128Mi", "100M", "128Mi", "300Mi", "1Gi", "1.1Gi", "0", "1e9"];
/** None below a thousandth: the API server rounds those up before it stores them. */
const ODD_PROCESSORS = ["1m", "0.001", "1k", "123456789m", "4611686018427387904m"];
const ODD_MEMORY = ["1", "100m", "0.5", "12345678901", "1Ei", "9223372036854775807", "1Pi"];
const ODD_PERCENT = 4;

/** What a node offers. */
export function allocatable(draw: Draw): JsonObject {
  const pods = draw.pick(["110", "110", "110", "110", "250", "8", "4", "0"]);
  return {
    cpu: quantity(draw, NODE_PROCESSORS, ODD_PROCESSORS),
    memory: quantity(draw, NODE_MEMORY, ODD_MEMORY),
    ...draw.maybe(95, () => ({ pods })),
    ...draw.maybe(70, () => ({ "ephemeral-storage": draw.pick(["10Gi", "100Gi", "47e9"]) })),
    ...extended(draw, 40, ["0", "1", "4", "8"]),
  };
}

/** What a container or a pod asks for; often nothing. */
export function requests(draw: Draw, scale = 100): JsonObject {
  if (!draw.chance(scale)) return {};
  return {
    ...draw.maybe(80, () => ({ cpu: quantity(draw, PROCESSORS, ODD_PROCESSORS) })),
    ...draw.maybe(80, () => ({ memory: quantity(draw, MEMORY, ODD_MEMORY) })),
    ...draw.maybe(10, () => ({ "ephemeral-storage": draw.pick(["1Gi", "20Gi", "500M"]) })),
    ...extended(draw, 3, ["1", "2", "0"]),
  };
}

/** Limits with requests; a limit alone is also a request, by the API server's default. */
export function resources(draw: Draw): JsonObject {
  const asked = requests(draw, 85);
  if (draw.chance(85)) return { requests: asked };
  return draw.chance(50) ? { limits: asked } : { limits: asked, requests: { ...asked } };
}

function quantity(draw: Draw, usual: readonly string[], odd: readonly string[]): string {
  return draw.pick(draw.chance(ODD_PERCENT) ? odd : usual);
}

function extended(draw: Draw, percent: number, amounts: readonly string[]): JsonObject {
  const drawn = draw.some(EXTENDED, percent).map((name) => {
    return [name, name.startsWith("hugepages") ? "64Mi" : draw.pick(amounts)];
  });
  return Object.fromEntries(drawn);
}
