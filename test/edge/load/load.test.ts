import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { bytesOf } from "../client.ts";
import { Answers } from "./answers.ts";
import { loadWith, snapshotsOf } from "./load.ts";

const CONNECTIONS = 3;
const POSTS = 30;

/** Holds the first post back until all that can come meanwhile has come. */
async function startSlowServer() {
  const times: Record<string, string[]> = {};
  const waiting = new Map<string, number>();
  let mostOfOneNode = 0;
  let answered = 0;
  let held: (() => void) | undefined;
  const server = createServer(async (request, response: ServerResponse) => {
    const node = request.url ?? "";
    const ofNode = (waiting.get(node) ?? 0) + 1;
    waiting.set(node, ofNode);
    mostOfOneNode = Math.max(mostOfOneNode, ofNode);
    const { time } = JSON.parse(await text(request)) as { time: string };
    const answer = () => {
      times[node] = [...(times[node] ?? []), time];
      waiting.set(node, (waiting.get(node) ?? 0) - 1);
      answered++;
      response.end('{"decision":{"action":"None"}}');
    };
    if (held === undefined) held = answer;
    else answer();
    if (answered === POSTS - POSTS / CONNECTIONS) held();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, times, server, mostOfOneNode: () => mostOfOneNode };
}

describe("the load generator", () => {
  it("posts a node's snapshots in their order, however long an answer takes", async () => {
    const { url, times, server, mostOfOneNode } = await startSlowServer();
    const summary = bytesOf({ node: {}, pods: [] });
    const { answers, result } = await loadWith(
      { url, connections: CONNECTIONS, posts: POSTS },
      (connection) => snapshotsOf(`n${connection}`, 0n, summary),
    );
    server.close();
    expect([result.errors, answers.complaints]).toEqual([0, []]);
    const seconds = Array.from({ length: POSTS / CONNECTIONS }, (_, second) => second);
    const inOrder = seconds.map((second) => `1970-01-01T00:00:0${second}.000000000Z`);
    const nodes = Array.from({ length: CONNECTIONS }, (_, node) => `/v1/nodes/n${node}/snapshots`);
    expect(times).toEqual(Object.fromEntries(nodes.map((node) => [node, inOrder])));
    expect(mostOfOneNode()).toBe(1);
  });

  it.each([
    ["the edge function's decision", 200, '{"decision":{"action":"None"},"problems":[]}', 0],
    ["the plain handler's decision", 200, '{"action":"EvictPod"}', 0],
    ["an answer without a decision", 200, '{"decision":null,"problems":[]}', 1],
    ["a problem", 409, '{"type":"urn:plimsoll:problem:conflict","status":409}', 1],
    ["a decision under another status", 500, '{"decision":{"action":"None"}}', 1],
    ["a text that is not JSON", 200, "Internal Server Error", 1],
  ])("tells %s from what is none", (_, status, body, undecided) => {
    const answers = new Answers();
    answers.take(status, body);
    expect(answers.undecided).toBe(undecided);
    expect(answers.complaints).toHaveLength(undecided);
  });

  it("says how often each kind of other answer came, with the first of them", () => {
    const answers = new Answers();
    const conflict = (detail: string) => JSON.stringify({ type: "urn:x:conflict", detail });
    for (const detail of ["first", "second"]) answers.take(409, conflict(detail));
    answers.take(503, "");
    expect(answers.complaints).toEqual([
      `2 answers are not decisions but 409 urn:x:conflict, as ${conflict("first")}`,
      "1 answers are not decisions but 503 without a problem type, as ",
    ]);
  });
});
