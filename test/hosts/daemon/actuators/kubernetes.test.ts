/**
 * `plimsoll run --act kubernetes` as people run it, against a cluster in memory.
 *
 * @module-tag long
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandLine } from "../../cli/commandLine.ts";
import { type FakeCluster, NODE, startFakeCluster } from "../kubernetes/fakeCluster.ts";

/** Below the limit of `--act-before 10%`, which is 100Mi + 10% of 8Gi, and above the kubelet's. */
const SHORT_MEBIBYTES = 500;
/** 10 % of 8 GiB, with the percentage in 32 bits as the kubelet has it. */
const TENTH = 8192 * 2 ** 20 * Math.fround(0.1);
const CART = "POST /api/v1/namespaces/shop/pods/cart/eviction";

let cluster: FakeCluster;
let directory = "";
beforeEach(async () => {
  cluster = await startFakeCluster();
  cluster.availableMebibytes = SHORT_MEBIBYTES;
  directory = mkdtempSync(join(tmpdir(), "plimsoll-acting-"));
});
afterEach(async () => {
  await cluster.close();
  rmSync(directory, { recursive: true, force: true });
});

const BEFORE = ["--act-before", "10%"];

function run(words: readonly string[], steps = 1) {
  const source = ["--source", "apiserver", "--node", NODE];
  return commandLine([
    ...["run", ...source, "--kubeconfig", cluster.kubeconfig(directory)],
    ...["--act", "kubernetes", "--state-dir", join(directory, "state"), "--warm-up", "0s"],
    ...["--interval", "0.05s", "--steps", String(steps), "--listen", "none", "--output", "log"],
    ...words,
  ]);
}

interface Step {
  readonly acts: readonly {
    readonly kind: string;
    readonly withheldBy?: string;
    readonly outcome: { readonly done: boolean; readonly sentence: string };
  }[];
}

/** What became of evictions, one of each step, and what else was said. */
async function played(words: readonly string[], steps = 1) {
  const { stdout, stderr, exitCode } = await run([...words, "--output", "ndjson"], steps);
  expect(exitCode).toBe(0);
  const lines = stdout.trim().split("\n");
  const acts = lines.flatMap((line) => (JSON.parse(line) as Step).acts);
  const evicted = acts.filter(({ kind }) => kind === "evict");
  return {
    evictions: evicted.map(({ withheldBy, outcome }) => ({ withheldBy, ...outcome })),
    errors: stderr,
  };
}

function evictions(): readonly string[] {
  return cluster.writes.filter((write) => write.endsWith("/eviction"));
}

describe("thresholds that are not earlier than the kubelet's", () => {
  it.each([
    ["the kubelet's own", [], "memory.available<100Mi (hard) is 104857600"],
    ["later ones", ["--eviction-hard", "memory.available<50Mi"], "is 52428800"],
    ["hardly earlier ones", ["--eviction-hard", "memory.available<150Mi"], "write at least"],
    ["the same as a percentage", ["--eviction-hard", "memory.available<1.2207%"], "100Mi (hard)"],
  ])("end the run before anything is done: %s", async (_, words, reason) => {
    const { exitCode, stderr } = await run(words);
    expect(stderr).toContain("--act kubernetes must act before the kubelet");
    expect(stderr).toContain(reason);
    expect(exitCode).toBe(2);
    expect(cluster.writes).toEqual([]);
  });

  it("are refused at the least limit less one byte, and taken at that limit", async () => {
    // 100 MiB, and 1 % of 8 GiB (of what is available and in use together).
    const least = 100 * 2 ** 20 + Math.ceil((8 * 2 ** 30) / 100);
    const { stderr } = await run(["--eviction-hard", `memory.available<${least - 1}`]);
    expect(stderr).toContain(`write at least ${least}`);
    const { exitCode } = await run(["--eviction-hard", `memory.available<${least}`]);
    expect(exitCode).toBe(0);
  });

  it("are those within the kubelet's minimum reclaim, or below its soft threshold", async () => {
    cluster.configz = {
      evictionHard: { "memory.available": "100Mi" },
      evictionSoft: { "memory.available": "1Gi" },
      evictionSoftGracePeriod: { "memory.available": "1m" },
      evictionMinimumReclaim: { "memory.available": "500Mi" },
    };
    const hard = ["--eviction-hard", "memory.available<1500Mi", "--eviction-soft", ""];
    const grace = ["--eviction-soft-grace-period", ""];
    const { stderr } = await run([...hard, ...grace]);
    expect(stderr).toContain("memory.available<1Gi (soft, minimum reclaim 500Mi)");
  });

  it("cannot be decided without configz, so acting is refused", async () => {
    cluster.configz = null;
    const config = join(directory, "kubelet.json");
    writeFileSync(config, JSON.stringify({ evictionHard: { "memory.available": "1Gi" } }));
    const { exitCode, stderr } = await run(["--config", config]);
    expect(stderr).toContain("the kubelet's configz cannot be read");
    expect([exitCode, cluster.writes]).toEqual([2, []]);
  });

  it("include every threshold where the kubelet evicts on none, unless that is meant", async () => {
    cluster.configz = { evictionHard: { "memory.available": "0%", "nodefs.available": "0%" } };
    const hard = ["--eviction-hard", "memory.available<600Mi"];
    const refused = await run(hard);
    expect(refused.stderr).toContain("give --sole-evictor");
    expect(refused.exitCode).toBe(2);
    expect((await played([...hard, "--sole-evictor"])).evictions).toMatchObject([{ done: true }]);
  });

  it("are not excused by --sole-evictor where the kubelet does evict", async () => {
    const { exitCode, stderr } = await run([...BEFORE, "--sole-evictor"]);
    expect(stderr).toContain("the kubelet evicts by itself (memory.available<100Mi");
    expect(exitCode).toBe(2);
  });
});

describe("--act-before", () => {
  it("acts above the kubelet's limit by so much of the capacity", async () => {
    const { evictions: acts } = await played(BEFORE);
    expect(acts).toMatchObject([
      { done: true, sentence: "shop/cart is evicted by the Eviction API, grace period 1s." },
    ]);
    expect(evictions()).toEqual([CART]);
  });

  it.each([
    ["10%", { "memory.available": String(104857600 + TENTH) }],
    ["memory.available=1Gi", { "memory.available": String(104857600 + 2 ** 30) }],
  ])("%s is shown as the thresholds it comes to", async (margin, expected) => {
    cluster.availableMebibytes = 4000;
    const { stdout } = await run(["--act-before", margin]);
    const [configured] = stdout.split("\n").map((line) => JSON.parse(line || "{}"));
    const thresholds = configured.thresholds as { signal: string; value: string }[];
    const own = thresholds.filter(({ signal }) => signal === "memory.available");
    expect(Object.fromEntries(own.map(({ signal, value }) => [signal, value]))).toEqual(expected);
    expect(configured.configuration[0]).toContain(`--act-before ${margin}`);
  });

  it.each([
    [["--act-before", "10"], "Write it as 10%"],
    [["--act-before", "99.9%"], "always be met"],
    [["--act-before", "pid.available=5%"], "the kubelet does not evict on pid.available"],
    [["--act-before", "memory.available=many"], "memory.available"],
    [
      [...BEFORE, "--eviction-hard", "memory.available<1Gi"],
      "--act-before and --eviction-hard exclude each other",
    ],
    [[...BEFORE, "--act", "observe"], "--act-before needs --act kubernetes"],
    [[...BEFORE, "--source", "cgroup"], "acts before a kubelet does"],
  ])("refuses %j", async (words, sentence) => {
    const { exitCode, stderr } = await run(words);
    expect(stderr).toContain(sentence);
    expect(exitCode).toBe(2);
  });
});

describe("next to a kubelet that evicts", () => {
  const withheld = async (words = BEFORE) => {
    const { evictions: acts } = await played(words);
    expect(evictions()).toEqual([]);
    return acts[0];
  };

  it.each([
    ["has just failed", { status: { phase: "Failed" } }, "shop/cart has failed less than 30 s ago"],
    [
      "is being deleted",
      { metadata: { deletionTimestamp: new Date(Date.now() + 60_000).toISOString() } },
      "shop/cart is being deleted",
    ],
  ])("it waits while a pod %s", async (_, parts, reason) => {
    const [cart, ...others] = cluster.pods;
    if (cart !== undefined) cluster.pods = [{ ...cart, ...parts }, ...others];
    const act = await withheld();
    expect(act).toMatchObject({ withheldBy: "kubelet-is-evicting" });
    expect(act?.sentence).toContain(reason);
  });

  it("it waits while the kubelet reports pressure", async () => {
    cluster.conditions.push({ type: "DiskPressure", status: "True" });
    expect((await withheld())?.sentence).toContain("reports DiskPressure on the Node");
  });

  it("it waits while the kubelet's own threshold is met", async () => {
    cluster.availableMebibytes = 90;
    expect((await withheld())?.sentence).toContain("own memory.available<100Mi is met");
  });
});

describe("permission of the fleet", () => {
  const withheldBy = async () => {
    const { evictions: acts, errors } = await played(BEFORE);
    expect(evictions()).toEqual([]);
    return { rail: acts[0]?.withheldBy, sentence: acts[0]?.sentence ?? "", errors };
  };

  it.each([
    ["is not there", null, "there is no ConfigMap plimsoll/plimsoll-acting; create it"],
    ["says stop", { acting: "stop" }, 'says acting: "stop"'],
    ["is misspelt", { acting: "Allow" }, 'says acting: "Allow"'],
    ["is empty", {}, "says acting: undefined"],
    ["has no number", { acting: "allow", maxNodes: "all" }, 'says maxNodes: "all"'],
  ])("stops all acting when its ConfigMap %s", async (_, breaker, reason) => {
    cluster.breaker = breaker as Record<string, string> | null;
    const { rail, sentence, errors } = await withheldBy();
    expect(rail).toBe("acting-stopped");
    expect(sentence).toContain(reason);
    expect(errors).toContain("acting-stopped withholds every eviction");
  });

  const held = (name: string) => ({
    metadata: { name, resourceVersion: "7" },
    spec: { holderIdentity: "another", leaseDurationSeconds: 300 },
  });

  it("keeps a second daemon from the node of the first", async () => {
    cluster.leases.set(`plimsoll-${NODE}`, held(`plimsoll-${NODE}`));
    const { rail, sentence, errors } = await withheldBy();
    expect(rail).toBe("node-lease");
    expect(sentence).toContain(`Lease plimsoll/plimsoll-${NODE} is held by another`);
    expect(errors).toContain("node-lease withholds every eviction");
  });

  it("keeps a node from acting while as many act as may", async () => {
    cluster.leases.set("plimsoll-acting-0", held("plimsoll-acting-0"));
    const { rail, sentence } = await withheldBy();
    expect(rail).toBe("nodes-acting");
    expect(sentence).toContain("1 of 1 nodes act already (another)");
    cluster.breaker = { acting: "allow", maxNodes: "2" };
    expect((await played(BEFORE)).evictions).toMatchObject([{ done: true }]);
    expect(cluster.leases.get("plimsoll-acting-1")).toBeDefined();
  });

  it("is kept while it acts, and the node's Lease is given back at the end", async () => {
    await played(BEFORE);
    const [node, slot] = [`plimsoll-${NODE}`, "plimsoll-acting-0"].map(
      (name) => cluster.leases.get(name)?.spec as { holderIdentity: string } | undefined,
    );
    expect(node?.holderIdentity).toBe("");
    expect(slot?.holderIdentity).toMatch(/_[0-9a-f-]{36}$/);
  });
});

/** What the cluster answers a request with, in place of its own answer. */
function answering(pattern: RegExp, text: string): (asked: string) => string | undefined {
  return (asked) => (pattern.test(asked) ? text : undefined);
}

const LEASE_OF_ANOTHER = JSON.stringify({
  metadata: { resourceVersion: "7" },
  spec: { holderIdentity: "another", leaseDurationSeconds: "long" },
});

describe("an answer of a shape that nobody expects", () => {
  const LEASE_WRITE = /^(?:POST|PUT) .*\/leases/;
  it.each([
    ["HTML to the write of a Lease", LEASE_WRITE, "<html>sign in", "node-lease", "object of JSON"],
    ["null to the write of a Lease", LEASE_WRITE, "null", "node-lease", "object of JSON"],
    ["{} to the write of a Lease", LEASE_WRITE, "{}", "node-lease", "with a Lease"],
    ["a Lease without a number", /^GET .*\/leases/, LEASE_OF_ANOTHER, "node-lease", "with a Lease"],
    ["null for the ConfigMap", /configmaps/, "null", "acting-stopped", "object of JSON"],
    ["a number for its data", /configmaps/, '{"data":5}', "acting-stopped", "acting: undefined"],
    [
      "no list of the Node's conditions",
      /^GET \/api\/v1\/nodes\/[^/]+$/,
      JSON.stringify({ metadata: { name: NODE }, status: { conditions: 5 } }),
      "kubelet-is-evicting",
      "is not valid",
    ],
  ])("withholds evictions, and the run goes on: %s", async (_, pattern, text, rail, reason) => {
    cluster.overrule = answering(pattern, text);
    const { evictions: acts } = await played(BEFORE, 2);
    expect(acts.map(({ withheldBy }) => withheldBy)).toEqual([rail, rail]);
    expect(acts[0]?.sentence).toContain(reason);
    expect(evictions()).toEqual([]);
  });

  it.each(["null", "{}", "<html>sign in"])("is not an eviction: %s for the pod", async (text) => {
    cluster.overrule = answering(/^GET .*\/pods\/cart$/, text);
    const { evictions: acts } = await played(BEFORE, 2);
    expect(acts[0]?.sentence).toMatch(/^shop\/cart is not evicted/);
    expect(acts.map(({ withheldBy }) => withheldBy)).toEqual([undefined, "backs-off"]);
  });
});

describe("what changes while the API server answers a dry run", () => {
  const during = (change: () => void) => {
    cluster.overrule = (asked) => {
      if (asked === `${CART}?dryRun=All`) change();
      return undefined;
    };
  };

  it("keeps the daemon from evicting: another one takes the Lease", async () => {
    const name = `plimsoll-${NODE}`;
    during(() => {
      const metadata = { name, resourceVersion: "99" };
      const spec = { holderIdentity: "another", leaseDurationSeconds: 50 };
      cluster.leases.set(name, { metadata, spec });
    });
    const { evictions: acts } = await played(BEFORE);
    const reason = `Lease plimsoll/${name} is held by another`;
    expect(acts[0]?.sentence).toBe(`shop/cart stays: withheld by node-lease: ${reason}.`);
    expect(evictions()).toEqual([]);
  });

  it("keeps the daemon from evicting: the fleet is stopped", async () => {
    during(() => {
      cluster.breaker = { acting: "stop" };
    });
    const { evictions: acts } = await played(BEFORE);
    expect(acts[0]?.sentence).toContain("withheld by acting-stopped: ConfigMap plimsoll/");
    expect(evictions()).toEqual([]);
  });
});

describe("conditions and taints of the node", () => {
  const REPORT = [...BEFORE, "--node-condition", "--node-taint", "plimsoll=short:NoSchedule"];
  const patches = () => cluster.writes.filter((write) => write.startsWith("PATCH /api/v1/nodes"));

  it("are written by the daemon that holds the Lease", async () => {
    await played(REPORT);
    expect(patches()).not.toEqual([]);
  });

  it("are left alone by one that does not", async () => {
    const name = `plimsoll-${NODE}`;
    const spec = { holderIdentity: "another", leaseDurationSeconds: 300 };
    cluster.leases.set(name, { metadata: { name, resourceVersion: "7" }, spec });
    const { stdout } = await run([...REPORT, "--output", "ndjson"]);
    const { acts } = JSON.parse(stdout.trim()) as Step;
    const reason = `Lease plimsoll/${name} is held by another`;
    expect(acts.find(({ kind }) => kind === "setNodeConditions")?.outcome).toEqual({
      done: false,
      sentence: `Node ${NODE} was not changed: ${reason}.`,
    });
    expect(patches()).toEqual([]);
  });
});

describe("an owner who opts out", () => {
  it.each(["pod", "namespace"])("is honored by the annotation of a %s", async (where) => {
    const annotations = { "plimsoll.dev/evict": "never" };
    const [cart, ...others] = cluster.pods;
    if (where === "namespace") cluster.namespaces.set("shop", annotations);
    else if (cart !== undefined) cluster.pods = [{ ...cart, metadata: { annotations } }, ...others];
    const { evictions: acts } = await played(BEFORE);
    expect(acts[0]).toMatchObject({ withheldBy: "opted-out" });
    expect(evictions()).toEqual([]);
  });
});

describe("what the API server answers", () => {
  it("to a dry run that is refused: the eviction is not asked for at all", async () => {
    cluster.dryRuns = 429;
    const { evictions: acts } = await played(BEFORE, 3);
    expect(acts.map(({ withheldBy }) => withheldBy)).toEqual([undefined, "backs-off", "backs-off"]);
    expect(evictions()).toEqual([]);
  });

  it.each([500, 504] as const)("with %i leaves it unknown, and counts as made", async (status) => {
    cluster.evicts = status;
    const { evictions: acts } = await played(BEFORE, 3);
    expect(acts[0]?.sentence).toMatch(/^shop\/cart may have been evicted, and counts as evicted/);
    expect(acts.slice(1).map(({ withheldBy }) => withheldBy)).toEqual(
      Array(2).fill("once-per-pod"),
    );
    expect(evictions()).toEqual([CART]);
  });

  it.each([
    [1, "shop/cart is not evicted (eviction): GET /api/v1 at ", []],
    [2, "shop/cart is evicted by the Eviction API", [CART]],
  ])("to the question for its Eviction, with 503 from time %i on", async (from, sentence, sent) => {
    let times = 0;
    cluster.overrule = (asked) => {
      times += asked === "GET /api/v1" ? 1 : 0;
      return asked === "GET /api/v1" && times >= from ? 503 : undefined;
    };
    const { evictions: acts } = await played(BEFORE);
    expect(acts[0]?.sentence).toContain(sentence);
    expect(evictions()).toEqual(sent);
  });

  it.each([403, 409, 429] as const)("with %i is a refusal", async (status) => {
    cluster.evicts = status;
    const { evictions: acts } = await played(BEFORE, 2);
    expect(acts.map(({ withheldBy }) => withheldBy)).toEqual([undefined, "backs-off"]);
  });
});

describe("a dry run", () => {
  it("asks the server for everything but the change", async () => {
    const { evictions: acts } = await played([...BEFORE, "--dry-run"]);
    expect(acts[0]?.sentence).toBe(
      "Dry run of kubernetes, and the API server agrees: shop/cart would be evicted by the " +
        "Eviction API, grace period 1s.",
    );
    expect(cluster.requests).toContain("GET /api/v1/namespaces/shop/pods/cart");
    expect(cluster.requests).toContain(CART);
    expect(cluster.writes).toEqual([]);
  });

  it("says what the server refuses", async () => {
    cluster.dryRuns = 403;
    const { evictions: acts } = await played([...BEFORE, "--dry-run"]);
    expect(acts[0]?.sentence).toContain("shop/cart is not evicted (eviction): POST");
    expect(cluster.writes).toEqual([]);
  });
});

describe("stats", () => {
  it.each([
    ["without a time", null, "do not say when they were measured"],
    ["of the future", 40, "s in the future"],
    ["that are old", -200, "s old"],
  ])("%s are never acted upon", async (_, seconds, reason) => {
    cluster.statsSeconds = seconds;
    const { evictions: acts } = await played(BEFORE);
    expect(acts[0]).toMatchObject({ withheldBy: "stale-stats" });
    expect(acts[0]?.sentence).toContain(reason);
    expect(evictions()).toEqual([]);
  });
});

it("does not act in its first five minutes, unless asked to", async () => {
  const { evictions: acts } = await played([...BEFORE, "--warm-up", "5m"]);
  expect(acts[0]).toMatchObject({ withheldBy: "warm-up" });
});
