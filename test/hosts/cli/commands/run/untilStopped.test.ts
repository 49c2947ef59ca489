/**
 * The built program as a process: what a service manager, a shell and a terminal do to it.
 *
 * @module-tag long
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { PROC } from "../../../daemon/cgroup/tree.ts";

const PROGRAM = new URL("../../../../../dist/plimsoll.mjs", import.meta.url).pathname;

// A process is started in each, on machines that may be busy.
vi.setConfig({ testTimeout: 90_000 });

let directory = "";
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "plimsoll-process-"));
  const units = Array.from(
    { length: 3 },
    (_, index) => `cgroup/unit-${index}.service/cgroup.procs`,
  );
  const tree = {
    ...PROC,
    "cgroup/cgroup.controllers": "memory",
    "cgroup/memory.stat": "anon 1\nfile 0",
    ...Object.fromEntries(units.map((path) => [path, "9"])),
  };
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(join(directory, path, ".."), { recursive: true });
    writeFileSync(join(directory, path), `${content}\n`);
  }
});
afterAll(() => rmSync(directory, { recursive: true }));

/** A live source that never ends, many steps a second. */
function watching(...words: readonly string[]): string[] {
  const roots = ["cgroup", "proc"].flatMap((name) => [`--${name}-root`, join(directory, name)]);
  const pace = ["--interval", "0.01s", "--no-notifications"];
  return ["run", "--source", "cgroup", ...roots, ...pace, "--output", "ndjson", ...words];
}

/** A recorded node whose one eviction is handed to a command that hangs. */
function hanging(): string[] {
  const state = mkdtempSync(join(directory, "state-"));
  const source = "run --source capture --example memory-leak --listen none --output log";
  const act = ["--act", "exec", "--exec", "exec sleep 30", "--state-dir", state];
  return [...source.split(" "), ...act];
}

function start(words: readonly string[]): ChildProcess & { stdout: NodeJS.ReadableStream } {
  const child = spawn(process.execPath, [PROGRAM, ...words], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child as ReturnType<typeof start>;
}

const eventsOf = (output: string) =>
  output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).event);

/** Waits until the eviction is under way, which the journal says. */
async function acting(words: readonly string[]): Promise<void> {
  const journal = join(words.at(-1) ?? "", "acts.ndjson");
  const begun = () => {
    try {
      return readFileSync(journal, "utf8").includes("unknown");
    } catch {
      return false;
    }
  };
  await expect.poll(begun).toBe(true);
}

describe("a signal", () => {
  it("ends a run in good order, with its last line, whichever it is", async () => {
    const ends = ["SIGTERM", "SIGINT", "SIGHUP"].map(async (signal) => {
      const child = start(watching("--listen", "none", "--output", "log"));
      const output = text(child.stdout);
      await once(child.stdout, "data");
      child.kill(signal as NodeJS.Signals);
      const [exitCode] = await once(child, "close");
      return [signal, exitCode, eventsOf(await output).at(-1)];
    });
    expect(await Promise.all(ends)).toEqual([
      ["SIGTERM", 0, "stopped"],
      ["SIGINT", 0, "stopped"],
      ["SIGHUP", 0, "stopped"],
    ]);
  });

  it("that an act holds up is enforced after five seconds, or by one more", async () => {
    const ends = [1, 2].map(async (signals) => {
      const words = hanging();
      const child = start(words);
      child.stdout.resume();
      await acting(words);
      child.kill("SIGHUP");
      // It hears the first before the second.
      await new Promise((resolve) => setTimeout(resolve, 500));
      if (signals > 1) child.kill("SIGTERM");
      return once(child, "exit");
    });
    expect(await Promise.all(ends)).toEqual([
      [null, "SIGHUP"],
      [null, "SIGTERM"],
    ]);
  });
});

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Takes so many steps although its output is not read, and stays alive. */
async function expectSteps(url: string, count: number): Promise<void> {
  const steps = async () => {
    const none = () => "";
    const metrics = await fetch(`${url}/metrics`).then((response) => response.text(), none);
    return Number(/^plimsoll_steps_total\{woken_by="interval"\} (\d+)/m.exec(metrics)?.[1] ?? 0);
  };
  await expect.poll(steps, { timeout: 60_000 }).toBeGreaterThan(count);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
}

describe("standard output", () => {
  it("that is closed ends a run with 3 and a sentence", async () => {
    const child = start(watching("--listen", "none"));
    const errors = text(child.stderr as NodeJS.ReadableStream);
    await once(child.stdout, "data");
    (child as ChildProcess).stdout?.destroy();
    const [exitCode] = await once(child, "close");
    expect(await errors).toContain("The reader of standard output closed it");
    expect(exitCode).toBe(3);
  });

  it("and standard error closed together end it too", async () => {
    const child = start(watching("--listen", "none"));
    await once(child.stdout, "data");
    (child as ChildProcess).stdout?.destroy();
    (child as ChildProcess).stderr?.destroy();
    expect(await once(child, "exit")).toEqual([3, null]);
  });

  it("without a reader holds up neither a step nor the end", async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const child = start(watching("--listen", address));
    child.stdout.pause();
    // 64 KiB of a pipe and 16 KiB of a stream are 50 lines.
    await expectSteps(`http://${address}`, 100);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  const python = spawnSync("python3", ["-c", "import pty"]).status === 0;
  if (!python) console.log("A stopped terminal is not tested: install python3, which opens one.");
  it.skipIf(!python && !process.env.CI)("to a terminal that is stopped does neither", async () => {
    const address = `127.0.0.1:${await freePort()}`;
    // The terminal of the program is never read, as after Ctrl-S or behind a lost connection.
    const script = [
      "import os, pty, sys",
      "primary, secondary = pty.openpty()",
      "os.dup2(secondary, 1)",
      "os.set_inheritable(primary, True)",
      "os.execvp(sys.argv[1], sys.argv[1:])",
    ].join("\n");
    const words = ["-c", script, process.execPath, PROGRAM, ...watching("--listen", address)];
    const child = spawn("python3", words, { stdio: ["ignore", "ignore", "pipe"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    // 4 KiB of a terminal are three lines.
    await expectSteps(`http://${address}`, 20);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
