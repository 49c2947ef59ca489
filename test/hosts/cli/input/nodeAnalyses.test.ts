/** The pods that admission would preempt, with those that eviction and the kernel would choose. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { commandLine } from "../commandLine.ts";

const { Ok, Input } = ExitCode;
const directory = mkdtempSync(join(tmpdir(), "plimsoll-explain-node-"));
afterAll(() => rmSync(directory, { recursive: true }));

const MEBIBYTE = 2 ** 20;
const schemaOf = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../schemas/${name}`, import.meta.url), "utf8"));
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const isDecision = ajv.compile(schemaOf("decision-1.schema.json"));
const isAdmission = ajv.compile(schemaOf("admission-1.schema.json"));

function write(name: string, value: unknown): string {
  const path = join(directory, name);
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
  return path;
}

const time = "2026-01-15T10:00:00Z";
const memoryOf = (memory: string | null) => (memory === null ? {} : { memory });
const pod = (name: string, request: string | null, limit: string | null = null, spec = {}) => ({
  metadata: { namespace: "shop", name, uid: `uid-${name}` },
  spec: {
    containers: [
      {
        name: "c",
        resources: {
          requests: { ...memoryOf(request), ...(limit === null ? {} : { cpu: "100m" }) },
          limits: { ...memoryOf(limit), ...(limit === null ? {} : { cpu: "100m" }) },
        },
      },
    ],
    nodeName: "n",
    priority: 0,
    ...spec,
  },
  status: { phase: "Running" },
});
const PODS = [
  pod("best", null),
  pod("small", "512Mi"),
  pod("big", "1Gi"),
  pod("sure", "1Gi", "1Gi"),
  pod("agent", "512Mi", null, { priority: 2_000_001_000 }),
];
const podList = write("pods.json", { kind: "PodList", apiVersion: "v1", items: PODS });
const summary = write("summary.json", {
  node: {
    nodeName: "n",
    memory: { time, availableBytes: 50 * MEBIBYTE, workingSetBytes: 8142 * MEBIBYTE },
  },
  pods: PODS.map(({ metadata }) => {
    const memory = { time, workingSetBytes: 100 * MEBIBYTE, rssBytes: 90 * MEBIBYTE };
    return { podRef: metadata, containers: [{ name: "c", memory }], memory };
  }),
});
/** 3Gi are requested, so that 1Gi is left. */
const node = write("node.json", {
  kind: "Node",
  metadata: { name: "n" },
  status: { allocatable: { cpu: "2", memory: "4Gi", pods: "110" } },
});
const critical = (request: object, spec = { priorityClassName: "system-node-critical" }) => ({
  kind: "Pod",
  metadata: { namespace: "kube-system", name: "daemon" },
  spec: { ...spec, containers: [{ name: "c", resources: { requests: request } }] },
});

function explain(...words: readonly string[]) {
  const given = words.includes("--example") ? [] : ["--summary", summary, "--pods", podList];
  return commandLine(["explain", ...given, ...words], { columns: 100 });
}

const flat = (text: string) => text.replaceAll(/\s+/g, " ");

/** The last column of the ranking, by pod. */
function places(stdout: string): Record<string, string | undefined> {
  const ranking = stdout.slice(stdout.indexOf("\nRanking, "));
  const rows = [...ranking.matchAll(/^.*?\bshop\/(\S+) .*?(\S+)$/gm)].slice(0, PODS.length);
  return Object.fromEntries(rows.map(([, name, place]) => [String(name), place]));
}

describe("the ranking of explain", () => {
  it("has the pods that admission would preempt for a critical pod that does not fit", async () => {
    const { exitCode, stdout } = await explain("--node-object", node, "--all");
    expect(exitCode).toBe(Ok);
    expect(stdout).toMatch(/ kernel {2}admission\n/);
    // Both Burstable pods are enough for the 256Mi that are missing; the smaller one goes.
    expect(places(stdout)).toEqual({ best: "-", small: "1", big: "-", sure: "-", agent: "-" });
    expect(flat(stdout)).toContain(
      "a critical pod (system-node-critical) that requests 1.25Gi of memory, 256Mi more than is " +
        "left; it compares requests",
    );
    expect(flat(stdout)).toContain(
      "- 1: shop/small (Burstable) frees 512Mi of memory; 256Mi of memory was still required of " +
        "its class.",
    );
    expect(flat(stdout)).toContain("compares requests with allocatable, not with usage");
  });

  it("has those of a pod that is given, by class and in the kubelet's order", async () => {
    const asking = write("daemon.json", critical({ memory: "3Gi" }));
    const { stdout } = await explain("--node-object", node, "--admit", asking);
    // 2Gi are missing, of which Burstable pods have 1.5Gi: one Guaranteed pod must go, and then
    // the Burstable pod that is nearest to the 1Gi that is still missing.
    expect(places(stdout)).toEqual({ best: "-", small: "-", big: "1", sure: "2", agent: "-" });
    expect(flat(stdout)).toContain("critical pod kube-system/daemon that requests 3Gi of memory");
  });

  it("says without a Node object what it takes the node to have", async () => {
    const { stdout } = await explain("--all");
    expect(flat(stdout)).toContain(
      "Without the Node object, allocatable is what the configuration leaves of the " +
        "capacity (memory 8092Mi, 110 pods, nothing else), and the node has no labels and no " +
        "taints.",
    );
  });

  it("says that a pod fits, or cannot be made to fit", async () => {
    const small = write("fits.json", critical({ memory: "1Gi" }));
    const fits = await explain("--node-object", node, "--admit", small);
    expect(fits.stdout).toContain("Admitted: it fits on the node.");
    expect(new Set(Object.values(places(fits.stdout)))).toEqual(new Set(["-"]));
    const large = write("large.json", critical({ memory: "4Gi" }));
    const never = await explain("--node-object", node, "--admit", large);
    expect(flat(never.stdout)).toContain("preempting pods would not free enough");
  });

  it("is not guessed where it is not known what the node has", async () => {
    const asking = write("cpu.json", critical({ cpu: "1" }));
    const { exitCode, stdout } = await explain("--admit", asking);
    expect(exitCode).toBe(Ok);
    expect(flat(stdout)).toContain(
      "admission not evaluated: the node's allocatable cpu is not known; give its Node",
    );
    expect(stdout).not.toMatch(/ kernel {2}admission\n/);
  });

  it("is in JSON as the schemas have it", async () => {
    const { stdout } = await explain("--node-object", node, "--output", "json");
    const decision = JSON.parse(stdout);
    expect(isDecision(decision), JSON.stringify(isDecision.errors)).toBe(true);
    const { isDefault, leftBytes, answer } = decision.admission;
    expect({ isDefault, leftBytes }).toEqual({ isDefault: true, leftBytes: 1024 * MEBIBYTE });
    expect(isAdmission(answer), JSON.stringify(isAdmission.errors)).toBe(true);
    expect(answer.preempted.map(({ name }: { name: string }) => name)).toEqual(["small"]);
  });

  it.each(["markdown", "html"])("is in a report: %s", async (form) => {
    const { stdout } = await explain("--example", "memory-leak", "--output", form);
    for (const part of ["admission", "256Mi more than is left", "frees 256Mi of memory"]) {
      expect(stdout).toContain(part);
    }
  });

  it("has it in a step about a disk for a pod that is given alone", async () => {
    const asking = write("other.json", critical({ memory: "3Gi" }));
    const disk = ["--signal", "nodefs.available", "--node-object", node];
    expect((await explain(...disk, "--all")).stdout).not.toContain("admission");
    expect((await explain(...disk, "--admit", asking)).stdout).toContain("admission");
  });

  it.each([
    ["a file without a pod", ["--admit", node], Input, "it describes no pod"],
    ["a file without a Node", ["--node-object", podList], Input, "it has no Node"],
    [
      "a Node that says nothing of what it allocates",
      ["--node-object", write("bare.json", { kind: "Node", metadata: { name: "n" }, status: {} })],
      Input,
      "its Node has no status.allocatable",
    ],
    [
      "several Nodes, none of the name",
      [
        "--node-object",
        write("nodes.json", {
          kind: "NodeList",
          items: ["a", "b"].map((name) => ({ metadata: { name }, status: { allocatable: {} } })),
        }),
      ],
      Input,
      "it has several Nodes, none called n",
    ],
  ] as const)("refuses %s in one sentence", async (_, words, code, sentence) => {
    const { exitCode, stdout, stderr } = await explain(...words);
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: "" });
    expect(stderr).toContain(sentence);
    const sentences = stderr.trim().split("\n");
    expect(sentences.filter((each) => !each.startsWith("note: "))).toHaveLength(1);
  });
});
