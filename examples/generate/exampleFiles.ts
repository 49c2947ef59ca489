import { gzipSync } from "fflate";
import { budgetsCluster } from "./cluster/budgets.ts";
import { shopCluster } from "./cluster/shop.ts";
import { recordStory } from "./record.ts";
import { RECORDED, RECORDED_KUBELET, type RecordedExample } from "./recorded.ts";
import { STORIES } from "./stories/index.ts";
import type { Story } from "./story.ts";

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
  for (const story of STORIES) {
    yield { name: captureName(story), bytes: gzipSync(captureOf(story), COMPRESSION) };
  }
  const index = [
    ...STORIES.map((story) => ({ ...entryOf(story), seed: story.seed })),
    ...RECORDED.map((example) => ({ ...entryOf(example), kubelet: RECORDED_KUBELET })),
  ];
  for (const [name, objects] of Object.entries(CLUSTERS)) {
    const cluster = encoder.encode(`${JSON.stringify(objects())}\n`);
    yield { name: `${name}.cluster.json.gz`, bytes: gzipSync(cluster, COMPRESSION) };
  }
  yield { name: "index.json", bytes: encoder.encode(`${JSON.stringify(index, null, 2)}\n`) };
}

/** A story's capture before compression. */
export function captureOf(story: Story): Uint8Array {
  return Buffer.concat([...recordStory(story)]);
}

function entryOf(example: Story | RecordedExample) {
  const { name, title, story, lookAt, steps } = example;
  return { name, file: captureName(example), title, story, lookAt, steps };
}

export function captureName({ name }: Story | RecordedExample): string {
  return `${name}.plimsoll.ndjson.gz`;
}
