import { expect, it } from "vitest";
import { foldedCommand } from "../../../../analysis/present/terminal/inline.ts";

it("continues a command with a backslash, and a quoted list of thresholds without one", () => {
  const command =
    "plimsoll diff night.gz --eviction-hard 'memory.available<100Mi,nodefs.available<10%," +
    "nodefs.inodesFree<5%' --all";
  const lines = foldedCommand(command, 40);
  expect(lines).toEqual([
    "plimsoll diff night.gz --eviction-hard \\",
    "'memory.available<100Mi,",
    "nodefs.available<10%,",
    "nodefs.inodesFree<5%' --all",
  ]);
  expect(lines.filter(({ length }) => length > 40)).toEqual([]);
});

it("breaks no other word of a command", () => {
  const path = `${"a/".repeat(30)}night.gz`;
  expect(foldedCommand(`plimsoll replay ${path}`, 40)).toEqual(["plimsoll replay \\", path]);
  const quoted = `'${"a,".repeat(30)}'`;
  expect(foldedCommand(`plimsoll replay ${quoted}`, 40)).toEqual(["plimsoll replay \\", quoted]);
});
