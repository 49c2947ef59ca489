/**
 * Processor time of workerd for a request to the edge function, next to handlers that do less:
 * test/edge/load/emptyWorker.mjs answers, test/edge/programs/storingWorker.mjs stores, and
 * test/edge/programs/leastWorker.mjs steps and stores.
 */
import type autocannon from "autocannon";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { formatTime } from "../../analysis/text/time.ts";
import { podsDigestOf } from "../../hosts/edge/podsDigest.ts";
import { envelope, tenantsSetting } from "../edge/client.ts";
import { loadWith, snapshotsOf } from "../edge/load/load.ts";
import { startPlainWorkerd } from "../edge/load/plainWorkerd.ts";
import { Poster } from "../edge/load/post.ts";
import { startWorkerd, WORKERD_PROGRAM, type Workerd } from "../edge/workerd.ts";
import { core } from "./core.ts";
import { nodeOf } from "./node.ts";
import { processorMicrosOf } from "./processes.ts";
import { type Row, remark, timesTheCost, withoutRival } from "./row.ts";
import type { Run } from "./run.ts";
import { mediansOf } from "./stopwatch.ts";
import { formatMicros } from "./table.ts";

const PODS = 110;
const CONNECTIONS = 4;
const POSTS = 1500;
/** What a node keeps; storage costs more until it is full. */
const HISTORY = 256;
const DAY_NANOSECONDS = 86_400_000_000_000n;
const SEED = 35;
const STATELESS = "edge stateless, one node: reduced Summary and podsDigest";
const STATEFUL = "edge stateful, the same";
const EMPTY = "an empty handler, no body";
const STORING = "the handler that only stores the body";

interface Case {
  readonly workerd: Workerd;
  /** The request of a connection, in one of the rounds. */
  readonly requestOf: (connection: number, round: number) => autocannon.Request;
}

export async function measureEdge(run: Run): Promise<readonly Row[]> {
  if (WORKERD_PROGRAM === null) {
    const why = "npm ci --prefix test/runtimes";
    return [
      withoutRival(STATELESS, EMPTY, "-", "≤ 4 ×", why),
      withoutRival(STATEFUL, STORING, "-", "≤ 1.5 ×", why),
    ];
  }
  const settings = {
    TENANTS: await tenantsSetting(),
    RATE: JSON.stringify({ perSecond: 1e9, burst: 1e9 }),
    LIMITS: JSON.stringify({ aheadSecondsMax: 1e12 }),
  };
  const program = (name: string) => ({ settings, entry: `test/edge/programs/${name}.mjs` });
  const edge = await startWorkerd({ settings });
  const storing = await startWorkerd(program("storingWorker"));
  const least = await startWorkerd(program("leastWorker"));
  const empty = await startPlainWorkerd("emptyWorker.mjs");
  try {
    return await measured({ edge, storing, least, empty }, run);
  } finally {
    await Promise.all([edge, storing, least, empty].map((workerd) => workerd.stop()));
  }
}

type Workerds = Readonly<Record<"edge" | "storing" | "least" | "empty", Workerd>>;

async function measured(workerds: Workerds, { times, onProgress }: Run): Promise<readonly Row[]> {
  const { edge, storing, least, empty } = workerds;
  const nodes = await Promise.all(Array.from({ length: CONNECTIONS }, (_, i) => reducedNode(i)));
  const [{ time, summary, pods, podsDigest, named }] = nodes as [ReducedNode];
  const sent = Buffer.from(envelope({ time: formatTime(time), pods, summary }));
  await prepare(edge, pods, nodes);
  await prepare(storing, pods, []);
  await prepare(least, pods, []);
  const inTurns = (connection: number) => evaluate(nodes[connection]?.named ?? named)();
  const evaluate = (body: Buffer) => () =>
    ({ method: "POST", path: "/v1/evaluate", body }) as const;
  const snapshots = (connection: number, round: number) =>
    snapshotsOf(`n${connection}`, time + BigInt(round) * DAY_NANOSECONDS, summary, { podsDigest });
  const cases: Readonly<Record<string, Case>> = {
    empty: { workerd: empty, requestOf: evaluate(Buffer.from("{}")) },
    reading: { workerd: empty, requestOf: evaluate(named) },
    stateless: { workerd: edge, requestOf: evaluate(named) },
    inTurns: { workerd: edge, requestOf: inTurns },
    withPods: { workerd: edge, requestOf: evaluate(sent) },
    storing: { workerd: storing, requestOf: snapshots },
    least: { workerd: least, requestOf: snapshots },
    stateful: { workerd: edge, requestOf: snapshots },
  };
  const rounds: Record<string, number>[] = [];
  // The first round fills histories and warms scripts up.
  for (let round = 0; round <= times; round++) {
    onProgress(`the edge function, round ${round} of ${times}`);
    const costs: Record<string, number> = {};
    for (const [name, of] of Object.entries(cases)) costs[name] = await costOf(name, of, round);
    if (round > 0) rounds.push(costs);
  }
  const medians = mediansOf(rounds);
  const of = (name: string) => medians[name] ?? Number.NaN;
  const format = formatMicros;
  return [
    timesTheCost(4, {
      work: STATELESS,
      rival: EMPTY,
      took: of("stateless"),
      rivalTook: of("empty"),
      format,
    }),
    remark("  the floor: a handler that only takes this body", format(of("reading"))),
    remark(`  requests of ${CONNECTIONS} nodes in turns`, format(of("inTurns"))),
    remark("  with the pods themselves", format(of("withPods"))),
    timesTheCost(1.5, {
      work: STATEFUL,
      rival: `${STORING}, the last ${HISTORY}`,
      took: of("stateful"),
      rivalTook: of("storing"),
      format,
    }),
    remark("  the floor: a handler that steps and stores", format(of("least"))),
  ];
}

interface ReducedNode {
  readonly time: bigint;
  readonly summary: Uint8Array;
  readonly pods: Uint8Array;
  readonly podsDigest: string;
  /** A body with the pods and their digest, and one without the pods. */
  readonly first: Buffer;
  readonly named: Buffer;
}

async function reducedNode(index: number): Promise<ReducedNode> {
  const { pods: list, moments } = nodeOf(PODS, 1, SEED + index);
  const [moment] = moments;
  if (moment === undefined) throw new RangeError("A node has at least one moment.");
  const engine = new EvictionEngine(core);
  const pods = engine.reducePods(list);
  const summary = engine.reduceSummary(moment.summary);
  const podsDigest = await podsDigestOf(pods);
  const at = formatTime(moment.time);
  return {
    time: moment.time,
    summary,
    pods,
    podsDigest,
    first: Buffer.from(envelope({ time: at, pods, podsDigest, summary })),
    named: Buffer.from(envelope({ time: at, podsDigest, summary })),
  };
}

/** `known`: whose lists are kept under their digests. */
async function prepare(
  workerd: Workerd,
  pods: Uint8Array,
  known: readonly ReducedNode[],
): Promise<void> {
  const poster = new Poster(workerd.url, 1);
  for (let node = 0; node < CONNECTIONS; node++) {
    await poster.send("PUT", `/v1/nodes/n${node}/policy`, "{}");
    await poster.send("PUT", `/v1/nodes/n${node}/pods`, pods);
  }
  for (const { first } of known) await poster.send("POST", "/v1/evaluate", first);
  poster.close();
}

/** Microseconds of processor time that workerd takes for one request. */
async function costOf(name: string, { workerd, requestOf }: Case, round: number): Promise<number> {
  const before = processorMicrosOf(workerd.pid);
  const load = { url: workerd.url, connections: CONNECTIONS, posts: POSTS };
  const { result, answers } = await loadWith(load, (connection) => requestOf(connection, round));
  const cost = (processorMicrosOf(workerd.pid) - before) / POSTS;
  const [complaint = "A post was not answered."] = answers.complaints;
  if (result.errors > 0 || answers.undecided > 0) throw new Error(`${name}: ${complaint}`);
  return cost;
}
