import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { type Row, workplace } from "../workplace.ts";

const { Ok, Findings, Usage, Input } = ExitCode;
const { decisions, directory, expectRow, run } = workplace();

const BLIND = '"summary":null,"summaryError":"No answer."}';
beforeAll(() => {
  const records = Array.from(
    { length: 6 },
    (_, at) => `{"time":"2026-11-20T10:00:0${at}Z",${BLIND}`,
  );
  writeFileSync(join(directory(), "blinds.ndjson"), `${records.join("\n")}\n`);
});

describe("capture", () => {
  it.each<Row>([
    {
      words: "capture pack --summary @summary1.json --pods @pods1.json --out @one.ndjson.gz",
      exitCode: Ok,
      stderr: /one\.ndjson\.gz: 1 record\n/,
    },
    {
      words: "capture verify @one.ndjson.gz",
      exitCode: Ok,
      stdout:
        /^✔ .*: no problems found\n {2}capture\n\n +records +1 \(1 with.*\nNext +plimsoll replay /s,
    },
    {
      words: "capture pack --summary @summary1.json --pods @pods1.json --out @one.ndjson.gz",
      exitCode: Input,
      stderr: /one\.ndjson\.gz: it exists already/,
    },
    {
      words: "capture anonymize @cut.ndjson --out @never.ndjson --key ",
      exitCode: Usage,
      stderr: /--key <text>' argument '' is invalid\. It is empty; give a text, or omit --key/,
    },
    {
      words: "capture verify @cut.ndjson",
      exitCode: Findings,
      stdout: /1 problem\n.* - Line 4 is truncated: /s,
    },
    {
      words: "capture verify @blinds.ndjson",
      exitCode: Findings,
      stdout: /^! .*: 6 problems\n.* - lines 1, 2, 3, 4, 5 and 1 more: No answer\.\n/s,
    },
    {
      words: "capture verify @blinds.ndjson --all",
      exitCode: Findings,
      stdout: / - lines 1, 2, 3, 4, 5, 6: No answer\.\n/,
    },
    { words: "capture verify @blind.ndjson", exitCode: Findings, stdout: /line 1: No answer\./ },
    {
      words: "capture verify @blind.ndjson --output json",
      exitCode: Findings,
      stdout: /"observed": 0/,
    },
  ])("$words", expectRow);

  it("packs a directory in the order of its times, repeated lists once", async () => {
    const folder = mkdtempSync(join(directory(), "pairs-"));
    // The names say the other way round what the times say.
    for (const [name, from] of [
      ["b-summary.json", "summary1.json"],
      ["a-summary.json", "summary2.json"],
      ["b-pods.json", "pods1.json"],
      ["a-pods.json", "pods2.json"],
      ["c-pods.json", "pods2.json"],
      ["configz.json", "pods2.json"],
    ] as const) {
      writeFileSync(join(folder, name), readFileSync(join(directory(), from)));
    }
    const words = `capture pack ${folder} --node worker-3 --kubelet-version v1.35.2 --out -`;
    const { stdout, stderr } = await run(words);
    expect(stderr).toContain(
      "Left out, because they are not part of a pair: c-pods.json, configz.json.",
    );
    const [header, ...records] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(header).toEqual({ plimsoll: "capture/1", node: "worker-3", kubelet: "v1.35.2" });
    expect(records.map((record) => "pods" in record)).toEqual([true, false]);
    expect(records[0].time < records[1].time).toBe(true);
  });

  it.each([
    ["reduce", "example.gz"],
    ["anonymize --key k", "example.gz"],
    ["reduce", "node.ndjson"],
    ["anonymize --key k", "node.ndjson"],
  ])("%s keeps every decision of %s", async (command, file) => {
    const out = `@${command.split(" ")[0]}-${file}.ndjson`;
    await run(`capture ${command} @${file} --out ${out}`);
    const before = await decisions(`@${file}`);
    const after = await decisions(out);
    expect(after).not.toEqual([]);
    expect(after.map(({ action, step }) => [step, action])).toEqual(
      before.map(({ action, step }) => [step, action]),
    );
  });
});
