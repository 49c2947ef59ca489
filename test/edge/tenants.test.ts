import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SharedEngine } from "../../hosts/edge/engines.ts";
import { EvictionEngine, Part } from "../../hosts/entries/library/index.ts";
import { type Asked, asking, bytesOf, envelope } from "./client.ts";
import { CORE } from "./examples.ts";
import { sealed } from "./sealed.ts";
import { type RunningService, SERVICE_HOSTS } from "./services.ts";

const TIME = "2026-01-15T10:00:00Z";
const NOW = 1_768_471_200_000_000_000n;
/** In every text that one tenant posts, and in nothing of the other's. */
const CANARY = "canary";
const ANSWER_BYTES_MAX = 2 ** 18;
/** The 256 decisions that are kept of a node without pods, about two kilobytes each. */
const HISTORY_BYTES_MAX = 2 ** 20;

const MEMORY = { time: TIME, availableBytes: 1, workingSetBytes: 1000 };
const podsOf = (count: number, name: string) =>
  bytesOf({
    items: Array.from({ length: count }, (_, index) => ({
      metadata: { name: `${name}-${index}`, namespace: name, uid: `${name}-uid-${index}` },
      spec: { containers: [{ name: `${name}-container` }] },
      status: { phase: "Running" },
    })),
  });
const summaryOf = (count: number, name: string) =>
  bytesOf({
    node: { nodeName: `${name}-node`, memory: MEMORY },
    pods: Array.from({ length: count }, (_, index) => ({
      podRef: { name: `${name}-${index}`, namespace: name, uid: `${name}-uid-${index}` },
      memory: { time: TIME, workingSetBytes: 1000 + index },
    })),
  });
const CONFIGURATION = '{"plimsoll":{"whatIf":true}}';
const SECRETS = { pods: podsOf(300, CANARY), summary: summaryOf(300, CANARY) };
const EMPTY = { pods: bytesOf({ items: [] }), summary: summaryOf(0, "own") };

/** What an engine of the attacker's own saves and freezes. */
function own(): { readonly state: Uint8Array; readonly frozen: Uint8Array } {
  const engine = new EvictionEngine(CORE);
  engine.configure(CONFIGURATION);
  engine.pods(podsOf(2, "own"));
  engine.observe(summaryOf(2, "own"), NOW);
  return { state: engine.save(), frozen: engine.freeze(Part.Pods) };
}

/** Every aligned word of the head, one after the other, with values that mean something. */
function forgedStates(): readonly Uint8Array[] {
  const { state } = own();
  const body = state.subarray(0, -8);
  const values = [1, 25, 0xff, 1023, 40_000, 250_000, 300_000, 0x7fff_ffff, 0xffff_ffff];
  const places = [28, ...Array.from({ length: 24 }, (_, index) => 16 + 4 * index)];
  return places.flatMap((place) =>
    values.map((value) => {
      const forged = body.slice();
      new DataView(forged.buffer).setUint32(place, value, true);
      return sealed(forged);
    }),
  );
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

describe.each(SERVICE_HOSTS)("two tenants, in $name", ({ start, isMissing }) => {
  let service: RunningService;
  const ask = asking(() => service.url);
  beforeAll(async () => {
    if (isMissing) return;
    service = await start({ limits: { aheadSecondsMax: 1e10 } });
    for (const tenant of ["acme", "globex"] as const) {
      const body = CONFIGURATION;
      await ask("/v1/nodes/n1/policy", { method: "PUT", body, tenant });
      const { pods } = tenant === "globex" ? SECRETS : EMPTY;
      await ask("/v1/nodes/n1/pods", { method: "PUT", body: pods, tenant });
    }
  });
  afterAll(() => service?.stop());

  /** The other tenant's documents are what the engine has read last. */
  async function afterTheOther(path: string, asked: Asked): Promise<string> {
    const body = envelope({ time: TIME, ...SECRETS, configuration: bytesOf(CONFIGURATION) });
    const secret = await ask("/v1/evaluate", { body, tenant: "globex" });
    expect(await secret.text()).toContain(CANARY);
    const response = await ask(path, asked);
    const text = await response.text();
    expect(response.status, text.slice(0, 300)).toBeLessThan(500);
    return text;
  }

  function expectNothingOf(text: string, bytesMax = ANSWER_BYTES_MAX): void {
    const decoded = (text.match(/[A-Za-z0-9+/=]{16,}/g) ?? []).map((part) =>
      Buffer.from(part, "base64").toString("latin1"),
    );
    for (const seen of [text, ...decoded]) expect(seen).not.toContain(CANARY);
    expect(text.length).toBeLessThan(bytesMax);
  }

  it.skipIf(isMissing)("share nothing through a forged state", async () => {
    let second = 0;
    for (const forged of forgedStates()) {
      second += 1;
      const time = new Date(Date.parse(TIME) + 1000 * second).toISOString();
      const savedState = base64(forged);
      const body = envelope({ time, summary: EMPTY.summary, savedState });
      expectNothingOf(await afterTheOther("/v1/nodes/n1/snapshots?detail=arithmetic", { body }));
      const state = savedState;
      const evaluated = envelope({ time, ...EMPTY, configuration: CONFIGURATION, state });
      if (second % 25 === 1)
        expectNothingOf(await afterTheOther("/v1/evaluate", { body: evaluated }));
    }
    const history = await ask("/v1/nodes/n1/history?limit=500");
    expectNothingOf(await history.text(), HISTORY_BYTES_MAX);
    const answer = await ask("/v1/evaluate", {
      body: envelope({ time: TIME, ...EMPTY, configuration: CONFIGURATION }),
    });
    expectNothingOf(await answer.text());
  });

  it.skipIf(isMissing).each<[string, Record<string, Uint8Array>]>([
    ["no documents", {}],
    ["frozen bytes for pods", { pods: bytesOf(JSON.stringify(base64(own().frozen))) }],
    ["a PodList that ends early", { pods: bytesOf('{"items":[{"metadata":{"name":"a') }],
    ["a Summary that ends early", { summary: bytesOf('{"node":{"nodeName":"') }],
    ["an escape that ends early", { summary: bytesOf('{"node":{"nodeName":"\\u00"}}') }],
    ["pods without names", { pods: bytesOf({ items: [{ spec: {} }, { metadata: {} }] }) }],
    ["a configuration that ends early", { configuration: bytesOf('{"evictionHard":{"') }],
  ])("share nothing through %s", async (_, members) => {
    for (const detail of ["decision", "counterfactuals"]) {
      const body = envelope({ time: TIME, summary: EMPTY.summary, ...members });
      expectNothingOf(await afterTheOther(`/v1/evaluate?detail=${detail}`, { body }));
    }
  });
});

describe("an engine that tenants share", () => {
  it("is wiped when another tenant's turn comes, and only then", () => {
    const wiped = vi.spyOn(EvictionEngine.prototype, "clear");
    try {
      const engines = new SharedEngine(CORE);
      engines.use("acme", (engine) => engine.configure({}));
      wiped.mockClear();
      const turns = ["acme", "acme", "globex", "globex", "acme"];
      const seen = turns.map((tenant) => {
        engines.use(tenant, (engine) => engine.configure({}));
        return wiped.mock.calls.length;
      });
      expect(seen).toEqual([0, 0, 1, 1, 2]);
    } finally {
      wiped.mockRestore();
    }
  });
});
