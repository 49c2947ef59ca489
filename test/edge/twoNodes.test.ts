import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Decision } from "../../hosts/entries/library/index.ts";
import { type Asked, asking, bytesOf, envelope } from "./client.ts";
import { type RunningService, SERVICE_HOSTS } from "./services.ts";

const timeAt = (second: number) => `2026-01-15T10:00:${String(second).padStart(2, "0")}Z`;

/** A pod of a node, or of none; the pod of another node uses the most. */
const podOf = (name: string, nodeName?: string) => ({
  metadata: { name, namespace: "a", uid: name },
  spec: { ...(nodeName === undefined ? {} : { nodeName }), containers: [{ name: "c" }] },
  status: { phase: "Running" },
});
const listOf = (...items: readonly object[]) =>
  bytesOf({ kind: "PodList", apiVersion: "v1", items });

const OWN = [podOf("one", "n"), podOf("two", "n")];
const OTHERS = [podOf("other-1", "m"), podOf("other-2", "m"), podOf("other-3", "k")];
const MIXED = listOf(...OTHERS, ...OWN, podOf("waiting"));
const LEFT_OUT = "3 pods of other nodes and 1 not scheduled yet are left out.";

/** Under memory pressure, with a use of every pod of every node. */
function summaryOf(nodeName: string, second: number): Uint8Array {
  const time = timeAt(second);
  const memory = { time, availableBytes: 1, workingSetBytes: 1_000 };
  const pods = ["one", "two", "other-1", "other-2", "other-3", "waiting"].map((name, index) => ({
    podRef: { name, namespace: "a", uid: name },
    memory: { time, workingSetBytes: 1_000 * (index + 1) },
  }));
  return bytesOf({ node: { nodeName, memory }, pods });
}

const snapshot = (second: number, nodeName = "n", members: Record<string, Uint8Array> = {}) =>
  envelope({ time: timeAt(second), summary: summaryOf(nodeName, second), ...members });

interface Answered {
  readonly decision: Decision;
  readonly problems: readonly string[];
}

describe.each(SERVICE_HOSTS)("documents of two nodes, in $name", ({ start, isMissing }) => {
  let service: RunningService;
  const ask = asking(() => service.url);
  beforeAll(async () => {
    if (!isMissing) service = await start();
  });
  afterAll(() => service?.stop());

  async function answered(path: string, asked: Asked): Promise<Answered> {
    const response = await ask(path, asked);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return JSON.parse(text) as Answered;
  }

  async function refused(path: string, asked: Asked, document: string): Promise<string> {
    const response = await ask(path, asked);
    const problem = (await response.json()) as { detail: string; document: string };
    expect([response.status, problem.document]).toEqual([422, document]);
    return problem.detail;
  }

  const evicted = ({ decision }: Answered) => decision.evictions.map(({ name }) => name);

  async function prepared(node: string): Promise<string> {
    const path = `/v1/nodes/${node}`;
    await ask(`${path}/policy`, { method: "PUT", body: "{}" });
    return path;
  }

  it.skipIf(isMissing)("leave out of one step what is not the node's, and say so", async () => {
    const answer = await answered("/v1/evaluate", { body: snapshot(0, "n", { pods: MIXED }) });
    expect(evicted(answer)).toEqual(["two"]);
    expect(answer.problems).toContain(LEFT_OUT);
    const alone = snapshot(0, "n", { pods: listOf(...OWN) });
    expect((await answered("/v1/evaluate", { body: alone })).problems).toEqual([]);
  });

  it.skipIf(isMissing)("leave out of a form what is not the node's", async () => {
    const body = new FormData();
    body.set("time", timeAt(0));
    body.set("pods", new File([MIXED as BlobPart], "pods.json"));
    body.set("summary", new File([summaryOf("n", 0) as BlobPart], "summary.json"));
    const answer = await answered("/v1/evaluate", { body });
    expect(evicted(answer)).toEqual(["two"]);
    expect(answer.problems).toContain(LEFT_OUT);
  });

  it.skipIf(isMissing)("are refused when the list has none of the Summary's node", async () => {
    const body = snapshot(0, "n", { pods: listOf(...OTHERS) });
    const sentence =
      "The list has pods of nodes k, m and none of node n, which the Summary is from; " +
      "give the Summary and the pods of one node.";
    expect(await refused("/v1/evaluate", { body }, "PodList")).toBe(sentence);
    const path = await prepared("both");
    expect(await refused(`${path}/snapshots`, { body }, "PodList")).toBe(sentence);
  });

  it.skipIf(isMissing)(
    "are distinguished in a list that is put, by the name it is put to",
    async () => {
      const put = { method: "PUT", body: MIXED };
      expect(await answered(`${await prepared("n")}/pods`, put)).toEqual({
        pods: 2,
        problems: [LEFT_OUT],
      });
      expect(evicted(await answered("/v1/nodes/n/snapshots", { body: snapshot(0) }))).toEqual([
        "two",
      ]);
      expect(await refused(`${await prepared("z")}/pods`, put, "PodList")).toBe(
        "The list has pods of nodes k, m, n and none of node z; send the pods of one node.",
      );
    },
  );

  it.skipIf(isMissing)("are refused when the list that was put is of another node", async () => {
    const path = await prepared("put");
    const put = { method: "PUT", body: listOf(...OWN) };
    expect(await answered(`${path}/pods`, put)).toEqual({ pods: 2, problems: [] });
    expect(await refused(`${path}/snapshots`, { body: snapshot(0, "m") }, "PodList")).toBe(
      "The list has pods of node n and none of node m, which the Summary is from; " +
        "give the Summary and the pods of one node.",
    );
    expect(evicted(await answered(`${path}/snapshots`, { body: snapshot(1) }))).toEqual(["two"]);
  });

  it.skipIf(isMissing)("are distinguished in a list that comes without a Summary", async () => {
    const path = await prepared("early");
    const early = envelope({ time: timeAt(0), pods: listOf(...OWN, podOf("waiting")) });
    const { problems } = await answered(`${path}/snapshots`, { body: early });
    expect(problems).toContain("1 not scheduled yet is left out.");
    expect(evicted(await answered(`${path}/snapshots`, { body: snapshot(1) }))).toEqual(["two"]);
  });

  it.skipIf(isMissing)("are refused when the Summaries of a node are of two", async () => {
    const path = await prepared("mixed");
    const pods = { pods: listOf(...OWN) };
    await answered(`${path}/snapshots`, { body: snapshot(0, "n", pods) });
    expect(await refused(`${path}/snapshots`, { body: snapshot(1, "m") }, "Summary")).toBe(
      "The Summary is from node m, and the previous ones are from node n.",
    );
    const next = await answered(`${path}/snapshots`, { body: snapshot(2) });
    expect(next.decision.step).toBe(2);
  });

  it.skipIf(isMissing)("end a replay, and pods that are left out are counted once", async () => {
    const body = [
      bytesOf({ plimsoll: "capture/1" }),
      snapshot(0, "n", { pods: MIXED }),
      snapshot(1, "n", { pods: MIXED }),
      snapshot(2, "m"),
      snapshot(3),
    ]
      .map((line) => new TextDecoder().decode(line))
      .join("\n");
    const text = await (await ask("/v1/replay", { body })).text();
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(3);
    expect(evicted({ decision: lines[0], problems: [] })).toEqual(["two"]);
    expect(lines.at(-1)).toEqual({
      plimsoll: "replay/1",
      records: 3,
      problems: [
        `Line 2: ${LEFT_OUT}`,
        "Line 4: The Summary is from node m, and the previous ones are from node n.",
      ],
    });
  });
});
