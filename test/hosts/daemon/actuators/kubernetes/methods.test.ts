import { expect, it } from "vitest";
import type { Decision, Eviction } from "../../../../../analysis/engine/decision.ts";
import { standIn } from "../../../../../hosts/daemon/actuators/kubernetes/outcome.ts";
import { KubernetesActuator } from "../../../../../hosts/daemon/actuators/kubernetes.ts";
import { ApiClient } from "../../../../../hosts/daemon/kubernetes/client.ts";
import { startApi } from "../../kubernetes/apiStandIn.ts";

const EVICTION: Eviction = {
  namespace: "shop",
  name: "cart",
  uid: "u-1",
  gracePeriodSeconds: 0,
  reason: "Evicted",
  message: "The node was low on resource: memory.",
};
const DECISION = { time: "2026-11-21T10:12:30Z" } as unknown as Decision;

// Kubernetes 1.20 and 1.21 know only the first, 1.25 and later only the second.
it.each(["v1beta1", "v1"])(
  "asks the Eviction API in the version it is served in: %s",
  async (version) => {
    const api = await startApi();
    const bodies = new Map<string, unknown>();
    api.answer = async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const path = `${request.method} ${request.url}`;
      if (request.method === "POST") bodies.set(path, JSON.parse(Buffer.concat(chunks).toString()));
      const spec = { nodeName: "n" };
      const pod = { metadata: { uid: "u-1" }, spec, status: { phase: "Running" } };
      const discovery = { resources: [{ name: "pods" }, { name: "pods/eviction", version }] };
      response.end(JSON.stringify(request.url === "/api/v1" ? discovery : pod));
    };
    const authority = api.authority.certificate;
    const client = new ApiClient({
      server: api.server,
      insecureSkipTlsVerify: false,
      credentials: async () => ({ authority }),
    });
    const act = new KubernetesActuator({
      client,
      node: "n",
      method: "eviction",
      report: {},
      dryRun: false,
    });
    expect((await act.evict(EVICTION, DECISION)).done).toBe(true);
    expect(bodies.get("POST /api/v1/namespaces/shop/pods/cart/eviction")).toMatchObject({
      apiVersion: `policy/${version}`,
      kind: "Eviction",
      metadata: { namespace: "shop", name: "cart" },
      deleteOptions: { gracePeriodSeconds: 1, preconditions: { uid: "u-1" } },
    });
    client.close();
    await api.close();
  },
);

it.each([
  ["n", null],
  ["other", "shop/cart stays: it runs on node other, and this daemon acts for node n."],
  [undefined, "shop/cart stays: it runs on no node, and this daemon acts for node n."],
])("evicts no pod of another node, whatever list it was in: %s", (nodeName, sentence) => {
  const spec = nodeName === undefined ? {} : { nodeName };
  const pod = { metadata: { uid: "u-1" }, spec, status: { phase: "Running" } };
  expect(standIn(EVICTION, pod, "n")).toBe(sentence);
});

it("evicts no pod that has been deleted since it was listed", () => {
  const metadata = { uid: "u-1", deletionTimestamp: "2026-07-28T10:00:00Z" };
  const pod = { metadata, spec: { nodeName: "n" }, status: { phase: "Running" } };
  const sentence = "shop/cart is not evicted: it is being deleted already.";
  expect(standIn(EVICTION, pod, "n")).toBe(sentence);
});
