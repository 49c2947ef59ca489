import { gzipSync } from "fflate";
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

export const CLUSTER_FILE = "shop.cluster.json.gz";

/** Every generated capture, the index of all captures, and the objects of a cluster. */
export function* exampleFiles(): Generator<ExampleFile, void, undefined> {
  for (const story of STORIES) {
    yield { name: captureName(story), bytes: gzipSync(captureOf(story), COMPRESSION) };
  }
  const index = [
    ...STORIES.map((story) => ({ ...entryOf(story), seed: story.seed })),
    ...RECORDED.map((example) => ({ ...entryOf(example), kubelet: RECORDED_KUBELET })),
  ];
  const cluster = encoder.encode(`${JSON.stringify(shopCluster())}\n`);
  yield { name: CLUSTER_FILE, bytes: gzipSync(cluster, COMPRESSION) };
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
