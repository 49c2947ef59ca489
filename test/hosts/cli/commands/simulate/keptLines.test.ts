import { expect, it } from "vitest";
import { KeptLines } from "../../../../../hosts/cli/commands/simulate/keptLines.ts";
import { encode } from "../../../../analysis/chunks.ts";

it("events are kept for a list of JSON, up to a number that the refusal names", () => {
  const kept = new KeptLines(3);
  kept.take(encode('{"a":1}\n{"a":2}\n'), 2);
  kept.take(encode(""), 2);
  kept.take(encode('{"a":3}\n'), 3);
  expect(kept.texts).toEqual(['{"a":1},\n{"a":2}', '{"a":3}']);
  expect(() => kept.take(encode('{"a":4}\n'), 4)).toThrow(
    "--output json holds 3 events, and the scenario has more; use --output ndjson",
  );
});
