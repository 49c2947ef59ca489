/** No file imports itself by way of others; an import of types alone counts like any other. */
import { importsOf } from "./fences.ts";
import { type Finding, isScript, type Rule, type TreeFile } from "./tree.ts";

type Graph = ReadonlyMap<string, readonly string[]>;

function graphOf(tree: readonly TreeFile[]): Graph {
  const files = tree.filter(({ path }) => isScript(path));
  const paths = new Set(files.map(({ path }) => path));
  const targetsOf = (file: TreeFile) =>
    importsOf(file).flatMap(({ target }) => (paths.has(target) ? [target] : []));
  return new Map(files.map((file) => [file.path, [...new Set(targetsOf(file))].sort()]));
}

/** A shortest way from `start` back to itself; null when there is none. */
function shortestCycle(graph: Graph, start: string): string[] | null {
  const cameFrom = new Map<string, string>();
  const waiting = [start];
  for (const path of waiting) {
    for (const target of graph.get(path) ?? []) {
      if (target === start) return wayTo(path, cameFrom).concat(start);
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, path);
      waiting.push(target);
    }
  }
  return null;
}

function wayTo(path: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way: string[] = [];
  for (let at: string | undefined = path; at !== undefined; at = cameFrom.get(at)) {
    way.unshift(at);
  }
  return way;
}

/** Takes files away that no cycle goes through, until only cycles, and ways between, are left. */
function onCycles(graph: Graph): Graph {
  const left = new Map(graph);
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    const imported = new Set([...left.values()].flat());
    for (const [path, targets] of [...left]) {
      if (!imported.has(path) || !targets.some((target) => left.has(target))) left.delete(path);
    }
  }
  return left;
}

/** Each file that is on a cycle, with a shortest one. */
function cycles(tree: readonly TreeFile[]): Finding[] {
  const graph = onCycles(graphOf(tree));
  return [...graph.keys()].sort().flatMap((path) => {
    const cycle = shortestCycle(graph, path);
    if (cycle === null) return [];
    const sentence = `It imports itself: ${cycle.join(" → ")}; move what both need below them.`;
    return [{ path, line: 1, sentence }];
  });
}

export const CYCLE_RULES: readonly Rule[] = [
  {
    title: "no file imports itself by way of others",
    check: cycles,
    bad: {
      "hosts/cli/a.ts": 'import { b } from "./b.ts";',
      "hosts/cli/b.ts": 'import type { C } from "./c.ts";',
      "hosts/cli/c.ts": 'export { a } from "./a.ts";',
      "tools/d.mjs": 'await import("./d.mjs");',
    },
    good: {
      "hosts/cli/a.ts": 'import { b } from "./b.ts"; import { c } from "./c.ts";',
      "hosts/cli/b.ts": 'import type { C } from "./c.ts";',
      "hosts/cli/c.ts": "",
    },
  },
];
