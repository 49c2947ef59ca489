import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { commandLine } from "../commandLine.ts";
import { NO_RELEASE } from "../noRelease.ts";

const { Ok, Findings, Usage, Input } = ExitCode;
const LEAK = new URL("../../../../examples/memory-leak.plimsoll.ndjson.gz", import.meta.url)
  .pathname;
const [, FIRST = ""] = gunzipSync(readFileSync(LEAK)).toString("utf8").split("\n");
const RECORD = JSON.parse(FIRST) as {
  readonly pods: { readonly items: readonly { readonly metadata: { readonly name: string } }[] };
  readonly summary: { readonly node: object };
};

let folder = "";
let objects = "";
let summary = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plimsoll-cluster-capture-"));
  objects = file("objects.json", { kind: "List", items: [node("worker-3"), ...pods()] });
  summary = file("summary.json", RECORD.summary);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

function node(name: string): object {
  const amounts = { cpu: "4", memory: "8132152Ki", pods: "110", "ephemeral-storage": "100Gi" };
  return { kind: "Node", metadata: { name }, status: { capacity: amounts, allocatable: amounts } };
}

/** The pods of the capture, each of them one of a ReplicaSet's. */
function pods(): readonly object[] {
  return RECORD.pods.items.map((pod) => {
    const name = pod.metadata.name.replace(/-[^-]+$/, "");
    const ownerReferences = [{ apiVersion: "apps/v1", kind: "ReplicaSet", name, controller: true }];
    return { kind: "Pod", ...pod, metadata: { ...pod.metadata, ownerReferences } };
  });
}

function cluster(...words: readonly string[]) {
  return commandLine(["simulate", ...words], { columns: 100 });
}

const linesOf = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("a cluster whose use was captured", () => {
  it("evicts whom the kubelet evicted, with the same words, and again after that", async () => {
    const replayed = await commandLine(["replay", LEAK, "--output", "ndjson"]);
    const evicted = linesOf(replayed.stdout).find(({ evictions = [] }) => evictions.length > 0);
    const run = await cluster(
      "--objects",
      objects,
      "--capture",
      LEAK,
      "--no-search",
      "-o",
      "ndjson",
    );
    expect(run.exitCode).toBe(Findings);
    const events = linesOf(run.stdout);
    const first = events.find(({ kind }) => kind === "Evicted");
    expect(first).toMatchObject({
      pod: { name: evicted.evictions[0].name },
      message: evicted.evictions[0].message,
    });
    // The record that meets the threshold is the one at 12m20s; steps come every 10 s.
    expect(first.time).toBeGreaterThanOrEqual(740);
    expect(first.time).toBeLessThanOrEqual(752);
    expect(events.at(-1)).toMatchObject({ verdict: "thrashes" });
  });

  it.each([
    ["the capture's", [], 200],
    ["the scenario's", ["scenario"], 300],
    ["an option's", ["scenario", "option"], 400],
  ] as const)("goes by %s configuration", async (_, given, mebibytes) => {
    const hard = (amount: number) => ({ evictionHard: { "memory.available": `${amount}Mi` } });
    const header = { plimsoll: "capture/1", node: "worker-3", config: hard(200) };
    const capture = file("capture.ndjson", `${JSON.stringify(header)}\n${FIRST}\n`);
    const options = {
      scenario: ["--scenario", file("scenario.yaml", { kubelet: hard(300) })],
      option: ["--kubelet-config", file("kubelet.yaml", hard(400))],
    };
    const { stdout } = await cluster(
      "explain",
      ...["--objects", objects, "--capture", capture, "--node", "worker-3", "--at", "1m"],
      ...["--output", "json", ...given.flatMap((each) => options[each])],
    );
    expect(JSON.parse(stdout).thresholds[0]).toMatchObject({
      signal: "memory.available",
      limit: mebibytes * 2 ** 20,
    });
  });

  it("may be known by one Summary: all use what they did then", async () => {
    const { exitCode, said, stderr } = await cluster("--objects", objects, "--capture", summary);
    expect({ exitCode, stderr }).toEqual({ exitCode: Ok, stderr: "" });
    expect(said).toContain("ReplicaSets that are not among the objects are ");
    expect(said).toContain(NO_RELEASE.replace(/^note: |\n$/g, ""));
    expect(said).toContain("A series keeps its last value");
  });

  it("may name another node than the capture does", async () => {
    const other = file("other.json", { kind: "List", items: [node("worker-9"), ...pods()] });
    const { exitCode } = await cluster("--objects", other, "--capture", `worker-9=${summary}`);
    expect(exitCode).toBe(Ok);
  });
});

describe("a capture is refused", () => {
  const header = (members: object) =>
    `${JSON.stringify({ plimsoll: "capture/1", ...members })}\n${FIRST}\n`;
  const cases: [string, () => readonly string[], number, RegExp][] = [
    [
      "of a node that is not among the objects",
      () => [`x=${summary}`],
      Input,
      /its node, x, is not among/,
    ],
    [
      "next to another one of its node",
      () => [summary, LEAK],
      Input,
      /another capture is also from worker-3/,
    ],
    ["that is none", () => [objects], Input, /--capture .*objects\.json: The first line is a List/],
    ["that is not there", () => [join(folder, "none")], Input, /no such file/],
    ["without a name", () => [""], Usage, /FILE/],
    [
      "on standard input twice",
      () => ["-", "a=-"],
      Usage,
      /Standard input is read once, and --capture asks for it twice/,
    ],
    [
      "that says nowhere of which node it is",
      () => [file("nameless.ndjson", header({}).replaceAll(/"nodeName":"[^"]*",?/g, ""))],
      Input,
      /no record names its node/,
    ],
    [
      "whose configuration no kubelet starts with",
      () => [
        file("odd.ndjson", header({ node: "worker-3", config: { evictionHard: { x: "1Gi" } } })),
      ],
      Input,
      /--capture worker-3=.*odd\.ndjson: a kubelet does not start/,
    ],
  ];
  it.each(cases)("%s", async (_, captures, code, sentence) => {
    const words = captures().flatMap((capture) => ["--capture", capture]);
    const { exitCode, stderr, stdout } = await cluster("--objects", objects, ...words);
    expect([exitCode, stdout]).toEqual([code, ""]);
    expect(stderr.replaceAll(/\s+/g, " ")).toMatch(sentence);
  });
});
