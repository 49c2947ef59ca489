import { expect, it } from "vitest";
import { virtualTime } from "../../../analysis/text/virtualTime.ts";

it.each([
  [0, "+0s"],
  [59.999, "+59s"],
  [65, "+1m05s"],
  [3600, "+1h00m"],
  [3725, "+1h02m05s"],
  [90_000, "+25h00m"],
])("writes %d seconds of a scenario as %s", (seconds, text) => {
  expect(virtualTime(seconds)).toBe(text);
});
