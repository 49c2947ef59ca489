/**
 * Summaries of one node as a kubelet serves them one after the other: its pods in another order
 * each time, because the kubelet walks a map, and some of the numbers and times changed.
 */
import { generateMoments } from "../../examples/generate/generateNode.ts";
import { Random } from "../../examples/generate/random.ts";
import type { MeasuredNode, Moment } from "./node.ts";

const SEED = 35;
const THOUSAND = 1000;
const STEP_NANOSECONDS = 10_000_000_000n;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export interface ConsecutiveOptions {
  readonly pods: number;
  /** The share of the numbers and times that differ from the last Summary. */
  readonly changed: number;
  readonly count: number;
  /** Default: as the kubelet's HTTP server indents a Summary, one space a level. */
  readonly pretty?: boolean;
  /** Another one is another node. Default: 35. */
  readonly seed?: number;
}

/**
 * Each differs from the one before it by that share, and the first from the last: the second half
 * is the way back to the first numbers, in other orders.
 */
export function consecutiveSummaries(options: ConsecutiveOptions): MeasuredNode {
  const { pods, changed, count, pretty = true, seed = SEED } = options;
  const random = new Random(seed);
  const [moment] = generateMoments({ pods, seed }, 1);
  if (moment === undefined) throw new RangeError("A node has at least one moment.");
  const there: Json[] = [JSON.parse(moment.summary) as Json];
  while (there.length <= count / 2) there.push(changedFrom(there.at(-1) ?? null, changed, random));
  const values = [...there, ...there.slice(1, -1).reverse()].slice(0, count);
  const encoder = new TextEncoder();
  const moments = values.map((value, i): Moment => {
    const text = JSON.stringify(inAnotherOrder(value, random), null, pretty ? 1 : 0);
    const time = moment.time + BigInt(i) * STEP_NANOSECONDS;
    return { time, summary: encoder.encode(text) };
  });
  return { pods: encoder.encode(moment.pods), moments };
}

function changedFrom(value: Json, share: number, random: Random): Json {
  if (Array.isArray(value)) return value.map((item) => changedFrom(item, share, random));
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value as Record<string, Json>);
    return Object.fromEntries(members.map(([name, of]) => [name, changedFrom(of, share, random)]));
  }
  const isTime = typeof value === "string" && TIME.test(value);
  if ((typeof value !== "number" && !isTime) || random.integer(0, THOUSAND - 1) >= share * THOUSAND)
    return value;
  if (typeof value === "number") return nearby(value, random);
  return new Date(Date.parse(String(value)) + 10_000).toISOString().replace(".000", "");
}

/** Another number within a hundredth, so that it seldom has another count of digits. */
function nearby(value: number, random: Random): number {
  const span = Math.max(1, Math.floor(value / 100));
  const other = value + random.integer(-span, span);
  return other === value || other < 0 ? value + 1 : other;
}

function inAnotherOrder(summary: Json, random: Random): Json {
  const { pods, ...rest } = summary as { readonly pods: readonly Json[] };
  const order = [...pods];
  for (let last = order.length - 1; last > 0; last--) {
    const other = random.integer(0, last);
    [order[last], order[other]] = [order[other] ?? null, order[last] ?? null];
  }
  return { ...rest, pods: order };
}

/** Compact Summaries, each with its pods in an order of its own. */
export function inOtherOrders(summaries: readonly string[]): readonly string[] {
  const random = new Random(SEED);
  return summaries.map((text) => JSON.stringify(inAnotherOrder(JSON.parse(text) as Json, random)));
}
