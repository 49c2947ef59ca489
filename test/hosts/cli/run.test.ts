import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../../hosts/cli/exitCode.ts";
import { commandLine } from "./commandLine.ts";

const { Ok, Usage, Input } = ExitCode;

let directory = "";
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "plimsoll-"));
  const files = {
    "empty.ndjson": "",
    "summary.json": '{"node":{"nodeName":"n"},"pods":[]}',
    "list.json": '{"kind":"PodList","items":[]}',
    "noise.ndjson": "\u0000\u0001 this is not JSON",
    "later.ndjson": '{"plimsoll":"capture/9"}\n',
    "bad.yaml": "a: [1,",
    "pod.yaml": "kind: Pod\nmetadata: {name: x}\n",
    "latin.yaml": Buffer.from([0x61, 0xe9, 0x3a, 0x20, 0x31]),
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(directory, name), content);
  }
});
afterAll(() => rmSync(directory, { recursive: true }));

/** `@name` in the words and the patterns is a file of the directory above. */
function placed(text: string): string {
  return text.replaceAll("@", `${directory}/`);
}

interface Row {
  readonly words: string;
  readonly exitCode: ExitCode;
  readonly stdout?: RegExp;
  readonly stderr?: string;
}

async function expectRow({ words, exitCode, stdout = /^$/, stderr = "" }: Row): Promise<void> {
  const ended = await commandLine(words === "" ? [] : placed(words).split(" "));
  expect(ended.stderr).toContain(placed(stderr));
  expect(ended.exitCode).toBe(exitCode);
  expect(ended.stdout).toMatch(stdout);
  if (exitCode === Ok) expect(ended.stderr).toBe("");
}

describe("help is printed on stdout", () => {
  it.each<Row>([
    {
      words: "",
      exitCode: Ok,
      stdout: /^Plimsoll explains .*\n\nGive it what you have:\n {2}.*plimsoll demo/s,
    },
    { words: "--help", exitCode: Ok, stdout: /Node:\n.*Exit codes:\n {2}0 {2}success\n/s },
    { words: "help replay", exitCode: Ok, stdout: /--eviction-hard 'memory\.available<100Mi/ },
    { words: "help capture pack", exitCode: Ok, stdout: /^Usage: plimsoll capture pack / },
    { words: "help simulate explain", exitCode: Ok, stdout: /^Usage: plimsoll simulate explain / },
    { words: "help help", exitCode: Ok, stdout: /^Usage: plimsoll \[options\]/ },
    {
      words: "version",
      exitCode: Ok,
      stdout: /^plimsoll \d+\.\d+\.\d+\ncore sha256 [0-9a-f]{64}\n$/,
    },
    { words: "replay --help", exitCode: Ok, stdout: /Examples:\n {2}plimsoll replay --example/ },
    {
      words: "explain --help",
      exitCode: Ok,
      stdout: /the first eviction is explained; with --pod/,
    },
    { words: "diff --help", exitCode: Ok, stdout: /A is the first --config of two/ },
    { words: "check --help", exitCode: Ok, stdout: /configz \| plimsoll check -/ },
    { words: "capture --help", exitCode: Ok, stdout: /pack .*verify .*reduce .*anonymize /s },
    { words: "capture pack --help", exitCode: Ok, stdout: /"summary" in its name/ },
  ])("$words", expectRow);
});

describe("a command line that cannot be understood", () => {
  it.each<Row>([
    { words: "evict", exitCode: Usage, stderr: "plimsoll: unknown command 'evict'" },
    { words: "replay --color", exitCode: Usage, stderr: "unknown option '--color'" },
    { words: "replay a b", exitCode: Usage, stderr: "too many arguments" },
    {
      words: "replay --summary @summary.json --pods @list.json --pods @list.json",
      exitCode: Usage,
      stderr: "--pods is given 2 times and --summary 1 times",
    },
    {
      words: "replay --example no-such",
      exitCode: Usage,
      stderr: "--example no-such: there is no such example; choose one of memory-leak, ",
    },
    {
      words: "replay --example",
      exitCode: Usage,
      stderr: "plimsoll: --example has no name; choose one of memory-leak, ",
    },
    {
      words: "simulate --example",
      exitCode: Usage,
      stderr: "plimsoll: --example has no name; choose one of cascade, ",
    },
    { words: "check --example", exitCode: Usage, stderr: "unknown option '--example'" },
    { words: "replay x --output xml", exitCode: Usage, stderr: "Allowed choices are text, json" },
    { words: "replay x --profile 2016", exitCode: Usage, stderr: "Allowed choices are kubelet" },
    { words: "replay x --layout double", exitCode: Usage, stderr: "Allowed choices are single" },
    { words: "replay x --capacity memory=0", exitCode: Usage, stderr: "memory=0 is not a size" },
    { words: "replay x --capacity memory=x", exitCode: Usage, stderr: "memory=x is not a size" },
    { words: "replay x --capacity cpu=-1", exitCode: Usage, stderr: "cpu=-1 is not a size" },
    {
      words: "capture pack x --kubelet-version new",
      exitCode: Usage,
      stderr: "a version such as v1.35.2",
    },
    { words: "replay x --capacity 8Gi", exitCode: Usage, stderr: "Write it as memory=8Gi" },
    { words: "explain x --step three", exitCode: Usage, stderr: "Write it as a number" },
    { words: "explain x --pod a/b/c", exitCode: Usage, stderr: "Write it as namespace/name" },
    { words: "capture reduce x", exitCode: Usage, stderr: "'--out <file>' not specified" },
    { words: "capture verify", exitCode: Usage, stderr: "missing required argument 'capture'" },
  ])("$words", expectRow);
});

describe("an input that cannot be used", () => {
  it.each<Row>([
    {
      words: "replay @absent.ndjson",
      exitCode: Input,
      stderr: "plimsoll: @absent.ndjson: there is no such file; check the path.",
    },
    { words: "replay @.", exitCode: Input, stderr: "this is a directory, not a capture; if it" },
    { words: "replay @empty.ndjson", exitCode: Input, stderr: "@empty.ndjson: The capture is em" },
    { words: "replay @noise.ndjson", exitCode: Input, stderr: "@noise.ndjson: The first line is" },
    { words: "replay @later.ndjson", exitCode: Input, stderr: 'The first line says "capture/9"' },
    { words: "replay @list.json", exitCode: Input, stderr: "give it as --pods @list.json" },
    { words: "replay @summary.json", exitCode: Input, stderr: "give it as --summary @" },
    {
      words: "replay --summary @list.json",
      exitCode: Input,
      stderr: "@list.json: this is a PodList, not a stats Summary; did you swap --summary and",
    },
    {
      words: "replay --summary @summary.json",
      exitCode: Input,
      stderr: "@summary.json has no time in its node block; give its time with --time.",
    },
    { words: "replay --summary @.", exitCode: Input, stderr: "it is a directory" },
    {
      words: "check @na\uFFFDve.yaml",
      exitCode: Input,
      stderr: "ve.yaml: there is no such file; a name that is not UTF-8 cannot be given as an",
    },
    {
      words: "@na\uFFFDve.yaml",
      exitCode: Input,
      stderr: "rename it, or give the file on standard input, as -.",
    },
    { words: "check @absent.yaml", exitCode: Input, stderr: "@absent.yaml: there is no such file" },
    { words: "check @bad.yaml", exitCode: Input, stderr: "@bad.yaml:1:" },
    { words: "check @pod.yaml", exitCode: Input, stderr: "holds no kubelet configuration" },
    { words: "check @latin.yaml", exitCode: Input, stderr: "@latin.yaml: it is not UTF-8" },
    {
      words: "capture pack @. --out @x",
      exitCode: Input,
      stderr: "pods.json is missing next to it",
    },
    {
      words: "capture pack @none --out @x",
      exitCode: Input,
      stderr: "@none: there is no such file",
    },
  ])("$words", expectRow);
});

describe("a word with line breaks and control characters", () => {
  const FORGED = "/x\nplimsoll: all is well\u001b[31m";

  it.each([
    [[FORGED]],
    [["replay", FORGED]],
    [["explain", FORGED]],
    [["explain", "--bundle", FORGED]],
    [["explain", "--node", FORGED]],
    [["explain", "--example", FORGED]],
    [["oom", FORGED]],
    [["check", FORGED]],
    [["drain", FORGED]],
    [["upgrade", FORGED]],
    [["schedule", FORGED]],
    [["replay", `--${FORGED}`]],
    [["simulate", FORGED]],
  ])("looks like no line of ours on stderr: %j", async (words) => {
    const { stderr } = await commandLine(words);
    expect(stderr).not.toMatch(/^plimsoll: all is well/m);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what is looked for.
    expect(stderr).not.toMatch(/\u001b/);
  });

  it("leaves a list in a sentence its lines", async () => {
    const config = join(directory, "many.yaml");
    writeFileSync(config, "kind: KubeletConfiguration\nevictionHard: {memory.available: many}\n");
    const { stderr } = await commandLine([
      "replay",
      "--example",
      "memory-leak",
      "--config",
      config,
    ]);
    expect(stderr).toMatch(/^plimsoll: .*would not start.*:\n {2}evictionHard\["memory/);
  });

  it("leaves what may have been meant in a line of its own", async () => {
    const { stderr } = await commandLine(["replay", "--journel"]);
    expect(stderr).toMatch(/^plimsoll: unknown option '--journel'\n\(Did you mean .*\?\)\n/);
  });
});

describe("a defect of ours", () => {
  it("asks for a report, shows where, and ends with 4", async () => {
    const { exitCode, stderr } = await commandLine(["--version"], {
      failure: new RangeError("Invalid array length"),
    });
    expect(exitCode).toBe(ExitCode.Internal);
    expect(stderr).toMatch(/^plimsoll: This is a bug .*\nRangeError: Invalid array length\n +at /);
  });
});
