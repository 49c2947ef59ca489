/** POST /v1/schedule in workerd and in Node: the answers of the module, and what is refused. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RELEASES } from "../../analysis/engine/contract/releases.ts";
import { SchedulerEngine } from "../../analysis/engine/schedulerEngine.ts";
import { formatReleases } from "../../analysis/text/release.ts";
import { Detail, SchedulerAction } from "../../assembly/abi.ts";
import { loadModule } from "../../hosts/system/modules.ts";
import { asking, bytesOf, envelope } from "./client.ts";
import { type RunningService, SERVICE_HOSTS } from "./services.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url));
const SHOP = gunzipSync(read("examples/shop.cluster.json.gz"));
const schema = JSON.parse(read("schemas/schedule-1.schema.json").toString());
const isSchedule = new Ajv2020({ strict: true }).compile(schema);
const CART = bytesOf({ namespace: "shop", name: "cart-1" });
const W0 = bytesOf({ namespace: "a", name: "w0" });
const CONFIGURATION =
  "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n";
const module = await loadModule("scheduler");

/** The decisions of an engine here. */
function expected(detail: Detail, pod: Uint8Array | null = null): readonly string[] {
  const engine = new SchedulerEngine(module);
  engine.objects(SHOP);
  const texts: string[] = [];
  for (;;) {
    const action = engine.schedule(pod);
    if (action === SchedulerAction.Done) return texts;
    texts.push(engine.report(detail).text);
    if (pod !== null) return texts;
    if (action === SchedulerAction.Scheduled || action === SchedulerAction.Unschedulable) {
      engine.assume();
    }
  }
}

/** Nodes that are full, and pods that can preempt no pod there. */
function crowd(nodes: number, pods: number, pending: number): Uint8Array {
  const pod = (name: string, nodeName?: string) => ({
    kind: "Pod",
    metadata: { namespace: "a", name },
    spec: {
      ...(nodeName === undefined ? { priority: 1 } : { nodeName }),
      containers: [{ resources: { requests: { cpu: nodeName === undefined ? "500m" : "10m" } } }],
    },
  });
  return bytesOf({
    kind: "List",
    items: [
      ...Array.from({ length: nodes }, (_, index) => ({
        kind: "Node",
        metadata: { name: `n${index}` },
        status: { allocatable: { cpu: "1", pods: "100000" } },
      })),
      ...Array.from({ length: pods }, (_, index) => pod(`p${index}`, `n${index % nodes}`)),
      ...Array.from({ length: pending }, (_, index) => pod(`w${index}`)),
    ],
  });
}

describe.each(SERVICE_HOSTS)("POST /v1/schedule, $name", ({ isMissing, start }) => {
  let service: RunningService;
  const ask = asking(() => service.url);
  const schedule = async (members: Record<string, Uint8Array | string>, query = "") => {
    const response = await ask(`/v1/schedule${query}`, { body: envelope(members) });
    return { status: response.status, text: await response.text() };
  };
  beforeAll(async () => {
    if (!isMissing) service = await start({ limits: { decisionsMax: 50 } });
  });
  afterAll(() => service?.stop());

  it.skipIf(isMissing)("decides on every pending pod, as the module does here", async () => {
    const { status, text } = await schedule({ objects: SHOP });
    expect(status, text).toBe(200);
    const decisions = expected(Detail.Decision).join(",");
    expect(text).toBe(`{"plimsoll":"schedule/1","decisions":[${decisions}]}`);
    expect([isSchedule(JSON.parse(text)), isSchedule.errors]).toEqual([true, null]);
  });

  it.skipIf(isMissing)("decides on one pod, with the nodes that were tried", async () => {
    const { text } = await schedule({ objects: SHOP, pod: CART }, "?detail=arithmetic");
    expect(text).toContain(expected(Detail.Arithmetic, CART)[0]);
  });

  it.skipIf(isMissing)("takes files in a form, and a configuration in its own form", async () => {
    const form = new FormData();
    form.set("objects", new Blob([SHOP as BlobPart]));
    form.set("pod", '{"namespace":"shop","name":"cart-1"}');
    form.set("configuration", `${CONFIGURATION}profiles: [{schedulerName: other}]\n`);
    const response = await ask("/v1/schedule", { body: form });
    expect(response.status).toBe(422);
    expect((await response.json()).detail).toContain("another scheduler");
    form.set("configuration", CONFIGURATION);
    expect((await ask("/v1/schedule", { body: form })).status).toBe(200);
  });

  it.skipIf(isMissing)("keeps nothing of a cluster for the next request", async () => {
    await schedule({ objects: SHOP });
    const { status, text } = await schedule({ objects: bytesOf("{}"), pod: CART });
    expect({ status, text }).toMatchObject({ status: 422 });
    const again = await schedule({ objects: bytesOf({ kind: "List", items: [] }), pod: CART });
    expect(JSON.parse(again.text).detail).toContain("no such pod among the objects");
  });

  const POD = { kind: "Pod", metadata: { name: "a" } };
  it.skipIf(isMissing).each<[string, Record<string, Uint8Array | string>, number, string]>([
    ["no objects", {}, 400, "The body has no objects"],
    [
      "a member that is not known",
      { objects: bytesOf(POD), pods: bytesOf(POD) },
      400,
      'The body has the member "pods"; give only objects, pod, configuration, kubernetesVersion.',
    ],
    [
      "objects without a node or a pod",
      { objects: bytesOf({ kind: "List", items: [{ kind: "List", items: [POD] }] }) },
      422,
      'they are 1 List; send {"objects":',
    ],
    [
      "a pod that is a Node",
      { objects: bytesOf(POD), pod: bytesOf({ ...POD, kind: "Node" }) },
      422,
      "a Pod is expected here",
    ],
    ["objects that are a text", { objects: "a" }, 422, "expected"],
    ["objects of no kind", { objects: bytesOf("{}") }, 422, "kind"],
    [
      "a quantity that does not parse",
      {
        objects: bytesOf({
          ...POD,
          spec: { containers: [{ resources: { requests: { cpu: "1Zi" } } }] },
        }),
      },
      422,
      "quantity",
    ],
    [
      "a configuration that the scheduler refuses",
      { objects: bytesOf(POD), configuration: `${CONFIGURATION}parallelism: -1\n` },
      422,
      "should be an integer value greater than zero",
    ],
    [
      "another configuration",
      { objects: bytesOf(POD), configuration: "kind: KubeletConfiguration\n" },
      422,
      "no KubeSchedulerConfiguration is in it",
    ],
    [
      "a release that is not known",
      { objects: bytesOf(POD), kubernetesVersion: "1.20" },
      422,
      formatReleases(RELEASES.scheduler),
    ],
    [
      "a large configuration",
      { objects: bytesOf(POD), configuration: " ".repeat(70_000) },
      413,
      "The configuration is larger",
    ],
    [
      "more pending pods than are decided on",
      { objects: crowd(1, 1, 51) },
      413,
      "51 pods are pending and 50 are decided on in one request",
    ],
  ])("refuses %s", async (_, members, status, sentence) => {
    const answer = await schedule(members);
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
    expect(JSON.parse(answer.text).detail).toContain(sentence);
  });
});

/** Pods that each have terms of their own, which every pod meets. */
function entangled(pods: number, terms: number, pending: number): Uint8Array {
  const term = (key: string) => ({
    topologyKey: "zone",
    labelSelector: { matchExpressions: [{ key, operator: "DoesNotExist" }] },
  });
  const pod = (index: number, nodeName?: string) => ({
    kind: "Pod",
    metadata: { namespace: "a", name: `p${index}`, labels: { own: `${index}` } },
    spec: {
      ...(nodeName === undefined ? {} : { nodeName }),
      containers: [{ resources: { requests: { cpu: "10m" } } }],
      affinity: {
        podAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: Array.from(
            { length: nodeName === undefined ? terms : 0 },
            (_, at) => ({ weight: 1, podAffinityTerm: term(`t${index}-${at}`) }),
          ),
        },
      },
    },
  });
  const node = (index: number) => ({
    kind: "Node",
    metadata: { name: `n${index}`, labels: { zone: `z${index}` } },
    status: { allocatable: { cpu: "1000", pods: "100000" } },
  });
  const standing = Array.from({ length: pods }, (_, index) => pod(index, `n${index % 10}`));
  const waiting = Array.from({ length: pending }, (_, index) => pod(pods + index));
  const items = [...Array.from({ length: 10 }, (_, index) => node(index)), ...standing, ...waiting];
  return bytesOf({ kind: "List", items });
}

describe.each(SERVICE_HOSTS)("what scheduling may cost, $name", ({ name, isMissing, start }) => {
  it.skipIf(isMissing)("ends when the answer is larger than it may be", async () => {
    const service = await start({ limits: { decisionsBytesMax: 20_000 } });
    try {
      const ask = asking(service.url);
      const body = envelope({ objects: crowd(100, 100, 20) });
      expect((await ask("/v1/schedule", { body })).status).toBe(200);
      const response = await ask("/v1/schedule?detail=arithmetic", { body });
      expect(response.status).toBe(413);
      expect((await response.json()).detail).toMatch(
        /^The answer is larger than 20000 bytes after \d+ pods; ask with less detail/,
      );
    } finally {
      await service.stop();
    }
  });

  it.skipIf(isMissing)("takes the cost of one pod from the tenant's processor time", async () => {
    const work = { millisecondsPerSecond: 1, burstMilliseconds: 400 };
    const service = await start({ work });
    try {
      const ask = asking(service.url);
      const body = envelope({ objects: crowd(100, 10_000, 1), pod: W0 });
      const first = await ask("/v1/schedule", { body });
      expect(first.status, await first.text()).toBe(200);
      expect((await ask("/v1/schedule", { body })).status).toBe(429);
    } finally {
      await service.stop();
    }
  });

  it.skipIf(isMissing)("ends when the tenant's processor time is used up", async () => {
    const work = { millisecondsPerSecond: 1, burstMilliseconds: 3_000 };
    const service = await start({ work });
    try {
      const ask = asking(service.url);
      const body = envelope({ objects: crowd(100, 10_000, 1_000) });
      const response = await ask("/v1/schedule", { body });
      expect(response.status).toBe(429);
      expect((await response.json()).detail).toContain("ask about one pod at a time");
    } finally {
      await service.stop();
    }
  });
  // workerd's clock stops while a script runs; there the platform bounds it.
  it.skipIf(isMissing || name !== "Node")(
    "takes what the clock says for pods whose terms many others meet",
    async () => {
      const service = await start({ work: { millisecondsPerSecond: 1, burstMilliseconds: 100 } });
      try {
        const ask = asking(service.url);
        const body = envelope({ objects: entangled(5_000, 50, 100) });
        expect((await ask("/v1/schedule", { body })).status).toBe(429);
      } finally {
        await service.stop();
      }
    },
  );
});
