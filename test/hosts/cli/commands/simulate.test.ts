import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { RELEASES } from "../../../../analysis/engine/contract/releases.ts";
import { formatReleases } from "../../../../analysis/text/release.ts";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { commandLine } from "../commandLine.ts";
import { NO_RELEASE } from "../noRelease.ts";

const { Ok, Findings, Usage, Input } = ExitCode;
const ROOT = new URL("../../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");
const schemaOf = (name: string) => JSON.parse(read(`schemas/${name}.schema.json`));
const ajv = () => new Ajv2020({ strict: true, allowUnionTypes: true });
const isLine = ajv().compile(schemaOf("simulate-1"));
const isScenario = ajv().compile(schemaOf("scenario-1"));
const flat = (text: string) => text.replaceAll(/\s+/g, " ");

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plimsoll-cluster-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function cluster(...words: readonly string[]) {
  return commandLine(["simulate", ...words], { columns: 100 });
}

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** An example with words of its files replaced. */
function changed(name: string, part: "objects" | "scenario", from: string, to: string) {
  const paths = ["objects", "scenario"].map((each) => {
    const text = read(`examples/clusters/${name}/${each}.yaml`);
    if (each !== part) return file(`${name}-${each}.yaml`, text);
    expect(text).toContain(from);
    return file(`${name}-${each}.yaml`, text.replace(from, to));
  });
  return ["--objects", paths[0] ?? "", "--scenario", paths[1] ?? ""];
}

interface Row {
  readonly name: string;
  readonly verdict: string;
  /** What the search names, the smallest first. */
  readonly ends: readonly string[];
  /** The same change made by hand. */
  readonly by: readonly [part: "objects" | "scenario", from: string, to: string];
}

const EXAMPLES: readonly Row[] = [
  {
    name: "eviction-loop",
    verdict: "worker-1 evicts cart, the scheduler puts it back",
    ends: [
      "Set evictionHard memory.available to 416Mi (500Mi now) on worker-1.",
      "Give worker-1 5Gi of memory (4Gi now).",
    ],
    by: ["scenario", "memory.available: 500Mi", "memory.available: 416Mi"],
  },
  {
    name: "daemonset-loop",
    verdict: "worker-1 evicts agent, the scheduler puts it back",
    ends: [
      "Set evictionHard memory.available to 112Mi (500Mi now) on worker-1.",
      "Give worker-1 5Gi of memory (4Gi now).",
    ],
    by: ["objects", 'capacity: {cpu: "4", memory: 4Gi', 'capacity: {cpu: "4", memory: 5Gi'],
  },
  {
    name: "cascade",
    verdict: "Pressure reaches worker-1 (+10m47s), worker-2 (+15m15s) and worker-3 (+20m14s).",
    ends: [
      "Set evictionHard memory.available to 240Mi (300Mi now)",
      "Run 5 of api instead of 6 (Deployment shop/api). It settles after 1 pod was evicted.",
      "Keep pods of Deployment shop/api on different nodes (required anti-affinity). It settles, " +
        "and no pod is evicted cost: 3 pods stay pending",
    ],
    by: ["objects", "replicas: 6", "replicas: 5"],
  },
  {
    name: "toleration-seconds",
    verdict: "This cluster never settles: a taint of worker-1 evicts nginx again and again",
    ends: [
      "Tolerate maintenance:NoExecute without tolerationSeconds (300 now) in Deployment web/nginx.",
      "Remove the toleration of maintenance:NoExecute from Deployment web/nginx.",
    ],
    by: ["objects", ", tolerationSeconds: 300", ""],
  },
  {
    name: "out-of-loop",
    verdict: "the state at +5s returns every 50ms. Each time, 1 pod is rejected, 72,000 an hour.",
    ends: [
      "Remove spec.nodeName (worker-1) from Deployment lab/trainer: the scheduler places its pods.",
      "Run 2 of trainer instead of 3 (Deployment lab/trainer).",
    ],
    by: ["objects", "      nodeName: worker-1\n", ""],
  },
  {
    name: "daemonset-disk-pressure",
    verdict: "10 pods are evicted or rejected, 4 an hour.",
    ends: [],
    by: ["scenario", "max: 90Gi", "max: 60Gi"],
  },
];

/** Rules that send cart back to worker-1, although worker-2 has room for it; what lifts each. */
const RULES = [
  {
    rule: "a required node affinity",
    member:
      "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: " +
      "{nodeSelectorTerms: [{matchExpressions: " +
      "[{key: kubernetes.io/hostname, operator: In, values: [worker-1]}]}]}}}",
    replicas: 1,
    end: "Remove the required node affinity from Deployment shop/cart. It settles",
  },
  {
    rule: "a spread that is required",
    member:
      "topologySpreadConstraints: [{maxSkew: 1, topologyKey: kubernetes.io/hostname, " +
      "labelSelector: {matchLabels: {app: cart}}, whenUnsatisfiable: DoNotSchedule}]",
    replicas: 2,
    end:
      "Let Deployment shop/cart prefer its spread over kubernetes.io/hostname (ScheduleAnyway). " +
      "It settles",
  },
] as const;

/** The sentence of a change as a fix, whose effect follows after a colon. */
const asFix = (sentence: string) =>
  sentence.replace(/\. It settles/, ": it settles").replace(/\.$/, "");

describe("plimsoll simulate", () => {
  it("takes a scenario that creates its cluster without objects", async () => {
    const amounts = { cpu: "4", memory: "4Gi", pods: "10" };
    const status = { capacity: amounts, allocatable: amounts };
    const node = { apiVersion: "v1", kind: "Node", metadata: { name: "worker-1" }, status };
    const scenario = { until: "1m", changes: [{ at: "0s", create: node }] };
    const path = file("whole.json", JSON.stringify(scenario));
    const { exitCode, stdout, stderr } = await cluster("--scenario", path);
    expect({ exitCode, stderr }).toEqual({ exitCode: Ok, stderr: "" });
    expect(stdout).toContain("scenario · 1 node");
  });

  it.each([
    ["worker-9", "100Mi", "no such node among the objects; name a node that is there."],
    ["worker-1", "x", "a kubelet does not start with this configuration;"],
  ])("blames the option for a kubelet of %s with %s", async (name, amount, sentence) => {
    const text = `kind: KubeletConfiguration\nevictionHard: {memory.available: ${amount}}\n`;
    const option = `${name}=${file("kubelet.yaml", text)}`;
    const words = ["--example", "eviction-loop", "--kubelet-config", option];
    const { exitCode, stderr } = await cluster(...words);
    expect(exitCode).toBe(Input);
    expect(stderr).toContain(`plimsoll: --kubelet-config ${option}: ${sentence}`);
  });

  it.each(RULES)("names $rule as what to lift", async ({ member, replicas, end }) => {
    const example = "examples/clusters/eviction-loop";
    const pod = "metadata: {labels: {app: cart}}\n    spec:\n";
    const objects = read(`${example}/objects.yaml`)
      .replace("memory: 7400Mi", "memory: 1400Mi")
      .replace(pod, `${pod}      ${member}\n`)
      .replace(/(name: cart, namespace: shop}\nspec:\n {2}replicas: )1/, `$1${replicas}`);
    const scenario = file("rule-scenario.yaml", read(`${example}/scenario.yaml`));
    const paths = ["--objects", file("rule.yaml", objects), "--scenario", scenario];
    const { exitCode, stdout } = await cluster(...paths, "--all");
    expect(exitCode, stdout).toBe(Findings);
    expect(flat(stdout)).toContain(asFix(end));
  });

  it.each(EXAMPLES)("says that $name does not settle, and what ends that", async (row) => {
    const { exitCode, stdout, stderr } = await cluster("--example", row.name, "--all");
    expect({ exitCode, stderr }).toEqual({ exitCode: Findings, stderr: "" });
    expect(flat(stdout)).toContain(row.verdict);
    for (const end of row.ends) expect(flat(stdout)).toContain(asFix(end));
    const after = await cluster(...changed(row.name, ...row.by), "--no-search");
    expect(after.exitCode, after.stdout).toBe(Ok);
    expect(flat(after.stdout)).toMatch(/The cluster settles.*othing changes after/);
  });

  it("says of a cluster that settles with which changes no pod would have gone", async () => {
    const { exitCode, stdout } = await cluster("--example", "eviction-hard-90-percent");
    expect(exitCode).toBe(Ok);
    expect(flat(stdout)).toContain("Fixes (checked by simulating again: settles, no evictions)");
    // The system has 1 of 8 Gi, and the pod a little more.
    expect(flat(stdout)).toContain("Set evictionHard memory.available to 82% (90% now)");
    const without = await cluster("--example", "eviction-hard-90-percent", "--no-search");
    expect(without.stdout).not.toContain("Fixes");
  });

  it("lowers thresholds of one file system together, since one alone ends nothing", async () => {
    const folder = mkdtempSync(join(tmpdir(), "plimsoll-inodes-"));
    const [objects, scenario] = ["objects.json", "scenario.json"].map((name) => join(folder, name));
    const capacity = { cpu: "4", memory: "8Gi", pods: "110", "ephemeral-storage": "16Gi" };
    const labels = { app: "mail" };
    const resources = { requests: { memory: "100Mi" } };
    const spec = { containers: [{ name: "mail", image: "mail", resources }] };
    const mail = { replicas: 1, selector: { matchLabels: labels } };
    const items = [
      { kind: "Node", metadata: { name: "worker-1" }, status: { capacity } },
      {
        kind: "Deployment",
        metadata: { name: "mail" },
        spec: { ...mail, template: { metadata: { labels }, spec } },
      },
    ];
    const owner = { kind: "Deployment", name: "mail" };
    const workloads = [{ owner, inodes: { write: "1k/s", max: "965k" } }];
    writeFileSync(objects ?? "", JSON.stringify({ kind: "List", items }));
    writeFileSync(scenario ?? "", JSON.stringify({ inodes: "1M", workloads }));
    const { stdout } = await cluster("--objects", objects ?? "", "--scenario", scenario ?? "");
    rmSync(folder, { recursive: true });
    expect(flat(stdout)).toMatch(
      /Set evictionHard nodefs.inodesFree and imagefs.inodesFree to \d% \(5% now\) on worker-1 cos/,
    );
  });

  it("prints events and a verdict as the schema has them", async () => {
    const { stdout, exitCode } = await cluster("--example", "eviction-loop", "-o", "ndjson");
    expect(exitCode).toBe(Findings);
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    for (const line of lines) expect([isLine(line), isLine.errors]).toEqual([true, null]);
    const verdict = lines.at(-1);
    const [first, last] = verdict.cycle;
    expect(verdict).toMatchObject({ plimsoll: "simulate/1", verdict: "thrashes" });
    expect(lines.slice(first, last + 1).filter(({ kind }) => kind === "Evicted")).toHaveLength(
      verdict.evictions,
    );
    const whole = await cluster("--example", "eviction-loop", "-o", "json", "--no-search");
    const one = JSON.parse(whole.stdout);
    expect([isLine(one), isLine.errors]).toEqual([true, null]);
    expect(one).toMatchObject({ digest: verdict.digest, events: lines.slice(0, -1) });
    expect(one).not.toHaveProperty("remedies");
  });

  it("infers the ReplicaSet of a Deployment from its pods, and names it", async () => {
    const template = {
      metadata: { labels: { app: "web" } },
      spec: { containers: [{ name: "c", resources: { requests: { cpu: "1" } } }] },
    };
    const amounts = { cpu: "4", memory: "8Gi", pods: "110" };
    const owner = { apiVersion: "apps/v1", kind: "ReplicaSet", name: "web-5b9d7c" };
    const metadata = { namespace: "shop", name: "web" };
    const items = [
      {
        ...{ apiVersion: "v1", kind: "Node", metadata: { name: "a" } },
        status: { capacity: amounts, allocatable: amounts },
      },
      {
        ...{ apiVersion: "apps/v1", kind: "Deployment", metadata },
        spec: { replicas: 1, selector: { matchLabels: { app: "web" } }, template },
      },
      {
        ...{ apiVersion: "v1", kind: "Pod", status: { phase: "Running" } },
        metadata: {
          ...{ namespace: "shop", name: "web-5b9d7c-x7k2p" },
          labels: { app: "web", "pod-template-hash": "5b9d7c" },
          ownerReferences: [{ ...owner, controller: true }],
        },
        spec: { ...template.spec, nodeName: "a" },
      },
    ];
    const objects = file("without-replica-set.json", JSON.stringify({ kind: "List", items }));
    const { stdout, said } = await cluster("--objects", objects, "--all");
    expect(said).toContain(
      "ReplicaSets that are not among the objects are inferred from their pods: shop/web-5b9d7c.",
    );
    expect(stdout).not.toContain("Created");
    expect(flat(stdout)).toContain("node pods evicted conditions a 1 0");
  });

  it("warns where a list has no node", async () => {
    const path = file("pods.json", '{"kind":"PodList","items":[{"metadata":{"name":"a"}}]}');
    const { exitCode, stderr } = await cluster("--objects", path);
    expect(exitCode).toBe(Ok);
    expect(stderr).toContain("No node is among the objects; add what kubectl get nodes prints.");
    const summary = file("summary.json", '{"node":{"nodeName":"worker-1"}}');
    const captured = await cluster("--objects", path, "--capture", summary);
    expect(captured.exitCode).toBe(Input);
    expect(captured.stderr).toContain(
      "it is from worker-1, and the objects have no node; add what kubectl get nodes prints.",
    );
  });

  it.each<[string, string, string]>([
    ["an empty list", '{"kind":"List","items":[]}', "nothing is in them"],
    ["a kubeconfig", '{"kind":"Config","clusters":[]}', "they are 1 Config"],
  ])("plays nothing where there is no cluster: %s", async (_, text, found) => {
    const { exitCode, stdout, stderr } = await cluster("--objects", file("none.json", text));
    expect({ exitCode, stdout }).toEqual({ exitCode: Input, stdout: "" });
    expect(stderr).toContain(`The objects have no node and no pod: ${found}; see`);
  });

  it("names kinds that it does not play, and nodes that cannot be as written", async () => {
    const more = file(
      "more.yaml",
      [
        "kind: CronJob\nmetadata: {name: nightly, namespace: shop}",
        "kind: Node\nmetadata: {name: worker-9}\nstatus: {capacity: {memory: 0}, allocatable: {}}",
      ].join("\n---\n"),
    );
    const words = changed("eviction-loop", "scenario", "6h", "1m");
    const all = [words[1] ?? "", more, "--all"];
    const { stderr, said } = await cluster(...words, "--objects", ...all);
    expect(stderr).toBe(
      "warning: Node worker-9: without memory in status.capacity each pod is evicted as soon as " +
        "it runs; give what kubectl get nodes prints.\n",
    );
    expect(said).toContain("Not simulated: 1 CronJob.");
    expect(said).toContain(NO_RELEASE.replace(/^note: |\n$/g, ""));
  });

  it("plays the same seed the same way, and another seed otherwise", async () => {
    const digest = async (seed: string) => {
      const words = ["--example", "cascade", "--no-search", "-o", "ndjson", "--seed", seed];
      return JSON.parse((await cluster(...words)).stdout.trimEnd().split("\n").at(-1) ?? "").digest;
    };
    expect(await digest("7")).toBe(await digest("7"));
    expect(await digest("7")).not.toBe(await digest("8"));
  });

  it("lets kubelet configurations win over the scenario's, one node's over all's", async () => {
    const all = file(
      "all.yaml",
      "kind: KubeletConfiguration\nevictionHard: {memory.available: 1Gi}",
    );
    const one = file(
      "one.yaml",
      "kind: KubeletConfiguration\nevictionHard: {memory.available: 1Mi}",
    );
    const words = ["--example", "eviction-loop", "--no-search"];
    const mild = await cluster(...words, "--kubelet-config", `worker-1=${one}`);
    expect(mild.exitCode, mild.stdout).toBe(Ok);
    const both = ["--kubelet-config", `worker-1=${one}`, "--kubelet-config", all];
    expect((await cluster(...words, ...both)).exitCode).toBe(Ok);
    const hard = await cluster(...words, "--kubelet-config", all, "--all");
    expect(flat(hard.stdout)).toContain("Threshold quantity: 1Gi");
  });

  it("explains the step of a kubelet, with the words of plimsoll explain", async () => {
    const words = ["explain", "--example", "eviction-loop", "--node", "worker-1"];
    const { stdout, exitCode } = await cluster(...words, "--at", "2m39s");
    expect(exitCode).toBe(Ok);
    for (const part of ["shop/cart-1 is evicted", "over request", "Fixes"]) {
      expect(flat(stdout)).toContain(part);
    }
  });

  it.each([
    ["1.33", "untolerated taint {a: b}"],
    ["v1.36.4", "untolerated taint(s)"],
  ])("plays the scheduler of --kubernetes-version %s", async (release, sentence) => {
    const taints = [{ key: "a", value: "b", effect: "NoSchedule" }];
    const node = { kind: "Node", metadata: { name: "worker-1" }, spec: { taints } };
    const pod = { kind: "Pod", metadata: { name: "a" }, spec: { containers: [{ name: "c" }] } };
    const objects = file("tainted.json", JSON.stringify({ kind: "List", items: [node, pod] }));
    const words = ["--objects", objects, "--until", "1m", "-o", "ndjson"];
    const { stdout } = await cluster(...words, "--kubernetes-version", release);
    expect(stdout).toContain(sentence);
  });

  it("explains a moment behind the proof of a cycle as the same moment in it", async () => {
    const words = ["explain", "--example", "eviction-loop", "--node", "worker-1", "-o", "json"];
    const late = await cluster(...words, "--at", "100h");
    expect(late.stderr).toMatch(
      /note: \+100h00m is the same as \+\w+, because the cluster thrashes\.\n$/,
    );
    const moment = /as \+(\w+),/.exec(late.stderr)?.[1] ?? "";
    const early = await cluster(...words, "--at", moment);
    const { time: _, ...decision } = JSON.parse(late.stdout);
    const { time: __, ...same } = JSON.parse(early.stdout);
    expect(decision).toEqual(same);
  });

  it.each<[readonly string[], ExitCode, string]>([
    [["--example", "nowhere"], Usage, "choose one of cascade, daemonset-disk-pressure"],
    [["--example", "cascade", "--until", "soon"], Usage, "Write it as 90s, 30m or 1h2m"],
    [["--example", "cascade", "--seed", "x"], Usage, "Write a whole number."],
    [
      ["--example", "cascade", "--kubernetes-version", "1.99"],
      Usage,
      `argument '1.99' is invalid. Give a release from ${formatReleases(RELEASES.simulator)}.`,
    ],
    [
      ["--example", "cascade", "explain", "--node", "worker-1", "--at", "1m"],
      Usage,
      "Put --example after `explain`.",
    ],
    [["--objects", "absent.yaml"], Input, "absent.yaml: there is no such file"],
    [["explain", "--example", "cascade", "--node", "a"], Usage, "--at"],
    [
      ["explain", "--example", "cascade", "--node", "a", "--at", "1m"],
      Input,
      "--node a: no such node among the objects; check its name.",
    ],
  ])("is refused: %j", async (words, code, sentence) => {
    const { exitCode, stdout, stderr } = await cluster(...words);
    expect(stderr).toContain(sentence);
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: "" });
  });

  it.each<[string, string]>([
    ["", "is empty; write {} to mean an empty scenario."],
    ["[]", "a scenario is a map with members"],
    ["kind: Pod", "this is a Kubernetes object, not a scenario"],
    ["{}\n---\n{}", "more than one document; give one scenario."],
    [
      "workloads: [{owner: {kind: Pod, name: a}, memory: {base: much}}]",
      "$.workloads[0].memory.base",
    ],
    [
      "weather: fine",
      "$.weather: a scenario has no such member here; correct its name or remove it, or see",
    ],
    ["changes: [{at: 1m, disconnect: worker-9}]", "$.changes: no such node among the objects; "],
    [
      "changes: [{at: 1m, delete: {kind: Pod, namespace: shop, name: b}}]",
      "wrong.yaml: $.changes: no such object in the cluster; correct the change.",
    ],
    [
      "changes: [{at: 1m, create: {kind: Pod, metadata: {}}}]",
      "$.changes: create: an object has metadata.name; correct the change.",
    ],
    ["kubelet: {evictionHard: {memory.available: x}}", "$.kubelet"],
    ["nodes: [{name: worker-9}]", "$.nodes[0]"],
    ["changes: [{at: 1m}]", "$.changes[0]"],
    ["until: 100000h", "$.until: it is 100000h; write it above zero"],
    ["until: 0s", "$.until: it is 0s"],
    [
      "workloads: [{owner: {kind: Deployment, namespace: shop, name: b}}]",
      "$.workloads[0]: no obj",
    ],
  ])("refuses the scenario %j", async (text, sentence) => {
    const scenario = file("wrong.yaml", text);
    const objects = "examples/clusters/cascade/objects.yaml";
    const { exitCode, stderr } = await cluster("--objects", objects, "--scenario", scenario);
    expect(stderr).toContain(sentence);
    expect(stderr).toContain("wrong.yaml");
    expect(exitCode).toBe(Input);
  });
});

it("a scenario that is too long is not called a configuration", async () => {
  const scenario = file("long.yaml", `seed: 1${" ".repeat(2 ** 22)}`);
  const { stderr } = await cluster("--example", "cascade", "--scenario", scenario);
  expect(stderr).toBe(`plimsoll: ${scenario}: it is longer than 4 MiB; check which file it is.\n`);
});

describe("simulate --time-limit", () => {
  const words = ["--example", "eviction-loop", "--until", "8760h"];

  it("stops after so much real time, and says how far it got", async () => {
    const { exitCode, stdout, stderr } = await cluster(...words, "--time-limit", "1us");
    expect(exitCode).toBe(Ok);
    expect(flat(stderr)).toMatch(/The time limit ended the simulation at \S+ of 8760h:/);
    expect(stdout).toMatch(/Undecided: \S+ (is|are) too short for a verdict/);
  });

  it("changes nothing where the verdict is known before", async () => {
    const { exitCode, stdout, stderr } = await cluster(...words, "--time-limit", "1h");
    expect([exitCode, stderr]).toEqual([Findings, ""]);
    expect(stdout.replace(" --time-limit 1h", "")).toBe((await cluster(...words)).stdout);
  });
});

describe("the schema of scenarios", () => {
  const names = ["cascade", "eviction-loop", "out-of-loop", "toleration-seconds"];
  it.each(names)("takes the scenario of %s", (name) => {
    const scenario = parse(read(`examples/clusters/${name}/scenario.yaml`));
    expect([isScenario(scenario), isScenario.errors]).toEqual([true, null]);
    expect(isScenario({ ...scenario, weather: "fine" })).toBe(false);
  });
});
