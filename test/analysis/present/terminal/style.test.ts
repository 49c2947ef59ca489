import { describe, expect, it } from "vitest";
import { wantsColor } from "../../../../analysis/present/terminal/style.ts";
import type { Output } from "../../../../hosts/system/io.ts";

function output(isTerminal: boolean): Output {
  return { isTerminal, columns: 80, rows: 24, write: async () => {}, onResize: () => () => {} };
}

describe("color", () => {
  it.each([
    ["on a terminal", true, {}, true],
    ["not in a pipe", false, {}, false],
    ["not when NO_COLOR is set", true, { NO_COLOR: "1" }, false],
    ["an empty NO_COLOR says nothing", true, { NO_COLOR: "" }, true],
    ["in a pipe when FORCE_COLOR asks", false, { FORCE_COLOR: "1" }, true],
    ["an empty FORCE_COLOR asks as well", false, { FORCE_COLOR: "" }, true],
    ["FORCE_COLOR=0 forbids", true, { FORCE_COLOR: "0" }, false],
    ["NO_COLOR wins over FORCE_COLOR", true, { NO_COLOR: "1", FORCE_COLOR: "1" }, false],
    ["not on a dumb terminal", true, { TERM: "dumb" }, false],
  ])("%s", (_, isTerminal, environment, wanted) => {
    expect(wantsColor(environment, output(isTerminal))).toBe(wanted);
  });
});
