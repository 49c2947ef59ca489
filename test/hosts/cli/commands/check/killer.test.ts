import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../../../../hosts/cli/exitCode.ts";
import { commandLine } from "../../commandLine.ts";

const directory = mkdtempSync(join(tmpdir(), "plimsoll-killers-"));
afterAll(() => rmSync(directory, { recursive: true }));
const schema = new URL("../../../../../schemas/killer-check-1.schema.json", import.meta.url);
const isAnswer = new Ajv2020({ strict: true }).compile(JSON.parse(readFileSync(schema, "utf8")));

function file(name: string, text: string): string {
  writeFileSync(join(directory, name), text);
  return join(directory, name);
}

const run = (words: readonly string[]) => commandLine(words, { columns: 80 });
const conf = file("oomd.conf", "[OOM]\nSwapUsedLimit=8x\n");
const arguments_ = file("earlyoom", 'EARLYOOM_ARGS="-m 100"\n');

describe("plimsoll check of the configuration of a killer", () => {
  it("says what the program leaves out, and what is in force with a drop-in", async () => {
    const dropIn = file("10.conf", "[OOM]\nSwapUsedLimit=80%\n");
    const { stdout, exitCode } = await run(["check", conf, dropIn]);
    expect(stdout).toContain("systemd-oomd would start, and leave out what it cannot read");
    expect(stdout).toMatch(/SwapUsedLimit +80%/);
    expect(exitCode).toBe(ExitCode.Ok);
    const strict = await run(["check", conf, "--fail-on", "warning"]);
    expect(strict.exitCode).toBe(ExitCode.Findings);
  });

  it("says when the program would not start", async () => {
    const { stdout, exitCode } = await run([arguments_]);
    expect(stdout).toContain("earlyoom would not start with it: 1 finding.");
    expect(exitCode).toBe(ExitCode.Findings);
  });

  it("prints JSON as its schema has it", async () => {
    const { stdout } = await run(["check", conf, "--output", "json"]);
    expect(isAnswer(JSON.parse(stdout)), JSON.stringify(isAnswer.errors)).toBe(true);
  });

  it.each([
    ["earlyoom", `EARLYOOM_ARGS="${"-m 5 ".repeat(100_000)}"\n`, "(499,999 characters)"],
    ["oomd.conf", `[OOM]\nSwapUsedLimit=1\\\n${"a\\\n".repeat(100_000)}\n`, "characters)"],
    ["oomd.conf", `[OOM]\n${"SwapUsedLimit=8x\n".repeat(3000)}`, "2,980 further findings"],
  ])("shows the beginning of what is too long to read: %s", async (name, text, expected) => {
    const { stdout, exitCode } = await run(["check", file(`long-${name}`, text), "--all"]);
    expect(exitCode).toBe(ExitCode.Ok);
    expect(stdout.replace(/\s+/g, " ")).toContain(expected);
    expect(stdout.length).toBeLessThan(8000);
  });

  it.each([
    ["UTF-16", Buffer.from("\ufeff[OOM]\r\nSwapUsedLimit=80%\r\n", "utf16le")],
    ["UTF-16BE", Buffer.from("[OOM]\n", "utf16le").swap16()],
  ])("says that a file is UTF-16, and how it is converted: %s", async (from, bytes) => {
    const path = join(directory, "utf16.conf");
    writeFileSync(path, bytes);
    const { stderr, exitCode } = await run(["check", conf, path]);
    expect(exitCode).toBe(ExitCode.Input);
    expect(stderr).toBe(
      `plimsoll: ${path}: it is UTF-16, and the program that reads it takes only UTF-8; ` +
        `convert it with iconv -f ${from} -t UTF-8 ${path}.\n`,
    );
  });

  it("refuses files of two programs, and reports that are a kubelet's", async () => {
    expect((await run(["check", conf, arguments_])).exitCode).toBe(ExitCode.Usage);
    const { stderr } = await run(["check", conf, "--output", "junit"]);
    expect(stderr).toContain("--output junit needs a kubelet's configuration");
  });
});
