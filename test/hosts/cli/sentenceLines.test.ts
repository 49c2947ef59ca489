import { expect, it } from "vitest";
import { commandLine } from "./commandLine.ts";

const around = { columns: 80, isTerminal: true, environment: { NO_COLOR: "1" } };
const SENTENCE = ["oom"];

it("puts what to do below what is wrong, on a terminal that is too narrow for both", async () => {
  const { stderr } = await commandLine(SENTENCE, around);
  expect(stderr).toBe(
    "plimsoll: No log is given.\n" +
      "  Give one (dmesg -T | plimsoll oom -), a capture, --summary FILE --pods FILE,\n" +
      "  or --source cgroup for this machine.\n",
  );
});

it("keeps a sentence in one line for a pipe, and where there is room", async () => {
  const piped = await commandLine(SENTENCE, { ...around, isTerminal: false });
  expect(piped.stderr.split("\n")).toHaveLength(2);
  const short = await commandLine(["oom", "nosuch.json"], around);
  expect(short.stderr).toMatch(/^plimsoll: nosuch\.json: [^\n]+; [^\n]+\n$/);
});

it("breaks the commands that have an unknown option", async () => {
  const { stderr } = await commandLine(["upgrade", "--objects", "x"], around);
  expect(stderr.split("\n").filter((line) => line.length > around.columns)).toEqual([]);
  expect(stderr).toContain("plimsoll drain");
});
