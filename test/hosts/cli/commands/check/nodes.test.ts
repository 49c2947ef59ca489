import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ExitCode } from "../../../../../hosts/cli/exitCode.ts";
import {
  type ClusterStandIn,
  type StandInNode,
  startCluster,
  TOKEN,
} from "../../clusterStandIn.ts";
import { commandLine } from "../../commandLine.ts";

const { Ok, Findings, Input } = ExitCode;
/** Every default, so nothing but a difference is to be found. */
const USUAL = {
  evictionHard: {
    "memory.available": "100Mi",
    "nodefs.available": "10%",
    "nodefs.inodesFree": "5%",
    "imagefs.available": "15%",
    "imagefs.inodesFree": "5%",
  },
  evictionPressureTransitionPeriod: "5m0s",
};

function node(name: string, configz: object = USUAL, more: Partial<StandInNode> = {}): StandInNode {
  // What belongs to one node alone decides about nothing.
  const own = { ...configz, providerID: `cloud:///${name}` };
  return { name, configz: own, memoryAvailable: () => 0, ...more };
}

const ODD = { ...USUAL, evictionHard: { ...USUAL.evictionHard, "memory.available": "200Mi" } };
const FLEET = [node("a"), node("b"), node("c", ODD), node("d")];

let cluster: ClusterStandIn;
beforeAll(async () => {
  cluster = await startCluster([]);
});
beforeEach(() => cluster.restart(FLEET));
afterAll(() => cluster?.close());

async function check(words: string) {
  const all = `check --nodes ${words} --kubeconfig ${cluster.kubeconfig}`;
  const ended = await commandLine(all.trim().split(/ +/));
  expect(ended.stdout + ended.stderr).not.toContain(TOKEN);
  return ended;
}

describe("check --nodes", () => {
  it("says each configuration once, with its nodes, and what differs from most", async () => {
    const { exitCode, stdout, stderr } = await check("");
    expect(stderr).toBe("");
    expect(exitCode).toBe(Ok);
    expect(stdout).toMatch(/^ {2}configz of 3 nodes \(a, b, d\) +starts +0 +0$/m);
    expect(stdout.replace(/\s+/g, " ")).toContain(
      'warning configz of node c: evictionHard["memory.available"] differs-from-majority ' +
        'is "200Mi" on c, and "100Mi" on 3 of 4 nodes',
    );
    expect(stdout).toContain("starts with both configurations: 0 errors, 1 warning\n  4 nodes\n");
  });

  it("fails on a difference where warnings are to fail", async () => {
    expect((await check("--fail-on warning")).exitCode).toBe(Findings);
    cluster.restart(FLEET.filter(({ name }) => name !== "c"));
    expect((await check("--fail-on warning")).exitCode).toBe(Ok);
  });

  it("has the nodes of each configuration in JSON", async () => {
    const { configurations, unread } = JSON.parse((await check("--output json")).stdout);
    expect(configurations.map(({ nodes }: { nodes: string[] }) => nodes)).toEqual([
      ["a", "b", "d"],
      ["c"],
    ]);
    expect(configurations[1].warnings[0]).toEqual({
      rule: "differs-from-majority",
      path: 'evictionHard["memory.available"]',
      message: 'is "200Mi" on c, and "100Mi" on 3 of 4 nodes',
    });
    expect(unread).toEqual([]);
  });

  it.each([
    ["github", /^::warning title=differs-from-majority::configz of node c: evictionHard/m],
    ["sarif", /"text": "configz of node c: evictionHard\[\\"memory\.available\\"\]: is \\"200Mi/],
    ["junit", /<testcase classname="plimsoll check" name="configz of node c">/],
  ])("names the nodes in %s", async (output, expected) => {
    expect((await check(`--output ${output}`)).stdout).toMatch(expected);
  });

  it("takes the nodes of a selector alone", async () => {
    cluster.restart([node("a", USUAL, { labels: { pool: "x" } }), node("c", ODD)]);
    expect((await check("-l pool=x --fail-on warning")).exitCode).toBe(Ok);
  });

  it("tells kubelets of two releases apart, and compares them all the same", async () => {
    cluster.restart([node("a"), node("b", USUAL, { kubelet: "v1.34.2" })]);
    const { stdout } = await check("--fail-on warning --all");
    expect(stdout).toContain("  - Of kubelets 1.34.");
    expect(stdout).toContain("settings of both configurations: 0 errors, 0 warnings");
  });

  it("counts a node that gives no configz as unread", async () => {
    cluster.restart([...FLEET, node("e", USUAL, { refused: { configz: 403 } })]);
    const { exitCode, stdout, stderr } = await check("");
    expect(exitCode).toBe(Input);
    expect(stdout).toContain("\n  4 nodes\n");
    expect(stderr).toMatch(/^plimsoll: Node e: GET .*configz .* with 403/);
  });
});
