import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KnownPods } from "../../hosts/edge/knownPods.ts";
import { type Asked, asking, bytesOf, envelope } from "./client.ts";
import { type RunningService, SERVICE_HOSTS } from "./services.ts";

const UNKNOWN = "urn:plimsoll:problem:unknown-pods";

function podOf(name: string, node: string) {
  return {
    metadata: { name, namespace: "shop", uid: `uid-${name}` },
    spec: { nodeName: node, containers: [{ name: "c" }] },
    status: { phase: "Running" },
  };
}

const LIST = bytesOf({ kind: "PodList", items: [podOf("a", "n"), podOf("b", "n")] });
const OTHER_LIST = bytesOf({ kind: "PodList", items: [podOf("a", "n")] });
/** Of two nodes: the pods of the other one are left out and counted. */
const CLUSTER = bytesOf({ kind: "PodList", items: [podOf("a", "n"), podOf("b", "m")] });

function digestOf(list: Uint8Array): string {
  return createHash("sha256").update(list).digest("hex");
}

/** Under memory pressure, so that the decision names a pod of the list. */
function summaryOf(node: string, time: string): Uint8Array {
  const memory = { time, availableBytes: 1000, workingSetBytes: 2 ** 30 };
  const pods = ["a", "b"].map((name) => ({
    podRef: { name, namespace: "shop", uid: `uid-${name}` },
    memory: { time, workingSetBytes: name === "a" ? 2000 : 1000 },
    containers: [{ name: "c", memory: { time, workingSetBytes: 1000 } }],
  }));
  return bytesOf({ node: { nodeName: node, memory }, pods });
}

function bodyOf(
  members: Readonly<Record<string, Uint8Array | string>>,
  seconds = 0,
  node = "n",
): Uint8Array {
  const time = new Date(Date.UTC(2026, 0, 15, 10) + seconds * 1000).toISOString();
  return envelope({ time, summary: summaryOf(node, time), ...members });
}

interface Answer {
  readonly decision: { readonly evictions: readonly { readonly name: string }[] };
  readonly problems: readonly string[];
}

describe.each(SERVICE_HOSTS)("a list of pods that is named by its digest, in $name", (host) => {
  let service: RunningService;
  const ask = (path: string, asked: Asked) => asking(service.url)(path, asked);
  const evaluated = async (body: Uint8Array, tenant: "acme" | "globex" = "acme") => {
    const response = await ask("/v1/evaluate", { body, tenant });
    return { status: response.status, text: await response.text() };
  };
  beforeAll(async () => {
    if (!host.isMissing) service = await host.start({ limits: { knownPodsMax: 3 } });
  });
  afterAll(() => service?.stop());

  const test = it.skipIf(host.isMissing);

  test("is asked for with 409 and its digest, and replaces the list once that came", async () => {
    const podsDigest = digestOf(LIST);
    const unknown = await evaluated(bodyOf({ podsDigest }));
    expect(unknown.status).toBe(409);
    expect(JSON.parse(unknown.text)).toMatchObject({ type: UNKNOWN, status: 409, podsDigest });
    const sent = await evaluated(bodyOf({ pods: LIST, podsDigest }));
    expect(sent.status, sent.text).toBe(200);
    expect((JSON.parse(sent.text) as Answer).decision.evictions[0]?.name).toBe("a");
    const named = await evaluated(bodyOf({ podsDigest }));
    expect(named).toEqual(sent);
  });

  test("says again what was left out of the list", async () => {
    const podsDigest = digestOf(CLUSTER);
    const sent = await evaluated(bodyOf({ pods: CLUSTER, podsDigest }));
    const named = await evaluated(bodyOf({ podsDigest }));
    expect((JSON.parse(sent.text) as Answer).problems[0]).toContain("1 pod");
    expect(named).toEqual(sent);
  });

  test("is asked for again for another node of the list", async () => {
    const podsDigest = digestOf(CLUSTER);
    await evaluated(bodyOf({ pods: CLUSTER, podsDigest }));
    expect((await evaluated(bodyOf({ podsDigest }, 0, "m"))).status).toBe(409);
    const sent = await evaluated(bodyOf({ pods: CLUSTER, podsDigest }, 0, "m"));
    expect((JSON.parse(sent.text) as Answer).decision.evictions[0]?.name).toBe("b");
  });

  test("is nothing to another tenant", async () => {
    const podsDigest = digestOf(LIST);
    await evaluated(bodyOf({ pods: LIST, podsDigest }));
    expect((await evaluated(bodyOf({ podsDigest }), "globex")).status).toBe(409);
  });

  test("leaves when more lists come than are kept", async () => {
    const podsDigest = digestOf(LIST);
    await evaluated(bodyOf({ pods: LIST, podsDigest }));
    for (const name of ["x", "y", "z"]) {
      const pods = bytesOf({ kind: "PodList", items: [podOf(name, "n")] });
      await evaluated(bodyOf({ pods, podsDigest: digestOf(pods) }));
    }
    expect((await evaluated(bodyOf({ podsDigest }))).status).toBe(409);
  });

  test.each([
    ["of another list", { pods: LIST, podsDigest: digestOf(OTHER_LIST) }],
    ["in upper case", { podsDigest: digestOf(LIST).toUpperCase() }],
    ["too short", { podsDigest: "ab" }],
    ["a megabyte long", { podsDigest: "a".repeat(2 ** 20) }],
    ["an object", { podsDigest: bytesOf({}) }],
  ])("is refused when its digest is %s, and nothing is kept", async (_, members) => {
    expect((await evaluated(bodyOf(members))).status).toBe(400);
    const path = "/v1/nodes/hostile/snapshots";
    expect((await ask(path, { body: bodyOf(members) })).status).toBe(400);
    expect((await evaluated(bodyOf({ podsDigest: digestOf(OTHER_LIST) }))).status).toBe(409);
  });

  test("is not kept when the list is refused", async () => {
    const pods = bytesOf({ kind: "PodList", items: [1] });
    const podsDigest = digestOf(pods);
    expect((await evaluated(bodyOf({ pods, podsDigest }))).status).toBe(422);
    expect((await evaluated(bodyOf({ podsDigest }))).status).toBe(409);
  });

  test("has to be the one in force on a node", async () => {
    const path = "/v1/nodes/digest";
    const post = (members: Readonly<Record<string, Uint8Array | string>>, seconds: number) =>
      ask(`${path}/snapshots`, { body: bodyOf(members, seconds) });
    await ask(`${path}/policy`, { method: "PUT", body: "{}" });
    const [podsDigest, other] = [digestOf(LIST), digestOf(OTHER_LIST)];
    const unknown = await post({ podsDigest }, 0);
    expect(unknown.status).toBe(409);
    expect(await unknown.json()).toMatchObject({ type: UNKNOWN, podsDigest });
    // A list that is put has a digest as well.
    await ask(`${path}/pods`, { method: "PUT", body: LIST });
    expect((await post({ podsDigest: other }, 1)).status).toBe(409);
    const named = await post({ podsDigest }, 1);
    expect(((await named.json()) as Answer).decision.evictions[0]?.name).toBe("a");
    expect((await post({}, 2)).status).toBe(200);
    expect((await post({ podsDigest }, 3)).status).toBe(200);
    expect((await post({ pods: OTHER_LIST, podsDigest: other }, 4)).status).toBe(200);
    expect((await post({ podsDigest }, 5)).status).toBe(409);
    expect((await post({ podsDigest: other }, 5)).status).toBe(200);
    // A list without a digest is of an unknown one.
    expect((await post({ pods: LIST }, 6)).status).toBe(200);
    expect((await post({ podsDigest }, 7)).status).toBe(409);
  });
});

describe("the lists that are kept under digests", () => {
  const listOf = (bytes: number) => ({ frozen: new Uint8Array(bytes), node: "n", problems: [] });
  const fill = (known: KnownPods, tenant: string, count: number, bytes: number) => {
    for (let i = 0; i < count; i++) known.keep(tenant, `${tenant}-${i}`, listOf(bytes));
  };

  it("have bounds in bytes and in number, also with many tenants", () => {
    const known = new KnownPods({ bytesMax: 100_000, listsMax: 20 });
    for (let i = 0; i < 500; i++) {
      known.keep(`tenant-${i % 7}`, `digest-${i}`, listOf((i * 7919) % 20_000));
      expect(known.bytes).toBeLessThanOrEqual(100_000);
      expect(known.lists).toBeLessThanOrEqual(20);
    }
  });

  it("leave the tenant that has most, the one used longest ago first", () => {
    const known = new KnownPods({ bytesMax: 100_000, listsMax: 1000 });
    fill(known, "small", 2, 5_000);
    fill(known, "large", 50, 10_000);
    expect(known.find("small", "small-0", "n")).toBeDefined();
    expect(known.find("large", "large-0", "n")).toBeUndefined();
    expect(known.find("large", "large-49", "n")).toBeDefined();
    known.find("large", "large-43", "n");
    fill(known, "small", 4, 5_000);
    expect(known.find("large", "large-43", "n")).toBeDefined();
  });

  it("are not kept when one alone is too large, and replace one of the same digest", () => {
    const known = new KnownPods({ bytesMax: 10_000, listsMax: 10 });
    known.keep("t", "d", listOf(1_000));
    known.keep("t", "d", listOf(2_000));
    expect([known.lists, known.bytes]).toEqual([1, 2_512]);
    known.keep("t", "d", listOf(20_000));
    expect([known.lists, known.bytes]).toEqual([0, 0]);
  });
});
