import { expect, it } from "vitest";
import { SpacedSteps } from "../../../../analysis/questions/oom/spacedSteps.ts";

it.each([
  ["none where all are within two seconds", [0, 2], null],
  ["the last of steps every 10 s, give or take", [0, 10.4, 19.9], 10.4],
  ["one 10 s before where a daemon looks every 2 s", [0, 2, 4, 6, 8, 10, 12], 2],
  ["none after a clock was set back", [60, 10], null],
])("a fall is read off %s", (_, seconds, expected) => {
  const steps = new SpacedSteps<number>();
  const found = seconds.map((second) => steps.take(BigInt(second * 1e9), second));
  expect(found.at(-1)).toBe(expected);
});
