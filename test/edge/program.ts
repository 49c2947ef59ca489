/** The handler in a program of its own, which test/edge/programs/serve.mjs is. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { EdgeOptions } from "../../hosts/edge/index.ts";
import { packagedProgram } from "../runtimes/packages.ts";
import { STATE_KEYS, tenantsSetting, WORK_WITHOUT_END } from "./client.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface ProgramRuntime {
  readonly name: string;
  /** Null when it is not here. */
  readonly command: string | null;
  readonly words: (directory: string) => readonly string[];
}

const DENO_WORDS = ["run", "--no-remote", "--allow-env", "--allow-read", "--allow-net=127.0.0.1"];

export const PROGRAM_RUNTIMES: readonly ProgramRuntime[] = [
  { name: "Node", command: process.execPath, words: () => [] },
  {
    name: "Deno",
    command: packagedProgram("@deno", "linux-", "deno"),
    words: (directory) => [...DENO_WORDS, `--allow-write=${directory}`],
  },
  { name: "Bun", command: packagedProgram("@oven", "bun-", "bin/bun"), words: () => ["run"] },
];

export interface Program {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startProgram(
  { command, words }: ProgramRuntime,
  directory: string,
  options: Pick<EdgeOptions, "limits" | "stateKeys" | "work"> = {},
): Promise<Program> {
  const usual = { limits: {}, stateKeys: STATE_KEYS, work: WORK_WITHOUT_END };
  const settings = JSON.stringify({ ...usual, ...options });
  const script = ["test/edge/programs/serve.mjs", directory, await tenantsSetting(), settings];
  const started = spawn(command ?? "", [...words(directory), ...script], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  started.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  for await (const line of createInterface({ input: started.stdout })) {
    const { port } = JSON.parse(line) as { port: number };
    return {
      url: `http://127.0.0.1:${port}`,
      async stop() {
        const ended = once(started, "exit");
        if (started.exitCode === null && started.kill("SIGKILL")) await ended;
      },
    };
  }
  throw new Error(`The program has ended before it listened: ${said}`);
}
