import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Decision } from "../../analysis/engine/decision.ts";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { anonymizer } from "../../analysis/questions/capture/anonymize.ts";
import { reduceRecord } from "../../analysis/questions/capture/reduce.ts";
import { replay } from "../../analysis/questions/replay/replay.ts";
import type { CaptureRecord } from "../../analysis/read/capture/capture.ts";
import { toModuleConfiguration } from "../../analysis/read/kubelet/configuration.ts";
import { Detail } from "../../assembly/abi.ts";
import { openCaptureFile } from "../../hosts/system/captureFile.ts";

const ROOT = new URL("../../", import.meta.url);
const module = new WebAssembly.Module(readFileSync(new URL("dist/plimsoll-eviction.wasm", ROOT)));
const NAMES = readdirSync(new URL("examples/", ROOT)).filter((name) =>
  name.endsWith(".plimsoll.ndjson.gz"),
);

interface Opened {
  readonly configuration: string;
  readonly records: readonly CaptureRecord[];
}

/** Records that were read, or that are read as they are decided on. */
interface Decided {
  readonly configuration: string;
  readonly records: Parameters<typeof replay>[2];
}

const pathOf = (name: string) => new URL(`examples/${name}`, ROOT).pathname;

async function open(name: string): Promise<Opened> {
  const capture = await openCaptureFile(pathOf(name));
  const records: CaptureRecord[] = [];
  for await (const record of capture.records) records.push(record);
  expect(capture.problems).toEqual([]);
  const configuration = capture.header?.config ?? {};
  const source = { configuration, replacedByFlags: [] };
  return { configuration: toModuleConfiguration(source, capture.options), records };
}

const fresh = new EvictionEngine(module);

/** Decided by an engine that is as good as new, or by the one that is given. */
async function decisions({ configuration, records }: Decided, engine = fresh): Promise<string[]> {
  const texts: string[] = [];
  if (engine === fresh) engine.clear();
  for await (const step of replay(engine, configuration, records)) {
    expect(step.problems.filter(({ document }) => document === "PodList")).toEqual([]);
    texts.push(step.decision(Detail.Arithmetic)?.text ?? "not observed");
  }
  return texts;
}

/** What a decision says once names are taken out of it. */
function withoutNames(text: string): unknown {
  if (text === "not observed") return text;
  const { action, signal, hard, limit, available, nodeConditions, evictions } = JSON.parse(
    text,
  ) as Decision;
  return { action, signal, hard, limit, available, nodeConditions, evicted: evictions.length };
}

const reducing = new EvictionEngine(module);

describe.each(NAMES)("the example %s", (name) => {
  let whole: Opened;
  let expected: readonly string[];
  beforeAll(async () => {
    whole = await open(name);
    expected = await decisions(whole);
  });

  it("is decided alike, byte for byte, when it is reduced", async () => {
    const reduced = {
      ...whole,
      records: whole.records.map((each) => reduceRecord(reducing, each)),
    };
    expect(await decisions(reduced)).toEqual(expected);
  });

  it("is decided alike, but for the names, when it is anonymous", async () => {
    const anonymous = await anonymizer({ key: "k1" });
    const records: CaptureRecord[] = [];
    for (const record of whole.records) records.push(await anonymous.record(record));
    const found = await decisions({ ...whole, records });
    expect(found.map(withoutNames)).toEqual(expected.map(withoutNames));
  });

  it("is decided alike when the engine reads the records, and was used before", async () => {
    const { configuration } = whole;
    const engine = new EvictionEngine(module);
    for (let run = 0; run < 2; run++) {
      const read = await openCaptureFile(pathOf(name), { engine });
      expect(await decisions({ configuration, records: read.records }, engine)).toEqual(expected);
    }
  });
});
