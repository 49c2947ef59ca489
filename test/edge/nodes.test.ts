import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Decision,
  EvictionEngine,
  formatTime,
  replay,
} from "../../hosts/entries/library/index.ts";
import { asking, bytesOf, envelope, tenantsSetting } from "./client.ts";
import { CORE, EXAMPLES, exampleOf, snapshotOf } from "./examples.ts";
import { createStorage, startWorkerd, WITHOUT_WORKERD, type Workerd } from "./workerd.ts";

let workerd: Workerd;
const ask = asking(() => workerd.url);
const storage = createStorage();

const BASE = 1_768_471_200_000_000_000n;
const PODS = bytesOf({
  kind: "PodList",
  apiVersion: "v1",
  items: [
    {
      metadata: { name: "p0", namespace: "a", uid: "u0" },
      spec: { containers: [{ name: "c" }] },
      status: { phase: "Running" },
    },
  ],
});

function timeAt(seconds: number): string {
  return formatTime(BASE + BigInt(seconds) * 1_000_000_000n);
}

/** A snapshot under memory pressure, or not. */
function snapshotAt(seconds: number, availableBytes: number): Uint8Array {
  const time = timeAt(seconds);
  const memory = { time, availableBytes, workingSetBytes: 1_000 };
  return envelope({ time, summary: bytesOf({ node: { nodeName: "n", memory }, pods: [] }) });
}

const QUIET = 2 ** 30;
const PRESSED = 2 ** 20;

async function restart(): Promise<void> {
  await workerd?.stop();
  const LIMITS = JSON.stringify({ historyMax: 5 });
  workerd = await startWorkerd({ settings: { TENANTS: await tenantsSetting(), LIMITS }, storage });
}

async function prepare(node: string, tenant: "acme" | "globex" = "acme"): Promise<string> {
  const path = `/v1/nodes/${node}`;
  const policy = await ask(`${path}/policy`, { method: "PUT", body: "{}", tenant });
  expect(policy.status, await policy.text()).toBe(200);
  const pods = await ask(`${path}/pods`, { method: "PUT", body: PODS, tenant });
  expect(await pods.json()).toEqual({ pods: 1, problems: [] });
  return path;
}

async function decisionOf(response: Response): Promise<Decision> {
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return (JSON.parse(text) as { decision: Decision }).decision;
}

describe.skipIf(WITHOUT_WORKERD)("nodes, in workerd", () => {
  beforeAll(restart);
  afterAll(() => workerd?.stop());

  it.each(EXAMPLES)("takes $name through restarts as the engine does here", async (file) => {
    const { configuration, records } = await exampleOf(file);
    const path = `/v1/nodes/${file.name}`;
    await ask(`${path}/policy`, { method: "PUT", body: configuration });
    for await (const step of replay(new EvictionEngine(CORE), configuration, records)) {
      const record = records[step.index];
      if (record === undefined) throw new Error("There are more steps than records.");
      if (step.index === Math.floor(records.length / 2)) await restart();
      const response = await ask(`${path}/snapshots`, { body: snapshotOf(record) });
      const decision = step.decision()?.text ?? "null";
      expect(await response.text()).toContain(`{"decision":${decision},`);
    }
  });

  it("answers a snapshot that is sent again with the same bytes, and takes one step", async () => {
    const path = await prepare("again");
    const body = snapshotAt(0, PRESSED);
    const first = await ask(`${path}/snapshots`, { body });
    const text = await first.text();
    expect(first.headers.get("plimsoll-repeated")).toBeNull();
    await restart();
    const again = await ask(`${path}/snapshots`, { body });
    expect(again.headers.get("plimsoll-repeated")).toBe("true");
    expect(await again.text()).toBe(text);
    const next = await decisionOf(await ask(`${path}/snapshots`, { body: snapshotAt(10, QUIET) }));
    expect(next.step).toBe(2);
  });

  it.each([
    ["an older snapshot", snapshotAt(0, QUIET)],
    ["another snapshot of the same time", snapshotAt(10, PRESSED)],
  ])("refuses %s and stays where it is", async (what, body) => {
    const path = await prepare(`order-${what.length}`);
    await ask(`${path}/snapshots`, { body: snapshotAt(10, QUIET) });
    const refused = await ask(`${path}/snapshots`, { body });
    expect(refused.status).toBe(409);
    const next = await decisionOf(await ask(`${path}/snapshots`, { body: snapshotAt(20, QUIET) }));
    expect(next.step).toBe(2);
  });

  it("refuses a time far ahead of its clock, which would stop the node for good", async () => {
    const path = await prepare("ahead");
    const time = "2200-01-01T00:00:00Z";
    const summary = bytesOf({ node: {}, pods: [] });
    const response = await ask(`${path}/snapshots`, { body: envelope({ time, summary }) });
    expect(response.status).toBe(400);
  });

  it("stays where it is when a document is refused", async () => {
    const path = await prepare("refused");
    await ask(`${path}/snapshots`, { body: snapshotAt(0, QUIET) });
    const broken = envelope({ time: timeAt(10), summary: bytesOf({ node: 1 }) });
    expect((await ask(`${path}/snapshots`, { body: broken })).status).toBe(422);
    const next = await decisionOf(await ask(`${path}/snapshots`, { body: snapshotAt(10, QUIET) }));
    expect(next.step).toBe(2);
  });

  it("wants a policy and pods before the first snapshot", async () => {
    const body = snapshotAt(0, QUIET);
    expect((await ask("/v1/nodes/bare/snapshots", { body })).status).toBe(409);
    await ask("/v1/nodes/bare/policy", { method: "PUT", body: "{}" });
    expect((await ask("/v1/nodes/bare/snapshots", { body })).status).toBe(409);
  });

  it("takes one step for each of many posts at once, whatever their order", async () => {
    const path = await prepare("busy");
    const times = Array.from({ length: 30 }, (_, index) => index * 10);
    const bodies = times.flatMap((seconds) => [
      snapshotAt(seconds, PRESSED),
      snapshotAt(seconds, PRESSED),
    ]);
    const responses = await Promise.all(bodies.map((body) => ask(`${path}/snapshots`, { body })));
    const answers = await Promise.all(
      responses.map(async (response) => ({
        status: response.status,
        repeated: response.headers.has("plimsoll-repeated"),
        answer: (await response.json()) as { decision?: Decision },
      })),
    );
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const taken = answers.filter(({ status, repeated }) => status === 200 && !repeated);
    const steps = taken.map(({ answer }) => answer.decision?.step ?? 0).sort((a, b) => a - b);
    expect(steps).toEqual(steps.map((_, index) => index + 1));
    const times2 = taken.map(({ answer }) => answer.decision?.time);
    expect(new Set(times2).size).toBe(taken.length);
    const newest = (await (await ask(`${path}/decision`)).json()) as Decision;
    expect(newest.step).toBe(taken.length);
  });

  it("keeps the state under the same policy and starts again under another", async () => {
    const path = await prepare("policy");
    await ask(`${path}/snapshots`, { body: snapshotAt(0, PRESSED) });
    await ask(`${path}/policy`, { method: "PUT", body: "{}" });
    const kept = await decisionOf(await ask(`${path}/snapshots`, { body: snapshotAt(10, QUIET) }));
    expect([kept.step, kept.nodeConditions]).toEqual([2, ["MemoryPressure"]]);
    const other = "evictionHard: {memory.available: 1Mi}";
    await ask(`${path}/policy`, { method: "PUT", body: other });
    const again = await decisionOf(await ask(`${path}/snapshots`, { body: snapshotAt(20, QUIET) }));
    expect([again.step, again.nodeConditions]).toEqual([1, []]);
  });

  it("keeps a bounded history, the newest decisions first, in pages", async () => {
    const path = await prepare("history");
    for (let step = 0; step < 8; step++) {
      await ask(`${path}/snapshots`, { body: snapshotAt(step * 10, QUIET) });
    }
    type Page = { decisions: Decision[]; next: string | null };
    const page = async (query: string) =>
      (await (await ask(`${path}/history?${query}`)).json()) as Page;
    const first = await page("limit=3");
    expect(first.decisions.map(({ step }) => step)).toEqual([8, 7, 6]);
    const second = await page(`limit=3&before=${first.next}`);
    expect(second).toMatchObject({ decisions: [{ step: 5 }, { step: 4 }], next: null });
  });

  it("has what came before a time, in every spelling of that time", async () => {
    const path = await prepare("before");
    for (const second of [0, 1, 2]) {
      await ask(`${path}/snapshots`, { body: snapshotAt(second, QUIET) });
    }
    for (const time of ["2026-01-15T10:00:01Z", "2026-01-15T10:00:01.000Z"]) {
      const history = await (await ask(`${path}/history?before=${time}`)).json();
      expect(history.decisions.map((decision: Decision) => decision.time)).toEqual([
        "2026-01-15T10:00:00Z",
      ]);
    }
    const beyond = await ask(`${path}/history?before=9999-12-31T23:59:59Z`);
    expect(beyond.status).toBe(400);
  });

  it("lists the fleet by name, with filters and pages, each tenant its own", async () => {
    for (const [index, node] of ["list-c", "list-a", "list-b"].entries()) {
      const path = await prepare(node, "globex");
      const body = snapshotAt(0, index === 0 ? PRESSED : QUIET);
      await ask(`${path}/snapshots`, { body, tenant: "globex" });
    }
    type Page = { nodes: { node: string; nodeConditions: string[] }[]; next: string | null };
    const list = async (query: string, tenant: "acme" | "globex" = "globex") =>
      (await (await ask(`/v1/nodes?${query}`, { tenant })).json()) as Page;
    const names = ({ nodes }: Page) => nodes.map(({ node }) => node);
    const first = await list("limit=2");
    expect([names(first), first.next]).toEqual([["list-a", "list-b"], "list-b"]);
    expect(names(await list("limit=2&after=list-b"))).toEqual(["list-c"]);
    expect(names(await list("condition=MemoryPressure"))).toEqual(["list-c"]);
    expect(names(await list("action=None&prefix=list-"))).toEqual(["list-a", "list-b"]);
    expect(names(await list("prefix=list-", "acme"))).toEqual([]);
  });

  it("lets no tenant see a node of another", async () => {
    const path = await prepare("mine");
    await ask(`${path}/snapshots`, { body: snapshotAt(0, QUIET) });
    expect((await ask(`${path}/decision`)).status).toBe(200);
    expect((await ask(`${path}/decision`, { tenant: "globex" })).status).toBe(404);
    const history = await ask(`${path}/history`, { tenant: "globex" });
    expect(await history.json()).toEqual({ decisions: [], next: null });
  });

  it("forgets a node", async () => {
    const path = await prepare("gone");
    await ask(`${path}/snapshots`, { body: snapshotAt(0, QUIET) });
    expect((await ask(path, { method: "DELETE" })).status).toBe(204);
    expect((await ask(`${path}/decision`)).status).toBe(404);
    const { nodes } = (await (await ask("/v1/nodes?prefix=gone")).json()) as { nodes: unknown[] };
    expect(nodes).toEqual([]);
  });

  it.each(["UPPER", "a..b_", "-a", "a".repeat(254)])("knows no node named %s", async (node) => {
    expect((await ask(`/v1/nodes/${node}/decision`)).status).toBe(400);
  });
});
