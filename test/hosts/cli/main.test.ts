/** @module-tag long */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ExitCode } from "../../../hosts/cli/exitCode.ts";

const PROGRAM = fileURLToPath(new URL("../../../dist/plimsoll.mjs", import.meta.url));
const EXAMPLE = fileURLToPath(
  new URL("../../../examples/memory-leak.plimsoll.ndjson.gz", import.meta.url),
);

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built program as a process; `bytes` is how much of its output is read. */
function execute(
  words: readonly string[],
  stdin = "",
  bytes = Number.POSITIVE_INFINITY,
  options: readonly string[] = [],
) {
  return new Promise<Ended>((resolve, reject) => {
    const child = spawn(process.execPath, [...options, PROGRAM, ...words]);
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
      if (stdout.length >= bytes) child.stdout.destroy();
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ exitCode, stdout, stderr }));
    child.stdin.end(stdin);
  });
}

describe("the program as it is installed", () => {
  it("says in a sentence that Node is too old", async () => {
    const versions = "{ value: { ...process.versions, node: '18.20.8' } }";
    const older = `data:text/javascript,Object.defineProperty(process, 'versions', ${versions})`;
    const ended = await execute(["--version"], "", undefined, ["--import", older]);
    expect(ended).toEqual({
      exitCode: ExitCode.Usage,
      stdout: "",
      stderr: "plimsoll: this is Node 18.20.8; install Node 20 or later.\n",
    });
  });

  // How much a memory of WebAssembly reserves depends on the release of Node.
  it("answers, or says in a sentence that no address space is left for a module", () => {
    const words = [process.execPath, PROGRAM, "explain", EXAMPLE];
    const limited = 'ulimit -v 6000000; exec "$0" "$@"';
    const ended = spawnSync("bash", ["-c", limited, ...words], { encoding: "utf8" });
    const sentence = /^plimsoll: no address space for a [^\n]*\(ulimit -v unlimited\)\.\n$/;
    const isAnswered = ended.status === ExitCode.Ok;
    expect(ended.stderr).toMatch(isAnswered ? /^$/ : sentence);
    expect(ended.status).toBe(isAnswered ? ExitCode.Ok : ExitCode.Input);
  });

  it("prints its version and the digest of its core", async () => {
    const ended = await execute(["--version"]);
    expect(ended.stdout).toMatch(/^plimsoll \d+\.\d+\.\d+\ncore sha256 [0-9a-f]{64}\n$/);
    expect(ended.exitCode).toBe(ExitCode.Ok);
  });

  it.each(["replay - --config -", "check - -"])(
    "refuses to read standard input twice: %s",
    async (words) => {
      const ended = await execute(
        words.split(" "),
        '{"time":"2026-11-20T10:00:00Z","summary":null}',
      );
      expect(ended.stderr).toMatch(/Standard input is read once, and .* give one as a file\./);
      expect(ended.exitCode).toBe(ExitCode.Usage);
    },
  );

  it("replays an example that came with it", async () => {
    const ended = await execute(["replay", "--example", "memory-leak"]);
    expect(ended.stderr).toBe("");
    expect(ended.stdout).toMatch(/^✖ shop\/cart-p89ncn6dqk-8t8pl is evicted at 10:12:20/);
  });

  it("reads a capture from standard input", async () => {
    const record = '{"time":"2026-11-20T10:00:00Z","summary":null,"summaryError":"No answer."}\n';
    const ended = await execute(["replay", "-"], record);
    expect(ended.stderr).toContain("no record that can be replayed: Summary: No answer.");
    expect(ended.exitCode).toBe(ExitCode.Input);
  });

  it("reads a configuration from standard input", async () => {
    const typed = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";
    const ended = await execute(["check", "-"], `${typed}evictionHard: {memory.available: x}\n`);
    expect(ended.stdout).toMatch(/^ {2}error +standard input:3: evictionHard/m);
    expect(ended.exitCode).toBe(ExitCode.Findings);
  });

  it.each([
    ["a pipe", '"$1" "$2" < "$3"'],
    ["a file", 'cat "$3" | "$1" "$2"'],
    ["one byte at a time", 'dd if="$3" bs=1 status=none | "$1" "$2"'],
    ["a named file", '"$1" "$2" "$3"'],
  ])("answers about a capture that comes from %s, without a command", (_, script) => {
    const words = ["-c", script, "sh", process.execPath, PROGRAM, EXAMPLE];
    const { stdout, stderr, status } = spawnSync("sh", words, { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^✖ shop\/cart-p89ncn6dqk-8t8pl is evicted at 10:12:20/);
    expect(status).toBe(ExitCode.Ok);
  });

  it("prints what to type where nothing is given", async () => {
    const { stdout, exitCode } = await execute([]);
    expect(stdout).toContain("Give it what you have:");
    expect(exitCode).toBe(ExitCode.Ok);
  });

  it("ends without a word when its reader has seen enough", async () => {
    const words = ["replay", "--example", "memory-leak", "--output", "ndjson", "--detail", "1"];
    const ended = await execute(words, "", 1);
    expect(ended).toMatchObject({ exitCode: ExitCode.Ok, stderr: "" });
  });

  it("writes usage errors to stderr and nothing to stdout", async () => {
    const ended = await execute(["replay", "--nonsense"]);
    expect(ended).toEqual({
      exitCode: ExitCode.Usage,
      stdout: "",
      stderr: "plimsoll: unknown option '--nonsense'\n",
    });
  });
});

describe.skipIf(!existsSync("/dev/full"))("on a full disk (/dev/full is not there)", () => {
  it("says so in one sentence, and ends with 3", async () => {
    const words = ["replay", "--example", "memory-leak"];
    const child = spawn(process.execPath, [PROGRAM, ...words], {
      stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
    });
    let stderr = "";
    child.stderr?.on("data", (chunk) => {
      stderr += chunk;
    });
    const exitCode = await new Promise((resolve) => child.on("close", resolve));
    expect(stderr).toBe("plimsoll: standard output: the disk is full; make room.\n");
    expect(exitCode).toBe(ExitCode.Input);
  });
});
