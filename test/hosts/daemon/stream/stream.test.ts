import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { replay } from "../../../../analysis/questions/replay/replay.ts";
import { readCapture } from "../../../../analysis/read/capture/capture.ts";
import { parseAddress } from "../../../../hosts/daemon/server/address.ts";
import { STREAM_LIMITS } from "../../../../hosts/daemon/stream/stream.ts";
import { advance, client, names, type StreamEvent } from "../server/looking.ts";
import { ask, open, SECRET, secretFile, serving } from "../server/serving.ts";
import { core } from "../server/watch.ts";

describe("/v1/stream", () => {
  it("begins with the header, the node as it is with its pods, and the last decision", async () => {
    const served = await serving();
    await advance(served, 3);
    const looking = await client(served);
    const [header, record, decision] = await looking.take(3);
    expect(names([header, record, decision] as StreamEvent[])).toEqual([
      "header",
      "record",
      "decision",
    ]);
    expect(JSON.parse(header?.text ?? "")).toEqual(served.header);
    expect(JSON.parse(record?.text ?? "").pods.items.length).toBeGreaterThan(5);
    expect(JSON.parse(decision?.text ?? "").step).toBe(3);
  });

  it("sends each step once, and pods only when they change", async () => {
    const served = await serving();
    const looking = await client(served);
    await advance(served, 2);
    const events = await looking.take(5);
    expect(names(events)).toEqual(["header", "record", "decision", "record", "decision"]);
    const [first, second] = events.filter(({ name }) => name === "record");
    expect(Object.keys(JSON.parse(first?.text ?? ""))).toEqual(["time", "pods", "summary"]);
    expect(Object.keys(JSON.parse(second?.text ?? ""))).toEqual(["time", "summary"]);
  });

  it("is a capture that decides what the daemon decided, from when one looks on", async () => {
    const served = await serving();
    await advance(served, 60);
    const looking = await client(served);
    await advance(served, 20);
    const events = await looking.take(3 + 2 * 20);
    const lines = events.filter(({ name }) => name !== "decision").map(({ text }) => `${text}\n`);
    const capture = await readCapture(chunksOf(lines));
    expect(capture.problems).toEqual([]);
    const engine = new EvictionEngine(core());
    const replayed: string[] = [];
    for await (const step of replay(engine, served.configuration, capture.records)) {
      replayed.push(...(step.decision()?.parse().evictions ?? []).map(({ uid }) => uid));
    }
    const streamed = events
      .filter(({ name }) => name === "decision")
      .flatMap(({ text }) => JSON.parse(text).evictions)
      .map(({ uid }) => uid);
    expect(streamed.length).toBeGreaterThan(0);
    expect(replayed).toEqual(streamed);
  });

  it("says what could not be had, and keeps documents that are not JSON out", async () => {
    const served = await serving();
    await advance(served, 1);
    const looking = await client(served);
    await looking.take(3);
    const step = await served.next();
    if (step === null) return;
    const broken = new TextEncoder().encode('{"node":\n\n]');
    const blind = { ...step, observed: false, decision: null, decisionText: null };
    const problem = { document: "Summary", sentence: "It is not JSON." };
    served.server.step({ ...blind, snapshot: { time: step.snapshot.time, summary: null } });
    served.server.step({
      ...blind,
      snapshot: { time: step.snapshot.time, summary: broken },
      problems: [problem],
    });
    const pods = { document: "PodList", sentence: "It is not a list." };
    const list = { ...step.snapshot, pods: broken };
    served.server.step({ ...step, snapshot: list, reclaimed: broken, problems: [problem, pods] });
    const events = await looking.take(4);
    const records = events.slice(0, 3).map(({ text }) => JSON.parse(text));
    expect(records[0]).toMatchObject({ summary: null, summaryError: "No Summary was received." });
    expect(records[1]).toMatchObject({ summary: null, summaryError: "It is not JSON." });
    expect(Object.keys(records[2])).toEqual(["time", "summary", "reclaimed"]);
    expect(records[2].reclaimed).toBeNull();
    expect(events[3]?.name).toBe("decision");
  });

  it("sends the header again when another configuration is in force", async () => {
    const served = await serving();
    const looking = await client(served);
    const header = { ...served.header, kubelet: "v1.36.0" };
    served.server.configured(served.policy, [], header, served.configuration);
    const [, again] = await looking.take(2);
    expect(JSON.parse(again?.text ?? "").kubelet).toBe("v1.36.0");
  });

  it("gives signs of life while nothing happens", async () => {
    const streamLimits = { ...STREAM_LIMITS, heartbeatMilliseconds: 5 };
    const looking = await client(await serving({ streamLimits }));
    expect(names(await looking.take(3))).toEqual(["header", "comment", "comment"]);
  });

  it("drops a client that does not read, and serves the others", { tags: "long" }, async () => {
    const limits = { ...STREAM_LIMITS, waitingBytes: 10_000, steps: 10 };
    const served = await serving({ streamLimits: limits });
    const port = Number(new URL(served.server.url).port);
    const idle = connect(port, "127.0.0.1").pause();
    idle.write("GET /v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const gone = new Promise<void>((resolve) => idle.once("close", () => resolve()));
    idle.on("error", () => {});
    const looking = await client(served);
    await looking.take(1);
    const step = await served.next();
    if (step === null) return;
    const dropped = async () =>
      (await ask(served, "/metrics")).text.includes("plimsoll_stream_dropped_total 1");
    // The sockets of both sides hold some megabytes.
    while (!(await dropped())) {
      for (let count = 0; count < 20; count++) {
        served.server.step(step);
        await looking.take(2);
      }
    }
    idle.resume();
    await gone;
    served.server.step(step);
    expect(names(await looking.take(2))).toEqual(["record", "decision"]);
  });

  it("has room for so many, and for another one when one has left", async () => {
    const served = await serving({ streamLimits: { ...STREAM_LIMITS, clients: 1 } });
    const first = await client(served);
    await first.take(1);
    const refused = await open(served, "/v1/stream");
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "30"]);
    refused.destroy();
    first.response.destroy();
    await expect
      .poll(async () => {
        const response = await open(served, "/v1/stream");
        response.destroy();
        return response.statusCode;
      })
      .toBe(200);
  });

  it.each([
    ["on connections of their own", STREAM_LIMITS.clients, 1],
    ["one behind the other on one connection", 1, STREAM_LIMITS.clients],
  ])("keeps no places for clients that go before they are answered: %s", async (...given) => {
    const [, connections, requests] = given;
    const served = await serving({ tokenFile: secretFile() });
    const headers = { Authorization: `Bearer ${SECRET}` };
    const port = Number(new URL(served.server.url).port);
    const words = `Host: localhost\r\nAuthorization: ${headers.Authorization}\r\n\r\n`;
    for (let count = 0; count < connections; count++) {
      const gone = connect(port, "127.0.0.1");
      gone.write(`GET /v1/stream HTTP/1.1\r\n${words}`.repeat(requests), () => gone.destroy());
      await once(gone, "close");
    }
    // The token is read for each of them, while it goes.
    await setTimeout(200);
    const response = await open(served, "/v1/stream", { headers });
    response.destroy();
    expect(response.statusCode).toBe(200);
    expect((await ask(served, "/metrics", { headers })).text).toMatch(/_stream_clients [01]\n/);
  });

  it("has one client of a connection, until that ends", async () => {
    const served = await serving();
    const gone = connect(Number(new URL(served.server.url).port), "127.0.0.1");
    // Responses to the others would wait behind the first, which does not end.
    gone.write("GET /v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(16));
    const counted = async () =>
      /_stream_clients (\d+)\n/.exec((await ask(served, "/metrics")).text)?.[1];
    await expect.poll(counted).toBe("1");
    await setTimeout(200);
    expect(await counted()).toBe("1");
    const other = await open(served, "/v1/stream");
    expect(other.statusCode).toBe(200);
    other.destroy();
    gone.destroy();
    // Before the next heartbeat, which forgets them.
    await expect.poll(counted, { timeout: 5_000 }).toBe("0");
  });

  it("ends when the daemon does", async () => {
    const address = parseAddress("127.0.0.1:0");
    const served = await serving({ address });
    const looking = await client(served);
    await looking.take(1);
    const closing = served.server.close();
    expect(await looking.ended()).toBe(true);
    await closing;
  });
});

async function* chunksOf(lines: readonly string[]) {
  for (const line of lines) yield new TextEncoder().encode(line);
}
