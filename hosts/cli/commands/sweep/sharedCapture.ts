import type { FrozenCapture } from "../../../../analysis/questions/replay/frozen/frozenCapture.ts";

/** The same capture in memory that threads share: a day of 110 pods is 100 MB and more. */
export function sharedCapture(capture: FrozenCapture): FrozenCapture {
  const { podLists, steps } = capture;
  const parts = [
    ...podLists,
    ...steps.flatMap(({ summary, afterReclaim }) => [summary, afterReclaim ?? null]),
  ];
  const size = parts.reduce((sum, part) => sum + (part?.length ?? 0), 0);
  const memory = new Uint8Array(new SharedArrayBuffer(size));
  let used = 0;
  const share = (part: Uint8Array): Uint8Array => {
    memory.set(part, used);
    used += part.length;
    return memory.subarray(used - part.length, used);
  };
  return {
    ...capture,
    podLists: podLists.map(share),
    steps: steps.map((step) => ({
      ...step,
      summary: step.summary && share(step.summary),
      ...(step.afterReclaim ? { afterReclaim: share(step.afterReclaim) } : {}),
    })),
  };
}
