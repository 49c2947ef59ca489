import { gzipSync } from "fflate";
import { recordStory } from "./record.ts";
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

/** Every capture and the index of them all. */
export function* exampleFiles(): Generator<ExampleFile, void, undefined> {
  for (const story of STORIES) {
    yield { name: captureName(story), bytes: gzipSync(captureOf(story), COMPRESSION) };
  }
  const index = STORIES.map((story) => ({
    name: story.name,
    file: captureName(story),
    title: story.title,
    story: story.story,
    lookAt: story.lookAt,
    steps: story.steps,
    seed: story.seed,
  }));
  yield { name: "index.json", bytes: encoder.encode(`${JSON.stringify(index, null, 2)}\n`) };
}

/** A story's capture before compression. */
export function captureOf(story: Story): Uint8Array {
  return Buffer.concat([...recordStory(story)]);
}

function captureName({ name }: Story): string {
  return `${name}.plimsoll.ndjson.gz`;
}
