/** Runtimes that take a script: Node, Deno, Bun. */
import { INSTALL_PACKAGES, packagedProgram } from "./packages.ts";
import { run, versionOf } from "./process.ts";
import { type FoundRuntime, type PlayedCorpus, type Runtime, readPlayed } from "./runtime.ts";
import type { Workspace } from "./workspace.ts";

function scripted(version: string, command: string, words: readonly string[]): FoundRuntime {
  return {
    version,
    play: async ({ folder }) =>
      readPlayed(await run(command, [...words, "program.js"], { cwd: folder })),
  };
}

export const THIS_NODE: Runtime = {
  name: "node",
  engine: "V8",
  install: "Node is what runs this.",
  async find() {
    const { version, play } = scripted(process.version, process.execPath, []);
    return { version, play: async (place) => withTapes(await play(place), place) };
  },
};

/** Tapes are compared with what this engine answered while they were written. */
function withTapes(played: PlayedCorpus, { taped }: Workspace): PlayedCorpus {
  return { ...played, also: { ...taped, ...played.also } };
}

interface Packaged {
  readonly name: string;
  readonly engine: string;
  readonly place: readonly [folder: string, prefix: string, program: string];
  readonly words: readonly string[];
}

const PACKAGED: readonly Packaged[] = [
  { name: "node 22", engine: "V8", place: [".", "node22", "bin/node"], words: [] },
  { name: "node 24", engine: "V8", place: [".", "node24", "bin/node"], words: [] },
  { name: "node (newest)", engine: "V8", place: [".", "node-", "bin/node"], words: [] },
  {
    name: "deno",
    engine: "V8",
    place: ["@deno", "", "deno"],
    words: ["run", "--no-remote", "--no-config", "--allow-read=."],
  },
  { name: "bun", engine: "JavaScriptCore", place: ["@oven", "bun-", "bin/bun"], words: ["run"] },
];

export const PROGRAMS: readonly Runtime[] = PACKAGED.map(({ name, engine, place, words }) => ({
  name,
  engine,
  install: INSTALL_PACKAGES,
  async find() {
    const program = packagedProgram(...place);
    const version = program === null ? null : await versionOf(program);
    return program === null || version === null ? null : scripted(version, program, words);
  },
}));
