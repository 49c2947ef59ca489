/**
 * A simulated fleet against one workerd: every node posts its snapshots in their order, some of
 * them twice, and no step may be lost or taken twice.
 *
 *     npm run suite -- fleet [--nodes 10000 --seconds 180 --storage /dev/shm/fleet]
 *
 * `--storage` is an empty folder for the nodes' databases; in memory, the run does not measure how
 * fast a disk confirms. Every answer is compared with what the module decides here. Exits with 1 at
 * the first difference, or when the memory of workerd has not stayed flat once it has settled.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { tenantsSetting } from "../client.ts";
import { startWorkerd, WORKERD_PROGRAM } from "../workerd.ts";
import { Poster } from "./post.ts";
import { POLICY, type Recording, recordingOf } from "./simulatedNode.ts";

const CONNECTIONS = 32;
const RECORDINGS = 16;
const PODS = 8;
const STEPS_MAX = 400;
/** One post in so many is sent again at once, as after a lost answer. */
const AGAIN_EVERY = 20;
/**
 * V8 grows the heap in two stages and is flat from about 18,000 posts on, however many nodes they
 * come from and however fast: 480 MiB then, and 485 MiB after 93,000.
 */
const SETTLED_AFTER = 20_000;
const JUDGED_POSTS = 8000;
const POSTS_PER_SAMPLE = 200;
/** How much more memory the second half of the judged posts may use than the first one. */
const GROWTH_MAX = 1.1;

interface SimulatedNode {
  readonly name: string;
  readonly recording: Recording;
  /** SHA-256 over the digests answered so far, each chained to the one before. */
  chain: string;
  steps: number;
}

interface Tally {
  posts: number;
  repeated: number;
  /** One sample for every 200 posts after the heap has settled. */
  readonly memoryMiB: number[];
}

function chained(chain: string, digest: string): string {
  return createHash("sha256").update(chain).update(digest).digest("hex");
}

function memoryMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

function sample(tally: Tally, pid: number): void {
  if (tally.posts < SETTLED_AFTER + tally.memoryMiB.length * POSTS_PER_SAMPLE) return;
  tally.memoryMiB.push(memoryMiB(pid));
}

async function inParallel<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const lane = async () => {
    for (const item of rest) await act(item);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
}

async function prepare(poster: Poster, { name, recording }: SimulatedNode): Promise<void> {
  for (const [path, body] of [
    ["policy", POLICY],
    ["pods", recording.pods],
  ] as const) {
    const { status, body: text } = await poster.send("PUT", `/v1/nodes/${name}/${path}`, body);
    if (status !== 200) throw new Error(`${name} was answered ${status}: ${text}`);
  }
}

/** One step of one node, and now and then the same again at the same moment. */
async function step(poster: Poster, node: SimulatedNode, tally: Tally): Promise<void> {
  const snapshot = node.recording.snapshots[node.steps];
  const expected = node.recording.digests[node.steps];
  if (snapshot === undefined || expected === undefined) throw new Error("The recording has ended.");
  const path = `/v1/nodes/${node.name}/snapshots`;
  const times = tally.posts % AGAIN_EVERY === 0 ? 2 : 1;
  const sent = Array.from({ length: times }, () => poster.send("POST", path, snapshot));
  const answers = await Promise.all(sent);
  tally.posts += times;
  tally.repeated += answers.filter(({ repeated }) => repeated).length;
  for (const { status, body } of answers) {
    if (status !== 200) throw new Error(`${node.name} was answered ${status}: ${body}`);
    const { decision } = JSON.parse(body) as { decision: { digest: string; step: number } };
    if (decision.digest !== expected || decision.step !== node.steps + 1) {
      throw new Error(`${node.name} took step ${decision.step} with ${decision.digest}.`);
    }
  }
  node.chain = chained(node.chain, expected);
  node.steps++;
}

/** What the service itself says at the end: every node's newest step, and the list of all. */
async function account(poster: Poster, nodes: readonly SimulatedNode[]): Promise<void> {
  await inParallel(nodes, async ({ name, steps, recording, chain }) => {
    const { body } = await poster.send("GET", `/v1/nodes/${name}/decision`);
    const decision = JSON.parse(body) as { step: number; digest: string };
    const expected = recording.digests.slice(0, steps).reduce(chained, "");
    if (decision.step !== steps || decision.digest !== recording.digests[steps - 1]) {
      throw new Error(`${name} is at step ${decision.step}, and ${steps} were answered.`);
    }
    if (chain !== expected) throw new Error(`${name} has the chain ${chain}, not ${expected}.`);
  });
  let listed = 0;
  let after = "";
  for (let next: string | null = ""; next !== null; after = next ?? "") {
    const { body } = await poster.send("GET", `/v1/nodes?limit=500&after=${after}`);
    const page = JSON.parse(body) as { nodes: readonly object[]; next: string | null };
    listed += page.nodes.length;
    next = page.next;
  }
  if (listed !== nodes.length) throw new Error(`${listed} of ${nodes.length} nodes are listed.`);
}

function growth(memory: readonly number[]): number {
  const half = Math.floor(memory.length / 2);
  return Math.max(...memory.slice(half)) / Math.max(...memory.slice(0, half));
}

function simulated(count: number): readonly SimulatedNode[] {
  const recordings = Array.from({ length: RECORDINGS }, (_, seed) =>
    recordingOf(PODS, seed, STEPS_MAX),
  );
  return Array.from({ length: count }, (_, index): SimulatedNode => {
    const recording = recordings[index % RECORDINGS];
    if (recording === undefined) throw new RangeError("There is no such recording.");
    return { name: `node-${index}`, recording, chain: "", steps: 0 };
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      nodes: { type: "string", default: "10000" },
      seconds: { type: "string", default: "180" },
      storage: { type: "string" },
    },
  });
  if (WORKERD_PROGRAM === null && process.env.CI !== "true") {
    console.log("workerd is not here: npm ci --prefix test/runtimes");
    return;
  }
  const nodes = simulated(Number(values.nodes));
  const RATE = JSON.stringify({ perSecond: 1e9, burst: 1e9 });
  const settings = { TENANTS: await tenantsSetting(), RATE };
  const folder = values.storage === undefined ? {} : { storage: values.storage };
  const workerd = await startWorkerd({ settings, ...folder });
  const poster = new Poster(workerd.url, CONNECTIONS);
  const tally: Tally = { posts: 0, repeated: 0, memoryMiB: [] };
  try {
    await inParallel(nodes, (node) => prepare(poster, node));
    console.log(`${nodes.length} nodes of ${PODS} pods have their policy and their pods`);
    const began = performance.now();
    const elapsed = () => (performance.now() - began) / 1000;
    const posted = SETTLED_AFTER + JUDGED_POSTS;
    const unfinished = () => tally.posts < posted || elapsed() < Number(values.seconds);
    // Whole rounds until the time is over, so that every node takes the same number of steps.
    for (let round = 0; round < STEPS_MAX && (round < 3 || unfinished()); round++) {
      await inParallel(nodes, async (node) => {
        await step(poster, node, tally);
        sample(tally, workerd.pid);
      });
    }
    if (tally.posts < posted) throw new Error(`${tally.posts} posts are too few: raise --nodes.`);
    const seconds = elapsed();
    await account(poster, nodes);
    const [first] = nodes;
    const rate = Math.round(tally.posts / seconds);
    const memory = tally.memoryMiB.map(Math.round);
    console.log(
      `${tally.posts} posts in ${seconds.toFixed(0)} s (${rate} a second), ` +
        `${tally.repeated} sent again and answered alike; ${first?.steps} steps of every node, ` +
        "none lost, none taken twice",
    );
    console.log(
      `workerd after ${SETTLED_AFTER} posts: ${Math.min(...memory)} to ` +
        `${Math.max(...memory)} MiB, ` +
        `the second half ${growth(memory).toFixed(2)} times the first`,
    );
    if (growth(memory) > GROWTH_MAX) throw new Error("The memory of workerd has grown.");
  } finally {
    poster.close();
    await workerd.stop();
  }
}

await main();
