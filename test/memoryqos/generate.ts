/** Generates a node, its pods, and the Memory QoS settings of its kubelet. */
import { Source } from "../fidelity/generate/source.ts";

export interface MemoryCase {
  readonly pods: readonly object[];
  /** As it is written in a configuration; null for none. */
  readonly factor: string | null;
  readonly policy: "None" | "TieredReservation";
  readonly allocatable: number;
  readonly gates: Readonly<Record<string, boolean>>;
}

const MEMORY: readonly string[] = [
  ...["64Mi", "128Mi", "256Mi", "512Mi", "1Gi", "2Gi", "4Gi", "16Gi", "100M", "1G", "1500M"],
  ...[
    "4096",
    "8191",
    "8193",
    "12288",
    "1",
    "0",
    "100m",
    "1.5Gi",
    "0.5Mi",
    "1e9",
    "3e6",
    "999999937",
  ],
];
const CPU: readonly string[] = ["100m", "500m", "1", "2", "1500m", "0"];
const FACTORS: readonly string[] = [
  ...[
    "0.9",
    "0.8",
    "0.5",
    "1",
    "1.0",
    "0.1",
    "0.99",
    "0.95",
    "0.01",
    "0.3",
    "0.7",
    "0.333",
    "9e-1",
  ],
  ...["0.123456789", "0.30000000000000004", "0.8999999999999999", "0.1234567890123456", "0.66"],
];

function memoryOf(source: Source): string {
  if (source.chance(70)) return source.pick(MEMORY);
  return String(source.belowBig(source.chance(10) ? 1n << 50n : 1n << 34n));
}

type Amounts = Readonly<Record<string, string>>;
interface Resources {
  readonly requests?: Amounts;
  readonly limits?: Amounts;
}

/** Resources as the API server leaves them: what has a limit has a request. */
function drawResources(source: Source, kind: string): Resources {
  const limits: Record<string, string> = {};
  const requests: Record<string, string> = {};
  if (kind === "guaranteed") {
    for (const [name, of] of [
      ["memory", memoryOf(source)],
      ["cpu", source.pick(CPU)],
    ] as const) {
      limits[name] = of;
      requests[name] = of;
    }
    return { limits, requests };
  }
  if (kind === "none" || source.chance(15)) return {};
  for (const name of ["memory", "cpu"]) {
    const draw = () => (name === "memory" ? memoryOf(source) : source.pick(CPU));
    if (source.chance(60)) limits[name] = draw();
    if (source.chance(70)) requests[name] = draw();
    else if (limits[name] !== undefined) requests[name] = limits[name];
    if (limits[name] !== undefined && source.chance(25)) requests[name] = limits[name];
  }
  return {
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...(Object.keys(requests).length === 0 ? {} : { requests }),
  };
}

function drawPod(source: Source, index: number, release: number): object {
  const kind = source.weighted({ guaranteed: 25, any: 60, none: 15 });
  const container = (name: string) => ({
    name,
    image: "i",
    resources: drawResources(source, kind),
  });
  const containers = Array.from({ length: source.pick([1, 1, 2, 3, 4]) }, (_, at) =>
    container(`c${at}`),
  );
  const inits = source.chance(35) ? source.pick([1, 1, 2, 3]) : 0;
  const initContainers = Array.from({ length: inits }, (_, at) => ({
    ...container(`i${at}`),
    ...(source.chance(40) ? { restartPolicy: "Always" } : {}),
  }));
  const own = release >= 34 && source.chance(25) ? drawResources(source, kind) : null;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: `p${index}`, namespace: "d", uid: `u${index}` },
    spec: {
      containers,
      ...(inits === 0 ? {} : { initContainers }),
      ...(source.chance(12) ? { overhead: { memory: memoryOf(source), cpu: "10m" } } : {}),
      ...(own === null ? {} : { resources: own }),
    },
  };
}

/** A case by its number; a seed and a number always give the same case. */
export function drawMemoryCase(seed: number, number: number, release: number): MemoryCase {
  const source = new Source(seed, number);
  const count = source.pick([1, 2, 3, 5, 8, 13]);
  const isOn = source.chance(92);
  const hasFactor = release < 37 || source.chance(85);
  return {
    pods: Array.from({ length: count }, (_, index) => drawPod(source, index, release)),
    factor: hasFactor ? source.pick(FACTORS) : null,
    policy: release >= 36 && source.chance(60) ? "TieredReservation" : "None",
    allocatable: Number(source.belowBig(1n << 37n)),
    gates: {
      MemoryQoS: isOn,
      ...(release >= 34 && release < 36 ? { PodLevelResources: source.chance(85) } : {}),
    },
  };
}
