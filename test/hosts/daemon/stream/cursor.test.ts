import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { replay } from "../../../../analysis/questions/replay/replay.ts";
import { readCapture } from "../../../../analysis/read/capture/capture.ts";
import { StepHistory } from "../../../../hosts/daemon/history/stepHistory.ts";
import { STREAM_LIMITS, Stream } from "../../../../hosts/daemon/stream/stream.ts";
import { advance, client, type Looking, names, type StreamEvent } from "../server/looking.ts";
import { ask, type Serving, serving } from "../server/serving.ts";
import { core, firstSteps } from "../server/watch.ts";

/** The example has a record every ten seconds. */
const RECORDS_IN_FIVE_MINUTES = 31;

const idsOf = (events: readonly StreamEvent[]) => events.map(({ id }) => id);
const recordsOf = (events: readonly StreamEvent[]) =>
  events.filter(({ name }) => name === "record").map(({ text }) => JSON.parse(text));

/** Events of so many steps, after the header. */
async function steps(looking: Looking, count: number): Promise<StreamEvent[]> {
  const [, ...events] = await looking.take(1 + 2 * count);
  return events;
}

describe("/v1/stream?past=", () => {
  it("begins with the steps of that time, as they were streamed to onlookers", async () => {
    const served = await serving();
    const early = await client(served);
    await advance(served, 60);
    const late = await client(served, { query: "?past=5m" });
    const seen = (await steps(early, 60)).slice(-2 * RECORDS_IN_FIVE_MINUTES);
    const [first, ...rest] = await steps(late, RECORDS_IN_FIVE_MINUTES);
    expect(rest).toEqual(seen.slice(1));
    const { pods, ...record } = JSON.parse(first?.text ?? "");
    expect(record).toEqual(JSON.parse(seen[0]?.text ?? ""));
    expect(pods.items.length).toBeGreaterThan(5);
    await advance(served, 1);
    expect(await late.take(2)).toEqual(await early.take(2));
  });

  it("shows an eviction to a client that comes after it, and every decision", async () => {
    const served = await serving();
    const taken = await served.untilEviction();
    for (const step of taken) served.server.step(step);
    const late = await client(served, { query: "?past=1h" });
    const [header, ...events] = await late.take(1 + 2 * taken.length);
    const lines = [header, ...events].filter((event) => event && event.name !== "decision");
    const capture = await readCapture(chunksOf(lines.map((event) => `${event?.text}\n`)));
    expect(capture.problems).toEqual([]);
    const replayed: unknown[] = [];
    const engine = new EvictionEngine(core());
    for await (const step of replay(engine, served.configuration, capture.records)) {
      replayed.push(step.decision()?.parse().evictions);
    }
    expect(replayed).toEqual(taken.map(({ decision }) => decision?.evictions));
    expect(replayed.at(-1)).toHaveLength(1);
  });

  it("begins with the oldest step it holds when more is asked for", async () => {
    const served = await serving({ streamLimits: { ...STREAM_LIMITS, steps: 5 } });
    await advance(served, 12);
    const events = await steps(await client(served, { query: "?past=1h" }), 5);
    expect(events[0]?.id).toMatch(/^7\//);
    expect(events.at(-1)?.id).toMatch(/^11\/.*\/decided$/);
  });

  it("says between the steps when another configuration came into force", async () => {
    const served = await serving();
    await advance(served, 2);
    const header = { ...served.header, kubelet: "v1.36.0" };
    served.server.configured(served.policy, [], header, served.configuration);
    await advance(served, 1);
    const late = await client(served, { query: "?past=1h" });
    const events = await late.take(8);
    const step = ["record", "decision"];
    expect(names(events)).toEqual(["header", ...step, ...step, "header", ...step]);
    expect(JSON.parse(events[0]?.text ?? "")).toEqual(served.header);
    expect(JSON.parse(events[5]?.text ?? "").kubelet).toBe("v1.36.0");
  });

  it.each(["", "15", "0m", "-5m", "abc", "5 m", `${"9".repeat(400)}d`])(
    "refuses %j with a sentence",
    async (past) => {
      const served = await serving();
      const { status, text } = await ask(served, `/v1/stream?past=${encodeURIComponent(past)}`);
      expect(status).toBe(400);
      expect(JSON.parse(text).reason).toContain("?past=15m");
    },
  );
});

describe("a client that comes back with the id of the last event it got", () => {
  /** Twenty steps, of which the client got so many events. */
  async function cutAfter(served: Serving, events: number) {
    const before = await client(served, { query: "?past=1h" });
    await advance(served, 10);
    const [, ...got] = await before.take(1 + events);
    before.response.destroy();
    await advance(served, 10);
    return got;
  }

  it.each([
    { events: 20, where: "after a decision" },
    { events: 19, where: "between a record and its decision" },
    { events: 1, where: "after the first record" },
  ])("goes on $where: nothing is lost or doubled", async ({ events }) => {
    const served = await serving();
    const whole = await client(served);
    const got = await cutAfter(served, events);
    const lastEventId = got.at(-1)?.id ?? "";
    const [, ...rest] = await (await client(served, { query: "?past=1h", lastEventId })).take(
      1 + 40 - events,
    );
    expect([...got, ...rest]).toEqual(await steps(whole, 20));
  });

  it("gets nothing but the header until something comes", async () => {
    const served = await serving();
    const before = await client(served, { query: "?past=1h" });
    await advance(served, 3);
    const [last] = (await steps(before, 3)).slice(-1);
    const again = await client(served, { query: "?past=1h", lastEventId: last?.id ?? "" });
    await advance(served, 1);
    const events = await again.take(3);
    expect(names(events)).toEqual(["header", "record", "decision"]);
    expect(idsOf(events.slice(1))).toEqual(idsOf(await before.take(2)));
  });

  it("gets the pods that were replaced while it was away, and no others", async () => {
    const served = await serving();
    await advance(served, 1);
    const before = await client(served);
    const [last] = (await steps(before, 1)).slice(-1);
    const lastEventId = last?.id ?? "";
    const pods = new TextEncoder().encode('{"items":[]}');
    const next = await served.next();
    if (next === null) return;
    served.server.step({ ...next, snapshot: { ...next.snapshot, pods } });
    await advance(served, 1);
    const records = recordsOf(await steps(await client(served, { lastEventId }), 2));
    expect(records.map((record) => record.pods)).toEqual([{ items: [] }, undefined]);
  });

  it.each([
    { of: "of a step that was dropped", id: "2/", steps: 5, numbers: [15, 16, 17, 18, 19] },
    { of: "of another run", id: "4711/", steps: 180, numbers: [3, 4, 5] },
  ])("gets what is later, with its pods, by an id $of", async ({ id, steps: held, numbers }) => {
    const served = await serving({ streamLimits: { ...STREAM_LIMITS, steps: held } });
    const whole = await client(served);
    await advance(served, 20);
    const third = (await steps(whole, 20))[2 * 2]?.id ?? "";
    const lastEventId = third.replace(/^\d+\//, id);
    const again = await client(served, { query: "?past=10s", lastEventId });
    const events = await steps(again, numbers.length);
    const taken = events.filter(({ name }) => name === "record").map((each) => each.id);
    expect(taken.map((each) => Number(each?.split("/")[0]))).toEqual(numbers);
    expect(recordsOf(events)[0].pods.items.length).toBeGreaterThan(5);
  });

  it.each(["", "abc", "/", "12/decided", "3/2026-13-45T00:00:00Z", "../../etc", "x".repeat(4000)])(
    "counts as new with %j, which is not an id of ours",
    async (lastEventId) => {
      const served = await serving();
      await advance(served, 3);
      const events = await steps(await client(served, { query: "?past=10s", lastEventId }), 2);
      expect(events.map(({ id }) => id?.split("/")[0])).toEqual(["1", "1", "2", "2"]);
    },
  );
});

describe("a reader that is stuck", () => {
  it("makes the daemon hold no more than its bound and a step, and is dropped", async () => {
    const limits = { ...STREAM_LIMITS, waitingBytes: 50_000, steps: 200 };
    const history = new StepHistory(core());
    const stream = new Stream(history, limits);
    onTestFinished(() => stream.close());
    let response: ServerResponse | null = null;
    const server = createServer((_, answer) => {
      response = answer;
      stream.accept(answer, {}, { seconds: 3600, lastEventId: null });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const idle = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
    onTestFinished(() => void idle.destroy());
    idle.on("error", () => {});
    idle.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await expect.poll(() => stream.clients).toBe(1);
    const [step] = await firstSteps(1);
    if (step === undefined) return;
    let most = 0;
    while (stream.clients > 0) {
      history.step(step);
      stream.step();
      most = Math.max(most, (response as ServerResponse | null)?.writableLength ?? 0);
      await new Promise(setImmediate);
    }
    expect(stream.dropped).toBe(1);
    expect(most).toBeGreaterThan(limits.waitingBytes);
    expect(most).toBeLessThan(limits.waitingBytes + 200_000);
  });
});

async function* chunksOf(lines: readonly string[]) {
  for (const line of lines) yield new TextEncoder().encode(line);
}
