/** @module-tag long */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../../../../hosts/cli/exitCode.ts";
import { PROC } from "../../../daemon/cgroup/tree.ts";
import { commandLine } from "../../commandLine.ts";

const PROGRAM = new URL("../../../../../dist/plimsoll.mjs", import.meta.url).pathname;
/** Only a process that hangs is still there after so long. */
const HANG_MILLISECONDS = 25_000;

let directory = "";
let taken: Server;
let port = 0;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "plimsoll-start-"));
  const tree = { ...PROC, "cgroup/cgroup.controllers": "memory", "cgroup/a/cgroup.procs": "9" };
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(join(directory, path, ".."), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  writeFileSync(join(directory, "short"), "short");
  writeFileSync(join(directory, "secret"), "0123456789abcdef0123");
  writeFileSync(join(directory, "file"), "");
  mkdirSync(join(directory, "state/state.plimsoll"), { recursive: true });
  taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  port = (taken.address() as { port: number }).port;
});
afterAll(() => {
  taken.close();
  rmSync(directory, { recursive: true });
});

interface Row {
  readonly words: string;
  readonly exitCode: ExitCode;
  readonly stderr: RegExp;
}

/** `@` means the directory, and `TAKEN` a port that is in use. */
const RUN_ROWS: readonly Row[] = [
  { words: "--config @nofile", exitCode: 3, stderr: /nofile: there is no such file/ },
  { words: "--eviction-hard memory.available<foo", exitCode: 3, stderr: /memory\.available/ },
  { words: "--act exec", exitCode: 2, stderr: /--act exec needs --exec; add it\./ },
  { words: "--act kubernetes --kubeconfig @nofile", exitCode: 3, stderr: /nofile/ },
  { words: "--act cgroup", exitCode: 2, stderr: /--act cgroup needs --state-dir/ },
  { words: "--listen 127.0.0.1:TAKEN", exitCode: 3, stderr: /another program listens there/ },
  { words: "--listen :10999", exitCode: 2, stderr: /give --token-file with the token/ },
  { words: "--listen :0 --token-file @short", exitCode: 3, stderr: /at least 16 characters/ },
  { words: "--listen :0 --token-file @nofile", exitCode: 3, stderr: /there is no such file/ },
  { words: "--forward http://example.com", exitCode: 2, stderr: /--forward/ },
  { words: "--record @file", exitCode: 3, stderr: /file: it is not a directory/ },
  { words: "--record /proc/x", exitCode: 3, stderr: /\/proc\/x: no directory can be made there/ },
  { words: "--state-dir /proc/x", exitCode: 3, stderr: /no directory can be made there/ },
  { words: "--state-dir @state", exitCode: 3, stderr: /state\.plimsoll: it is not a regular file/ },
];

const RECORD_ROWS: readonly Row[] = [
  { words: "--out @missing/x.ndjson", exitCode: 3, stderr: /its directory does not exist/ },
  { words: "--out @file", exitCode: 3, stderr: /it exists already; choose another name/ },
];

function placed(words: string): string[] {
  return words.replaceAll("@", `${directory}/`).replaceAll("TAKEN", String(port)).split(" ");
}

/** The built program as a process of its own; a hang is a signal in place of an exit code. */
async function execute(words: readonly string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    stdio: ["ignore", "ignore", "pipe"],
    timeout: HANG_MILLISECONDS,
    killSignal: "SIGKILL",
    env: { PATH: process.env.PATH },
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const [exitCode, signal] = await once(child, "close");
  return { exitCode, signal, stderr };
}

/** Sources that watch the machine for notifications: these can keep a process alive. */
const SOURCES = [
  { source: "cgroup", rows: RUN_ROWS },
  // It opens the same source; two rows show that it hands it on to be closed.
  { source: "auto", rows: RUN_ROWS.slice(0, 2) },
];

describe.each(SOURCES)("a start that fails ends the process: $source", ({ source, rows }) => {
  const machine = () => [
    ...["--source", source, "--cgroup-root", join(directory, "cgroup")],
    ...["--proc-root", join(directory, "proc"), "--kubelet", "https://127.0.0.1:1"],
  ];

  it.concurrent.each(rows)("run $words", async ({ words, exitCode, stderr }) => {
    // Listening is left out unless it is what fails.
    const listen = words.includes("--listen") ? [] : ["--listen", "none"];
    const ended = await execute(["run", ...machine(), ...listen, ...placed(words)]);
    expect(ended).toEqual({ exitCode, signal: null, stderr: expect.stringMatching(stderr) });
  });

  it.concurrent.each(RECORD_ROWS)("capture record $words", async ({ words, exitCode, stderr }) => {
    const ended = await execute(["capture", "record", ...machine(), ...placed(words)]);
    expect(ended).toEqual({ exitCode, signal: null, stderr: expect.stringMatching(stderr) });
  });
});

describe("a run", () => {
  const words =
    "run --source kubelet --kubelet http://127.0.0.1:1 --listen none --config @good.yaml";

  it("that never observed its node is a failure when it ends by itself", async () => {
    writeFileSync(join(directory, "good.yaml"), "kind: KubeletConfiguration\n");
    const ended = await commandLine([...placed(words), "--steps", "1"]);
    expect(ended.stderr).toMatch(
      /^plimsoll: The node was not observed in any step\. .* nothing listens/,
    );
    expect(ended.exitCode).toBe(ExitCode.Input);
  });
});
