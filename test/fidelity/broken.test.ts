import { expect, test } from "vitest";
import { BREAKAGES, brokenText } from "./broken.ts";

// `npm run oracle -- breakages` builds each of them, which takes minutes.
test.each(BREAKAGES.map((breakage) => [breakage.rule, breakage] as const))(
  "the core has the rule that is broken: %s",
  (_, breakage) => {
    expect(brokenText(breakage)).toContain(breakage.wrong);
  },
);
