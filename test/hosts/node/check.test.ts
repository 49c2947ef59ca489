import { describe, expect, it } from "vitest";
import { ExitCode } from "../../../hosts/node/exitCode.ts";
import { type Row, workplace } from "./workplace.ts";

const { Ok, Findings } = ExitCode;
const { expectRow, run } = workplace();

describe("check", () => {
  it.each<Row>([
    {
      words: "check @good.yaml",
      exitCode: Ok,
      stdout: /good\.yaml:2: evictionHard.*kubelet starts/s,
    },
    {
      words: "check @bad.yaml",
      exitCode: Findings,
      stdout: /^error {2}\S+bad\.yaml:3: evictionHard/,
    },
    { words: "check @good.yaml @bad.yaml", exitCode: Findings, stdout: /starts.*would not start/s },
    {
      words: "check -",
      stdin: "evictionHard: {memory.available: 1Gi}",
      exitCode: Ok,
      stdout: /standard input: the kubelet starts/,
    },
    {
      words: "check --eviction-hard memory.available<-1",
      exitCode: Findings,
      stdout: /^error {2}the flags: /,
    },
  ])("$words", expectRow);

  it("prints everything as JSON", async () => {
    const { stdout, exitCode } = await run("check @bad.yaml --output json");
    expect(exitCode).toBe(Findings);
    expect(JSON.parse(stdout).configurations[0]).toMatchObject({
      errors: [{ line: 3, path: 'evictionHard["memory.available"]' }],
      warnings: [],
    });
  });
});
