/** workerd, the runtime of edge workers; modules and corpora are modules of a worker. */
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { INSTALL_PACKAGES, packagedProgram } from "./packages.ts";
import { runUntil, versionOf } from "./process.ts";
import { type Runtime, readPlayed } from "./runtime.ts";

function configuration(port: number): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [ (name = "corpus", worker = .worker) ],
  sockets = [ (name = "http", address = "127.0.0.1:${port}", http = (), service = "corpus") ]
);
const worker :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "plimsoll-eviction.wasm", wasm = embed "plimsoll-eviction.wasm"),
    (name = "corpus.ndjson.gz", data = embed "corpus.ndjson.gz"),
    (name = "plimsoll-admission.wasm", wasm = embed "plimsoll-admission.wasm"),
    (name = "admissions.ndjson.gz", data = embed "admissions.ndjson.gz"),
    (name = "plimsoll-scheduler.wasm", wasm = embed "plimsoll-scheduler.wasm"),
    (name = "clusters.ndjson.gz", data = embed "clusters.ndjson.gz"),
    (name = "plimsoll-simulator.wasm", wasm = embed "plimsoll-simulator.wasm"),
    (name = "scenarios.calls", data = embed "scenarios.calls"),
    (name = "texts.calls", data = embed "texts.calls")
  ],
  compatibilityDate = "2026-01-01"
);
`;
}

export const WORKERD: Runtime = {
  name: "workerd",
  engine: "V8",
  install: INSTALL_PACKAGES,
  async find() {
    const program = packagedProgram("@cloudflare", "workerd-", "bin/workerd");
    const version = program === null ? null : await versionOf(program);
    if (program === null || version === null) return null;
    return {
      version,
      async play({ folder, path }) {
        const port = await freePort();
        writeFileSync(path("worker.capnp"), configuration(port));
        const words = ["serve", "worker.capnp"];
        const answer = ask(`http://127.0.0.1:${port}/`);
        return readPlayed(await runUntil(program, words, answer, { cwd: folder }));
      },
    };
  },
};

const ATTEMPTS = 100;
const PAUSE_MILLISECONDS = 100;

/** Asks until the worker listens. */
async function ask(url: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`workerd answers ${response.status}`);
      return await response.text();
    } catch (error) {
      // fetch throws a TypeError when nothing listens yet.
      if (!(error instanceof TypeError) || attempt === ATTEMPTS) throw error;
      await sleep(PAUSE_MILLISECONDS);
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
