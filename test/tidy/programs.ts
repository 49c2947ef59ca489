/** Rules about the commands of npm: what documents and scripts name exists, and starts a file. */
import { type Finding, isCode, type Rule, type TreeFile } from "./tree.ts";

interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>;
}

interface Program {
  readonly file: string;
}

/** By group, which is a script of package.json, and by name. */
type Programs = Readonly<Record<string, Readonly<Record<string, Program>>>>;

const PACKAGE = "package.json";
const PROGRAMS = "tools/programs.json";
/** `npm run -s suite -- edge`, also as a list of words that starts it. */
const COMMANDS = [
  /\bnpm run (?:(?:-s|--silent) )?([a-z][\w:-]*)(?: -- ([\w-]+))?/g,
  /"run", "(?:-s|--silent)", "([\w:-]+)"(?:, "--", "([\w-]+)")?/g,
];
/** Stands for any name. */
const ANY = "NAME";
const DOCUMENT = /\.(md|ya?ml|toml|rs)$|^\.ci\/|Containerfile$/;
/** This folder spells out commands that do not exist. */
const TIDY = /^test\/tidy\//;

function readJson<T>(tree: readonly TreeFile[], path: string, or: T): T {
  const file = tree.find((candidate) => candidate.path === path);
  return file ? (JSON.parse(file.text) as T) : or;
}

function unknownCommands(tree: readonly TreeFile[]): Finding[] {
  const { scripts = {} } = readJson<Manifest>(tree, PACKAGE, {});
  const programs = readJson<Programs>(tree, PROGRAMS, {});
  const objection = (script: string, name: string | undefined): string | undefined => {
    if (!Object.hasOwn(scripts, script)) return `${PACKAGE} has no script ${script}.`;
    const group = Object.hasOwn(programs, script) ? programs[script] : undefined;
    if (group === undefined || name === ANY || Object.hasOwn(group, name ?? "")) return undefined;
    if (name === undefined) return `npm run ${script} needs a name: npm run ${script} -- NAME.`;
    return `${PROGRAMS} has no ${script} ${name}.`;
  };
  return tree
    .filter(({ path }) => (isCode(path) || DOCUMENT.test(path)) && !TIDY.test(path))
    .flatMap(({ path, text }) =>
      text.split("\n").flatMap((content, index) =>
        COMMANDS.flatMap((command) => [...content.matchAll(command)])
          .map(([, script = "", name]) => objection(script, name))
          .filter((sentence) => sentence !== undefined)
          .map((sentence) => ({ path, line: index + 1, sentence })),
      ),
    );
}

function brokenRows(tree: readonly TreeFile[]): Finding[] {
  const { scripts = {} } = readJson<Manifest>(tree, PACKAGE, {});
  const paths = new Set(tree.map(({ path }) => path));
  const groups = Object.entries(readJson<Programs>(tree, PROGRAMS, {}));
  const started = groups
    .filter(([group]) => scripts[group] !== `node tools/run.mjs ${group}`)
    .map(([group]) => `${PACKAGE} does not start ${group} with tools/run.mjs.`);
  const missing = groups
    .flatMap(([group, rows]) =>
      Object.entries(rows).map(([name, { file }]) => ({ group, name, file })),
    )
    .filter(({ file }) => !paths.has(file))
    .map(({ group, name, file }) => `${group} ${name} starts ${file}, which does not exist.`);
  return [...started, ...missing].map((sentence) => ({ path: PROGRAMS, line: 1, sentence }));
}

export const PROGRAM_RULES: readonly Rule[] = [
  {
    title: "every command of npm that is named exists",
    check: unknownCommands,
    context: {
      [PACKAGE]: '{"scripts":{"build":"node a.mjs","suite":"node tools/run.mjs suite"}}',
      [PROGRAMS]: '{"suite":{"edge":{"file":"test/edge/main.ts"}}}',
    },
    bad: {
      "a.md": "`npm run edge`",
      "b.md": "npm run suite -- edges",
      "hosts/c.ts": "// npm run -s suite takes a name",
      ".ci/run": "step npm run -s bulid",
      ".ci/package.mjs": 'run("npm", ["run", "--silent", "suite", "--", "edges"]);',
    },
    good: {
      "a.md": "`npm run suite -- edge --only node`, `npm run build`, `npm run suite -- NAME`",
      "hosts/c.ts":
        '// npm run -s build -- --force\nrun("npm", ["run", "-s", "suite", "--", "edge"]);',
    },
  },
  {
    title: "every row of tools/programs.json can be started",
    check: brokenRows,
    bad: { [PROGRAMS]: '{"suite":{"edge":{"file":"test/edge/main.ts"}}}' },
    good: {
      [PACKAGE]: '{"scripts":{"suite":"node tools/run.mjs suite"}}',
      [PROGRAMS]: '{"suite":{"edge":{"file":"test/edge/main.ts"}}}',
      "test/edge/main.ts": "",
    },
  },
];
