import { processIo } from "./processIo.ts";
import { run } from "./run.ts";

/** How long what a daemon wrote last may wait for its reader. */
const LEAVING_MILLISECONDS = 1_000;

/**
 * A step leaves some megabytes of garbage. The engine would let the part of its
 * heap for new objects grow to 48 MiB before it looks at them; a daemon has time to look often.
 */
const YOUNG_HEAP_STAYS_SMALL = "--semi-space-growth-factor=1";

/** Runs the process's command line; `program` is what a person types before a command. */
export async function start(program: string): Promise<void> {
  const words = process.argv.slice(2);
  if (words[0] === "run") {
    const { setFlagsFromString } = await import("node:v8");
    setFlagsFromString(YOUNG_HEAP_STAYS_SMALL);
  }
  process.exitCode = await run(words, processIo(program));
  // A daemon ends, although what it wrote last is never read.
  if (words[0] === "run" || words[0] === "demo")
    setTimeout(() => process.exit(), LEAVING_MILLISECONDS).unref();
}
