/** A history in workerd, whose rows test/edge/programs/countedWorker.mjs counts. */
import { afterAll, describe, expect, it } from "vitest";
import { type Decision, formatTime } from "../../hosts/entries/library/index.ts";
import { asking, bytesOf, envelope, tenantsSetting } from "./client.ts";
import { createStorage, startWorkerd, WITHOUT_WORKERD, type Workerd } from "./workerd.ts";

const BASE = 1_768_471_200_000_000_000n;
const NO_PODS = bytesOf({ kind: "PodList", apiVersion: "v1", items: [] });
/** Of a snapshot whose row has no room for a position. */
const LARGE_BYTES = 2 ** 20;
const POLICIES = ["{}", "evictionHard: {memory.available: 1Mi}"] as const;

interface Rows {
  readonly read: number;
  readonly written: number;
}

interface History {
  readonly decisions: readonly Decision[];
}

let workerd: Workerd | undefined;
const storage = createStorage();
const ask = asking(() => workerd?.url ?? "");

async function restart(historyMax: number): Promise<void> {
  await workerd?.stop();
  const limits = { historyMax, recordBytesMax: 2 * LARGE_BYTES };
  const settings = { TENANTS: await tenantsSetting(), LIMITS: JSON.stringify(limits) };
  const entry = "test/edge/programs/countedWorker.mjs";
  workerd = await startWorkerd({ settings, storage, entry });
}

async function answered<T>(response: Response): Promise<T> {
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text) as T;
}

async function prepare(node: string, policy: string = POLICIES[0]): Promise<void> {
  await answered(await ask(`/v1/nodes/${node}/policy`, { method: "PUT", body: policy }));
  await answered(await ask(`/v1/nodes/${node}/pods`, { method: "PUT", body: NO_PODS }));
}

function timeAt(seconds: number): string {
  return formatTime(BASE + BigInt(seconds) * 1_000_000_000n);
}

function bodyAt(node: string, seconds: number, bytes = 0): Uint8Array {
  const time = timeAt(seconds);
  const summary = bytesOf({ node: { nodeName: node }, pods: [] });
  return Buffer.concat([envelope({ time, summary }), Buffer.alloc(bytes, " ")]);
}

async function post(node: string, seconds: number, bytes = 0): Promise<Decision> {
  const body = bodyAt(node, seconds, bytes);
  const response = await ask(`/v1/nodes/${node}/snapshots`, { body });
  return (await answered<{ decision: Decision }>(response)).decision;
}

describe.skipIf(WITHOUT_WORKERD)("the history of a node, in workerd", () => {
  afterAll(() => workerd?.stop());

  it("costs a post the same few rows, however many entries are kept", async () => {
    const costs: Rows[] = [];
    for (const historyMax of [4, 40]) {
      const node = `cost-${historyMax}`;
      await restart(historyMax);
      await prepare(node);
      for (let step = 0; step <= historyMax; step++) await post(node, step);
      const rows = async () => answered<Rows>(await ask(`/rows/acme/${node}`));
      const before = await rows();
      await post(node, historyMax + 1);
      const after = await rows();
      costs.push({ read: after.read - before.read, written: after.written - before.written });
    }
    const [few, many] = costs;
    expect(many).toEqual(few);
    // The entry with the position, in the row of the oldest one.
    expect(many?.written).toBe(1);
  });

  it("is the newest entries by their time, also when another policy starts again", async () => {
    const historyMax = 4;
    await restart(historyMax);
    const kept = new Map<number, Decision>();
    const runs = [
      { what: "until it is full and beyond", times: [10, 20, 30, 40, 50, 60] },
      { what: "among those that are kept", times: [45, 55, 65, 70] },
      { what: "at a time that is kept", times: [60, 80] },
      { what: "before all of them", times: [1, 2, 90, 100] },
      { what: "after all of them", times: [110, 120, 130, 140, 150] },
    ];
    for (const [index, { what, times }] of runs.entries()) {
      await prepare("times", POLICIES[index % 2]);
      for (const seconds of times) {
        kept.set(seconds, await post("times", seconds));
        const newest = [...kept.keys()].sort((a, b) => b - a).slice(0, historyMax);
        for (const time of kept.keys()) if (!newest.includes(time)) kept.delete(time);
        const { decisions } = await answered<History>(await ask("/v1/nodes/times/history"));
        const expected = newest.map((time) => kept.get(time));
        expect(decisions, `${what}, ${seconds}`).toEqual(expected);
      }
    }
    const capture = await (await ask("/v1/nodes/times/capture")).text();
    const [, ...records] = capture.trimEnd().split("\n");
    const times = records.map((line) => (JSON.parse(line) as { time: string }).time);
    expect(times).toEqual([...kept.keys()].sort((a, b) => a - b).map(timeAt));
  });

  it.each([
    ["with the newest entry", [[1, 2, 3, 4, 5, 6]], 0],
    [
      "by itself, where another policy had later entries",
      [
        [11, 12, 13],
        [1, 2],
      ],
      0,
    ],
    ["by itself, after a large snapshot", [[1, 2, 3, 4, 5, 6]], LARGE_BYTES],
  ])("keeps the position over a restart until the policy changes: %s", async (...given) => {
    const [what, runs, lastBytes] = given;
    const node = `position-${what.length}`;
    await restart(4);
    for (const [index, times] of runs.entries()) {
      await prepare(node, POLICIES[index % 2]);
      for (const seconds of times)
        await post(node, seconds, seconds === times.at(-1) ? lastBytes : 0);
    }
    const last = runs.at(-1) ?? [];
    const next = (last.at(-1) ?? 0) + 1;
    await restart(4);
    expect((await post(node, next)).step).toBe(last.length + 1);
    await prepare(node, POLICIES[runs.length % 2]);
    await restart(4);
    expect((await post(node, next)).step).toBe(1);
  });

  it.each([
    ["after a list of pods", [[1]], 0, false],
    ["after another snapshot", [[1, 2]], 0, false],
    ["when the history is full", [[1, 2, 3, 4, 5, 6]], 0, false],
    ["too large to be kept", [[1, 2]], 3 * LARGE_BYTES, false],
    ["too large to be kept with the position", [[1, 2]], LARGE_BYTES, false],
    [
      "earlier than what another policy has decided",
      [
        [11, 12],
        [1, 2],
      ],
      0,
      false,
    ],
    [
      "so early that its entry is dropped",
      [
        [11, 12, 13, 14, 15],
        [1, 2],
      ],
      0,
      false,
    ],
    ["that the version before has stored", [[1, 2]], 0, true],
  ])("knows a snapshot that comes again %s, and no other of its time", async (...given) => {
    const [what, runs, bytes, isOld] = given;
    const node = what.replaceAll(" ", "-");
    const path = `/v1/nodes/${node}/snapshots`;
    await restart(4);
    for (const [index, times] of runs.entries()) {
      await prepare(node, POLICIES[index % 2]);
      for (const seconds of times.slice(0, -1)) await post(node, seconds);
    }
    const last = runs.at(-1)?.at(-1) ?? 0;
    const body = bodyAt(node, last, bytes);
    const first = await ask(path, { body });
    expect(first.headers.get("plimsoll-repeated")).toBeNull();
    const text = await first.text();
    if (isOld) await answered(await ask(`/age/acme/${node}`));
    for (const isRestarted of [false, true]) {
      if (isRestarted || isOld) await restart(4);
      const again = await ask(path, { body });
      expect(await again.text()).toBe(text);
      expect(again.headers.get("plimsoll-repeated")).toBe("true");
      const other = Uint8Array.from([...body.slice(0, -1), 0x20, 0x7d]);
      expect((await ask(path, { body: bytes > 0 ? bodyAt(node, last, 1) : other })).status).toBe(
        409,
      );
    }
    expect((await post(node, last + 1)).step).toBe((runs.at(-1)?.length ?? 0) + 1);
  });

  it.each([
    ["fewer entries are kept than before", 3, 5, false],
    ["more entries are kept than before", 5, 3, false],
    ["it comes from a version that noted nothing", 4, 4, true],
    ["it comes from such a version, which kept more", 3, 5, true],
  ])("goes on when %s", async (what, historyMax, before, isOld) => {
    const node = `goes-on-${what.length}`;
    await restart(before);
    await prepare(node);
    for (let step = 0; step < 8; step++) await post(node, step);
    if (isOld) await answered(await ask(`/age/acme/${node}`));
    await restart(historyMax);
    for (let step = 8; step < 14; step++) {
      await post(node, step);
      const { decisions } = await answered<History>(await ask(`/v1/nodes/${node}/history`));
      const expected = Math.min(historyMax, before + step - 7);
      const steps = Array.from({ length: expected }, (_, index) => step + 1 - index);
      expect(decisions.map((decision) => decision.step)).toEqual(steps);
    }
  });

  it("takes over what the version before left last, and forgets all of it", async () => {
    const node = "back-and-forth";
    await restart(5);
    await prepare(node);
    for (let step = 0; step < 3; step++) await post(node, step);
    await answered(await ask(`/ageBeside/acme/${node}`));
    await restart(5);
    expect((await post(node, 3)).step).toBe(4);
    const { decisions } = await answered<History>(await ask(`/v1/nodes/${node}/history`));
    expect(decisions.map(({ step }) => step)).toEqual([4, 3, 2, 1]);
    await answered(await ask(`/ageBeside/acme/${node}`));
    expect((await ask(`/v1/nodes/${node}`, { method: "DELETE" })).status).toBe(204);
    expect((await ask(`/v1/nodes/${node}/decision`)).status).toBe(404);
    await restart(5);
    expect((await ask(`/v1/nodes/${node}/decision`)).status).toBe(404);
  });
});
