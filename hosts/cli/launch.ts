/**
 * Starts the program on a Node that can run it: an older one may not even load it, so nothing else
 * is imported before the version is known.
 */

const NODE_MAJOR_MIN = 20;
const USAGE = 2;

/** `program` is what a person types before a command. */
export async function launch(program: string): Promise<void> {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) < NODE_MAJOR_MIN) {
    console.error(`${program}: this is Node ${node}; install Node ${NODE_MAJOR_MIN} or later.`);
    process.exitCode = USAGE;
    return;
  }
  // A daemon starts once, and writes nothing that it was not asked to.
  if (process.argv[2] !== "run") (await import("./compileCache.ts")).enableCompileCache();
  const { start } = await import("./start.ts");
  await start(program);
}
