/** A node, its pods, and a pod that asks to be admitted. */
import { Source, type Wildness } from "../../fidelity/generate/source.ts";
import type { Json, JsonObject } from "../../vectors/notation.ts";
import type { AdmissionCase } from "../admissionCase.ts";
import { type Amounts, addAmounts, SCALARS, spelled } from "./amounts.ts";
import { drawNodeLabels, drawTaints } from "./placement.ts";
import { type DrawnPod, drawArrival, drawResident, type PodTheme } from "./pod.ts";

const PODS: readonly number[] = [0, 1, 2, 3, 3, 4, 5, 6, 7, 8, 12];

/** A case by its number; a seed and a number always give the same case. */
export function drawCase(seed: number, number: number): AdmissionCase {
  const source = new Source(seed, number);
  const wild: Wildness = {
    numbers: source.chance(10),
    spellings: source.chance(22),
    errors: source.chance(3),
  };
  const scalars = source.chance(35) ? source.some(SCALARS, 30) : [];
  const theme: PodTheme = {
    wild,
    scalars,
    nodeName: "worker-3",
    percentResized: source.chance(30) ? 50 : 0,
  };
  const residents = drawResidents(source, theme);
  const arrival = drawArrival(source, theme);
  const used = new Map<string, bigint>();
  for (const { amounts } of residents) addAmounts(used, amounts);
  return {
    node: drawNode(source, theme, { used, arrival: arrival.amounts, residents }),
    pods: residents.map(({ document }) => document),
    pod: arrival.document,
  };
}

function drawResidents(source: Source, theme: PodTheme): DrawnPod[] {
  const residents: DrawnPod[] = [];
  const count = source.pick(PODS);
  for (let index = 0; index < count; index++) {
    const uid = `u${String(index).padStart(2, "0")}`;
    const before = residents[residents.length - 1];
    residents.push(
      before !== undefined && source.chance(25)
        ? twin(before, uid)
        : drawResident(source, uid, theme),
    );
  }
  const first = residents[0];
  if (first === undefined || source.chance(97)) return residents;
  return [...residents, again(first, drawResident(source, "u00", theme))];
}

/** Another version of a pod that is already in the list: the later one counts. */
function again(first: DrawnPod, { document, amounts }: DrawnPod): DrawnPod {
  return { document: { ...document, metadata: first.document.metadata }, amounts };
}

/** The same pod under another name: at the same distance from any requirement. */
function twin({ document, amounts }: DrawnPod, uid: string): DrawnPod {
  const metadata = document.metadata as JsonObject;
  return { document: { ...document, metadata: { ...metadata, name: `pod-${uid}`, uid } }, amounts };
}

interface Load {
  readonly used: Amounts;
  readonly arrival: Amounts;
  readonly residents: readonly DrawnPod[];
}

function drawNode(source: Source, theme: PodTheme, load: Load): Json {
  const names = new Set(["cpu", "memory", "ephemeral-storage", ...theme.scalars]);
  const listed = [...names].filter(() => source.chance(93));
  const allocatable = Object.fromEntries(
    listed.map((name) => [name, spelled(source, name, capacityOf(source, name, load), theme.wild)]),
  );
  const count = load.residents.length;
  const pods = source.chance(75) ? 110 : source.pick([count, count + 1, count - 1, count + 2, 0]);
  if (source.chance(97)) allocatable.pods = String(Math.max(0, pods));
  return {
    metadata: { name: theme.nodeName, labels: drawNodeLabels(source) },
    spec: { taints: source.chance(14) ? drawTaints(source) : undefined },
    status: {
      allocatable,
      features: source.chance(10)
        ? source.pick<Json>([
            { supplementalGroupsPolicy: true },
            { supplementalGroupsPolicy: false },
            {},
            null,
          ])
        : undefined,
      conditions: source.chance(8) ? drawConditions(source) : undefined,
    },
  };
}

/** Around the line between enough and too little. */
function capacityOf(source: Source, name: string, { used, arrival, residents }: Load): bigint {
  const taken = used.get(name) ?? 0n;
  const asked = arrival.get(name) ?? 0n;
  const full = taken + asked;
  const one = source.pick(
    residents.length === 0 ? [asked] : residents.map((pod) => pod.amounts.get(name) ?? 0n),
  );
  const capacity = source.pick([
    full,
    full,
    full + 1n,
    full - 1n,
    full - asked / 2n,
    full - one,
    full - one - 1n,
    full - one + 1n,
    source.share(full, 600, 1100),
    source.share(full, 800, 1000),
    full * 2n + 1000n,
    full * 3n,
    full + 4000n,
    source.chance(30) ? asked : taken,
    source.chance(20) ? asked - 1n : full,
  ]);
  return capacity < 0n ? 0n : capacity;
}

function drawConditions(source: Source): Json {
  const status = () => source.pick(["True", "True", "False", "Unknown"]);
  return source.shuffled(
    source
      .some(["MemoryPressure", "DiskPressure", "PIDPressure", "Ready"], 50)
      .map((type) => ({ type, status: status() })),
  );
}
