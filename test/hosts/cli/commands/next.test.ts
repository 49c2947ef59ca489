import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as formats from "ajv-formats";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { NodeOutlook } from "../../../../analysis/questions/next/nodeOutlook.ts";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import {
  type ClusterStandIn,
  GIBIBYTE,
  MEBIBYTE,
  type StandInNode,
  startCluster,
  TOKEN,
} from "../clusterStandIn.ts";
import { commandLine, type NodeContext } from "../commandLine.ts";

const { Ok, Usage, Input } = ExitCode;
const PODS = [
  { name: "cart-0", usage: 3 * GIBIBYTE, request: "256Mi" },
  { name: "db-0", usage: 2 * GIBIBYTE, request: "4Gi", priority: 1000 },
];
const QUIET: StandInNode = {
  name: "quiet",
  labels: { pool: "a" },
  memoryAvailable: () => 3 * GIBIBYTE,
  pods: PODS,
};
/** 20Mi less every ten seconds; 500Mi is its line. */
const FALLING: StandInNode = {
  name: "falling",
  labels: { pool: "a" },
  memoryAvailable: (asked) => (900 - 20 * asked) * MEBIBYTE,
  pods: PODS,
};
const PRESSED: StandInNode = {
  name: "pressed",
  labels: { pool: "b" },
  memoryAvailable: () => 450 * MEBIBYTE,
  pods: PODS,
};
const GONE: StandInNode = { ...QUIET, name: "gone", labels: {}, refused: { "stats/summary": 503 } };
/** Between its soft line and its hard one. */
const SOFT: StandInNode = {
  ...QUIET,
  name: "soft",
  memoryAvailable: (asked) => (450 - 10 * asked) * MEBIBYTE,
  configz: {
    evictionHard: { "memory.available": "100Mi" },
    evictionSoft: { "memory.available": "500Mi" },
    evictionSoftGracePeriod: { "memory.available": "1m30s" },
  },
};

interface NextDocument {
  readonly round: number;
  readonly nodes: readonly NodeOutlook[];
  readonly unread: readonly { readonly node: string; readonly reason: string }[];
}

let cluster: ClusterStandIn;
beforeAll(async () => {
  cluster = await startCluster([]);
});
beforeEach(() => cluster.restart([QUIET, FALLING, PRESSED]));
afterAll(() => cluster?.close());

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
(formats.default as unknown as { default: (ajv: Ajv2020) => void }).default(ajv);
const schema = new URL("../../../../schemas/next-1.schema.json", import.meta.url);
const isNext = ajv.compile(JSON.parse(readFileSync(schema, "utf8")));

async function next(words: string, around: NodeContext = {}) {
  const isText = !/--output|--watch/.test(words);
  const options = `${isText ? "--all " : ""}--interval 0.05s --kubeconfig ${cluster.kubeconfig}`;
  const all = `next ${words} ${options}`;
  const ended = await commandLine(all.trim().split(/ +/), around);
  expect(ended.stdout + ended.stderr).not.toContain(TOKEN);
  return ended;
}

async function nextJson(words: string): Promise<NextDocument> {
  const { stdout } = await next(`${words} --output json`);
  const document = JSON.parse(stdout);
  expect(isNext(document), JSON.stringify(isNext.errors)).toBe(true);
  return document;
}

function signalOf({ nodes }: NextDocument, name: string, signal = "memory.available") {
  return nodes
    .find(({ node }) => node === name)
    ?.signals.find((outlook) => outlook.signal === signal);
}

describe("next", () => {
  it("shows the node that is nearest to its line first", async () => {
    const { exitCode, stdout, stderr } = await next("");
    expect(stderr).toBe("");
    expect(exitCode).toBe(Ok);
    expect(stdout).toMatch(/^✖ pressed is under pressure: memory\.available\n/);
    expect(stdout).toMatch(/^ {2}cluster · 3 nodes, 1 under pressure$/m);
    expect(stdout).toMatch(/^ {2}falling {2}memory\.available<500Mi +360Mi +3m {2}shop\/cart-0$/m);
    expect(stdout).toMatch(
      /✖ {2}pressed +-50Mi +now .*\n {5}falling +360Mi +3m .*\n {5}quiet +2\.51Gi +not falling /,
    );
  });

  it("says in the core's words what presses, and who goes first", async () => {
    const { stdout } = await next("");
    const words = stdout.replace(/\s+/g, " ");
    expect(words).toContain(
      "pressed memory.available is 450Mi, below its hard threshold 500Mi; this is the one to recl",
    );
    expect(words).toContain(
      "Evicted first for memory.available: shop/cart-0 is first: it exceeds its request",
    );
  });

  it("says what a slope rests on", async () => {
    const { stdout } = await next("--samples 3");
    expect(stdout).toMatch(
      /\n {2}falling +memory\.available<500Mi +340Mi +2m50s +-40Mi in 20s, 3 samples\n/,
    );
  });

  it("gives the same numbers in JSON", async () => {
    const document = await nextJson("");
    expect(document.round).toBe(2);
    expect(document.nodes.map(({ node }) => node)).toEqual(["pressed", "falling", "quiet"]);
    expect(signalOf(document, "falling")).toMatchObject({
      hard: true,
      value: "500Mi",
      limit: 500 * MEBIBYTE,
      available: 860 * MEBIBYTE,
      capacity: 8 * GIBIBYTE,
      headroom: 360 * MEBIBYTE,
      pressing: [],
      trend: { samples: 2, seconds: 10, perSecond: -2 * MEBIBYTE },
      secondsUntil: 180,
      first: { namespace: "shop", name: "cart-0", uid: "uid-falling-cart-0" },
    });
    expect(signalOf(document, "quiet")).toMatchObject({ secondsUntil: null });
    expect(signalOf(document, "pressed")).toMatchObject({
      headroom: -50 * MEBIBYTE,
      pressingHard: true,
      secondsUntil: 0,
    });
  });

  it("writes the same tables as Markdown and as a page", async () => {
    const markdown = (await next("--output markdown")).stdout;
    expect(markdown).toMatch(/^# .* UTC: 3 nodes, 1 under pressure\n/);
    expect(markdown).toMatch(/\| \*\*✖\*\* \| \*\*pressed\*\* \| \*\*-50Mi\*\* \| /);
    expect(markdown).toMatch(/\n## Under pressure\n\n\| node \| threshold, .*\n.*\n\| pressed \|/);
    const page = (await next("--output html")).stdout;
    expect(page).toMatch(/<h1>[^<]* UTC: 3 nodes, 1 under pressure<\/h1>/);
    expect(page).toMatch(
      /<h2>Falling<\/h2>.*<td>falling<\/td><td>memory\.available&lt;500Mi<\/td>/s,
    );
  });

  it("has no slope after one sample, and says so", async () => {
    const { stdout } = await next("--samples 1 --node falling");
    expect(stdout).toMatch(/falling +380Mi +1 sample /);
    const document = await nextJson("--samples 1 --node falling");
    expect(signalOf(document, "falling")?.trend).toEqual({ samples: 1, seconds: 0 });
  });

  it("counts to the hard line of a node whose soft one is met", async () => {
    cluster.restart([QUIET, SOFT]);
    const { stdout } = await next("");
    expect(stdout).toMatch(/● {2}soft +330Mi +5m30s /);
    expect(stdout).toContain("●  a soft threshold is met");
    const document = await nextJson("");
    expect(document.nodes[0]?.nodeConditions).toEqual(["MemoryPressure"]);
    expect(signalOf(document, "soft")).toMatchObject({
      hard: true,
      value: "100Mi",
      pressing: [expect.stringContaining("below its soft threshold 500Mi")],
      pressingHard: false,
    });
  });

  it.each<[string, string, readonly string[]]>([
    ["every node, over all pages of the list", "--all-nodes", ["falling", "pressed", "quiet"]],
    ["those of a selector", "-l pool=a", ["falling", "quiet"]],
    ["those that are named", "--node quiet pressed", ["pressed", "quiet"]],
    ["a name that is given twice once", "--node quiet --node quiet", ["quiet"]],
  ])("asks %s", async (_, words, expected) => {
    const { nodes } = await nextJson(`--samples 1 ${words}`);
    expect(nodes.map(({ node }) => node).sort()).toEqual(expected);
  });

  it("prints a line for each node of each round with --output ndjson", async () => {
    cluster.restart([QUIET, GONE]);
    const { stdout } = await next("--samples 1 --output ndjson");
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    for (const line of lines) expect(isNext(line), JSON.stringify(isNext.errors)).toBe(true);
    expect(lines.map(({ node, round }) => [node, round])).toEqual([
      ["quiet", 1],
      ["gone", 1],
    ]);
  });

  it.each<[string, Record<string, number>, RegExp]>([
    ["answers with an error", { "stats/summary": 503 }, /proxy\/stats\/summary .* with 503/],
    ["gives no pods now", { pods: 500 }, /proxy\/pods .* with 500/],
    ["does not answer", { "stats/summary": 0 }, /^It did not answer within 2 s\.$/],
  ])("keeps the row of a node that %s, and ends well", async (_, refused, reason) => {
    cluster.restart([QUIET, { ...QUIET, name: "other", refused }]);
    const { exitCode, stdout } = await next("--samples 1 --timeout 2s");
    expect(exitCode).toBe(Ok);
    expect(stdout).toMatch(/· 1 node, 0 under pressure, 1 not read\n/);
    expect(stdout).toMatch(/\nNot read\n.*\n {2}other {2}\S/);
    const { nodes, unread } = await nextJson("--samples 1 --timeout 2s");
    expect(nodes.map(({ node }) => node)).toEqual(["quiet"]);
    expect(unread).toEqual([{ node: "other", reason: expect.stringMatching(reason) }]);
  });

  it("keeps the row of a node whose Summary is of another one", async () => {
    cluster.restart([QUIET, { ...QUIET, name: "other", summaryOf: "quiet" }]);
    const { unread } = await nextJson("--samples 1");
    const reason = "Node other: its Summary is from node quiet; check the address of its kubelet.";
    expect(unread).toEqual([{ node: "other", reason }]);
  });

  it("names once what many nodes do not give", async () => {
    const refused = { configz: 403, pods: 403 };
    const nodes = ["a", "b", "c"].map((name) => ({ ...QUIET, name, refused }));
    cluster.restart(nodes);
    const { stdout } = await next("--samples 1");
    const words = stdout.replace(/\s+/g, " ");
    expect(words).toContain(
      "a its configz cannot be read (403, refused with 403); assuming the kubelet's defaults. " +
        "(and 2 more nodes likewise)",
    );
    expect(words).toContain("its kubelet does not serve its pods (403)");
    expect(stdout.match(/configz/g)).toHaveLength(1);
  });

  it.each<[string, string, readonly StandInNode[], number, RegExp]>([
    ["no node could be read", "", [GONE], Input, /^plimsoll: None of 1 node could be read: GET/],
    ["a selector chooses no node", "-l pool=z", [QUIET], Input, /has no such node/],
    ["a named node is not there", "--node nobody", [QUIET], Input, /nodes\/nobody .* with 404/],
    ["a name is none", "--node ../x", [], Usage, /Write the name of a Node/],
    ["too many are asked at a time", "--concurrency 101", [], Usage, /up to 100/],
  ])("is refused where %s", async (_, words, nodes, exitCode, sentence) => {
    cluster.restart(nodes);
    const ended = await next(`--samples 1 ${words}`);
    expect(ended.stderr).toMatch(sentence);
    expect(ended.exitCode).toBe(exitCode);
  });

  it("says that a token is refused without saying the token", async () => {
    cluster.refuseToken = true;
    const { exitCode, stderr } = await next("--samples 1");
    expect(exitCode).toBe(Input);
    expect(stderr).toContain("with 401");
  });

  it("asks a few nodes of a thousand at a time", { tags: "long", timeout: 60_000 }, async () => {
    const nodes = Array.from({ length: 1_000 }, (_, index) => ({ ...QUIET, name: `n-${index}` }));
    cluster.restart(nodes);
    const document = await nextJson("--samples 1 --concurrency 4");
    expect(document.nodes).toHaveLength(1_000);
    expect(cluster.mostOpen()).toBeLessThanOrEqual(4 * 3);
    expect(cluster.asked.filter((path) => path === "/api/v1/nodes")).toHaveLength(10);
  });
});

describe("next --watch", () => {
  // A signal gives a run five seconds to end the process, which goes on here.
  const timers = vi.spyOn(globalThis, "setTimeout");
  afterEach(() => {
    for (const { value } of timers.mock.results) clearTimeout(value);
    timers.mockClear();
  });
  afterAll(() => timers.mockRestore());

  function stopLater(): void {
    const timer = setInterval(() => {
      if (cluster.asked.filter((path) => path === "/api/v1/nodes").length < 6) return;
      clearInterval(timer);
      process.emit("SIGINT");
    }, 20);
  }

  it("prints a block for each round where there is no terminal", async () => {
    stopLater();
    const { exitCode, stdout } = await next("--watch");
    expect(exitCode).toBe(Ok);
    const blocks = stdout.split(/\n(?=\d{4}-)/);
    expect(blocks.length).toBeGreaterThanOrEqual(2);
    expect(blocks[1]).toMatch(/falling +360Mi +3m /);
  });

  it("keeps a screen's room for what presses where there are many nodes", {
    tags: "long",
  }, async () => {
    const quiet = Array.from({ length: 60 }, (_, index) => ({ ...QUIET, name: `quiet-${index}` }));
    const gone = Array.from({ length: 60 }, (_, index) => ({ ...GONE, name: `gone-${index}` }));
    cluster.restart([...quiet, ...gone, PRESSED]);
    stopLater();
    const around = { isTerminal: true, environment: { NO_COLOR: "1" } };
    const { stdout } = await next("--watch", around);
    const [, screen = ""] = stdout.split(/\[\?1049[hl]/);
    const frames = screen.split("[?2026h");
    for (const frame of frames.slice(1)) expect(frame.split("\r\n")).toHaveLength(24);
    const words = (frames.at(-1) ?? "").replaceAll("\u001b[K", "").replace(/\s+/g, " ");
    expect(words).toContain("… 53 more nodes");
    expect(words).toContain("61 nodes, 1 under pressure, 60 not read");
    expect(words).toContain("pressed memory.available is 450Mi");
    expect(words).toContain("Under pressure node threshold, ");
  });

  it("draws over the same screen in a terminal, and leaves the last round there", async () => {
    stopLater();
    const { exitCode, stdout } = await next("--watch", { isTerminal: true });
    expect(exitCode).toBe(Ok);
    const [, screen = "", after = ""] = stdout.split(/\[\?1049[hl]/);
    expect(screen).toContain("Ctrl-C quits");
    expect(after).toContain("falling");
  });
});
