/** Tests are where one looks for them: at the path of what they test. */
import type { Finding, Rule, TreeFile } from "./tree.ts";

/** Tests of a behavior that several files share, each in the folder of those files. */
const BEHAVIORS: Readonly<Record<string, string>> = {
  "test/analysis/engine/history.test.ts": "calls of an engine in any order",
  "test/analysis/read/hostileText.test.ts": "bundles, logs and messages that keep a reader busy",
  "test/analysis/read/kubelet/bounds.test.ts": "bounds that hold in every reader of a text",
  "test/analysis/read/kubelet/foreignNames.test.ts": "names of JavaScript's objects, in every form",
  "test/hosts/cli/commands/equalForms.test.ts": "the same input in other forms, in every command",
  "test/hosts/cli/commands/withoutConfiguration.test.ts": "captures without one, in every command",
  "test/hosts/cli/firstScreens.test.ts": "the first screen of every command",
  "test/hosts/cli/kubectlForms.test.ts": "options and arguments as kubectl has them",
  "test/hosts/daemon/loop/faults.test.ts": "faults of a source, a clock and a disk, step by step",
};

/** Folders whose tests go through something around them: a command, a runtime, a browser. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "analysis/present/annotations": "test/hosts/cli/commands/check.test.ts",
  "analysis/questions/admit": "test/hosts/cli/commands/admit.test.ts",
  "analysis/questions/drain": "test/hosts/cli/commands/drain.test.ts",
  "analysis/questions/explain": "test/hosts/cli/commands/explain.test.ts",
  "analysis/questions/oom": "test/oom",
  "analysis/questions/replay/killer": "test/hosts/cli/commands/replay/killer.test.ts",
  "analysis/questions/replay/frozen": "test/hosts/cli/commands/sweep.test.ts",
  "analysis/questions/schedule": "test/hosts/cli/commands/schedule.test.ts",
  "analysis/read/bundle": "test/hosts/cli/bundle.test.ts",
  "analysis/read/journal": "test/hosts/cli/commands/replay/journal.test.ts",
  "analysis/read/kernelLog": "test/oom",
  "analysis/read/killer": "test/oomd",
  "analysis/read/killerLog": "test/oomd",
  "hosts/browser": "test/browser",
  "hosts/cli/completion": "test/hosts/cli/commands/completion.test.ts",
  "hosts/cli/sweeper": "test/hosts/cli/commands/sweep.test.ts",
  "hosts/edge": "test/edge",
  "hosts/entries": "test/package",
};

const TABLE = "test/tidy/tests.ts";
const TEST = /^test\/((?:analysis|hosts)\/.+)\.test\.tsx?$/;
const SOURCE = /^((?:analysis|hosts)\/.+)\.tsx?$/;

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** The files of TypeScript without their extension, and every folder. */
function testable(tree: readonly TreeFile[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { path } of tree.filter(({ path }) => /^(analysis|hosts)\//.test(path))) {
    const [, source] = SOURCE.exec(path) ?? [];
    if (source !== undefined) found.add(source);
    for (let at = folderOf(path); at.includes("/"); at = folderOf(at)) found.add(at);
  }
  return found;
}

function misplacedTests(tree: readonly TreeFile[]): Finding[] {
  const sources = testable(tree);
  return tree.flatMap(({ path }) => {
    const [, tested] = TEST.exec(path) ?? [];
    if (tested === undefined || sources.has(tested)) return [];
    if (Object.hasOwn(BEHAVIORS, path) && sources.has(folderOf(tested))) return [];
    const sentence =
      `There is neither ${tested}.ts nor the folder ${tested}; move the test to the path of what ` +
      `it tests, or say in ${TABLE} which behavior it is about.`;
    return [{ path, line: 1, sentence }];
  });
}

function needlessRows(tree: readonly TreeFile[]): Finding[] {
  const paths = new Set(tree.map(({ path }) => path));
  const sources = testable(tree);
  return Object.entries(BEHAVIORS).flatMap(([path, behavior]) => {
    const [, tested = ""] = TEST.exec(path) ?? [];
    if (paths.has(path) && !sources.has(tested)) return [];
    const why = paths.has(path) ? `${tested} exists` : `${path} does not exist`;
    const sentence = `The row about ${behavior} is superfluous: ${why}.`;
    return [{ path: TABLE, line: 1, sentence }];
  });
}

/** The folder of a file, and those around it. */
function foldersOf(path: string): readonly string[] {
  const folder = folderOf(path);
  return folder.includes("/") ? [folder, ...foldersOf(folder)] : [];
}

/** A file has a test of its own, or of its folder: at its path, in it, or of one around it. */
function untestedFiles(tree: readonly TreeFile[]): Finding[] {
  const tested = tree.flatMap(({ path }) => TEST.exec(path)?.[1] ?? []);
  const own = new Set(tested);
  const filled = new Set(tested.map(folderOf));
  return tree.flatMap(({ path }) => {
    const [, source] = SOURCE.exec(path) ?? [];
    if (source === undefined || path.endsWith(".d.ts")) return [];
    const folders = foldersOf(path);
    const isTested = own.has(source) || filled.has(folderOf(path));
    if (isTested || folders.some((at) => own.has(at) || Object.hasOwn(ELSEWHERE, at))) return [];
    const sentence =
      `It has no test; write test/${source}.test.ts or one of its folder, or say in ${TABLE} ` +
      "what tests the folder.";
    return [{ path, line: 1, sentence }];
  });
}

function emptyRows(tree: readonly TreeFile[]): Finding[] {
  const isThere = (place: string) =>
    tree.some(({ path }) => path === place || path.startsWith(`${place}/`));
  return Object.entries(ELSEWHERE)
    .filter(([folder, place]) => !isThere(folder) || !isThere(place))
    .map(([folder, place]) => {
      const sentence = `${folder}/ is said to be tested in ${place}: one of them does not exist.`;
      return { path: TABLE, line: 1, sentence };
    });
}

/** Trees in which each row of a folder that is tested elsewhere is right. */
const ROWS = Object.entries(ELSEWHERE).flatMap(([folder, place]) => [
  [`${folder}/row.ts`, ""],
  [place.includes(".") ? place : `${place}/row.test.ts`, ""],
]);

export const TEST_RULES: readonly Rule[] = [
  {
    title: "a test of analysis/ or hosts/ is at the path of the file or folder that it tests",
    check: misplacedTests,
    context: {
      "analysis/engine/step.ts": "",
      "analysis/read/objects/oneNode.ts": "",
      "hosts/browser/controls/tabs.tsx": "",
      "hosts/daemon/deploy/monitoring/rules.yaml": "",
    },
    bad: {
      "test/analysis/oneNode.test.ts": "",
      "test/analysis/read/objects/oneNodes.test.ts": "",
      // Its folder is gone.
      "test/analysis/read/kubelet/bounds.test.ts": "",
      "test/hosts/daemon/deploy/rules.test.ts": "",
    },
    good: {
      "test/analysis/engine.test.ts": "",
      "test/analysis/read/objects/oneNode.test.ts": "",
      "test/analysis/engine/history.test.ts": "",
      "test/analysis/chunks.ts": "",
      "test/hosts/browser/controls/tabs.test.tsx": "",
      "test/hosts/daemon/deploy/monitoring.test.ts": "",
      "test/oom/dumps.test.ts": "",
    },
  },
  {
    title: "a behavior is listed while it has a test and no file of its own",
    check: needlessRows,
    bad: { [TABLE]: "" },
    good: Object.fromEntries(Object.keys(BEHAVIORS).map((path) => [path, ""])),
  },
  {
    title: "a file of analysis/ or hosts/ is tested where one looks, or a row says where",
    check: untestedFiles,
    bad: { "analysis/text/wrap.ts": "" },
    good: {
      "analysis/text/wrap.ts": "",
      "test/analysis/text/wrap.test.ts": "",
      "analysis/text/csv.ts": "",
      "hosts/daemon/loop/reading.ts": "",
      "test/hosts/daemon/loop.test.ts": "",
      "hosts/edge/guard/rate.ts": "",
    },
  },
  {
    title: "folders that are tested elsewhere exist, and so do their tests",
    check: emptyRows,
    bad: { [TABLE]: "" },
    good: Object.fromEntries(ROWS),
  },
];
