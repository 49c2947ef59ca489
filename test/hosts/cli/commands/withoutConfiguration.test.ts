/** Each command that decides on a capture without a configuration says so. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { commandLine } from "../commandLine.ts";

const EXAMPLE = new URL("../../../../examples/memory-leak.plimsoll.ndjson.gz", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "plimsoll-"));
const capture = join(folder, "bare.ndjson");
const configuration = join(folder, "kubelet.yaml");
const lines = gunzipSync(readFileSync(EXAMPLE)).toString().split("\n");
const { config: _, ...header } = JSON.parse(lines[0] ?? "");
writeFileSync(capture, [JSON.stringify(header), ...lines.slice(1, 40)].join("\n"));
writeFileSync(configuration, "kind: KubeletConfiguration\nmaxPods: 30\n");
afterAll(() => rmSync(folder, { recursive: true }));

const SENTENCE = /no configuration in this capture: kubelet defaults assumed/i;
const COMMANDS: string[][] = [
  ["explain"],
  ["replay"],
  ["oom"],
  ["advise"],
  ["sweep", "--vary", "evictionHard.memory.available=100Mi,200Mi"],
];

const asked = ([command, ...more]: readonly string[], ...others: readonly string[]) =>
  commandLine([command ?? "", capture, ...more, ...others]);

describe("without a configuration", () => {
  it.each(COMMANDS)("%s says so, and has a member for it", async (...words) => {
    const text = await asked(words);
    expect(text.exitCode).toBe(0);
    expect(text.said).toMatch(SENTENCE);
    const { stdout } = await asked(words, "--output", "json");
    const answered = JSON.parse(stdout);
    for (const answer of answered.decisions ?? [answered]) {
      expect(answer).toMatchObject({ defaultsAssumed: true });
    }
    const markdown = await asked(words, "--output", "markdown");
    expect(markdown.stdout.replace(/\s+/g, " ")).toMatch(/defaults are assumed|defaults assumed/);
  });

  it("diff says so of the side that has none", async () => {
    const words = ["diff", "--config", configuration];
    expect((await asked(words)).said).toMatch(SENTENCE);
    const { stdout } = await asked(words, "--output", "json");
    expect(JSON.parse(stdout)).toMatchObject({ defaultsAssumed: true });
    expect((await asked([...words, "--config", configuration])).said).not.toMatch(SENTENCE);
  });

  it.each(COMMANDS)("%s does not say so where one is given", async (...words) => {
    const given = ["--config", configuration, "--output", "json"];
    const { stdout, stderr } = await asked(words, ...given);
    expect(stderr).not.toMatch(SENTENCE);
    expect(stdout).not.toContain("defaultsAssumed");
  });

  it("names a configuration in a report without the folders of this machine", async () => {
    for (const command of ["explain", "replay"]) {
      const given = ["--config", configuration, "--output", "markdown"];
      const { stdout } = await asked([command], ...given);
      expect(stdout).toContain("configuration: kubelet.yaml");
      expect(stdout).not.toContain(folder);
    }
  });
});
