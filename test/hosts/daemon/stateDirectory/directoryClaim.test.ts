import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandLine } from "../../cli/commandLine.ts";

const PROGRAM = new URL("../../../../dist/plimsoll.mjs", import.meta.url).pathname;
const WORDS = "run --source capture --example memory-leak --output ndjson --listen none".split(" ");

let directory = "";
let other: ChildProcess | null = null;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "plimsoll-state-"));
});
afterEach(() => {
  other?.kill("SIGKILL");
  other = null;
  rmSync(directory, { recursive: true });
});

const run = (steps = 1) =>
  commandLine([...WORDS, "--state-dir", directory, "--steps", String(steps)]);

/** Another process that is in the middle of a run with the same directory. */
async function runElsewhere(): Promise<ChildProcess> {
  const words = [PROGRAM, ...WORDS, "--state-dir", directory, "--pace", "1x"];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  other = child;
  if (child.stdout !== null) await once(child.stdout, "data");
  return child;
}

describe("a state directory", () => {
  it("belongs to one process: another is turned away, and says what to do", async () => {
    await runElsewhere();
    const { exitCode, stderr } = await run();
    expect(stderr).toBe(
      `plimsoll: ${directory}: another plimsoll stores its state there; stop it, or give another ` +
        "--state-dir.\n",
    );
    expect(exitCode).toBe(3);
  });

  it("is free again when that process was killed", async () => {
    const child = await runElsewhere();
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(existsSync(join(directory, "in-use.socket"))).toBe(true);
    expect(await run()).toMatchObject({ exitCode: 0 });
  });

  it("is free again after a run in this process, which leaves no socket", async () => {
    expect(await run()).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(directory, "in-use.socket"))).toBe(false);
    expect(await run()).toMatchObject({ exitCode: 0 });
  });

  it("may have a longer path than a socket's address", async () => {
    directory = join(directory, "d".repeat(120));
    mkdirSync(directory);
    await runElsewhere();
    expect(await run()).toMatchObject({ exitCode: 3 });
    directory = join(directory, "..");
  });

  it("with an unusable state is reported in the log, where every line is JSON", async () => {
    writeFileSync(join(directory, "state.plimsoll"), "spoilt\n");
    const words = `run --source capture --example memory-leak --output log --listen none --steps 1`;
    const { stdout, stderr } = await commandLine([...words.split(" "), "--state-dir", directory]);
    const lines = stdout.trim().split("\n");
    const notes = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "note");
    expect(notes).toEqual([
      { time: expect.any(String), level: "warn", event: "note", sentence: expect.any(String) },
    ]);
    expect(notes[0].sentence).toMatch(/state\.plimsoll: it is not a state of this version/);
    expect(stderr).toBe("");
  });

  it.each(["state.plimsoll", "acts.ndjson"])(
    "with a directory named %s is refused",
    async (name) => {
      mkdirSync(join(directory, name));
      const act = ["--act", "exec", "--exec", "true"];
      const { exitCode, stderr } = await commandLine([...WORDS, ...act, "--state-dir", directory]);
      const sentence = "it is not a regular file, as this program writes it; move it away";
      expect(stderr).toBe(`plimsoll: ${join(directory, name)}: ${sentence}.\n`);
      expect(exitCode).toBe(3);
    },
  );

  it("may hold a plain file where the socket would be: it is taken away", async () => {
    writeFileSync(join(directory, "in-use.socket"), "");
    expect(await run()).toMatchObject({ exitCode: 0 });
  });
});
