import { gzipSync } from "fflate";
import { budgetsCluster } from "./cluster/budgets.ts";
import { shopCluster } from "./cluster/shop.ts";
import { recordScenario } from "./record.ts";
import { RECORDED, RECORDED_KUBELET, type RecordedExample } from "./recorded.ts";
import type { Scenario } from "./scenario.ts";
import { SCENARIOS } from "./scenarios/index.ts";

/** A file of `examples/`. */
export interface ExampleFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Compressed in JavaScript, with no time of writing: zlib's output depends on its version and on
 * the processor.
 */
const COMPRESSION = { level: 9, mem: 12, mtime: 0 } as const;

const encoder = new TextEncoder();

const CLUSTERS = { budgets: budgetsCluster, shop: shopCluster };

/** Every generated capture, the index of all captures, and the objects of clusters. */
export function* exampleFiles(): Generator<ExampleFile, void, undefined> {
  for (const scenario of SCENARIOS) {
    yield { name: captureName(scenario), bytes: gzipSync(captureOf(scenario), COMPRESSION) };
  }
  const index = [
    ...SCENARIOS.map((scenario) => ({ ...entryOf(scenario), seed: scenario.seed })),
    ...RECORDED.map((example) => ({ ...entryOf(example), kubelet: RECORDED_KUBELET })),
  ];
  for (const [name, objects] of Object.entries(CLUSTERS)) {
    const cluster = encoder.encode(`${JSON.stringify(objects())}\n`);
    yield { name: `${name}.cluster.json.gz`, bytes: gzipSync(cluster, COMPRESSION) };
  }
  yield { name: "index.json", bytes: encoder.encode(`${JSON.stringify(index, null, 2)}\n`) };
}

/** A scenario's capture before compression. */
export function captureOf(scenario: Scenario): Uint8Array {
  return Buffer.concat([...recordScenario(scenario)]);
}

function entryOf(example: Scenario | RecordedExample) {
  const { name, title, description, lookAt, steps } = example;
  return { name, file: captureName(example), title, description, lookAt, steps };
}

export function captureName({ name }: Scenario | RecordedExample): string {
  return `${name}.plimsoll.ndjson.gz`;
}
