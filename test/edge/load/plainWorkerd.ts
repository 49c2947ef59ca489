/**
 * workerd with a handler of one script and without storage: test/edge/load/plainWorker.ts, or
 * test/edge/load/emptyWorker.mjs.
 */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { createStorage, serve, type Workerd } from "../workerd.ts";

const CONFIGURATION = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [ (name = "plain", worker = .worker) ],
  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "plain") ]
);
const worker :Workerd.Worker = (
  modules = [ (name = "worker.js", esModule = embed "../worker.js") ],
  compatibilityDate = "2026-01-01"
);
`;

export async function startPlainWorkerd(script = "plainWorker.ts"): Promise<Workerd> {
  const folder = mkdtempSync(join(createStorage(), "plain-"));
  await build({
    entryPoints: { worker: fileURLToPath(new URL(script, import.meta.url)) },
    outdir: folder,
    bundle: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    logLevel: "warning",
  });
  return serve(folder, CONFIGURATION);
}
