import { describe, expect, it } from "vitest";
import {
  commandLines,
  type GivenFormat,
  takenText,
} from "../../../../analysis/read/recognize/commandLines.ts";
import { FORMATS } from "../../../../analysis/read/recognize/formats.ts";
import type { Survey } from "../../../../analysis/read/recognize/survey.ts";
import { parseTime } from "../../../../analysis/text/time.ts";

type Given = readonly [path: string, format: GivenFormat, survey?: Survey];

const of = (given: readonly Given[]) =>
  commandLines(
    given.map(([path, format, survey]) => ({
      ...{ path, name: path, format },
      ...(survey === undefined ? {} : { survey }),
    })),
  );

const surveyed = (first: string, last: string, node: string | null = null): Survey => {
  const span = { first: parseTime(first) ?? 0n, last: parseTime(last) ?? 0n };
  return { words: [], span, node };
};
const MORNING = surveyed("2026-01-15T10:00:00Z", "2026-01-15T10:20:00Z", "worker-3");
const OVERLAPPING = surveyed("2026-01-15T10:15:00Z", "2026-01-15T11:00:00Z");
const SHORTLY_AFTER = surveyed("2026-01-15T10:29:00Z", "2026-01-15T11:00:00Z");
const EVENING = surveyed("2026-01-15T20:00:00Z", "2026-01-15T21:00:00Z");
const OF_OTHER_NODE = surveyed("2026-01-15T10:00:00Z", "2026-01-15T10:20:00Z", "worker-4");
const REFUSED: Survey = { words: [], span: null, node: null, isRefused: true };

/** What is given, and what is run about it. */
const ROWS: readonly (readonly [
  what: string,
  given: readonly Given[],
  commands: readonly string[],
])[] = [
  ["a capture", [["c.gz", "capture"]], ["replay c.gz"]],
  ["a log", [["k.log", "log"]], ["replay --journal k.log"]],
  ["a kernel's log", [["dmesg", "kernelLog"]], ["oom dmesg"]],
  ["a killer's log", [["journal", "killerLog"]], ["oom journal"]],
  ["a message", [["The node was low", "text"]], ["explain --message The node was low"]],
  ["events", [["e.json", "messages"]], ["explain --events e.json"]],
  ["pods", [["p.json", "pods"]], ["explain --pod-status p.json"]],
  ["an archive", [["b.tar", "archive"]], ["explain --bundle b.tar"]],
  ["a folder", [["b", "folder"]], ["explain --bundle b"]],
  ["a scenario", [["s.yaml", "scenario"]], ["simulate --scenario s.yaml"]],
  ["a scenario of a killer", [["s.json", "killer"]], ["replay s.json"]],
  ["objects", [["o.json", "objects"]], ["schedule --objects o.json"]],
  ["a kubeconfig", [["k", "kubeconfig"]], ["next --kubeconfig k"]],
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

/** A capture and a log with these surveys: one command about both, or one about each. */
const TOGETHER: readonly (readonly [what: string, log: Survey | undefined, isOne: boolean])[] = [
  ["of overlapping times", OVERLAPPING, true],
  ["that begins shortly after it", SHORTLY_AFTER, true],
  ["of another time", EVENING, false],
  ["of another node", OF_OTHER_NODE, false],
  ["of an unknown time", undefined, false],
];

describe("a capture and a log", () => {
  it.each(TOGETHER)("%s", (_, log, isOne) => {
    const given: Given[] = [
      log === undefined ? ["k.log", "log"] : ["k.log", "log", log],
      ["c.gz", "capture", MORNING],
    ];
    expect(of(given).map(({ words }) => words.join(" "))).toEqual(
      isOne ? ["replay c.gz --journal k.log"] : ["replay c.gz", "replay --journal k.log"],
    );
  });
});

describe("of several configurations", () => {
  const capture: Given = ["c.gz", "capture", MORNING];

  it("two next to one capture are compared on it", () => {
    const given: Given[] = [["b.yaml", "configuration"], capture, ["a.yaml", "configuration"]];
    expect(of(given).map(({ words }) => words.join(" "))).toEqual([
      "diff c.gz --config b.yaml --config a.yaml",
    ]);
  });

  it("the one that a kubelet starts with was in force, and the other is checked", () => {
    const given: Given[] = [
      ["bad.yaml", "configuration", REFUSED],
      ["good.yaml", "configuration"],
      capture,
    ];
    expect(of(given).map(({ words }) => words.join(" "))).toEqual([
      "replay c.gz --config good.yaml",
      "check bad.yaml",
    ]);
  });

  it("none is guessed to be that of a log", () => {
    const given: Given[] = [
      ["a.yaml", "configuration"],
      ["b.yaml", "configuration"],
      ["k.log", "log"],
    ];
    expect(of(given).map(({ words }) => words.join(" "))).toEqual([
      "replay --journal k.log",
      "check a.yaml b.yaml",
    ]);
  });
});

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
