import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { ApiError } from "../../../../hosts/daemon/kubernetes/apiError.ts";
import { ApiClient } from "../../../../hosts/daemon/kubernetes/client.ts";
import { listNodes, nodeFactsOf } from "../../../../hosts/daemon/kubernetes/nodes.ts";

let server: Server | null = null;
let client: ApiClient | null = null;
afterEach(() => {
  client?.close();
  server?.close();
  server?.closeAllConnections();
});

/** A client of a server that gives one answer to every request, and how many it has had. */
async function answering(answer: object) {
  const asked = { requests: 0 };
  const started = createServer((_, response) => {
    asked.requests += 1;
    response.end(JSON.stringify(answer));
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  client = new ApiClient({
    server: new URL(`http://127.0.0.1:${(started.address() as AddressInfo).port}`),
    insecureSkipTlsVerify: false,
    credentials: async () => ({}),
  });
  return { client, asked };
}

async function listed(answer: object): Promise<number> {
  const { client } = await answering(answer);
  let count = 0;
  for await (const _ of listNodes(client, undefined)) count += 1;
  return count;
}

const worker = { metadata: { name: "worker-3" } };

const NODES: readonly (readonly [what: string, node: unknown])[] = [
  ["null", null],
  ["without a name", { metadata: {} }],
  ["with a path as its name", { metadata: { name: "../../namespaces/kube-system/secrets" } }],
  ["with a name that plays on a terminal", { metadata: { name: "w\u001b]0;x\u0007" } }],
  ["with addresses that are none", { ...worker, status: { addresses: "10.0.0.1" } }],
  ["with an address that is a number", { ...worker, status: { addresses: [{ address: 7 }] } }],
  [
    "with a port that is a text",
    {
      ...worker,
      status: { daemonEndpoints: { kubeletEndpoint: { Port: "1@evil.example" } } },
    },
  ],
  ["with a version that is an object", { ...worker, status: { nodeInfo: { kubeletVersion: {} } } }],
  ["with a capacity of objects", { ...worker, status: { capacity: { memory: {} } } }],
];

describe("an API server that answers with something else than nodes", () => {
  it.each(NODES)("is refused for an item of its list: %s", async (_, node) => {
    await expect(listed({ items: [worker, node] })).rejects.toThrow(ApiError);
  });

  it.each(NODES.slice(4))("is refused for the node itself: %s", async (_, node) => {
    const { client } = await answering(node as object);
    await expect(nodeFactsOf(client, "worker-3")).rejects.toThrow(/is not answered with a Node/);
  });

  it("is refused where its list has no end", async () => {
    const { client, asked } = await answering({ metadata: { continue: "x" }, items: [worker] });
    const all = async () => {
      for await (const _ of listNodes(client, undefined)) void _;
    };
    await expect(all()).rejects.toThrow(/page after page, and no end/);
    expect(asked.requests).toBe(500);
  });

  it("is read where a Node has nothing but its name", async () => {
    expect(await listed({ items: [worker, { ...worker, status: {} }] })).toBe(2);
  });
});
