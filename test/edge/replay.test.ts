import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EvictionEngine, replay } from "../../hosts/entries/library/index.ts";
import { asking, bytesOf, tenantsSetting } from "./client.ts";
import { CORE, captureBytes, EXAMPLES, exampleOf } from "./examples.ts";
import { startWorkerd, WITHOUT_WORKERD, type Workerd } from "./workerd.ts";

let workerd: Workerd;
const ask = asking(() => workerd.url);
const RECORDS_MAX = 1_000;

const HEADER = '{"plimsoll":"capture/1"}\n';
const line = (second: number, summary: object) =>
  `${JSON.stringify({ time: `2026-01-15T10:00:0${second}Z`, pods: { items: [] }, summary })}\n`;
const quiet = (second: number) => line(second, { node: { nodeName: "n" }, pods: [] });

describe.skipIf(WITHOUT_WORKERD)("replay, in workerd", () => {
  beforeAll(async () => {
    const LIMITS = JSON.stringify({ recordsMax: RECORDS_MAX, captureBytesMax: 2 ** 26 });
    workerd = await startWorkerd({ settings: { TENANTS: await tenantsSetting(), LIMITS } });
  });
  afterAll(() => workerd?.stop());

  it.each(EXAMPLES)("streams the decisions of $name, byte for byte", async (file) => {
    const { configuration, records } = await exampleOf(file);
    const expected: string[] = [];
    for await (const step of replay(new EvictionEngine(CORE), configuration, records)) {
      expected.push(step.decision()?.text ?? "");
    }
    const response = await ask("/v1/replay", { body: gzipSync(captureBytes(file)) });
    const lines = (await response.text()).trimEnd().split("\n");
    expect(JSON.parse(lines.at(-1) ?? "")).toEqual({
      plimsoll: "replay/1",
      records: records.length,
      problems: [],
    });
    expect(lines.slice(0, -1)).toEqual(expected);
  });

  it("keeps two replays apart that take turns", async () => {
    const [first, second] = EXAMPLES;
    if (first === undefined || second === undefined) throw new Error("There are no examples.");
    const both = [first, second, first, second];
    const answers = await Promise.all(
      both.map(async (file) => {
        return (await ask("/v1/replay", { body: captureBytes(file) })).text();
      }),
    );
    expect(answers[2]).toBe(answers[0]);
    expect(answers[3]).toBe(answers[1]);
  });

  it.each<[string, string, RegExp]>([
    ["a line that is not a record", `${HEADER}${quiet(1)}{\n${quiet(2)}`, /^Line 3 is skipped/],
    [
      "a refused document",
      `${HEADER}${quiet(1)}${line(2, { node: 1 })}${quiet(3)}`,
      /^Line 3: Sum/,
    ],
    [
      "more records than are served",
      HEADER + quiet(1).repeat(RECORDS_MAX + 1),
      /^A replay has at most 1000 records/,
    ],
  ])("accounts for %s and answers the rest", async (_, capture, sentence) => {
    const text = await (await ask("/v1/replay", { body: capture })).text();
    const lines = text.trimEnd().split("\n");
    const account = JSON.parse(lines.at(-1) ?? "") as { problems: string[] };
    expect(account.problems).toEqual([expect.stringMatching(sentence)]);
    expect(lines.length).toBeGreaterThan(2);
  });

  it.each([
    ["what is not a capture", bytesOf("nothing"), 422],
    ["another configuration than a kubelet takes", bytesOf(REFUSED()), 422],
  ])("refuses %s before it begins", async (_, body, status) => {
    expect((await ask("/v1/replay", { body })).status).toBe(status);
  });
});

function REFUSED(): string {
  const config = { evictionHard: { nothing: "1" } };
  return `${JSON.stringify({ plimsoll: "capture/1", config })}\n${quiet(1)}`;
}
