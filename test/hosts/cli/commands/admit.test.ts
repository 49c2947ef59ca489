import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, describe, expect, it } from "vitest";
import { RELEASES } from "../../../../analysis/engine/contract/releases.ts";
import { formatRelease } from "../../../../analysis/text/release.ts";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { commandLine } from "../commandLine.ts";

const { Ok, Findings, Usage, Input } = ExitCode;
const directory = mkdtempSync(join(tmpdir(), "plimsoll-admit-"));
afterAll(() => rmSync(directory, { recursive: true }));

const schema = new URL("../../../../schemas/admission-1.schema.json", import.meta.url);
const isAdmission = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
  JSON.parse(readFileSync(schema, "utf8")),
);

function write(name: string, value: unknown): string {
  const path = join(directory, name);
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
  return path;
}

function admit(...words: readonly string[]) {
  const isText = !words.some((word) => word === "--output" || word === "-o");
  return commandLine(["admit", ...words, ...(isText ? ["--all"] : [])], { columns: 100 });
}

const flat = (text: string) => text.replaceAll(/\s+/g, " ");

const node = (name: string, status: object = {}) => ({
  kind: "Node",
  metadata: { name, labels: { "kubernetes.io/os": "linux" } },
  status: {
    allocatable: { cpu: "2", memory: "4Gi", pods: "10" },
    capacity: { cpu: "2", memory: "4Gi", pods: "10" },
    nodeInfo: { kubeletVersion: "v1.34.2" },
    ...status,
  },
});
const pod = (name: string, cpu: string, spec: object = {}, rest: object = {}) => ({
  kind: "Pod",
  metadata: { namespace: "shop", name, uid: `uid-${name}` },
  spec: {
    containers: [{ name: "a", resources: { requests: { cpu, memory: "1Gi" } } }],
    nodeName: "a",
    ...spec,
  },
  ...rest,
});
const critical = { priority: 2_000_000_000, priorityClassName: "system-node-critical" };
const list = (...items: readonly object[]) => ({ kind: "List", items });

/** 2 cpu, of which 1500m are taken. */
const full = write("full.json", list(node("a"), node("b"), pod("old", "1500m"), pod("new", "1")));

describe("plimsoll admit", () => {
  it("says why a node rejects the pod that is bound to it, in the kubelet's words", async () => {
    const { exitCode, stdout, stderr } = await admit("shop/new", "--objects", full);
    expect({ exitCode, stderr }).toEqual({ exitCode: Findings, stderr: "" });
    expect(stdout.split("\n")[0]).toBe("✖ a would reject shop/new: OutOfcpu");
    for (const part of [
      "Failed, reason OutOfcpu: Pod was rejected: Node didn't have enough resource: cpu, " +
        "requested: 1000, used: 1500, capacity: 2000",
      "cpu 1 1500m 2 does not fit",
      "1 Request at most 500m of cpu",
    ]) {
      expect(flat(stdout)).toContain(part);
    }
  });

  it("takes a pod as if it came now, when it is already on the node", async () => {
    const { exitCode, stdout } = await admit("shop/old", "--objects", full);
    expect(exitCode).toBe(Findings);
    expect(flat(stdout)).toContain("requested: 1500, used: 1000, capacity: 2000");
  });

  it("asks another node, as if the pod were bound to it", async () => {
    const words = ["shop/new", "--objects", full, "--node", "b"];
    const { exitCode, stdout } = await admit(...words);
    expect(exitCode).toBe(Ok);
    expect(stdout.split("\n")[0]).toBe("✔ b would admit shop/new");
  });

  it("names the pods that a critical pod preempts, with the messages that they get", async () => {
    const objects = write(
      "critical.json",
      list(node("a"), pod("big", "1500m"), pod("small", "400m"), pod("agent", "500m", critical)),
    );
    const { exitCode, stdout } = await admit("shop/agent", "--objects", objects);
    expect(exitCode).toBe(Ok);
    // The nearest to the 400m that are missing.
    expect(flat(stdout)).toContain("shop/small Burstable - 400m of cpu");
    expect(flat(stdout)).toContain("Preempted in order to admit critical pod");
  });

  it("follows the release that is asked for before the node's own", async () => {
    const words = ["shop/new", "--objects", full, "--output", "json"];
    expect(JSON.parse((await admit(...words)).stdout).kubelet).toBe("1.34");
    const other = await admit(...words, "--kubelet-version", "1.31");
    expect(JSON.parse(other.stdout).kubelet).toBe("1.31");
  });

  const OLDEST = formatRelease(RELEASES.admission.oldest);
  const NEWEST = formatRelease(RELEASES.admission.newest);
  const DEFAULT = formatRelease(RELEASES.admission.default);
  const followed = (release: string) => `the nearest supported release, ${release}, is followed.`;
  it.each([
    ["older than all that are supported", "v1.25.3", OLDEST, followed(OLDEST)],
    ["newer than all that are supported", "v1.99.0", NEWEST, followed(NEWEST)],
    ["of no release", "development", DEFAULT, `${DEFAULT} is assumed`],
  ])(
    "follows the nearest release where the node's kubelet is %s",
    async (_, version, nearest, why) => {
      const old = node("a", { nodeInfo: { kubeletVersion: version } });
      const path = write("release.json", list(old, pod("new", "1")));
      const { stdout, stderr } = await admit("shop/new", "--objects", path, "-o", "json");
      expect(JSON.parse(stdout).kubelet).toBe(nearest);
      expect(flat(stderr)).toContain(`The kubelet is ${version}; ${why}`);
    },
  );

  it("follows the oldest release for an older one that is asked for, and says so", async () => {
    const words = ["shop/new", "--objects", full, "--kubelet-version"];
    const older = await admit(...words, "1.25");
    const oldest = await admit(...words, OLDEST);
    expect(older.stderr).toBe(
      "warning: The release asked for is 1.25; the nearest supported release, " +
        `${OLDEST}, is followed.\n`,
    );
    expect(older.stdout).toBe(oldest.stdout);
  });

  it("offers the releases that it takes", async () => {
    const { stdout } = await admit("--help");
    expect(flat(stdout)).toContain(`the kubelet's release, ${OLDEST} to ${NEWEST} (default`);
  });

  it.each([
    ["a rejected pod", full, "shop/new"],
    [
      "a preemption",
      write("again.json", list(node("a"), pod("x", "2"), pod("y", "1", critical))),
      "shop/y",
    ],
    [
      "a taken port",
      write(
        "port.json",
        list(
          node("a"),
          pod("x", "1m", { containers: [{ name: "a", ports: [{ hostPort: 80 }] }] }),
          pod("y", "1m", { containers: [{ name: "a", ports: [{ hostPort: 80 }] }] }),
        ),
      ),
      "shop/y",
    ],
    [
      "a node under pressure",
      write(
        "pressure.json",
        list(node("a", { conditions: [{ type: "DiskPressure", status: "True" }] }), pod("y", "1m")),
      ),
      "shop/y",
    ],
  ])("prints JSON as its schema has it: %s", async (_, objects, name) => {
    const { stdout } = await admit(name, "--objects", objects, "--output", "json");
    expect(isAdmission(JSON.parse(stdout)), JSON.stringify(isAdmission.errors)).toBe(true);
  });

  it("says who holds a port", async () => {
    const { stdout } = await admit("shop/y", "--objects", join(directory, "port.json"));
    expect(flat(stdout)).toContain("Held by shop/x.");
  });

  it("takes the pod of a manifest, or of a template, for a node that is named", async () => {
    const { containers } = pod("x", "1").spec;
    const deployment = write("deployment.json", {
      kind: "Deployment",
      metadata: { name: "web", namespace: "shop" },
      spec: { template: { metadata: {}, spec: { containers } } },
    });
    const words = ["--objects", full, "--node", "a", "--pod-file", deployment];
    const { exitCode, stdout, said } = await admit(...words);
    expect(exitCode).toBe(Findings);
    expect(said).toContain("The pod comes from the template of Deployment shop/web.");
    expect(stdout).toContain("✖ a would reject shop/web: OutOfcpu\n");
  });

  describe("a manifest that names a class of priority", () => {
    const manifest = (priorityClassName: string) =>
      write(`${priorityClassName}.json`, {
        ...pod("agent", "1", { priorityClassName }),
        metadata: { namespace: "kube-system", name: "agent" },
      });
    const cluster = (...more: readonly object[]) => [
      ...["--objects", write("classes.json", list(node("a"), pod("old", "1500m"), ...more))],
      ...["--node", "a", "--output", "json", "--pod-file"],
    ];
    const judged = async (words: readonly string[]) => {
      const { stdout, stderr } = await admit(...words);
      const { pod: asking, preempted = [] } = JSON.parse(stdout);
      return { priority: asking.priority, preempted: preempted.length, stderr };
    };

    it.each([
      ["system-node-critical", 2_000_001_000],
      ["system-cluster-critical", 2_000_000_000],
    ])("has the priority that the API server would write: %s", async (name, priority) => {
      const found = await judged([...cluster(), manifest(name)]);
      expect(found).toEqual({ priority, preempted: 1, stderr: "" });
    });

    it("has that of a class among the objects, and without it says so", async () => {
      const high = { kind: "PriorityClass", metadata: { name: "high" }, value: 1000 };
      const known = await judged([...cluster(high), manifest("high")]);
      expect(known).toEqual({ priority: 1000, preempted: 0, stderr: "" });
      const unknown = await judged([...cluster(), manifest("high")]);
      expect(unknown.priority).toBeUndefined();
      expect(unknown.stderr).toContain("PriorityClass high is not known");
    });
  });

  it("reads typed lists, whose items have no kind of their own", async () => {
    const { kind: _, ...standing } = pod("old", "1500m");
    const { kind: __, ...asking } = pod("new", "1");
    const nodes = write("nodes.json", { kind: "NodeList", items: [node("a")] });
    const pods = write("pods.json", { kind: "PodList", items: [standing, asking] });
    const words = ["shop/new", "--objects", nodes, pods];
    expect(flat((await admit(...words)).stdout)).toContain("used: 1500");
  });

  it.each<[string, readonly string[], ExitCode, string]>([
    [
      "a pod without namespace",
      ["b"],
      Usage,
      "b: write a pod as NAMESPACE/NAME, or give --namespace.",
    ],
    ["an unknown pod", ["shop/none", "--objects", full], Input, "no pod shop/none"],
    ["an unknown node", ["shop/new", "--objects", full, "--node", "c"], Input, "no node c"],
    [
      "a pod that is bound nowhere",
      ["--example", "shop", "shop/cart-1"],
      Input,
      "bound to no node; name one with --node: control-1",
    ],
    ...["2.0", "1.99", "", "1.36;id"].map((version): [string, string[], ExitCode, string] => [
      `a release that is not known, "${version}"`,
      ["shop/new", "--objects", full, "--kubelet-version", version],
      Usage,
      `Give a release from ${OLDEST} to ${NEWEST}.`,
    ]),
  ])("refuses in one sentence: %s", async (_, words, code, sentence) => {
    const { exitCode, stdout, stderr } = await admit(...words);
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: "" });
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("names the object that is refused", async () => {
    const broken = pod("old", "1500m", { containers: [{ name: "a", resources: { requests: 7 } }] });
    const objects = write("broken.json", list(node("a"), broken, pod("new", "1")));
    const { exitCode, stderr } = await admit("shop/new", "--objects", objects);
    expect(exitCode).toBe(Input);
    expect(stderr).toMatch(/Pod shop\/old: \$\.spec\.containers\[0\]\.resources\.requests/);
  });
});
