/**
 * Decisions a second and their latency at 110 pods, on raw workerd over loopback: stateless,
 * stateful, next to a plain handler that does the same by `JSON.parse`; then the rows that
 * a post costs. Exits with 1 when any answer is not a decision.
 *
 *     npm run bench -- edge [--seconds 10 --connections 10]
 */
import { readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import type autocannon from "autocannon";
import { formatTime } from "../../../hosts/entries/library/index.ts";
import { nodeOf } from "../../bench/node.ts";
import { formatTable } from "../../bench/table.ts";
import { envelope, tenantsSetting } from "../client.ts";
import { startWorkerd, type Workerd } from "../workerd.ts";
import { loadWith, snapshotsOf } from "./load.ts";
import { startPlainWorkerd } from "./plainWorkerd.ts";
import { Poster } from "./post.ts";
import { rowsOfPost } from "./rows.ts";
import { POLICY } from "./simulatedNode.ts";

const PODS = 110;
/** Linux counts processor time in hundredths of a second. */
const TICK_MILLISECONDS = 10;

interface Measured {
  readonly what: string;
  readonly bytes: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time of workerd, which other work on the machine changes little. */
  readonly processorMilliseconds: number;
  /** What came instead of decisions; the figures are worthless when anything did. */
  readonly complaints: readonly string[];
}

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "8" },
    connections: { type: "string", default: "10" },
  },
});
const connections = Number(values.connections);
const node = nodeOf(PODS, 16);
const { pods } = node;
const [moment] = node.moments;
if (moment === undefined) throw new RangeError("The node has no moment.");
const { time, summary } = moment;

/** Milliseconds of processor time that a process has had, user and system. */
function processorOf({ pid }: Workerd): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12, 14);
  return (Number(user) + Number(system)) * TICK_MILLISECONDS;
}

async function measure(
  what: string,
  workerd: Workerd,
  requestOf: (connection: number) => autocannon.Request,
): Promise<Measured> {
  const before = processorOf(workerd);
  const load = { url: workerd.url, connections, seconds: Number(values.seconds) };
  const { result, answers } = await loadWith(load, requestOf);
  const unanswered = result.errors === 0 ? [] : [`${result.errors} posts were not answered`];
  return {
    what,
    bytes: requestOf(0).body?.length ?? 0,
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    processorMilliseconds: (processorOf(workerd) - before) / result.requests.total,
    complaints: [...answers.complaints, ...unanswered],
  };
}

/** Every connection is a node of its own, whose time goes forwards with each request. */
async function stateful(workerd: Workerd): Promise<Measured> {
  const poster = new Poster(workerd.url, connections);
  for (let node = 0; node < connections; node++) {
    await poster.send("PUT", `/v1/nodes/n${node}/policy`, POLICY);
    await poster.send("PUT", `/v1/nodes/n${node}/pods`, pods);
  }
  poster.close();
  return measure("stateful, only a Summary", workerd, (connection) =>
    snapshotsOf(`n${connection}`, time, summary),
  );
}

const settings = {
  TENANTS: await tenantsSetting(),
  RATE: JSON.stringify({ perSecond: 1e9, burst: 1e9 }),
  LIMITS: JSON.stringify({ aheadSecondsMax: 1e12 }),
};
const measured: Measured[] = [];
const body = Buffer.from(envelope({ time: formatTime(time), pods, summary }));
const edge = await startWorkerd({ settings });
try {
  const path = "/v1/evaluate";
  const stateless = { method: "POST", path, body } as const;
  measured.push(await measure("stateless, pods and Summary", edge, () => stateless));
  measured.push(await stateful(edge));
} finally {
  await edge.stop();
}
const plain = await startPlainWorkerd();
try {
  const only = Buffer.from(envelope({ time: formatTime(time), summary }));
  const both = { method: "POST", path: "/", body } as const;
  measured.push(await measure("JSON.parse, pods and Summary", plain, () => both));
  const summaryOnly = { ...both, body: only };
  measured.push(await measure("JSON.parse, only a Summary", plain, () => summaryOnly));
} finally {
  await plain.stop();
}
const [processor] = cpus();
const load = loadavg()[0]?.toFixed(0);
console.log(
  `${cpus().length} cores of ${processor?.model}, client and workerd on them, load ${load}`,
);
console.log(
  formatTable([
    [`${PODS} pods, ${connections} connections`, "body", "a second", "p50", "p99", "processor"],
    ...measured.map(({ what, bytes, perSecond, p50, p99, processorMilliseconds }) => [
      what,
      `${(bytes / 1024).toFixed(0)} KiB`,
      perSecond.toFixed(0),
      `${p50} ms`,
      `${p99} ms`,
      `${processorMilliseconds.toFixed(1)} ms`,
    ]),
  ]),
);
for (const seconds of [10, 60]) {
  const { read, written } = await rowsOfPost(node, seconds, settings);
  console.log(
    `a post each ${seconds} s reads ${read.toFixed(2)} rows and writes ${written.toFixed(2)}`,
  );
}
for (const { what, complaints } of measured) {
  for (const complaint of complaints) console.error(`${what}: ${complaint}`);
  if (complaints.length > 0) process.exitCode = 1;
}
