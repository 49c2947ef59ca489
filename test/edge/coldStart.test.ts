import { describe, expect, it } from "vitest";
import { EvictionEngine } from "../../hosts/entries/library/index.ts";
import { asking, bytesOf, tenantsSetting } from "./client.ts";
import { CORE, EXAMPLES, exampleOf, snapshotOf } from "./examples.ts";
import { startWorkerd, WITHOUT_WORKERD } from "./workerd.ts";

const STARTS = 3;

describe.skipIf(WITHOUT_WORKERD)("a workerd that has just started", () => {
  it("answers its first request right", async () => {
    const [file] = EXAMPLES;
    if (file === undefined) throw new Error("There are no examples.");
    const { configuration, records } = await exampleOf(file);
    const [record] = records;
    if (record === undefined) throw new Error("The example has no records.");
    const engine = new EvictionEngine(CORE);
    engine.configure(configuration);
    engine.pods(record.pods ?? "");
    engine.observe(record.summary, record.time);
    const expected = `{"decision":${engine.report().text},`;
    const body = snapshotOf(record, { configuration: bytesOf(configuration) });
    const TENANTS = await tenantsSetting();
    for (let start = 0; start < STARTS; start++) {
      const workerd = await startWorkerd({ settings: { TENANTS } });
      try {
        const milliseconds: number[] = [];
        for (const _ of ["first", "second"]) {
          const began = performance.now();
          const response = await asking(workerd.url)("/v1/evaluate", { body });
          expect(await response.text()).toContain(expected);
          milliseconds.push(performance.now() - began);
        }
        const [first, second] = milliseconds.map((time) => `${time.toFixed(1)} ms`);
        console.log(`cold start: the first request took ${first}, the second one ${second}`);
      } finally {
        await workerd.stop();
      }
    }
  });
});
