import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ExitCode } from "../../../../../hosts/cli/exitCode.ts";
import { type ApiStandIn, startApi } from "../../../daemon/kubernetes/apiStandIn.ts";
import {
  type ClusterStandIn,
  GIBIBYTE,
  MEBIBYTE,
  type StandInNode,
  startCluster,
  summaryText,
  TOKEN,
} from "../../clusterStandIn.ts";
import { commandLine } from "../../commandLine.ts";

const { Ok, Usage, Input } = ExitCode;

/** Under its own threshold of 500Mi, and above the kubelet's default of 100Mi. */
const PRESSED: StandInNode = {
  name: "worker-3",
  memoryAvailable: () => 450 * MEBIBYTE,
  pods: [
    { name: "cart-0", usage: 3 * GIBIBYTE, request: "256Mi" },
    { name: "db-0", usage: 2 * GIBIBYTE, request: "4Gi", priority: 1000 },
  ],
};

let cluster: ClusterStandIn;
beforeAll(async () => {
  cluster = await startCluster([PRESSED]);
});
beforeEach(() => {
  cluster.nodes = [PRESSED];
  cluster.asked.length = 0;
});
afterAll(() => cluster?.close());

async function explain(
  words: string,
  refused: StandInNode["refused"] = {},
  more: Partial<StandInNode> = {},
) {
  cluster.nodes = [{ ...PRESSED, ...more, refused }];
  const all = `explain ${words} --kubeconfig ${cluster.kubeconfig}`.split(" ");
  const ended = await commandLine(all);
  expect(ended.stdout + ended.stderr).not.toContain(TOKEN);
  return ended;
}

describe("explain --node", () => {
  it("explains the node's own documents under its own configz", async () => {
    const { exitCode, stdout, stderr } = await explain("--node worker-3");
    expect(exitCode).toBe(Ok);
    expect(stdout).toMatch(/^✖ shop\/cart-0 is evicted at /);
    expect(stdout).toContain("below its hard threshold 500Mi");
    expect(stderr).toBe("");
    expect([...cluster.asked].sort()).toEqual([
      "/api/v1/nodes/worker-3",
      "/api/v1/nodes/worker-3/proxy/configz",
      "/api/v1/nodes/worker-3/proxy/pods",
      "/api/v1/nodes/worker-3/proxy/stats/summary",
    ]);
  });

  it.each([
    ["--output json", /^\{"plimsoll":"decision\/1".*"counterfactuals":/],
    ["--signal nodefs.available", /Ranked as if nodefs\.available were under its\s+threshold/],
    ["--pod shop/db-0", /shop\/db-0/],
    ["--kubelet-version 1.30 --all", /shop\/cart-0 is evicted/],
    ["--eviction-hard memory.available<100Mi", /no threshold is met/],
  ])("takes explain's own options: %s", async (words, expected) => {
    const { exitCode, stdout, stderr } = await explain(`--node worker-3 ${words}`);
    expect(stderr).toBe("");
    expect(exitCode).toBe(Ok);
    expect(stdout).toMatch(expected);
  });

  it("puts its question to admission about the Node that it reads", async () => {
    const known = await explain(
      "--node worker-3 --all",
      {},
      { allocatable: { memory: "5Gi", pods: "9" } },
    );
    // cart requests 256Mi and db 4Gi, so that 768Mi are left, and 256Mi are missing.
    expect(known.stdout).toMatch(/shop\/cart-0 .* 1\n/);
    expect(known.stdout.replaceAll(/\s+/g, " ")).toContain(
      "that requests 1Gi of memory, 256Mi more than is left",
    );
    expect(known.stdout).toContain("come from the Node object.");
    const unknown = await explain("--node worker-3 --all");
    expect(unknown.stdout).toContain("Without the Node object");
  });

  it("does not ask for the configz where --config names another", async () => {
    const config = "analysis/read/kubelet/validation/fields.json";
    const { exitCode } = await explain(`--node worker-3 --config ${config}`);
    expect(exitCode).toBe(Input);
    expect(cluster.asked).not.toContain("/api/v1/nodes/worker-3/proxy/configz");
  });

  it.each<[string, Record<string, number>, RegExp, RegExp]>([
    [
      "the API server's pods in place of the kubelet's",
      { pods: 403 },
      /shop\/cart-0 is evicted/,
      /Node worker-3: its kubelet does not serve its pods \(403\); using those/,
    ],
    [
      "the defaults in place of its configz, and says so",
      { configz: 403 },
      /No pod is evicted at \S+: no threshold is met/,
      /Node worker-3: its configz cannot be read \(403, refused with 403\); assuming/,
    ],
    [
      "no ranking where nobody lists its pods",
      { pods: 403, list: 403 },
      /No pod can be evicted/,
      /its pods cannot be read \(403, refused with 403\), so none are ranked/,
    ],
    [
      "the newest release where its Node object is not given",
      { node: 403 },
      /shop\/cart-0 is evicted/,
      /its Node object cannot be read \(403, refused with 403\); assuming the newest release/,
    ],
  ])("takes %s", async (_, refused, stdout, said) => {
    const ended = await explain("--node worker-3", refused);
    expect(ended.exitCode).toBe(Ok);
    expect(ended.stdout).toMatch(stdout);
    expect(ended.said).toMatch(said);
  });

  it.each<[string, string, Record<string, number>, number, RegExp]>([
    ["has no Summary", "--node worker-3", { "stats/summary": 403 }, Input, /403, refused with 403/],
    ["does not answer", "--node worker-3", { "stats/summary": 503 }, Input, /fault is behind the/],
    ["gives no pods now", "--node worker-3", { pods: 500 }, Input, /proxy\/pods .* with 500/],
    ["gives no configz now", "--node worker-3", { configz: 500 }, Input, /configz .* with 500/],
    ["is not there", "--node worker-9", {}, Input, /nodes\/worker-9 .* with 404/],
    ["has a name that is none", "--node ../pods", {}, Usage, /Write the name of a Node/],
  ])("is refused where the node %s", async (_, words, refused, exitCode, sentence) => {
    const ended = await explain(words, refused);
    expect(ended.stderr).toMatch(sentence);
    expect(ended.exitCode).toBe(exitCode);
    expect(ended.stdout).toBe("");
  });
});

it("refuses the Summary of another node", async () => {
  const { exitCode, stdout, stderr } = await explain("--node worker-3", {}, { summaryOf: "db-7" });
  expect(stderr).toBe(
    "plimsoll: Node worker-3: its Summary is from node db-7; check the address of its kubelet.\n",
  );
  expect([exitCode, stdout]).toEqual([Input, ""]);
});

describe("explain --node --kubelet", () => {
  let kubelet: ApiStandIn;
  let authority = "";
  let tokens: (string | undefined)[] = [];
  beforeAll(async () => {
    kubelet = await startApi();
    authority = join(mkdtempSync(join(tmpdir(), "plimsoll-kubelet-")), "ca.crt");
    writeFileSync(authority, kubelet.authority.certificate);
  });
  beforeEach(() => {
    tokens = [];
    // With the right nodes/stats alone.
    kubelet.answer = (request, response) => {
      tokens.push(request.headers.authorization);
      if (request.url !== "/stats/summary") response.statusCode = 403;
      response.end(request.url === "/stats/summary" ? summaryText(PRESSED) : "Forbidden");
    };
  });
  afterAll(async () => {
    await kubelet?.close();
    rmSync(dirname(authority), { recursive: true });
  });

  function atKubelet(words: string, port = Number(kubelet.server.port)) {
    return explain(words, {}, { kubeletPort: port });
  }

  it("asks the kubelet at the address of the Node object, with what proves us", async () => {
    const words = `--node worker-3 --kubelet --kubelet-ca ${authority}`;
    const { exitCode, stdout, said } = await atKubelet(words);
    expect(said).toMatch(/its configz cannot be read \(403, Forbidden\)/);
    expect(said).toMatch(/its kubelet does not serve its pods \(403\)/);
    expect(exitCode).toBe(Ok);
    expect(stdout).toMatch(/1 +shop\/cart-0/);
    expect(new Set(tokens)).toEqual(new Set([`Bearer ${TOKEN}`]));
    expect(cluster.asked).toEqual(["/api/v1/nodes/worker-3", "/api/v1/pods"]);
  });

  it("sends a token that is named for it in the place of the other", async () => {
    const file = join(dirname(authority), "token");
    writeFileSync(file, "of-the-kubelet-alone");
    const words = `--node worker-3 --kubelet --kubelet-insecure-skip-tls-verify`;
    const { exitCode } = await atKubelet(`${words} --kubelet-token-file ${file}`);
    expect(exitCode).toBe(Ok);
    expect(new Set(tokens)).toEqual(new Set(["Bearer of-the-kubelet-alone"]));
  });

  it.each([
    ["is of another authority", "--kubelet", /signed by an authority that is not trusted/],
    [
      "is not to be verified",
      "--kubelet --kubelet-insecure-skip-tls-verify",
      /^plimsoll: --kubelet-insecure-skip-tls-verify: the token for the API server would be/,
    ],
  ])("sends no token where the certificate %s", async (_, words, sentence) => {
    const { exitCode, stderr } = await atKubelet(`--node worker-3 ${words}`);
    expect(stderr).toMatch(sentence);
    expect(exitCode).toBe(Input);
    expect(tokens).toEqual([]);
  });
});
