/** A replay with a changed policy of a recording in which pods were evicted. */
import { describe, expect, it } from "vitest";
import { ExitCode } from "../../../../../hosts/cli/exitCode.ts";
import { commandLine } from "../../commandLine.ts";

// The node was recorded with a hard threshold of 500Mi; its lists call 11 pods ended.
const RECORDING = ["replay", "--example", "recorded-memory-hard"];
const LOWER = ["--eviction-hard", "memory.available<350Mi"];
const TITLE = "! This policy spares default/nightly at 01:20:19; what follows is unknown";

describe("a policy that spares a pod which the recording lacks", () => {
  it.each([
    ["", TITLE],
    ["--what-if", TITLE],
    ["--all", TITLE],
  ])("is known until then: %s", async (more, title) => {
    const words = [...RECORDING, ...LOWER, ...more.split(" ").filter((word) => word !== "")];
    const { exitCode, stdout, said } = await commandLine(words);
    expect(exitCode).toBe(ExitCode.Ok);
    expect(stdout.split("\n")[0]).toBe(title);
    expect(said).toContain(
      "The recording lacks default/nightly from 01:20:19 on, so it does not show what would " +
        "happen with this policy.",
    );
    expect(said).not.toMatch(/evicts (?!default\/nightly)[a-z-]+\//);
    expect(said).not.toContain("why this pod");
  });

  it("is marked for programs", async () => {
    const unknownAfter = { time: "2026-11-22T01:20:19.057080000Z", pod: "default/nightly" };
    const { stdout, stderr } = await commandLine([...RECORDING, ...LOWER, "--output", "json"]);
    expect(JSON.parse(stdout)).toMatchObject({ plimsoll: "replay/1", unknownAfter });
    expect(stderr).toContain("The recording lacks default/nightly from 01:20:19 on");
  });

  it.each([[[]], [["--what-if"]], [["--eviction-hard", "memory.available<500Mi"]]])(
    "is none that evicts as the recording: %j",
    async (more) => {
      const { stdout } = await commandLine([...RECORDING, ...more]);
      expect(stdout).toMatch(/^✖ 11 pods are evicted between 01:20:02 and 01:22:06/);
      const json = await commandLine([...RECORDING, ...more, "--output", "json"]);
      expect(JSON.parse(json.stdout)).not.toHaveProperty("unknownAfter");
    },
  );
});
