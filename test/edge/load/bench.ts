/**
 * Decisions a second and their latency at 110 pods, on raw workerd over loopback: stateless,
 * stateful, and beside them a plain handler that does the same by `JSON.parse`.
 *
 *     npm run bench:edge [-- --seconds 10 --connections 10]
 */
import { readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { formatTime } from "../../../hosts/shared/index.ts";
import { nodeOf } from "../../bench/node.ts";
import { formatTable } from "../../bench/table.ts";
import { envelope, TOKENS, tenantsSetting } from "../client.ts";
import { startWorkerd, type Workerd } from "../workerd.ts";
import { startPlainWorkerd } from "./plainWorkerd.ts";
import { Poster } from "./post.ts";
import { POLICY } from "./simulatedNode.ts";

const PODS = 110;
/** Linux counts processor time in hundredths of a second. */
const TICK_MILLISECONDS = 10;
const NANOSECONDS_PER_SECOND = 1_000_000_000n;

interface Measured {
  readonly what: string;
  readonly bytes: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time of workerd, which other work on the machine changes little. */
  readonly processorMilliseconds: number;
  readonly failed: number;
}

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "8" },
    connections: { type: "string", default: "10" },
  },
});
const connections = Number(values.connections);
const { pods, moments } = nodeOf(PODS, 16);
const [moment] = moments;
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
  request: autocannon.Request,
): Promise<Measured> {
  const { url } = workerd;
  const before = processorOf(workerd);
  const result = await autocannon({
    url,
    connections,
    duration: Number(values.seconds),
    headers: { authorization: `Bearer ${TOKENS.acme}` },
    requests: [request],
  });
  return {
    what,
    bytes: request.body?.length ?? 0,
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    processorMilliseconds: (processorOf(workerd) - before) / result.requests.total,
    failed: result.non2xx + result.errors + result.timeouts,
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
  const rest = Buffer.from(envelope({ summary })).subarray(1);
  const bodyAt = (at: bigint) => Buffer.concat([Buffer.from(`{"time":"${formatTime(at)}",`), rest]);
  let sent = 0;
  return measure("stateful, only a Summary", workerd, {
    method: "POST",
    path: "/v1/nodes/n0/snapshots",
    body: bodyAt(time),
    setupRequest(request) {
      const at = time + BigInt(Math.floor(sent / connections)) * NANOSECONDS_PER_SECOND;
      const path = `/v1/nodes/n${sent++ % connections}/snapshots`;
      return { ...request, path, body: bodyAt(at) };
    },
  });
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
  measured.push(await measure("stateless, pods and Summary", edge, { method: "POST", path, body }));
  measured.push(await stateful(edge));
} finally {
  await edge.stop();
}
const plain = await startPlainWorkerd();
try {
  const only = Buffer.from(envelope({ time: formatTime(time), summary }));
  const both = { method: "POST", path: "/", body } as const;
  measured.push(await measure("JSON.parse, pods and Summary", plain, both));
  measured.push(await measure("JSON.parse, only a Summary", plain, { ...both, body: only }));
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
    [
      `${PODS} pods, ${connections} connections`,
      "body",
      "a second",
      "p50",
      "p99",
      "processor",
      "failed",
    ],
    ...measured.map(({ what, bytes, perSecond, p50, p99, processorMilliseconds, failed }) => [
      what,
      `${(bytes / 1024).toFixed(0)} KiB`,
      perSecond.toFixed(0),
      `${p50} ms`,
      `${p99} ms`,
      `${processorMilliseconds.toFixed(1)} ms`,
      String(failed),
    ]),
  ]),
);
