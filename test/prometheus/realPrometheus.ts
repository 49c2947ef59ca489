/** Debian's Prometheus on loopback, filled with blocks that promtool makes of OpenMetrics text. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

/** Why the tests that need it are skipped; null where both programs are. */
export function missingPrograms(): string | null {
  const missing = ["prometheus", "promtool"].filter(
    (program) => spawnSync(program, ["--version"]).error !== undefined,
  );
  if (missing.length === 0) return null;
  return `${missing.join(" and ")} is not installed: apt-get install prometheus`;
}

export interface RealPrometheus {
  readonly url: string;
  stop(): Promise<void>;
}

const READY_MILLISECONDS_MAX = 20_000;

export async function startPrometheus(text: string, directory: string): Promise<RealPrometheus> {
  const at = (name: string) => join(directory, name);
  writeFileSync(at("series.om"), text);
  const make = ["tsdb", "create-blocks-from", "openmetrics", "-q", at("series.om"), at("tsdb")];
  const { status, stderr } = spawnSync("promtool", make, { encoding: "utf8" });
  if (status !== 0) throw new Error(`promtool ended with ${status}: ${stderr}`);
  writeFileSync(at("prometheus.yml"), "global: {}\n");
  const port = await freePort();
  const server = spawn(
    "prometheus",
    [
      `--config.file=${at("prometheus.yml")}`,
      `--storage.tsdb.path=${at("tsdb")}`,
      "--storage.tsdb.retention.time=100y",
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=error",
    ],
    { stdio: "ignore" },
  );
  const url = `http://127.0.0.1:${port}`;
  await ready(url, server);
  return { url, stop: () => stopped(server) };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}

async function ready(url: string, server: ChildProcess): Promise<void> {
  const until = Date.now() + READY_MILLISECONDS_MAX;
  while (Date.now() < until && server.exitCode === null) {
    const answer = await fetch(`${url}/-/ready`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await stopped(server);
  throw new Error("Prometheus did not become ready.");
}

async function stopped(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
}
