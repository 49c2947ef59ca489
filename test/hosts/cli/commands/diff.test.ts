import { describe, expect, it } from "vitest";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { type Row, STEPS, workplace } from "../workplace.ts";

const { Ok, Findings, Input } = ExitCode;
const { expectRow, run } = workplace();

describe("diff", () => {
  const SAME = "diff --example memory-leak --config @good.yaml --config @good.yaml";

  it.each<Row>([
    { words: SAME, exitCode: Ok, stdout: new RegExp(`^✔ No difference in ${STEPS} steps\n`) },
    { words: `${SAME} --exit-code`, exitCode: Ok, stdout: /No difference/ },
    {
      words: "diff --example memory-leak --config @good.yaml --all",
      exitCode: Ok,
      stdout: /^! B .*\n {2}A the capture's own\n {2}B good\.yaml\n.*First diff.*All diff.*In all/s,
    },
    {
      words: "diff --example memory-leak --eviction-hard memory.available<500Mi --exit-code",
      exitCode: Findings,
      stdout: /memory\.available hard +100Mi +500Mi/,
    },
    { words: "diff @blind.ndjson --config @good.yaml", exitCode: Input, stderr: /no record/ },
  ])("$words", expectRow);

  it("prints both sides of every difference as JSON", async () => {
    const { stdout } = await run("diff --example memory-leak --config @good.yaml --output json");
    const { steps, differences } = JSON.parse(stdout);
    expect(steps).toBe(STEPS);
    expect(differences[0].a.step).toBe(differences[0].b.step);
    expect(differences[0].a.digest).not.toBe(differences[0].b.digest);
  });

  it("names the side of which all is unknown, and from when, in JSON", async () => {
    const words = "--eviction-hard memory.available<350Mi --output json";
    const { stdout } = await run(`diff --example recorded-memory-hard ${words}`);
    expect(JSON.parse(stdout).unknownAfter).toEqual({
      ...{ side: "b", time: "2026-11-22T01:20:19.057080000Z", pod: "default/nightly" },
    });
    const same = "--eviction-hard memory.available<500Mi --output json";
    const both = await run(`diff --example recorded-memory-hard ${same}`);
    expect(JSON.parse(both.stdout)).not.toHaveProperty("unknownAfter");
  });
});
