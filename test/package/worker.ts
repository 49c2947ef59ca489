/** A worker in workerd, made of what a bundler wrote. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { INSTALL_PACKAGES, packagedProgram } from "../runtimes/packages.ts";
import { Missing } from "./missing.ts";

const CONTROL = 3;
const MODULES = ["plimsoll-eviction.wasm", "plimsoll-scheduler.wasm", "plimsoll-simulator.wasm"];

export async function playWorker(folder: string, examples: readonly string[]): Promise<string> {
  const program = packagedProgram("@cloudflare", "workerd-", "bin/workerd");
  if (program === null) throw new Missing(INSTALL_PACKAGES);
  const installed = join(folder, "../node_modules/plimsoll/dist");
  for (const module of MODULES) copyFileSync(join(installed, module), join(folder, module));
  writeFileSync(join(folder, "worker.capnp"), configuration(examples));
  const started = spawn(program, ["serve", `--control-fd=${CONTROL}`, "worker.capnp"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  let said = "";
  (started.stderr as Readable).setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  try {
    for await (const line of createInterface({ input: started.stdio[CONTROL] as Readable })) {
      const { event, port } = JSON.parse(line) as { event: string; port?: number };
      if (event !== "listen") continue;
      return await (await fetch(`http://127.0.0.1:${port}/`)).text();
    }
    throw new Error(`workerd has ended before it listened: ${said}`);
  } finally {
    const ended = once(started, "exit");
    if (started.exitCode === null && started.kill("SIGKILL")) await ended;
  }
}

function configuration(examples: readonly string[]): string {
  const captures = examples.map(
    (file) => `    (name = "examples/${file}", data = embed "examples/${file}"),\n`,
  );
  const modules = MODULES.map((name) => `    (name = "${name}", wasm = embed "${name}")`);
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [ (name = "embedder", worker = .worker) ],
  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "embedder") ]
);
const worker :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
${captures.join("")}${modules.join(",\n")}
  ],
  compatibilityDate = "2026-01-01"
);
`;
}
