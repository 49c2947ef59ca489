/**
 * What the import of a day of a node with 110 pods takes, scraped every 30 seconds: a loopback
 * server repeats half an hour of generated series. Prints time, processor time and memory.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatHeader, formatRecord } from "../../analysis/read/capture/writer.ts";
import { generateMoments } from "../../examples/generate/generateNode.ts";
import { commandLine } from "../hosts/cli/commandLine.ts";
import { queryServer, type Within } from "../hosts/cli/queryServer.ts";
import { seriesOfText } from "./openMetricsText.ts";

const PODS = 110;
const MOMENTS = 60;
const INTERVAL_SECONDS = 30;
const DAY_SECONDS = 86_400;
const START_SECONDS = Date.UTC(2026, 0, 15) / 1000;
const COMMAND = fileURLToPath(new URL("../../dist/plimsoll.mjs", import.meta.url));
/** Said by the process itself, at its end. */
const USAGE = `process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const [seconds, megabytes] = [(userCPUTime + systemCPUTime) / 1e6, maxRSS / 1024];
  console.error("processor", seconds.toFixed(1), "s, memory", megabytes.toFixed(0), "MiB");
});`;

const directory = mkdtempSync(join(tmpdir(), "plimsoll-"));
const at = (name: string) => join(directory, name);

function generatedCapture(): Uint8Array {
  const encoder = new TextEncoder();
  const moments = [...generateMoments({ pods: PODS, seed: 35 }, MOMENTS)];
  const records = moments.map(({ summary, pods }, index) =>
    formatRecord({
      time: BigInt(START_SECONDS + index * INTERVAL_SECONDS) * 1_000_000_000n,
      summary: encoder.encode(summary),
      ...(index === 0 ? { pods: encoder.encode(pods) } : {}),
    }),
  );
  return Buffer.concat([formatHeader({ node: "worker-3", kubelet: "v1.35.8" }), ...records]);
}

/** The samples of half an hour, again and again. */
const repeated: Within = ({ values }, after, until) => {
  const found: [number, string][] = [];
  const first = Math.floor((after - START_SECONDS) / INTERVAL_SECONDS) + 1;
  const last = Math.floor((until - START_SECONDS) / INTERVAL_SECONDS);
  for (let index = Math.max(0, first); index <= last; index++) {
    const value = values[index % values.length]?.[1];
    if (value !== undefined) found.push([START_SECONDS + index * INTERVAL_SECONDS, value]);
  }
  return found;
};

try {
  writeFileSync(at("generated.plimsoll.ndjson"), generatedCapture());
  const words = ["capture", "export", "--openmetrics", at("generated.plimsoll.ndjson")];
  const { stdout } = await commandLine([...words, "--out", "-"]);
  const server = await queryServer(seriesOfText(stdout), undefined, undefined, repeated);
  const [from, to] = [START_SECONDS, START_SECONDS + DAY_SECONDS].map((seconds) =>
    new Date(seconds * 1000).toISOString(),
  );
  const options = ["--prometheus", server.url, "--node", "worker-3", "--from", from, "--to", to];
  const hook = `data:text/javascript,${encodeURIComponent(USAGE)}`;
  const begin = Date.now();
  const child = spawn(
    process.execPath,
    [
      ...["--import", hook, COMMAND, "capture", "import"],
      ...options.map(String),
      ...["--out", at("day.plimsoll.ndjson")],
    ],
    { stdio: ["ignore", "inherit", "pipe"] },
  );
  let said = "";
  for await (const chunk of child.stderr) said += chunk;
  console.log(said.trimEnd().split("\n").slice(-2).join("\n"));
  console.log(`from its start to its end ${((Date.now() - begin) / 1000).toFixed(1)} s`);
  await server.close();
} finally {
  rmSync(directory, { recursive: true });
}
