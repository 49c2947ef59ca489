import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stateKeysOf } from "../../hosts/edge/index.ts";
import {
  DEFAULT_CONFIGURATION,
  EvictionEngine,
  toModuleConfiguration,
} from "../../hosts/entries/library/index.ts";
import { type Ask, asking, bytesOf, envelope, STATE_KEYS } from "./client.ts";
import { CORE } from "./examples.ts";
import { type RunningService, SERVICE_HOSTS } from "./services.ts";

const TIME = "2026-01-15T10:00:00Z";
const LATER = "2026-01-15T10:00:10Z";
const MEMORY = { time: TIME, availableBytes: 1, workingSetBytes: 1000 };
const SUMMARY = bytesOf({ node: { nodeName: "n", memory: MEMORY }, pods: [] });
const [KEY] = STATE_KEYS;
const NEXT_KEY = "c3".repeat(40);

const snapshot = (members: Readonly<Record<string, string>> = {}) =>
  envelope({ time: TIME, summary: SUMMARY, configuration: "{}", ...members });

/** The state that an engine of the sender's own saves after the same step. */
function savedState(): Uint8Array {
  const engine = new EvictionEngine(CORE);
  engine.configure(toModuleConfiguration(DEFAULT_CONFIGURATION));
  engine.observe(SUMMARY, 1_768_471_200_000_000_000n);
  return engine.save();
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

async function stateOf(ask: Ask, tenant: "acme" | "globex" = "acme"): Promise<string> {
  const answer = await (await ask("/v1/evaluate", { body: snapshot(), tenant })).json();
  return (answer as { state: string }).state;
}

/** The parts of a state's text: version, key, state, tag. */
function changed(text: string, part: number, change: (value: string) => string): string {
  return text
    .split(".")
    .map((value, index) => (index === part ? change(value) : value))
    .join(".");
}

const otherEnd = (value: string) => `${value.startsWith("A") ? "B" : "A"}${value.slice(1)}`;

describe.each(SERVICE_HOSTS)("states, in $name", ({ start, isMissing }) => {
  let service: RunningService;
  const ask = asking(() => service.url);
  beforeAll(async () => {
    if (!isMissing) service = await start();
  });
  afterAll(() => service?.stop());

  it.skipIf(isMissing)("are taken back from the tenant they were handed out to", async () => {
    const state = await stateOf(ask);
    const body = snapshot({ time: LATER, state });
    const response = await ask("/v1/evaluate", { body });
    expect(await response.json()).toMatchObject({ decision: { step: 2 }, problems: [] });
  });

  it.skipIf(isMissing).each<[string, (state: string) => string | Promise<string>]>([
    ["a state that an engine saved", () => base64(savedState())],
    ["another tenant's state", () => stateOf(ask, "globex")],
    ["a changed state", (text) => changed(text, 2, otherEnd)],
    ["a changed tag", (text) => changed(text, 3, otherEnd)],
    ["an empty tag", (text) => changed(text, 3, () => "")],
    ["a key that is not known", (text) => changed(text, 1, otherEnd)],
    ["another version", (text) => changed(text, 0, () => "state/2")],
    ["a part too few", (text) => text.split(".").slice(0, 3).join(".")],
    ["a part too many", (text) => `${text}.AAAA`],
    ["no text at all", () => ""],
  ])("are refused when they are %s", async (_, forged) => {
    const state = await forged(await stateOf(ask));
    for (const path of ["/v1/evaluate", "/v1/nodes/stated/snapshots"]) {
      const response = await ask(path, { body: snapshot({ state }) });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({
        document: "State",
        detail: expect.stringMatching(/^The state is not one .*\.$/),
      });
    }
  });

  it.skipIf(isMissing)("are refused by their length before anything is decoded", async () => {
    const state = "A".repeat(6_000_000);
    const response = await ask("/v1/evaluate", { body: snapshot({ state }) });
    expect(response.status).toBe(413);
    expect(await response.text()).toContain("a state has at most 204800");
  });

  it.skipIf(isMissing)("go to a node: a signed one, or one of the sender's own", async () => {
    const path = "/v1/nodes/stated";
    await ask(`${path}/policy`, { method: "PUT", body: "{}" });
    await ask(`${path}/pods`, { method: "PUT", body: '{"items":[]}' });
    const state = await stateOf(ask);
    const own = base64(savedState());
    const both = await ask(`${path}/snapshots`, { body: snapshot({ state, savedState: own }) });
    expect(both.status).toBe(400);
    const none = await ask(`${path}/snapshots`, { body: snapshot({ savedState: "%" }) });
    expect(none.status).toBe(400);
    const saved = await ask(`${path}/snapshots`, {
      body: envelope({ time: LATER, summary: SUMMARY, savedState: own }),
    });
    expect(await saved.json()).toMatchObject({ decision: { step: 2 }, problems: [] });
    const signed = await ask(`${path}/snapshots`, {
      body: envelope({ time: "2026-01-15T10:00:20Z", summary: SUMMARY, state }),
    });
    expect(await signed.json()).toMatchObject({ decision: { step: 2 } });
  });

  it.skipIf(isMissing)("outlive the key that signed them while it is accepted", async () => {
    const state = await stateOf(ask);
    const seen: number[] = [];
    let signer = "";
    for (const stateKeys of [[NEXT_KEY, KEY], [NEXT_KEY]]) {
      const rotated = await start({ stateKeys });
      try {
        const askRotated = asking(rotated.url);
        const body = snapshot({ time: LATER, state });
        seen.push((await askRotated("/v1/evaluate", { body })).status);
        signer = (await stateOf(askRotated)).split(".")[1] ?? "";
      } finally {
        await rotated.stop();
      }
    }
    expect(seen).toEqual([200, 422]);
    expect(signer).not.toBe(state.split(".")[1]);
  });

  it.skipIf(isMissing)("are neither handed out nor taken back without a key", async () => {
    const keyless = await start({ stateKeys: [] });
    try {
      const askKeyless = asking(keyless.url);
      const answer = await askKeyless("/v1/evaluate", { body: snapshot() });
      expect(await answer.json()).toMatchObject({
        state: null,
        problems: [expect.stringContaining("no keys for states (STATE_KEYS)")],
      });
      const state = base64(savedState());
      const refused = await askKeyless("/v1/evaluate", { body: snapshot({ state }) });
      expect(refused.status).toBe(422);
      expect(await refused.text()).toContain("STATE_KEYS");
    } finally {
      await keyless.stop();
    }
  });
});

describe("the keys of states", () => {
  it.each(["", "{}", '["zz"]', `["${"a".repeat(62)}"]`, `["${"A".repeat(64)}"]`, "[1]"])(
    "are refused when they are %j, and not repeated",
    (json) => {
      expect(() => stateKeysOf(json)).toThrow(/^STATE_KEYS is a JSON list of keys/);
    },
  );

  it("are a list, which may be empty", () => {
    expect(stateKeysOf("[]")).toEqual([]);
    expect(stateKeysOf(JSON.stringify(STATE_KEYS))).toEqual(STATE_KEYS);
  });
});
