import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";

const COMMAND = pathToFileURL(new URL("../../../dist/command.mjs", import.meta.url).pathname).href;
const MIB = 2 ** 20;

/** Starts the command, then keeps a few new objects of many; prints the size of their space. */
const SCRIPT = `
import { getHeapSpaceStatistics } from "node:v8";
// As on a command line, the words begin behind the program.
process.argv.splice(1, 0, "plimsoll");
const { start } = await import(${JSON.stringify(COMMAND)});
await start("plimsoll");
const kept = [];
for (let i = 0; i < 2e6; i++) kept[i % 50000] = { i, text: String(i) };
const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
console.log("\\n" + young.space_size);
`;

function youngBytes(command: string): number {
  const words = ["--input-type=module", "--eval", SCRIPT, "--", command, "--help"];
  const printed = execFileSync(process.execPath, words, { encoding: "utf8" });
  return Number(printed.trim().split("\n").at(-1));
}

describe("the heap for new objects", () => {
  it("stays small in the daemon, which would keep what it has grown to", () => {
    expect(youngBytes("run")).toBeLessThanOrEqual(4 * MIB);
  });

  it("grows in a command that ends", () => {
    expect(youngBytes("replay")).toBeGreaterThan(4 * MIB);
  });
});
