import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { RELEASES } from "../../../../analysis/engine/contract/releases.ts";
import { formatRelease, formatReleases } from "../../../../analysis/text/release.ts";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { commandLine } from "../commandLine.ts";

const { Ok, Findings, Usage, Input } = ExitCode;
const directory = mkdtempSync(join(tmpdir(), "plimsoll-schedule-"));
afterAll(() => rmSync(directory, { recursive: true }));

const schema = new URL("../../../../schemas/schedule-1.schema.json", import.meta.url);
const ajv = new Ajv2020({ strict: true });
const isSchedule = ajv.compile(JSON.parse(readFileSync(schema, "utf8")));
const isDecision = ajv.compile({ $ref: "urn:plimsoll:schedule:1#/$defs/decision" });

const apiVersion = "kubescheduler.config.k8s.io/v1";

function write(name: string, value: unknown): string {
  const path = join(directory, name);
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
  return path;
}

function schedule(...words: readonly string[]) {
  const isText = !words.includes("--output");
  return commandLine(["schedule", ...words, ...(isText ? ["--all"] : [])], { columns: 100 });
}

const shop = (...words: readonly string[]) => schedule("--example", "shop", ...words);

interface Told {
  readonly changes: readonly { readonly change: string }[];
  readonly node: string;
  readonly victims?: readonly object[];
}

const textsOf = ({ changes }: Told) => changes.map(({ change }) => change);

/** The text with its lines joined: where it is wrapped does not matter. */
const flat = (text: string) => text.replaceAll(/\s+/g, " ");

const node = (name: string, cpu: string, spec: object = {}) => ({
  kind: "Node",
  metadata: { name },
  spec,
  status: { allocatable: { cpu, memory: "4Gi", pods: "10" } },
});
const pod = (name: string, cpu: string, spec: object = {}) => ({
  kind: "Pod",
  metadata: { namespace: "shop", name },
  spec: { containers: [{ name: "a", resources: { requests: { cpu } } }], ...spec },
});

const FOLLOWED =
  "Assumed kube-scheduler 1.35 is followed, because the newest kubelet of the nodes is v1.35.8. ";

describe("plimsoll schedule", () => {
  it("says why a pod stays pending: in a sentence, in the scheduler's words, by node", async () => {
    const { exitCode, stdout, stderr, said } = await shop("shop/cart-1");
    expect({ exitCode, stderr }).toEqual({ exitCode: Findings, stderr: "" });
    expect(said).toContain(FOLLOWED);
    expect(stdout.split("\n")[0]).toBe("✖ shop/cart-1 stays pending: none of 12 nodes can take it");
    for (const part of [
      "0/12 nodes are available: 1 node(s) were unschedulable, 5 Insufficient memory, " +
        "6 node(s) had untolerated taint(s).",
      "6 node(s) had untolerated taint(s) TaintToleration control-1, control-2, control-3",
      "5 Insufficient memory NodeResourcesFit worker-1, worker-2, worker-4",
      "1 node(s) were unschedulable NodeUnschedulable worker-3",
    ]) {
      expect(flat(stdout)).toContain(part);
    }
  });

  it("ends with the smallest changes that would place the pod, and they do", async () => {
    const asked = ["shop/cart-1", "--output", "ndjson"];
    const answered = await shop(...asked, "--detail", "2");
    const decision = JSON.parse(answered.stdout);
    expect(isDecision(decision), JSON.stringify(isDecision.errors)).toBe(true);
    // 15,971,909,632 bytes are free on worker-5 and worker-6: as many whole Mi fit.
    const smaller = "set resources pod/shop/cart-1 --requests=memory=15232Mi";
    expect(decision.remedies[0]).toEqual({
      changes: [
        { kind: "requests", objects: ["Pod shop/cart-1"], change: smaller, whatIf: [smaller] },
      ],
      verified: true,
      node: "worker-5",
    });
    expect(decision.search).toMatchObject({ isComplete: true });
    expect(decision.remedies.length).toBeGreaterThan(1);
    for (const remedy of decision.remedies) {
      const { node, victims } = remedy;
      const words = textsOf(remedy).flatMap((change) => ["--change", change]);
      const tried = await shop(...asked, ...words);
      const expected =
        victims === undefined ? { result: "Scheduled", node } : { nominatedNode: node, victims };
      expect(JSON.parse(tried.stdout)).toMatchObject(expected);
    }
    const { stdout } = await shop("shop/cart-1");
    expect(flat(stdout)).toContain("Fixes (checked by scheduling again)");
  });

  it("says which nodes to uncordon, alone or with another change, and they do", async () => {
    const taint = { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" };
    const cordon = (taints: readonly object[] = []) => ({
      ...{ unschedulable: true, taints: [taint, ...taints] },
    });
    const gpu = { key: "gpu", effect: "NoSchedule" };
    const asked = ["shop/asked", "--output", "ndjson"];
    const remedies = async (name: string, ...nodes: readonly object[]) => {
      const path = write(name, { kind: "List", items: [...nodes, pod("asked", "2")] });
      const words = [...asked, "--objects", path];
      const { remedies: found } = JSON.parse((await schedule(...words, "--detail", "2")).stdout);
      for (const remedy of found as readonly Told[]) {
        const whatIf = textsOf(remedy).flatMap((change) => ["--change", change]);
        const { stdout } = await schedule(...words, ...whatIf);
        expect(JSON.parse(stdout)).toMatchObject({ result: "Scheduled", node: remedy.node });
      }
      return found.map(textsOf);
    };
    const tolerate = `tolerate pod/shop/asked ${taint.key}:NoSchedule`;
    expect(await remedies("alone.json", node("a", "4", cordon()), node("b", "1"))).toEqual([
      ["set resources pod/shop/asked --requests=cpu=1000m"],
      ["uncordon a"],
      [tolerate],
    ]);
    expect(await remedies("together.json", node("a", "4", cordon([gpu])))).toEqual([
      ["uncordon a", "tolerate pod/shop/asked gpu:NoSchedule"],
      [tolerate, "tolerate pod/shop/asked gpu:NoSchedule"],
    ]);
  });

  it("says the lowest priority with which the pod preempts others, and which", async () => {
    const standing = (name: string, node: string, priority: number) =>
      pod(name, "1", { nodeName: node, priority });
    const items = [node("a", "1"), node("b", "1"), pod("asked", "1")];
    const others = [standing("high", "a", 100), standing("low", "b", 7)];
    const objects = write("priority.json", { kind: "List", items: [...items, ...others] });
    const words = ["shop/asked", "--objects", objects, "--output", "ndjson"];
    const { remedies } = JSON.parse((await schedule(...words, "--detail", "2")).stdout);
    expect(remedies.at(-1)).toMatchObject({
      changes: [{ kind: "priority", change: 'patch pod/shop/asked {"spec":{"priority":8}}' }],
      ...{ node: "b", victims: [{ name: "low" }] },
    });
    const lower = ["--change", 'patch pod/shop/asked {"spec":{"priority":7}}'];
    const tried = JSON.parse((await schedule(...words, ...lower)).stdout);
    expect(tried.nominatedNode).toBeUndefined();
  });

  it("says what would move a pod elsewhere, and it does", async () => {
    const items = [node("a", "4"), node("b", "8"), pod("one", "3")];
    const tainted = { taints: [{ key: "gpu", effect: "NoSchedule" }] };
    const objects = write("move.json", {
      kind: "List",
      items: [...items, node("c", "64", tainted)],
    });
    const words = ["shop/one", "--objects", objects, "--output", "ndjson"];
    const { stdout } = await schedule(...words, "--detail", "2");
    const decision = JSON.parse(stdout);
    expect(decision).toMatchObject({
      node: "b",
      remedies: [{ changes: [{ change: "tolerate pod/shop/one gpu:NoSchedule" }], node: "c" }],
    });
    const tried = await schedule(...words, "--change", "tolerate pod/shop/one gpu:NoSchedule");
    expect(JSON.parse(tried.stdout)).toMatchObject({ result: "Scheduled", node: "c" });
  });

  it("says why a pod goes where it goes", async () => {
    const { exitCode, stdout } = await shop("shop/web-1");
    expect(exitCode).toBe(Ok);
    expect(stdout).toMatch(/^✔ shop\/web-1 is placed on worker-\d: the best of 5 that can take it/);
    expect(stdout).toMatch(/●\s+worker-\d\s+\d+/);
    expect(flat(stdout)).toContain("Equal on all of them: TaintToleration, ImageLocality.");
  });

  it("decides on every pending pod, each after those before it", async () => {
    const { exitCode, stdout } = await shop();
    expect(exitCode).toBe(Findings);
    expect(stdout.split("\n")[0]).toBe(
      "✖ 6 pods pending: 2 are placed, 3 stay pending, 1 waits for its gates",
    );
    expect(flat(stdout)).toContain("research/batch-1 waiting for scheduling gates");
  });

  it("fills a node before it leaves a pod pending", async () => {
    const items = [node("a", "2"), pod("first", "1500m"), pod("second", "1")];
    const { exitCode, stdout } = await schedule(
      "--objects",
      write("two.json", { kind: "List", items }),
      "--kubernetes-version",
      "1.36",
      "--output",
      "ndjson",
    );
    expect(exitCode).toBe(Findings);
    const lines = stdout.trim().split("\n");
    const decisions = lines.map((line) => JSON.parse(line));
    expect(decisions).toMatchObject([
      { pod: { name: "first" }, result: "Scheduled", node: "a" },
      { pod: { name: "second" }, result: "Unschedulable" },
    ]);
    expect(decisions[1].message).toBe(
      "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: " +
        "0/1 nodes are available: 1 No preemption victims found for incoming pod.",
    );
  });

  it.each([
    ["every pending pod", []],
    ["one pod with its nodes", ["shop/web-1", "--detail", "1"]],
    ["refused nodes", ["shop/search-1", "--detail", "1"]],
    ["a change", ["--change", "uncordon worker-3"]],
  ])("prints JSON as its schema has it: %s", async (_, words) => {
    const whole = JSON.parse((await shop(...words, "--output", "json")).stdout);
    expect(isSchedule(whole), JSON.stringify(isSchedule.errors)).toBe(true);
    const { stdout } = await shop(...words, "--output", "ndjson");
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    for (const line of lines) expect(isDecision(line), JSON.stringify(line)).toBe(true);
    expect(lines).toEqual(whole.decisions);
  });

  it("decides on a running pod as if it were pending", async () => {
    const placed = pod("cart", "1", { nodeName: "a" });
    const items = [node("a", "1"), node("b", "1", { unschedulable: true }), placed];
    const objects = write("stands.json", { kind: "List", items });
    const { exitCode, stdout } = await schedule("shop/cart", "--objects", objects);
    expect(exitCode).toBe(Ok);
    expect(stdout).toContain(
      "shop/cart runs on a and would be placed there again: the only one of 2 nodes",
    );
  });

  describe("preemption", () => {
    const bound = (name: string, nodeName: string, priority: number) =>
      pod(name, "1500m", { nodeName, priority });
    const items = [
      node("a", "2"),
      node("b", "2"),
      bound("low-a", "a", 5),
      bound("low-b", "b", 3),
      pod("first", "1", { priority: 1000 }),
      pod("second", "1", { priority: 1000 }),
      pod("polite", "2", { priority: 1000, preemptionPolicy: "Never" }),
    ];
    const objects = write("preempts.json", { kind: "List", items });

    it("says on which node a pod preempts, whom, and why there", async () => {
      const { exitCode, stdout } = await schedule("shop/first", "--objects", objects);
      expect(exitCode).toBe(Findings);
      expect(stdout.split("\n")[0]).toBe(
        "✖ shop/first preempts 1 pod on b, and waits to be placed there",
      );
      expect(flat(stdout)).toContain("● b 0 3 3 shop/low-b a 0 5 5 shop/low-a");
    });

    it("has the victims gone and the pod counted for those that follow", async () => {
      const { stdout } = await schedule(
        "--objects",
        objects,
        "--kubernetes-version",
        "1.36",
        "--output",
        "ndjson",
        "--detail",
        "1",
      );
      const decisions = stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      for (const each of decisions) expect(isDecision(each), JSON.stringify(each)).toBe(true);
      expect(decisions).toMatchObject([
        { result: "Unschedulable", nominatedNode: "b", victims: [{ name: "low-b" }] },
        { result: "Scheduled", node: "b" },
        { result: "Unschedulable" },
      ]);
      expect(decisions[2].message).toBe(
        "0/2 nodes are available: 2 Insufficient cpu. no new claims to deallocate, " +
          "preemption: not eligible due to preemptionPolicy=Never.",
      );
    });

    it("shows together who waits for whom", async () => {
      const { stdout } = await schedule("--objects", objects);
      expect(flat(stdout)).toContain("pod node pods to preempt shop/first b shop/low-b");
    });
  });

  it("takes a pod from a manifest, and one of a template", async () => {
    const objects = write("node.json", node("a", "1"));
    const { spec } = pod("cart", "2");
    const template = { metadata: { labels: { app: "cart" } }, spec };
    const metadata = { name: "cart", namespace: "shop" };
    const manifests = [
      pod("cart", "2"),
      { kind: "Deployment", metadata, spec: { template } },
      { kind: "CronJob", metadata, spec: { jobTemplate: { spec: { template } } } },
    ];
    for (const manifest of manifests) {
      const file = write("manifest.yaml", stringify(manifest));
      const { exitCode, stdout } = await schedule("--objects", objects, "--pod-file", file);
      expect(exitCode).toBe(Findings);
      expect(stdout).toContain("shop/cart stays pending: the one node cannot take it\n");
    }
    const none = write("none.yaml", stringify({ kind: "Service", metadata }));
    const { exitCode, stderr } = await schedule("--objects", objects, "--pod-file", none);
    expect(stderr).toContain("it describes no pod; give a Pod, or a Deployment");
    expect(exitCode).toBe(Input);
  });

  it("reads what cluster-info dump prints, in which items do not say their kind", async () => {
    const list = (kind: string, item: object) => {
      const { kind: _, ...rest } = item as { kind?: string };
      return JSON.stringify({ kind: `${kind}List`, apiVersion: "v1", metadata: {}, items: [rest] });
    };
    const dump = [
      list("Node", node("a", "2")),
      list("Event", { metadata: { name: "cart.17" } }),
      list("DaemonSet", { metadata: { name: "agent" }, spec: { template: {} } }),
      list("Pod", pod("cart", "1")),
      "==== START logs for container a of pod shop/cart ====",
      "{[ not JSON",
      "==== END logs for container a of pod shop/cart ====",
    ].join("\n");
    const { exitCode, stdout, said } = await schedule("--objects", write("dump.json", dump));
    expect(said).toContain("Scheduling does not depend on 1 Event, 1 DaemonSet.");
    expect(stdout).toContain("✔ 1 pod pending: 1 is placed\n");
    expect(exitCode).toBe(Ok);
    const prompt = "me@control-1:~$ ";
    const printed = `${prompt}kubectl cluster-info dump\n${dump}\n${prompt}`;
    const inTerminal = await schedule("--objects", write("printed.txt", printed));
    expect(inTerminal.stdout).toContain("✔ 1 pod pending: 1 is placed\n");
  });

  it("says that there are no pods among the objects, not that none is pending", async () => {
    const objects = write("nodes.json", { kind: "NodeList", items: [node("a", "2")] });
    const { stdout } = await schedule("--objects", objects);
    expect(stdout).toMatch(/^\? There are no pods among the objects\n.* 1 node, 0 pods /);
    expect(stdout).toMatch(/^Next +kubectl get nodes,pods,pdb -A -o json \| plimsoll/m);
    expect((await commandLine([objects])).stdout).toMatch(/^\? There are no pods among /);
  });

  it("says that pods wait for a scheduler that is not configured", async () => {
    const other = { kind: "Pod", metadata: { name: "a" }, spec: { schedulerName: "volcano" } };
    const objects = write("others.json", { kind: "List", items: [node("a", "2"), other] });
    const { stdout, stderr } = await schedule("--objects", objects);
    expect(stdout).toMatch(/^✔ No pod is pending\n/);
    expect(stderr).toContain(
      "warning: 1 pending pod waits for a scheduler that is not configured; give its --config.",
    );
  });

  it("says what was passed over, and that there is no node", async () => {
    const items = [pod("cart", "1"), { kind: "Secret", metadata: { name: "token" } }];
    const objects = write("odd.json", { kind: "List", items });
    const { exitCode, stdout, stderr, said } = await schedule("--objects", objects);
    expect(exitCode).toBe(Findings);
    expect(said).toContain(" Scheduling does not depend on 1 Secret.");
    expect(stderr).toContain("warning: No node is among the objects");
    expect(flat(stdout)).toContain("no nodes available to schedule pods");
  });

  it.each<[string, unknown, string]>([
    ["a summary", { node: { nodeName: "a" } }, "this is a stats Summary, not a Kubernetes obj"],
    ["a status", { kind: "Status", code: 403 }, "have no node and no pod: they are 1 Status"],
    ["a table", "NAME READY\n", "the table that kubectl prints without --output"],
    ["a bad quantity", pod("cart", "1x"), "$.spec.containers[0].resources.requests.cpu (byte"],
    ["two roots", '{"kind":"Pod","metadata":{"name":"a"}} x', 'is "x"'],
    ["deep nesting", `{"kind":"Pod","a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`, "nest"],
  ])("refuses what it cannot read, with its name: %s", async (_, value, sentence) => {
    const path = write("strange.json", value);
    const { exitCode, stdout, stderr } = await schedule("--objects", path);
    expect(stderr).toContain(sentence);
    expect({ exitCode, stdout }).toEqual({ exitCode: Input, stdout: "" });
  });

  it("speaks as the scheduler of the newest kubelet among the nodes, and names it", async () => {
    const of = (name: string, kubeletVersion: string) => {
      const { status, ...rest } = node(name, "1");
      return { ...rest, status: { ...status, nodeInfo: { kubeletVersion } } };
    };
    const asked = async (...versions: readonly string[]) => {
      const nodes = versions.map((version, index) => of(`n-${index}`, version));
      const path = write("release.json", { kind: "List", items: [...nodes, pod("asked", "2")] });
      return schedule("shop/asked", "--objects", path);
    };
    // Since 1.34 the sentence says what became of claims.
    const claims = "no new claims to deallocate";
    const older = await asked("v1.32.9", "v1.33.4+k3s1");
    expect(older.said).toContain(
      "Assumed kube-scheduler 1.33 is followed, because the newest kubelet of the nodes is " +
        "v1.33.4+k3s1.",
    );
    expect(flat(older.stdout)).not.toContain(claims);
    const newer = await asked("v1.36.0", "v1.33.4");
    expect(flat(newer.stdout)).toContain(claims);
    expect((await asked("v1.20.1")).stderr).toBe(
      "warning: The newest kubelet is v1.20.1; the nearest supported release, 1.31, is " +
        "followed.\n",
    );
  });

  it("does not contradict itself about pods with claims", async () => {
    const volumes = [{ name: "v", persistentVolumeClaim: { claimName: "c" } }];
    const objects = write("claims.json", {
      kind: "List",
      items: [
        ...[node("a", "4"), pod("large", "8", { volumes }), pod("small", "1", { volumes })],
        { apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: { name: "c" } },
      ],
    });
    const plugins = "VolumeBinding, VolumeRestrictions, NodeVolumeLimits, VolumeZone";
    const all = await schedule("--objects", objects);
    expect(all.said).toContain(
      "Not used: 1 PersistentVolumeClaim. Volume and claim plugins are not supported.",
    );
    const text = flat(all.stdout);
    expect(text).toContain("2 pods pending: 1 stays pending, 1 is not evaluated ");
    expect(text).toContain(`Stay pending shop/large 0/1 nodes are available: 1 Insufficient cpu.`);
    expect(text).toContain(`Not evaluated: ${plugins}. Not evaluated shop/small It needs`);
    const large = flat((await schedule("shop/large", "--objects", objects)).stdout);
    expect(large).toContain(
      "shop/large stays pending: the one node cannot take it, even without the checks of " +
        `${plugins} `,
    );
    expect(large).not.toContain("is not evaluated");
    const small = flat((await schedule("shop/small", "--objects", objects)).stdout);
    expect(small).toContain(`? shop/small is not evaluated: it needs ${plugins} `);
  });

  it("says that there is no such pod", async () => {
    const { exitCode, stderr } = await shop("shop/nobody");
    const note = FOLLOWED.replace("Assumed", "note:").trim();
    expect(stderr).toBe(
      `${note}\nplimsoll: Pod shop/nobody: no such pod among the objects; ` +
        "check its namespace and its name.\n",
    );
    expect(exitCode).toBe(Input);
  });

  it("takes a configuration, and a release", async () => {
    const config = write("config.yaml", "kind: KubeSchedulerConfiguration\nparallelism: 1\n");
    const known = await shop("--scheduler-config", config, "--kubernetes-version", "1.31");
    expect(known.exitCode).toBe(Findings);
    const older = await shop("--kubernetes-version", "1.2");
    const nearest = formatRelease(RELEASES.scheduler.oldest);
    expect(older.stderr).toBe(
      "warning: The release asked for is 1.2; the nearest supported release, " +
        `${nearest}, is followed.\n`,
    );
    expect(older.exitCode).toBe(Findings);
    for (const version of ["1.99", "v2", "", "1.36;id", "1.36 "]) {
      const unknown = await shop("--kubernetes-version", version);
      expect(unknown.stderr).toContain(`a release from ${formatReleases(RELEASES.scheduler)}`);
      expect(unknown.exitCode).toBe(Usage);
    }
    const other = await shop("--scheduler-config", write("other.yaml", "kind: Pod\n"));
    expect(other.stderr).toContain("no KubeSchedulerConfiguration is in it");
    expect(other.exitCode).toBe(Input);
    const misspelt = write("misspelt.yaml", "kind: KubeSchedulerConfiguration\nparalelism: 1\n");
    const refused = await shop("--scheduler-config", misspelt);
    expect(refused.stderr).toContain("$.paralelism");
    expect(refused.stderr).toContain('strict decoding error: unknown field "paralelism"');
    expect(refused.exitCode).toBe(Input);
  });

  it("says what of a configuration keeps pods from being judged", async () => {
    const profiles = [{ plugins: { multiPoint: { enabled: [{ name: "Coscheduling" }] } } }];
    const document = { apiVersion, kind: "KubeSchedulerConfiguration", parallelism: 16, profiles };
    const foreign = await shop(
      "shop/cart-1",
      "--scheduler-config",
      write("foreign.yaml", document),
    );
    expect(foreign.said).toContain("parallelism is 16; decisions are those of 1");
    expect(foreign.stderr).toContain("No pod of default-scheduler can be evaluated");
    expect(flat(foreign.stdout)).toContain(
      "shop/cart-1 stays pending: none of 12 nodes can take it, even without the checks of " +
        "Coscheduling ",
    );
    expect(foreign.exitCode).toBe(Findings);
    const extended = { ...document, profiles: [], extenders: [{ urlPrefix: "http://e" }] };
    const asked = await shop("shop/cart-1", "--scheduler-config", write("asked.yaml", extended));
    expect(flat(asked.stdout)).toContain("even without the checks of extender http://e ");
  });

  it.each<[string, object, string]>([
    ["a label key", { nodeSelector: { "a b": "c" } }, "nodeSelector.a b"],
    ["a label value", { nodeSelector: { disk: "s s d" } }, "nodeSelector.disk"],
    [
      "a negative request",
      { initContainers: [{ resources: { requests: { cpu: "-1" } } }] },
      "initContainers[0].resources.requests.cpu",
    ],
  ])("refuses %s that no API server takes, with its place", async (_, spec, place) => {
    const path = write("refused.json", {
      kind: "List",
      items: [node("a", "1"), pod("p", "1", spec)],
    });
    const { exitCode, stderr } = await schedule("--objects", path);
    expect(stderr).toContain(`refused.json: $.items[1].spec.${place}`);
    expect(exitCode).toBe(Input);
  });

  it.each([
    ["In", "s s d"],
    ["Gt", "many"],
  ])("takes a term of nodes with %s %s as the scheduler does", async (operator, value) => {
    const preference = {
      matchExpressions: [{ key: "disk", operator, values: [value] }],
    };
    const terms = [{ weight: 1, preference }];
    const nodeAffinity = { preferredDuringSchedulingIgnoredDuringExecution: terms };
    const asked = pod("p", "1", { affinity: { nodeAffinity } });
    const one = write("one.json", { kind: "List", items: [node("a", "1"), asked] });
    const alone = await schedule("shop/p", "--objects", one);
    expect(alone.stdout).toContain("shop/p is placed on a");
    const two = write("two.json", { kind: "List", items: [node("a", "1"), node("b", "1"), asked] });
    const scored = await schedule("shop/p", "--objects", two);
    expect(scored.stdout).toContain("shop/p is not evaluated: it needs NodeAffinity\n");
    expect(scored.exitCode).toBe(Findings);
    const required = { nodeSelectorTerms: [preference] };
    const needs = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } };
    const items = [node("a", "1"), pod("p", "1", { affinity: needs })];
    const none = await schedule("--objects", write("none.json", { kind: "List", items }));
    expect(flat(none.stdout)).toContain("1 node(s) didn't match Pod's node affinity/selector");
    const added = [
      { pluginConfig: [{ name: "NodeAffinity", args: { addedAffinity: nodeAffinity } }] },
    ];
    const config = { apiVersion, kind: "KubeSchedulerConfiguration", profiles: added };
    const refused = await schedule(
      "--objects",
      one,
      "--scheduler-config",
      write("added.yaml", config),
    );
    expect(refused.stderr).toContain("preference.matchExpressions[0].values");
    expect(refused.exitCode).toBe(Input);
  });

  it("says that the scheduler itself fails where a score is out of its range", async () => {
    const node = (name: string) => ({
      kind: "Node",
      metadata: { name },
      status: { allocatable: { pods: "110", cpu: "4", memory: "100P" } },
    });
    // A hundred times what is left is beyond 2^63: -84 of memory and 75 of cpu, the mean is -4.
    const requests = { cpu: "1", memory: "1Gi" };
    const pod = {
      kind: "Pod",
      metadata: { namespace: "d", name: "large" },
      spec: { containers: [{ name: "a", resources: { requests } }] },
    };
    const objects = JSON.stringify({ kind: "List", items: [node("a"), node("b"), pod] });
    const path = write("large.json", objects);
    const { exitCode, stdout } = await schedule("d/large", "--objects", path);
    expect(stdout).toContain("d/large is not placed: the scheduler fails on it\n");
    expect(stdout.replace(/\s+/g, " ")).toContain(
      'plugin "NodeResourcesFit" returns an invalid score -4',
    );
    expect(exitCode).toBe(Findings);
  });
});

describe("plimsoll schedule --change", () => {
  it("says how it is and how it would be", async () => {
    const { exitCode, stdout } = await shop("shop/cart-1", "--change", "uncordon worker-3");
    expect(exitCode).toBe(Ok);
    expect(flat(stdout)).toMatch(
      /^✔ With uncordon worker-3: shop\/cart-1 is placed on worker-3: the only one of 12 nodes/,
    );
    expect(flat(stdout)).toContain(
      "As it is: shop/cart-1 stays pending: none of 12 nodes can take it.",
    );
  });

  it("shows which pods end otherwise", async () => {
    const { stdout } = await shop("--change", "copy node/worker-1 1");
    expect(stdout).toContain("As it is: 6 pods pending: 2 are placed, 3 stay pending");
    expect(stdout).toMatch(/shop\/cart-1 +pending +worker-1-copy-1/);
    const nothing = await shop("--change", "label node/worker-1 color=blue");
    expect(nothing.stdout).toContain(
      "Nothing: the result of every pod is the same without the change.",
    );
  });

  it("tells in JSON how it was before", async () => {
    const words = ["shop/cart-1", "--change", "uncordon worker-3", "--output", "ndjson"];
    expect(JSON.parse((await shop(...words)).stdout)).toMatchObject({
      result: "Scheduled",
      node: "worker-3",
      before: { result: "Unschedulable" },
    });
  });

  it("takes objects that are added or replace others from a file", async () => {
    const file = write("more.yaml", stringify(node("worker-9", "64")));
    const { stdout } = await shop("--change", file);
    expect(stdout).toMatch(/shop\/web-1 +worker-\d +worker-9/);
  });

  it("refuses a change of what is not there", async () => {
    const { exitCode, stderr } = await shop("--change", "cordon worker-77");
    expect(stderr).toContain('--change "cordon worker-77": no Node worker-77 is among');
    expect(exitCode).toBe(Input);
  });
});

describe("the command line of plimsoll schedule", () => {
  it("takes a pod and its namespace as kubectl does", async () => {
    const whole = await schedule("shop/cart-1", "--example", "shop");
    expect(await schedule("cart-1", "-n", "shop", "--example", "shop")).toEqual(whole);
    expect(await schedule("pod/cart-1", "-n", "shop", "--example", "shop")).toEqual(whole);
  });

  it.each<[readonly string[], string]>([
    [["cart-1"], "cart-1: write a pod as NAMESPACE/NAME, or give --namespace."],
    [["shop/cart/1"], "write a pod as NAMESPACE/NAME"],
    [["shop/cart-1", "-n", "shop"], "shop/cart-1 names a namespace; leave it out"],
    [["--example", "shop", "--detail", "3", "--output", "json"], "--detail"],
    [["--example", "shop", "--output", "yaml"], "--output"],
    [
      ["--example", "nowhere"],
      "--example nowhere: there is no such cluster; choose one of budgets, shop.",
    ],
    [["--example", "shop", "--change", "drain worker-1"], "changes begin with cordon, uncordon"],
    [["--example", "shop", "--change", "cordon"], "it names no object; write cordon NODE."],
  ])("is refused: %j", async (words, sentence) => {
    const { exitCode, stdout, stderr } = await commandLine(["schedule", ...words]);
    expect(stderr).toContain(sentence);
    expect({ exitCode, stdout }).toEqual({ exitCode: Usage, stdout: "" });
  });

  it.each<[readonly string[], string]>([
    [["--objects", "absent.json"], "absent.json: there is no such file; check the path."],
    [["--example", "shop", "--pod-file", "absent.yaml"], "absent.yaml: there is no such file"],
    [["shop/cart-1"], "or give --objects dump.json, written by kubectl get nodes,pods,"],
  ])("is refused for its input: %j", async (words, sentence) => {
    const environment = { HOME: "/nowhere" };
    const { exitCode, stderr } = await commandLine(["schedule", ...words], { environment });
    expect(stderr).toContain(sentence);
    expect(exitCode).toBe(Input);
  });
});
