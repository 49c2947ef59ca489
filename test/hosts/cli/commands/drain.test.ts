import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, describe, expect, it } from "vitest";
import type { DrainRemedy } from "../../../../analysis/questions/drain/remedies/drainRemedies.ts";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { commandLine } from "../commandLine.ts";
import { NO_RELEASE } from "../noRelease.ts";

const { Ok, Findings, Usage, Input } = ExitCode;
const schema = new URL("../../../../schemas/drain-1.schema.json", import.meta.url);
const isDrain = new Ajv2020({ strict: true }).compile(JSON.parse(readFileSync(schema, "utf8")));
const FLAGS = ["--ignore-daemonsets", "--delete-emptydir-data"];

function drain(...words: readonly string[]) {
  return commandLine(["drain", ...words], { columns: 100 });
}

const controller = { apiVersion: "apps/v1", kind: "ReplicaSet", name: "a", controller: true };
const node = (name: string) => ({
  ...{ apiVersion: "v1", kind: "Node", metadata: { name } },
  status: { allocatable: { cpu: "8", memory: "8Gi", pods: "110" } },
});
const pod = (name: string, nodeName: string) => ({
  ...{ apiVersion: "v1", kind: "Pod" },
  metadata: { namespace: "shop", name, ownerReferences: [controller] },
  spec: { nodeName, containers: [{ name: "c", resources: { requests: { cpu: "1" } } }] },
  status: { phase: "Running" },
});
const budget = {
  ...{ apiVersion: "policy/v1", kind: "PodDisruptionBudget" },
  metadata: { namespace: "shop", name: "b" },
};
/** The same kind and name in a namespace, with kind before apiVersion. */
const foreignTwin = ({ apiVersion, ...rest }: ReturnType<typeof node>) => ({
  ...{ ...rest, metadata: { name: "worker-1", namespace: "longhorn-system" } },
  apiVersion,
});

const aloneInList = (object: object) => ({ kind: "List", items: [object] });

const directory = mkdtempSync(join(tmpdir(), "plimsoll-"));
afterAll(() => rmSync(directory, { recursive: true }));

/** A drain of worker-1 among objects of a file. */
function drainOf(objects: readonly object[], ...words: readonly string[]) {
  const path = join(directory, "objects.json");
  writeFileSync(path, JSON.stringify({ kind: "List", items: objects }));
  return drain("worker-1", "--objects", path, ...words);
}

const budgets = (...words: readonly string[]) => drain("--example", "budgets", ...words);
const flat = (text: string) => text.replaceAll(/\s+/g, " ");

describe("plimsoll drain", () => {
  it("says in kubectl's words why it evicts nothing", async () => {
    const { exitCode, stdout, stderr, said } = await budgets("worker-2");
    expect(exitCode).toBe(Findings);
    expect(stderr).toBe("");
    expect(said).toContain(
      "Assumed ReplicaSets that are not among the objects are inferred from their pods: " +
        "shop/cart-94hlx9znlg, shop/payments-dvsnsnppqn, shop/search-xd5jjndwm5, " +
        "shop/catalog-2k6rvft44g.",
    );
    expect(stdout.split("\n")[0]).toBe(
      "✖ worker-2 would not drain: kubectl evicts nothing with these flags",
    );
    expect(flat(stdout)).toContain(
      "cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore): " +
        "kube-system/node-exporter-",
    );
    expect(stdout).not.toContain("Events");
  });

  it("says who blocks and why forever, where pods go, and what finds no node", async () => {
    const { exitCode, stdout } = await budgets("worker-2", ...FLAGS, "--all");
    expect(exitCode).toBe(Findings);
    expect(stdout.split("\n")[0]).toBe(
      "✖ worker-2 would not drain: 3 of 6 pods stay blocked, and 1 finds no node",
    );
    for (const part of [
      "data/orders-1: This pod has more than one PodDisruptionBudget, which the eviction " +
        "subresource does not support (data/orders, data/stateful).",
      "The disruption budget payments needs 1 healthy pods and has 1 currently. " +
        "It selects 1 pod: it allows no eviction even while all of them are healthy.",
      "It selects 2 pods, of which 1 waits for a node and 0 more are not healthy.",
      "evicted; its replacement is placed on worker-3",
      "blocked by cart, tries again",
      "3 Insufficient memory",
      "ignoring DaemonSet-managed Pods: kube-system/node-exporter-",
    ]) {
      expect(flat(stdout)).toContain(part);
    }
  });

  it("ends with 0 when the node is drained and every pod has a place", async () => {
    const whatIf = ["--change", "copy node/worker-1 1"];
    const { exitCode, stdout } = await budgets("node/worker-3", ...FLAGS, ...whatIf);
    expect(stdout.split("\n")[0]).toBe("✔ worker-3 would drain in 1 round: 2 pods are evicted");
    expect(exitCode).toBe(Ok);
  });

  it("says which pod returns to the node, and does not end with 0", async () => {
    const one = pod("a-1", "worker-1");
    const tolerant = { ...one, spec: { ...one.spec, tolerations: [{ operator: "Exists" }] } };
    const { exitCode, stdout } = await drainOf([node("worker-1"), tolerant]);
    expect(stdout.split("\n")[0]).toBe(
      "! worker-1 would drain in 1 round: 1 pod is evicted, and 1 returns",
    );
    expect(flat(stdout)).toContain(
      "1 pod returns to worker-1, because it tolerates the cordon: shop/a-1.",
    );
    expect(exitCode).toBe(Findings);
  });

  it("warns of kinds that a file has none of: a drain without them looks easy", async () => {
    const { exitCode, stderr, said } = await drainOf([node("worker-1")]);
    expect(exitCode).toBe(Ok);
    expect(said).toContain(NO_RELEASE.replace(/^note: |\n$/g, ""));
    expect(stderr).toBe(
      [
        "warning: No Pod is among the objects; add what kubectl get pods --all-namespaces --output",
        " json prints.\n",
        "warning: No PodDisruptionBudget is among the objects, and none is assumed; if the ",
        "cluster has any, add what kubectl get pdb --all-namespaces --output json prints.\n",
      ].join(""),
    );
  });

  it("does not warn of a kind whose list is given without items", async () => {
    const list = { kind: "PodDisruptionBudgetList", apiVersion: "policy/v1", items: [] };
    const { stderr } = await drainOf([node("worker-1"), pod("a", "worker-1"), list]);
    expect(stderr).not.toContain("PodDisruptionBudget");
    const empty = { kind: "PodList", apiVersion: "v1", items: [] };
    expect((await drainOf([node("worker-1"), empty])).stderr).not.toContain("No Pod is among");
  });

  it("names Nodes of another group, and neither drains nor changes them", async () => {
    const foreign = { ...node("worker-9"), apiVersion: "longhorn.io/v1beta2" };
    const objects = [foreign, node("worker-1"), pod("a", "worker-1"), foreignTwin(foreign)];
    const { said } = await drainOf(objects);
    expect(said).toContain("Scheduling does not depend on 2 Node.longhorn.io.");
    const changed = await drainOf(objects, "--change", "cordon node/worker-9");
    expect(changed.exitCode).toBe(Input);
    expect(changed.stderr).toContain("no Node worker-9 is among the objects");
  });

  it.each<[string, (objects: readonly object[]) => unknown]>([
    ["a list that does not say that it is one", (items) => ({ items })],
    ["lists in a list", (items) => ({ kind: "List", items: items.map(aloneInList) })],
    ["an array", (items) => items],
  ])("answers the same of %s", async (_, form) => {
    const spec = { selector: { matchLabels: { app: "a" } }, maxUnavailable: 0 };
    const counted = { currentHealthy: 1, desiredHealthy: 1, disruptionsAllowed: 0 };
    const strict = { ...budget, spec, status: { ...counted, expectedPods: 1 } };
    const one = pod("a-1", "worker-1");
    const metadata = { ...one.metadata, labels: { app: "a" } };
    const status = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
    const ready = { ...one, metadata, status };
    const objects = [node("worker-1"), node("worker-2"), ready, strict];
    const listed = await drainOf(objects, "--all");
    expect(flat(listed.stdout)).toContain("Raise maxUnavailable of the budget shop/b from 0 to 1.");
    const path = join(directory, "form.json");
    writeFileSync(path, JSON.stringify(form(objects)));
    expect(await drain("worker-1", "--objects", path, "--all")).toEqual(listed);
  });

  it("says how many pods without a node are not shown", async () => {
    const names = Array.from({ length: 23 }, (_, index) => `a-${index}`);
    const objects = [node("worker-1"), ...names.map((name) => pod(name, "worker-1"))];
    const { stdout } = await drainOf(objects);
    expect(flat(stdout)).toContain("… 15 more with --all");
    const { stdout: whole } = await drainOf(objects, "--all");
    expect(whole).not.toContain("more with --all");
  });

  it("says what to do about a node of more pods than an answer holds", {
    tags: "long",
  }, async () => {
    const pods = Array.from({ length: 20_000 }, (_, index) =>
      pod(`${"a".repeat(200)}-${index}`, "worker-1"),
    );
    const { exitCode, stdout, stderr } = await drainOf([node("worker-1"), ...pods, budget]);
    expect({ exitCode, stdout }).toEqual({ exitCode: Input, stdout: "" });
    expect(stderr).toContain(
      "plimsoll: Node worker-1: the answer does not fit the output region; leave out pods of the " +
        "node that do not matter.\n",
    );
  });

  it("prints what the schema says", async () => {
    for (const words of [[], FLAGS]) {
      const { stdout } = await budgets("worker-2", "--output", "json", ...words);
      expect([isDrain(JSON.parse(stdout)), isDrain.errors]).toEqual([true, null]);
    }
  });

  it.each<[readonly string[], ExitCode, string]>([
    [["worker-9", "--example", "budgets"], Input, "Node worker-9: no such node among the objects"],
    [
      ["worker-9", "--example", "budgets"],
      Input,
      "among the objects; the nodes are worker-1, worker-2, worker-3, worker-4.",
    ],
    [[], Usage, "missing required argument 'node'"],
    [[], Usage, "missing required argument 'node'; kubectl get nodes lists the nodes."],
    [
      ["--example", "budgets"],
      Usage,
      "missing required argument 'node'; the nodes are worker-1, worker-2, worker-3, worker-4.",
    ],
    [["a", "--example"], Usage, "--example has no name; choose one of budgets, shop."],
    [["--example"], Usage, "--example has no name; choose one of budgets, shop."],
    [["a", "--example", "nowhere"], Usage, "choose one of budgets, shop."],
    [["a", "--example", "budgets", "--change", "cordon"], Usage, "--change"],
    [["a", "--objects", "absent.json"], Input, "absent.json: there is no such file"],
  ])("is refused: %j", async (words, code, sentence) => {
    const { exitCode, stdout, stderr } = await drain(...words);
    expect(stderr).toContain(sentence);
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: "" });
  });

  it("names its own help for objects without a node and a pod", async () => {
    const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "a" } };
    const piped = [Buffer.from(JSON.stringify(secret))];
    const words = ["drain", "a", "--objects", "-"];
    const { stderr, exitCode } = await commandLine(words, { piped });
    expect(stderr).toContain("see plimsoll drain --help");
    expect(exitCode).toBe(Input);
  });

  const twoBudgets = fileURLToPath(
    new URL("../../../../examples/clusters/drain-two-budgets/objects.yaml", import.meta.url),
  );

  it("names each change that lets a pod with two budgets go", async () => {
    const { stdout } = await drain("worker-1", "--objects", twoBudgets, "--output", "json");
    const answer = JSON.parse(stdout);
    expect(isDrain(answer), JSON.stringify(isDrain.errors)).toBe(true);
    expect(
      answer.remedies.map(({ changes, left }: DrainRemedy) => [left, changes[0]?.kind]),
    ).toEqual([
      [0, "budget"],
      [0, "budget"],
      [0, "selector"],
      [0, "selector"],
    ]);
    expect(answer.search).toEqual({ tried: 4, triedMax: 96, isComplete: true });
  });

  it("names what lets a pod with three budgets go: all of them but one", async () => {
    const [one, metadata] = [pod("a-1", "worker-1"), budget.metadata];
    const labeled = { ...one, metadata: { ...one.metadata, labels: { app: "a" } } };
    const spec = { selector: { matchLabels: { app: "a" } }, minAvailable: 0 };
    const status = { currentHealthy: 1, desiredHealthy: 0, disruptionsAllowed: 1, expectedPods: 1 };
    const three = ["x", "y", "z"].map((name) => ({
      ...{ ...budget, spec, status },
      metadata: { ...metadata, name },
    }));
    const objects = [node("worker-1"), node("worker-2"), labeled, ...three];
    const { exitCode, stdout } = await drainOf(objects, "--all");
    expect(exitCode).toBe(Findings);
    expect(flat(stdout)).toContain(
      "Delete the budgets shop/x and shop/y. Then 1 pod is evicted in 1 round, and all are " +
        "placed again. The budget shop/z stays. [kubectl delete pdb x y -n shop]",
    );
    expect(flat(stdout)).toContain("Each was verified by simulating the drain with it: 3 drains.");
  });

  it("searches behind the flags that kubectl asks for, and puts changes together", async () => {
    const { stdout } = await budgets("worker-2", "--all");
    expect(flat(stdout)).toContain("Give --ignore-daemonsets and --delete-emptydir-data; ");
    expect(flat(stdout)).toContain(
      "Together: 6 pods are evicted in 2 rounds, and all are placed again.",
    );
    const { stdout: without } = await budgets("worker-2", "--no-search");
    expect(without).not.toContain("Fixes");
  });
});
