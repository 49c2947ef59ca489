/** What pods ask for and nodes have, as resource lists. */

import type { Source, Wildness } from "../../fidelity/generate/source.ts";
import { spell } from "../../fidelity/generate/spelling.ts";
import type { Json } from "../../vectors/notation.ts";

/** Amounts by resource name; of cpu in thousandths. */
export type Amounts = ReadonlyMap<string, bigint>;

const MEBIBYTE = 2n ** 20n;

/** So few that equal requests and equal distances are common. */
const CPU: readonly bigint[] = [0n, 1n, 50n, 100n, 100n, 200n, 250n, 500n, 1000n, 1500n, 2000n];
const MEMORY: readonly bigint[] = [0n, 1n, 32n, 64n, 64n, 128n, 200n, 256n, 512n, 1024n].map(
  (mebibytes) => (mebibytes === 1n ? 1n : mebibytes * MEBIBYTE),
);
const COUNTS: readonly bigint[] = [0n, 1n, 1n, 2n, 3n, 4n, 8n];

/** Names that count as scalar resources, and names that no rule knows. */
export const SCALARS: readonly string[] = [
  "nvidia.com/gpu",
  "example.com/foo",
  "example.com/bar",
  "hugepages-2Mi",
  "hugepages-1Gi",
  "attachable-volumes-csi-x",
  "kubernetes.io/batch-cpu",
];
const IGNORED: readonly string[] = [
  "storage",
  "foo",
  "requests.example.com/x",
  "a/b/c",
  "/x",
  "x/",
];

/** At the edge of 64 bits. */
const WILD: readonly string[] = [
  "9223372036854775807",
  "9223372036854775806",
  "9223372036854775807m",
  "9223372036854775808m",
  "8Ei",
  "7Ei",
  "1e18",
  "9e18",
];
/** An API server takes these in the status of a pod alone. */
const NEGATIVE: readonly string[] = ["-1", "-500m", "-8Ei"];
/**
 * Thousandths of cpu beyond 64 bits saturate, and sums of them wrap: what a kubelet answers then
 * depends on the order of its pods, of which only some are tried.
 */
const WILD_CPU = WILD.filter((text) => text.endsWith("m"));
const FRACTIONS: readonly string[] = [
  "0.5",
  "1.5",
  "1n",
  "1u",
  "0.1",
  "999u",
  "100.5m",
  "1500001n",
  "0.3Ki",
];
const BAD: readonly Json[] = ["", "abc", "1K", true, {}, "1..2"];

function palette(name: string): readonly bigint[] {
  if (name === "cpu") return CPU;
  if (name === "memory" || name === "ephemeral-storage") return MEMORY;
  return name.startsWith("hugepages-") ? MEMORY : COUNTS;
}

/** A quantity that is worth about `amount`, of cpu in thousandths. */
export function spelled(source: Source, name: string, amount: bigint, wild: Wildness): Json {
  if (wild.errors && source.chance(2)) return source.pick(BAD);
  if (wild.numbers && source.chance(2)) {
    return source.pick(name === "cpu" ? NEGATIVE.slice(0, 2) : NEGATIVE);
  }
  if (wild.numbers && source.chance(12)) return source.pick(name === "cpu" ? WILD_CPU : WILD);
  if (wild.spellings && source.chance(10)) return source.pick(FRACTIONS);
  if (wild.spellings && source.chance(3)) return null;
  if (name !== "cpu") return spell(source, amount, wild);
  if (amount % 1000n === 0n && source.chance(60)) return spell(source, amount / 1000n, wild);
  return `${amount}m`;
}

export function drawAmounts(source: Source, scalars: readonly string[], percent: number): Amounts {
  const names = source.some(["cpu", "memory", "ephemeral-storage"], percent);
  const more = source.some(scalars, Math.floor(percent / 2));
  return new Map([...names, ...more].map((name) => [name, source.pick(palette(name))]));
}

export function resourceList(source: Source, amounts: Amounts, wild: Wildness): Json {
  const entries = [...amounts].map(([name, amount]): [string, Json] => {
    return [name, spelled(source, name, amount, wild)];
  });
  if (source.chance(2)) entries.push([source.pick(IGNORED), "5"]);
  return Object.fromEntries(source.chance(20) ? source.shuffled(entries) : entries);
}

export function addAmounts(into: Map<string, bigint>, amounts: Amounts): void {
  for (const [name, amount] of amounts) into.set(name, (into.get(name) ?? 0n) + amount);
}
