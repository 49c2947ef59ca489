import type { PodUsage, Usage } from "../../session/protocol.ts";

type PodAmounts = Pick<PodUsage, "usage" | "above">;

/** The usage of a whole run, with more moments where a part of it was read again. */
export function detailed(whole: Usage, part: Usage): Usage {
  const [first = 0, last = 0] = [part.steps[0], part.steps.at(-1)];
  const before = whole.steps.filter((step) => step < first).length;
  const after = whole.steps.filter((step) => step <= last).length;
  const joined = (outer: Float64Array, inner: Float64Array) =>
    Float64Array.from([...outer.subarray(0, before), ...inner, ...outer.subarray(after)]);
  const steps = [...whole.steps.subarray(0, before), ...part.steps, ...whole.steps.subarray(after)];
  const unknown = part.pods
    .filter(({ pod }) => !whole.pods.some((each) => isSame(each.pod, pod)))
    .map((each) => ({ ...each, ...nothing(whole.steps.length) }));
  const pods = [...whole.pods, ...unknown].map((outer) => {
    const inner: PodAmounts =
      part.pods.find(({ pod }) => isSame(pod, outer.pod)) ?? nothing(part.steps.length);
    const { usage, above } = outer;
    return { ...outer, usage: joined(usage, inner.usage), above: joined(above, inner.above) };
  });
  return {
    ...whole,
    steps: Uint32Array.from(steps),
    used: joined(whole.used, part.used),
    capacity: joined(whole.capacity, part.capacity),
    rest: joined(whole.rest, part.rest),
    pods,
  };
}

function nothing(moments: number): PodAmounts {
  return { usage: new Float64Array(moments), above: new Float64Array(moments) };
}

/** Null stands for all others, of which there is one. */
function isSame(a: PodUsage["pod"], b: PodUsage["pod"]): boolean {
  return a?.uid === b?.uid;
}
