import { describe, expect, it } from "vitest";
import {
  commandLines,
  type GivenFormat,
  takenText,
} from "../../../../analysis/read/recognize/commandLines.ts";
import { FORMATS } from "../../../../analysis/read/recognize/formats.ts";

type Given = readonly [path: string, format: GivenFormat];

const of = (given: readonly Given[]) =>
  commandLines(given.map(([path, format]) => ({ path, name: path, format })));

/** What is given, and what is run about it. */
const ROWS: readonly (readonly [
  what: string,
  given: readonly Given[],
  commands: readonly string[],
])[] = [
  ["a capture", [["c.gz", "capture"]], ["replay c.gz"]],
  ["a log", [["k.log", "log"]], ["replay --journal k.log"]],
  ["a kernel's log", [["dmesg", "kernelLog"]], ["oom dmesg"]],
  ["a message", [["The node was low", "text"]], ["explain --message The node was low"]],
  ["events", [["e.json", "messages"]], ["explain --events e.json"]],
  ["pods", [["p.json", "pods"]], ["explain --pod-status p.json"]],
  ["an archive", [["b.tar", "archive"]], ["explain --bundle b.tar"]],
  ["a folder", [["b", "folder"]], ["explain --bundle b"]],
  ["a scenario", [["s.yaml", "scenario"]], ["simulate --scenario s.yaml"]],
  ["objects", [["o.json", "objects"]], ["schedule --objects o.json"]],
  ["a Summary", [["s.json", "summary"]], ["explain --summary s.json"]],
  [
    "configurations",
    [
      ["a", "configuration"],
      ["b", "configuration"],
    ],
    ["check a b"],
  ],
  [
    "a configuration and what it was in force for, in any order",
    [
      ["k.yaml", "configuration"],
      ["k.log", "log"],
      ["c.gz", "capture"],
    ],
    ["replay c.gz --config k.yaml", "replay --journal k.log --config k.yaml"],
  ],
  [
    "the documents of a node",
    [
      ["p.json", "pods"],
      ["k.yaml", "configuration"],
      ["s.json", "summary"],
    ],
    ["explain --summary s.json --pods p.json --config k.yaml"],
  ],
  [
    "a kernel's log with pods, which have the names in it",
    [
      ["p.json", "pods"],
      ["dmesg", "kernelLog"],
    ],
    ["oom dmesg --pods p.json"],
  ],
  [
    "a scenario and its cluster",
    [
      ["o.yaml", "objects"],
      ["s.yaml", "scenario"],
    ],
    ["simulate --scenario s.yaml --objects o.yaml"],
  ],
  [
    "two captures",
    [
      ["a", "capture"],
      ["b", "capture"],
    ],
    ["replay a", "replay b"],
  ],
  [
    "several objects",
    [
      ["a", "objects"],
      ["b", "objects"],
    ],
    ["schedule --objects a --objects b"],
  ],
  [
    "objects, pods and the scheduler's configuration",
    [
      ["c", "scheduler"],
      ["p", "pods"],
      ["n", "objects"],
    ],
    ["schedule --objects n --scheduler-config c --objects p"],
  ],
];

describe("what is given is asked about", () => {
  it.each(ROWS)("with %s", (_, given, commands) => {
    expect(of(given).map(({ words }) => words.join(" "))).toEqual(commands);
  });

  it("in every format that needs no further answer", () => {
    const open = ["series", "scheduler"];
    const formats = FORMATS.map(({ format }) => format).filter((format) => !open.includes(format));
    for (const format of formats) expect(of([["x", format]])).toHaveLength(1);
  });

  it("says what the files are, and which command answers, as a shell takes it", () => {
    const [line] = of([
      ["a b.json", "summary"],
      ["p.json", "pods"],
    ]);
    expect(line && takenText(line)).toBe(
      "a b.json is a stats Summary, p.json is a PodList: " +
        "plimsoll explain --summary 'a b.json' --pods p.json.",
    );
  });

  it("does not repeat a message", () => {
    const [line] = of([["The node was low on resource: memory.", "text"]]);
    expect(line && takenText(line)).toBeNull();
  });
});
