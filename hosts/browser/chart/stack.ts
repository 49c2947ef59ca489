/** Usage by pod as areas on top of each other: which amounts each takes at each moment. */
import type { PodUsage, Usage } from "../session/protocol.ts";

export interface Layer {
  /** Null for what the node itself uses. */
  readonly of: PodUsage | null;
  /** A custom property with its color. */
  readonly color: string;
  readonly bottom: Float64Array;
  /** Up to its request, which is pale; from here to the top it is above. */
  readonly request: Float64Array;
  readonly top: Float64Array;
}

/** A stack of pods, and the moments it is known at. */
export interface Stack {
  readonly usage: Usage;
  readonly layers: readonly Layer[];
  /** Of the moments, in milliseconds since the epoch. */
  readonly times: Float64Array;
  /** The highest capacity there was: where the stack would end. */
  readonly capacity: number;
  /** Where the chart begins: above zero where the node itself uses most of it. */
  readonly floor: number;
}

const COLORS = 9;
const REST = "--pod-rest";
const OTHERS = "--pod-others";

/** Null when the signal was never observed. */
export function stackOf(usage: Usage, times: Float64Array): Stack | null {
  const capacities = [...usage.capacity].filter((amount) => !Number.isNaN(amount));
  if (capacities.length === 0) return null;
  const moments = Float64Array.from(usage.steps, (step) => times[step] ?? Number.NaN);
  const capacity = capacities.reduce((most, amount) => Math.max(most, amount), 0);
  const floor = floorOf(usage.rest, capacity);
  return { usage, layers: layersOf(usage), times: moments, capacity, floor };
}

/** Of the node's own part, so much stays in the chart, as a share of what is above it. */
const REST_SHOWN = 0.15;

/** Where the node itself always uses more than half, pods would be as thin as lines. */
function floorOf(rest: Float64Array, capacity: number): number {
  const least = rest.reduce((low, amount) => (amount < low ? amount : low), capacity);
  if (least <= capacity / 2) return 0;
  return Math.max(Math.floor(least - (capacity - least) * REST_SHOWN), 0);
}

/** Without a threshold to be held against, the room above what was ever used says nothing. */
const ROOM_ABOVE = 1.25;

export function ceilingOf({ usage, capacity }: Stack, hasThresholds: boolean): number {
  if (hasThresholds) return capacity;
  const most = usage.used.reduce((high, amount) => (amount > high ? amount : high), 0);
  return most > 0 ? Math.min(most * ROOM_ABOVE, capacity) : capacity;
}

/** From the bottom: the node itself, then pods, the one most above its request on top. */
export function layersOf({ rest, pods }: Usage): readonly Layer[] {
  const zero = new Float64Array(rest.length);
  const node: Layer = { of: null, color: REST, bottom: zero, request: rest, top: rest };
  const layers = [node];
  for (const [index, pod] of [...pods.entries()].reverse()) {
    const bottom = layers.at(-1)?.top ?? zero;
    const top = bottom.map((amount, at) => amount + (pod.usage[at] ?? 0));
    const request = top.map((amount, at) => amount - (pod.above[at] ?? 0));
    const color = pod.pod === null ? OTHERS : `--pod-${(index % COLORS) + 1}`;
    layers.push({ of: pod, color, bottom, request, top });
  }
  return layers;
}

/** The moment nearest to a step. */
export function momentAt({ steps }: Usage, step: number): number {
  let best = 0;
  for (let at = 0; at < steps.length; at++) {
    const isNearer = Math.abs((steps[at] ?? 0) - step) < Math.abs((steps[best] ?? 0) - step);
    if (isNearer) best = at;
  }
  return best;
}

/** The layer that holds an amount at a moment. */
export function layerAt(layers: readonly Layer[], at: number, amount: number): Layer | undefined {
  return layers.find(({ bottom, top }) => amount >= (bottom[at] ?? 0) && amount < (top[at] ?? 0));
}
