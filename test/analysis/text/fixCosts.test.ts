import { describe, expect, it } from "vitest";
import { newPriorityCost } from "../../../analysis/text/fixCosts.ts";

describe("the cost of a priority", () => {
  // pkg/apis/scheduling: HighestUserDefinablePriority, SystemCriticalPriority.
  it.each([
    [1, /^a PriorityClass,/],
    [1_000_000_000, /^a PriorityClass,/],
    [1_000_000_001, /^the class system-cluster-critical,/],
    [2_000_000_000, /^the class system-cluster-critical,/],
    [2_000_000_001, /^the class system-node-critical,/],
    [2_000_001_000, /^the class system-node-critical,/],
  ])("of %d names the class that can have it", (priority, words) => {
    expect(newPriorityCost(priority)).toMatch(words);
  });
});
