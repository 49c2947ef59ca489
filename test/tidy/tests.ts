/** Tests are where one looks for them: at the path of what they test. */
import type { Finding, Rule, TreeFile } from "./tree.ts";

/** Tests of a behavior that several files share, each in the folder of those files. */
const BEHAVIORS: Readonly<Record<string, string>> = {
  "test/analysis/engine/history.test.ts": "calls of an engine in any order",
  "test/analysis/read/hostileText.test.ts": "bundles, logs and messages that keep a reader busy",
  "test/analysis/read/kubelet/bounds.test.ts": "bounds that hold in every reader of a text",
  "test/analysis/read/kubelet/foreignNames.test.ts": "names of JavaScript's objects, in every form",
  "test/hosts/daemon/loop/faults.test.ts": "faults of a source, a clock and a disk, step by step",
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
];
