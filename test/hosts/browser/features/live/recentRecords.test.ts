import { describe, expect, it } from "vitest";
import { RecentRecords } from "../../../../../hosts/browser/features/live/recentRecords.ts";

const HEADER = '{"format":"plimsoll-capture"}';
const PODS = { items: [{ metadata: { name: "web-0" } }] };
const OTHER_PODS = { items: [] };

const record = (second: number, pods?: object) =>
  JSON.stringify({ time: `2026-01-15T10:00:0${second}Z`, ...(pods && { pods }), summary: {} });

interface Case {
  readonly what: string;
  readonly given: readonly string[];
  readonly kept: readonly object[];
}

const CASES: readonly Case[] = [
  {
    what: "gives the pods of the one that goes to the next, where they are in force",
    given: [record(0, PODS), record(1), record(2)],
    kept: [JSON.parse(record(1, PODS)), JSON.parse(record(2))],
  },
  {
    what: "gives them on as often as it must",
    given: [record(0, PODS), record(1), record(2), record(3), record(4)],
    kept: [JSON.parse(record(3, PODS)), JSON.parse(record(4))],
  },
  {
    what: "leaves a record its own pods",
    given: [record(0, PODS), record(1, OTHER_PODS), record(2)],
    kept: [JSON.parse(record(1, OTHER_PODS)), JSON.parse(record(2))],
  },
  {
    what: "makes up none where there were none",
    given: [record(0), record(1), record(2)],
    kept: [JSON.parse(record(1)), JSON.parse(record(2))],
  },
];

describe("the newest records, when there are too many", () => {
  it.each(CASES)("$what", ({ given, kept }) => {
    const recent = new RecentRecords(2);
    for (const line of given) recent.add(line);
    const [header, ...lines] = recent.below(HEADER).trimEnd().split("\n");
    expect(header).toBe(HEADER);
    expect(lines.map((line) => JSON.parse(line))).toEqual(kept);
    expect(recent.hasLetGo).toBe(true);
  });

  it("keeps numbers as they were written", () => {
    const recent = new RecentRecords(1);
    recent.add(record(0, PODS));
    recent.add('{"time":"2026-01-15T10:00:01Z","summary":{"limit":9223372036854771712}}');
    expect(recent.below("")).toContain('"limit":9223372036854771712');
  });

  it("says nothing of a beginning that is still there", () => {
    const recent = new RecentRecords(2);
    for (const line of [record(0, PODS), record(1)]) recent.add(line);
    expect(recent.hasLetGo).toBe(false);
    expect(recent.below("")).toBe(`${record(0, PODS)}\n${record(1)}\n`);
  });
});
