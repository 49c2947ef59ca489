import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EvictionEngine, replay } from "../../hosts/entries/library/index.ts";
import { asking, bytesOf, envelope, tenantsSetting } from "./client.ts";
import { CORE, EXAMPLES, exampleOf, snapshotOf } from "./examples.ts";
import { startWorkerd, WITHOUT_WORKERD, type Workerd } from "./workerd.ts";

let workerd: Workerd;
const ask = asking(() => workerd.url);

describe.skipIf(WITHOUT_WORKERD)("stateless, in workerd", () => {
  beforeAll(async () => {
    workerd = await startWorkerd({ settings: { TENANTS: await tenantsSetting() } });
  });
  afterAll(() => workerd?.stop());

  it.each(EXAMPLES)("decides $name step by step as the engine does here", async (file) => {
    const { configuration, records } = await exampleOf(file);
    const steps = replay(new EvictionEngine(CORE), configuration, records);
    let state: string | null = null;
    let pods: Uint8Array | undefined;
    for await (const step of steps) {
      const record = records[step.index];
      if (record === undefined) throw new Error("There are more steps than records.");
      pods = record.pods ?? pods;
      const more = {
        configuration: bytesOf(configuration),
        ...(pods === undefined ? {} : { pods }),
        ...(state === null ? {} : { state }),
      };
      const response = await ask("/v1/evaluate", { body: snapshotOf(record, more) });
      const text = await response.text();
      expect(response.status, text).toBe(200);
      const decision = step.decision()?.text ?? "null";
      expect(text).toContain(`{"decision":${decision},`);
      state = (JSON.parse(text) as { state: string }).state;
    }
  });

  it("keeps integers above 2^53 exact, from the Summary to the decision", async () => {
    const time = "2026-01-15T10:00:00Z";
    const summary = bytesOf(
      `{"node":{"nodeName":"n","memory":{"time":"${time}","availableBytes":9007199254740993,` +
        '"workingSetBytes":1}},"pods":[]}',
    );
    const body = envelope({
      time,
      summary,
      configuration: bytesOf({ evictionHard: { "memory.available": "9007199254740995" } }),
    });
    const response = await ask("/v1/evaluate", { body });
    const text = await response.text();
    expect(text).toContain('"limit":9007199254740995,"available":9007199254740993,');
  });
});
