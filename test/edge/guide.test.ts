import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BLANK_LINES_MAX } from "../../analysis/read/capture/format.ts";
import { ALIASES_MAX, LEVELS_MAX } from "../../analysis/read/kubelet/yaml.ts";
import { MEMBERS_MAX, OUTPUT_CAPACITY_BYTES } from "../../assembly/abi.ts";
import { DEFAULT_RATE } from "../../hosts/edge/edge.ts";
import { PARTS_MAX, UNKNOWN_BYTES_MAX } from "../../hosts/edge/envelope.ts";
import { DROPPED_BYTES_MAX } from "../../hosts/edge/guard/body.ts";
import { STATE_TEXT_MAX } from "../../hosts/edge/guard/stateKeys.ts";
import { costOf, DEFAULT_WORK } from "../../hosts/edge/guard/work.ts";
import { DEFAULT_LIMITS } from "../../hosts/edge/limits.ts";
import { CAPTURE_BYTES_MAX } from "../../hosts/edge/node/captureOf.ts";
import { PAGE_BYTES_MAX } from "../../hosts/edge/node/storedNode.ts";

const GUIDE = readFileSync(new URL("../../hosts/edge/README.md", import.meta.url), "utf8");
const BOUNDS = GUIDE.slice(GUIDE.indexOf("## Limits of"), GUIDE.indexOf("## Guarantees"));
const KIBIBYTE = 2 ** 10;
const MEBIBYTE = 2 ** 20;

/** As the guide writes amounts: `8 MiB`, `64 KiB`, `20000`. */
function written(name: string, value: number): string {
  if (!/bytes/i.test(name)) return String(value);
  return value >= MEBIBYTE ? `${value / MEBIBYTE} MiB` : `${value / KIBIBYTE} KiB`;
}

const counted = (value: number) => value.toLocaleString("en-US");

describe("the guide", () => {
  it.each([
    ["LIMITS", DEFAULT_LIMITS],
    ["RATE", DEFAULT_RATE],
    ["WORK", DEFAULT_WORK],
  ])("lists the members of %s with their defaults", (variable, defaults) => {
    const row = GUIDE.split("\n").find((line) => line.startsWith(`| \`${variable}\` |`)) ?? "";
    const entries = Object.entries(defaults);
    const names = [...row.matchAll(/[`"]([a-z][A-Za-z]+)[`"]/g)].map(([, name]) => name);
    expect(names).toEqual(entries.map(([name]) => name));
    const last = row.replace(/ \|$/, "").split(" | ").at(-1);
    expect(last).toBe(entries.map(([name, value]) => written(name, value)).join(", "));
  });

  it.each(Object.entries(DEFAULT_LIMITS))("has %s among the bounds of a request", (name, value) => {
    const amount = /bytes/i.test(name) ? written(name, value) : counted(value);
    expect(BOUNDS).toMatch(new RegExp(`\`${name}\`,? ${amount}\\b`));
  });

  it.each([
    ["the state", `| ${STATE_TEXT_MAX / KIBIBYTE} KiB, rejected by their length`],
    ["members", `| ${counted(MEMBERS_MAX)}; a form has at most ${PARTS_MAX} parts`],
    [
      "unknown members",
      `| ${UNKNOWN_BYTES_MAX / KIBIBYTE} KiB together, JSON, ${LEVELS_MAX} levels`,
    ],
    [
      "levels and aliases",
      `64 KiB, and as much again of texts inside it; ${LEVELS_MAX} levels, ${ALIASES_MAX} aliases`,
    ],
    ["one answer", `the engine's ${OUTPUT_CAPACITY_BYTES / MEBIBYTE} MiB`],
    ["a history", `| ${PAGE_BYTES_MAX / MEBIBYTE} MiB of decisions`],
    ["a capture", `${CAPTURE_BYTES_MAX / MEBIBYTE} MiB of snapshots`],
    ["what is dropped", `Up to ${DROPPED_BYTES_MAX / MEBIBYTE} MiB of a chunked body`],
    ["bodies at once", `\`bodyBytes\`, ${DEFAULT_WORK.bodyBytes / MEBIBYTE} MiB`],
    ["answers at once", `\`answerBytes\`, ${DEFAULT_WORK.answerBytes / MEBIBYTE} MiB`],
    ["slow answers", `\`answerSeconds\`, ${DEFAULT_WORK.answerSeconds}, is aborted`],
    ["small chunks", `${costOf("smallChunk", 1)} for a small chunk`],
    ["empty lines", `| empty lines of a capture | ${counted(BLANK_LINES_MAX)} |`],
    ["a step", `${costOf("step", 1)} for a request or a record`],
    ["documents", `${costOf("readMebibyte", MEBIBYTE)} for a MiB of\ndocuments`],
    ["configurations", `1.5 for a KiB of configuration`],
    ["answers", `${costOf("writtenMebibyte", MEBIBYTE)} for a MiB of response`],
  ])("says the bound or the cost of %s as it is", (_, words) => {
    expect(BOUNDS.replaceAll("\n", " ")).toContain(words.replaceAll("\n", " "));
  });

  it("charges a configuration as it says", () => {
    expect(costOf("configurationMebibyte", KIBIBYTE)).toBeCloseTo(1.5, 1);
  });
});
