import { expect, it } from "vitest";
import { commandLine } from "../../../hosts/cli/commandLine.ts";

it.each([
  [
    "recorded-memory-hard",
    // Ranks 1 and 4: both exceed their requests, the second by 145Mi.
    "nightly has priority 0; default/cache, which exceeds its request by more, has priority 1000.",
  ],
  // The evicted pod exceeds its request by the most, or has the most processes.
  ["memory-leak", null],
  ["fork-bomb", null],
])(
  "the reason of an eviction has the priorities where they decide: %s",
  async (example, reason) => {
    const { said } = await commandLine(["explain", "--example", example]);
    if (reason === null) expect(said).not.toContain("has priority");
    else expect(said).toContain(reason);
  },
);
