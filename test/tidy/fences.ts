/**
 * Who may import whom. Dependencies point downwards only; hosts never import each other; nothing
 * in `assembly/` knows that a host exists.
 */
import ts from "typescript";
import {
  type Finding,
  findingAt,
  isScript,
  nodesOf,
  type Rule,
  syntaxOf,
  type TreeFile,
} from "./tree.ts";

const ABI = "assembly/abi.ts";
/** What any policy needs: texts, numbers, JSON, the number forms of Kubernetes. */
const BASE = [ABI, "assembly/base"];
/** What any policy about a node needs: Pod, Node and Summary documents and their tables. */
const NODE = [...BASE, "assembly/node"];

/** Where things lie in memory, and the words of refusals: files at the door of each room. */
const FLOOR = ["text", "memory", "used", "input", "arena"]
  .map((file) => `assembly/base/${file}.ts`)
  .concat("assembly/base/arithmetic");
const NODE_FLOOR = ["memory", "used", "keys", "kept", "reasons"].map(
  (file) => `assembly/node/${file}.ts`,
);
const EVICTION_FLOOR = ["memory", "used", "keys", "reasons"].map(
  (file) => `assembly/eviction/${file}.ts`,
);
const OBJECTS_FLOOR = ["allocation", "memory", "reasons"].map(
  (file) => `assembly/objects/${file}.ts`,
);
const ADMISSION_FLOOR = ["memory", "reasons"].map((file) => `assembly/admission/${file}.ts`);
const OOM_FLOOR = ["memory", "reasons"].map((file) => `assembly/oom/${file}.ts`);
const OOMD_FLOOR = ["memory", "reasons"].map((file) => `assembly/oomd/${file}.ts`);

/** What any policy about a cluster needs. */
const SHARED_BY_CLUSTER = [...BASE, "assembly/objects", "assembly/filters"];
const CLUSTER_ROOMS = [...SHARED_BY_CLUSTER, "assembly/scheduler"];
const SIMULATOR_ROOMS = [...CLUSTER_ROOMS, "assembly/node", "assembly/eviction"];
const SIMULATOR_FLOOR = ["model", "memory.ts", "reasons.ts"].map(
  (name) => `assembly/simulator/${name}`,
);
const ADMISSION_ROOMS = [...SHARED_BY_CLUSTER, "assembly/node/model/signalTable.ts"];

interface Area {
  readonly may: readonly string[];
  /** How the names of packages may begin; the platform's own modules begin with `node:`. */
  readonly packages?: readonly string[];
}

/** The search for the smallest change that helps, and how a question answers it. */
const REMEDIES = ["remedy.ts", "search.ts"];

/** A question over the readers, over what options are, and over other questions. */
function questionArea(others: readonly string[]): Area {
  return {
    may: [
      ...[ABI, "analysis/engine", "analysis/text", "analysis/read"],
      "analysis/questions/options",
      ...others.map((question) => `analysis/questions/${question}`),
    ],
    packages: ["yaml"],
  };
}

/** What the features of the page stand on, from the ground up, and what each of it may import. */
const PAGE_LAYERS: Readonly<Record<string, readonly string[]>> = {
  session: [],
  worker: ["session"],
  state: ["session"],
  time: ["session", "state"],
  controls: ["session", "state", "time"],
  chart: ["session", "state", "time", "controls"],
  document: ["session", "state", "time", "controls"],
};

/** The features of the page, and the others that each of them shows or asks. */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  admission: [],
  compare: [],
  counterfactual: [],
  decision: [],
  editor: [],
  evictions: [],
  export: [],
  given: [],
  headroom: [],
  live: [],
  memory: [],
  multiples: ["usage"],
  offline: [],
  oom: [],
  openIn: [],
  pods: [],
  quiz: ["headroom"],
  ranking: ["admission", "counterfactual", "export", "oom", "pods"],
  share: [],
  signals: [],
  simulator: ["decision"],
  sweep: [],
  threshold: [],
  upgrade: [],
  usage: [],
  zoom: [],
};

/** The page: layers, features over them, the shell over these, and what the build begins with. */
function pageAreas(): Record<string, Area> {
  const outside = [ABI, "analysis", "examples/index.json", "examples/clusters/index.json"];
  const packages = ["preact", "@preact/signals", "@codemirror/", "@lezer/highlight", "uplot"];
  const area = (name: string, parts: readonly string[]): [string, Area] => [
    `hosts/browser/${name}`,
    {
      may: [...outside, ...parts.map((part) => `hosts/browser/${part}`)],
      packages: [...packages, "yaml"],
    },
  ];
  const layers = Object.keys(PAGE_LAYERS);
  const shell = [...layers, "shell"];
  const indexes = Object.keys(FEATURES).map((name) => `features/${name}/index.ts`);
  return Object.fromEntries([
    ...Object.entries(PAGE_LAYERS).map(([layer, below]) => area(layer, below)),
    ...Object.entries(FEATURES).map(([name, others]) =>
      area(`features/${name}`, [...layers, ...others.map((other) => `features/${other}`)]),
    ),
    // The shell meets features in one table.
    area("shell", shell),
    area("shell/features.ts", indexes),
    area("entries", [...shell, "features"]),
  ]);
}

/** The longest path that begins a file's path is its area; an area may always import itself. */
const AREAS: Readonly<Record<string, Area>> = {
  [ABI]: { may: [] },
  "assembly/base": { may: [ABI] },
  "assembly/base/text.ts": { may: [] },
  "assembly/base/memory.ts": { may: [ABI] },
  "assembly/base/used.ts": { may: ["assembly/base/memory.ts"] },
  "assembly/base/input.ts": { may: ["assembly/base/memory.ts", "assembly/base/used.ts"] },
  "assembly/base/arena.ts": { may: [] },
  "assembly/base/arithmetic": { may: ["assembly/base/text.ts"] },
  "assembly/base/json": { may: [ABI, ...FLOOR] },
  "assembly/base/kubernetes": { may: FLOOR },
  // How verbs end, and what each module offers apart from them.
  "assembly/base/answer.ts": { may: [ABI, ...FLOOR, "assembly/base/json"] },
  "assembly/base/surface.ts": { may: [ABI, ...FLOOR, "assembly/base/answer.ts"] },
  "assembly/base/split": { may: [ABI, ...FLOOR, "assembly/base/answer.ts", "assembly/base/json"] },
  "assembly/node": { may: BASE },
  "assembly/node/model": { may: [...FLOOR, "assembly/base/kubernetes", ...NODE_FLOOR] },
  "assembly/node/documents": { may: [...BASE, ...NODE_FLOOR, "assembly/node/model"] },
  "assembly/node/report": { may: [...BASE, ...NODE_FLOOR, "assembly/node/model"] },
  // Objects of a cluster: tables, the documents they come from, and what pods ask for.
  "assembly/objects": { may: BASE },
  "assembly/objects/model": { may: [...BASE, ...OBJECTS_FLOOR] },
  "assembly/objects/requests": { may: [...BASE, ...OBJECTS_FLOOR, "assembly/objects/model"] },
  "assembly/objects/documents": {
    may: [...BASE, ...OBJECTS_FLOOR, "assembly/objects/model", "assembly/objects/requests"],
  },
  // The filters that the scheduler and a kubelet's admission share: one rule, one place.
  "assembly/filters": { may: [...BASE, "assembly/objects"] },
  // The scheduling cycle: model, scores, the cycle, documents of its own, and reports.
  "assembly/scheduler": { may: SHARED_BY_CLUSTER },
  "assembly/scheduler/reasons.ts": {
    may: ["assembly/objects/reasons.ts", "assembly/scheduler/model/releaseTable.ts"],
  },
  "assembly/scheduler/model": { may: SHARED_BY_CLUSTER },
  "assembly/scheduler/scores": { may: [...SHARED_BY_CLUSTER, "assembly/scheduler/model"] },
  "assembly/scheduler/topology": {
    may: [
      "assembly/scheduler/reasons.ts",
      ...SHARED_BY_CLUSTER,
      "assembly/scheduler/model",
      "assembly/scheduler/scores",
    ],
  },
  "assembly/scheduler/cycle": {
    may: [
      ...SHARED_BY_CLUSTER,
      "assembly/scheduler/model",
      "assembly/scheduler/scores",
      "assembly/scheduler/topology",
    ],
  },
  "assembly/scheduler/documents": {
    may: [...SHARED_BY_CLUSTER, "assembly/scheduler/reasons.ts", "assembly/scheduler/model"],
  },
  "assembly/scheduler/report": {
    may: [
      ...SHARED_BY_CLUSTER,
      "assembly/scheduler/reasons.ts",
      "assembly/scheduler/model",
      "assembly/scheduler/scores",
      "assembly/scheduler/topology",
      "assembly/scheduler/cycle",
    ],
  },
  // Evictions by the API, budgets, and the drain that joins them with the scheduler.
  "assembly/drain": { may: CLUSTER_ROOMS },
  "assembly/drain/drain.ts": { may: [...CLUSTER_ROOMS, "assembly/drain"] },
  "assembly/drain/model": { may: [...SHARED_BY_CLUSTER, "assembly/scheduler/model"] },
  "assembly/drain/stages": {
    may: [...SHARED_BY_CLUSTER, "assembly/scheduler/model", "assembly/drain/model"],
  },
  "assembly/drain/documents": {
    may: [
      ...SHARED_BY_CLUSTER,
      "assembly/scheduler/reasons.ts",
      "assembly/drain/stages/drainFilter.ts",
    ],
  },
  "assembly/drain/report": {
    may: [...CLUSTER_ROOMS, "assembly/drain/model", "assembly/drain/stages"],
  },
  "assembly/scheduler/clear.ts": { may: CLUSTER_ROOMS },
  "assembly/scheduler/verbs.ts": { may: ["assembly"] },
  // The simulator joins the policies in virtual time: what there is, one kubelet, what controllers
  // do, and the timeline of the whole.
  "assembly/simulator": { may: SIMULATOR_ROOMS },
  "assembly/simulator/reasons.ts": { may: [] },
  "assembly/simulator/model": { may: [...SIMULATOR_ROOMS, "assembly/simulator/memory.ts"] },
  "assembly/simulator/documents": { may: [...SIMULATOR_ROOMS, ...SIMULATOR_FLOOR] },
  "assembly/simulator/kubelet": { may: [...SIMULATOR_ROOMS, ...SIMULATOR_FLOOR] },
  "assembly/simulator/control": {
    may: [
      ...SIMULATOR_ROOMS,
      ...SIMULATOR_FLOOR,
      "assembly/simulator/documents",
      "assembly/simulator/kubelet",
    ],
  },
  "assembly/simulator/timeline": {
    may: [
      ...SIMULATOR_ROOMS,
      ...SIMULATOR_FLOOR,
      "assembly/simulator/kubelet",
      "assembly/simulator/control",
    ],
  },
  "assembly/simulator/report": {
    may: [
      ...SIMULATOR_ROOMS,
      ...SIMULATOR_FLOOR,
      "assembly/simulator/kubelet",
      "assembly/simulator/control",
      "assembly/simulator/timeline",
    ],
  },
  "assembly/simulator/verbs.ts": { may: ["assembly"] },
  // A policy is a room of its own beside others, and a module: its `verbs.ts` is what is built.
  "assembly/eviction": { may: NODE },
  "assembly/eviction/model": { may: [...NODE, ...EVICTION_FLOOR] },
  "assembly/eviction/documents": { may: [...NODE, ...EVICTION_FLOOR, "assembly/eviction/model"] },
  // A stage never peeks at the raw document: what it needs is in the model.
  "assembly/eviction/stages": {
    may: [
      ABI,
      ...FLOOR,
      "assembly/base/kubernetes",
      ...NODE_FLOOR,
      "assembly/node/model",
      ...EVICTION_FLOOR,
      "assembly/eviction/model",
    ],
  },
  "assembly/eviction/report": {
    may: [...NODE, ...EVICTION_FLOOR, "assembly/eviction/model", "assembly/eviction/stages"],
  },
  "assembly/eviction/verbs.ts": { may: ["assembly"] },
  // A kubelet's admission: the scheduler's objects and filters, and the rule about pressure.
  "assembly/admission": { may: ADMISSION_ROOMS },
  "assembly/admission/reasons.ts": {
    may: [
      "assembly/objects/reasons.ts",
      "assembly/admission/model/releaseTable.ts",
      "assembly/admission/model/memory/releaseTable.ts",
    ],
  },
  "assembly/admission/model": {
    may: [...FLOOR, "assembly/objects", "assembly/node/model/signalTable.ts"],
  },
  "assembly/admission/documents": {
    may: [...ADMISSION_ROOMS, ...ADMISSION_FLOOR, "assembly/admission/model"],
  },
  "assembly/admission/stages": {
    may: [...ADMISSION_ROOMS, ...ADMISSION_FLOOR, "assembly/admission/model"],
  },
  "assembly/admission/report": {
    may: [
      ...ADMISSION_ROOMS,
      ...ADMISSION_FLOOR,
      "assembly/admission/model",
      "assembly/admission/stages",
    ],
  },
  "assembly/admission/verbs.ts": { may: ["assembly"] },
  // The kernel's OOM killer: it needs nothing of a kubelet's documents.
  "assembly/oom": { may: BASE },
  "assembly/oom/model": { may: [...FLOOR, ...OOM_FLOOR] },
  "assembly/oom/documents": { may: [...BASE, ...OOM_FLOOR, "assembly/oom/model"] },
  "assembly/oom/stages": { may: [ABI, ...FLOOR, ...OOM_FLOOR, "assembly/oom/model"] },
  "assembly/oom/report": {
    may: [...BASE, ...OOM_FLOOR, "assembly/oom/model", "assembly/oom/stages"],
  },
  "assembly/oom/verbs.ts": { may: ["assembly"] },
  // Killers in user space: files of cgroups over time, and what a program makes of them.
  "assembly/oomd": { may: BASE },
  "assembly/oomd/model": { may: [...FLOOR, ...OOMD_FLOOR] },
  "assembly/oomd/documents": { may: [...BASE, ...OOMD_FLOOR, "assembly/oomd/model"] },
  "assembly/oomd/stages": { may: [ABI, ...FLOOR, ...OOMD_FLOOR, "assembly/oomd/model"] },
  "assembly/oomd/report": {
    may: [...BASE, ...OOMD_FLOOR, "assembly/oomd/model", "assembly/oomd/stages"],
  },
  "assembly/oomd/verbs.ts": { may: ["assembly"] },
  // What asks: no I/O, no clock. Five layers, each over the ones before it.
  "analysis/engine": { may: [ABI], packages: ["@assemblyscript/loader"] },
  "analysis/text": { may: [ABI, "analysis/engine"] },
  "analysis/read": {
    may: [ABI, "analysis/engine", "analysis/text"],
    packages: ["yaml", "fflate", "pako", "smol-toml"],
  },
  "analysis/questions": {
    may: [ABI, "analysis/engine", "analysis/text", "analysis/read"],
    packages: ["yaml"],
  },
  // Questions that import others; one without a row imports none.
  ...Object.fromEntries(
    Object.entries({
      change: ["capture"],
      oom: ["replay"],
      capture: ["replay"],
      diff: ["replay"],
      check: ["diff", "memoryQos"],
      explain: ["replay", "admit", "memoryQos", "oom"],
      report: ["replay", "admit", "oom", "explain"],
      sweep: ["replay"],
      next: ["replay"],
      advise: [...REMEDIES, "replay", "sweep"],
      schedule: [...REMEDIES, "change"],
      drain: [...REMEDIES, "change", "schedule"],
      simulate: [...REMEDIES, "change"],
      upgrade: ["change", "check", "diff", "drain", "memoryQos", "replay", "schedule", "simulate"],
      given: [
        ...[...REMEDIES, "change", "check", "diff", "explain", "oom"],
        ...["replay", "schedule", "upgrade"],
      ],
    }).map(([question, others]) => [`analysis/questions/${question}`, questionArea(others)]),
  ),
  "analysis/present": {
    may: [ABI, "analysis/engine", "analysis/text", "analysis/read", "analysis/questions"],
    packages: ["picocolors"],
  },
  // What command line and daemon need of the operating system: files, clock, standard streams.
  "hosts/system": { may: ["analysis"], packages: ["node:"] },
  // The daemon prints nothing and parses no options: the command line starts it and watches it.
  "hosts/daemon": {
    may: ["assembly/abi.ts", "analysis", "hosts/system"],
    packages: ["node:", "@hono/node-server", "hono", "prom-client"],
  },
  "hosts/cli": {
    may: [
      "assembly/abi.ts",
      "analysis",
      "hosts/system",
      "hosts/daemon",
      "hosts/cli/bundle",
      "package.json",
    ],
    packages: ["node:", "@hono/node-server", "commander", "hono", "picocolors"],
  },
  // Folders, and what only the command line decompresses.
  "hosts/cli/bundle": {
    may: ["analysis", "hosts/system"],
    packages: ["node:", "xz-decompress"],
  },
  // What the page imports is bundled into it; nobody who installs the package gets it again.
  ...pageAreas(),
  // One file for each runtime: how it comes by the compiled module, and the library.
  "hosts/entries": { may: [ABI, "analysis", "dist"], packages: ["node:"] },
  "hosts/edge": {
    may: ["assembly/abi.ts", "analysis", "schemas", "dist"],
    packages: ["hono", "@hono/zod-openapi"],
  },
  "hosts/edge/files": { may: ["hosts/edge"], packages: ["node:"] },
  "hosts/edge/worker": {
    may: ["assembly/abi.ts", "hosts/edge", "analysis/text/time.ts", "dist"],
    packages: ["cloudflare:workers"],
  },
  tools: {
    may: [],
    packages: [...["node:", "assemblyscript", "esbuild", "fflate", "marked", "typescript"], "yaml"],
  },
  examples: { may: ["assembly/abi.ts", "analysis"], packages: [""] },
  test: { may: ["assembly/abi.ts", "analysis", "examples", "hosts", "tools"], packages: [""] },
  ".ci": { may: ["tools"], packages: ["node:"] },
  "": { may: [], packages: [""] },
};

/** Tests beside the core see all of it; the runner imports nothing by name. */
const CORE_TESTS = /^assembly\/.*__tests__\//;

/** Nobody imports these: somebody runs them, or a tool finds them by their name. */
const ENTRIES: readonly RegExp[] = [
  /^assembly\/(\w+\/(verbs|memory)|base\/(surface|split\/verbs))\.ts$/,
  /^hosts\/\w+\/(\w+\/)?(main|index)\.tsx?$/,
  // What the build of the page begins with.
  /^hosts\/browser\/entries\/\w+\.tsx?$/,
  // What pages of the site load.
  /^tools\/site\/(search|quiz)\.js$/,
  // What package.json exports beside `plimsoll` itself, for each runtime.
  /^hosts\/entries\/\w+\/(scheduler|simulator)\.ts$/,
  /\.(test|spec)\.ts$/,
  /(^|\/)[\w.-]+\.config\.(ts|js)$/,
  /\.d\.ts$/,
];

interface Import {
  readonly node: ts.Node;
  readonly from: string;
  /** The imported file for a relative import, else the package's name. */
  readonly target: string;
  readonly relative: boolean;
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  const called = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return called ? node.arguments[0] : undefined;
}

const IMPORTING = [
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ExportDeclaration,
  ts.SyntaxKind.CallExpression,
];
const imports = new WeakMap<ts.SourceFile, readonly Import[]>();

export function importsOf(file: TreeFile): readonly Import[] {
  const syntax = syntaxOf(file);
  const known = imports.get(syntax);
  if (known !== undefined) return known;
  const found = nodesOf(file, IMPORTING).flatMap((node) => {
    const specifier = specifierOf(node);
    if (!specifier || !ts.isStringLiteral(specifier)) return [];
    const relative = specifier.text.startsWith(".");
    const target = relative ? resolve(file.path, specifier.text) : specifier.text;
    return [{ node: specifier, from: file.path, target, relative }];
  });
  imports.set(syntax, found);
  return found;
}

function resolve(from: string, specifier: string): string {
  return new URL(specifier, `file:///${from}`).pathname.slice(1);
}

function areaOf(path: string): string {
  const listed = Object.keys(AREAS)
    .filter((area) => isWithin(path, area))
    .reduce((longest, area) => (area.length > longest.length ? area : longest), "");
  return listed === QUESTIONS ? (QUESTION.exec(path)?.[0] ?? listed) : listed;
}

const QUESTIONS = "analysis/questions";
const QUESTION = /^analysis\/questions\/[^/]+(?=\/)/;

function rowOf(area: string): Area {
  return AREAS[area] ?? (QUESTION.test(`${area}/`) ? questionArea(REMEDIES) : { may: [] });
}

function isWithin(path: string, area: string): boolean {
  return area === "" || path === area || path.startsWith(`${area}/`);
}

function isAllowed({ from, target, relative }: Import): boolean {
  if (CORE_TESTS.test(from)) return relative && isWithin(target, "assembly");
  const area = areaOf(from);
  const { may, packages = [] } = rowOf(area);
  if (!relative) return packages.some((name) => target.startsWith(name));
  return areaOf(target) === area || may.some((other) => isWithin(target, other));
}

function crossedFences(tree: readonly TreeFile[]): Finding[] {
  return scripts(tree).flatMap((file) =>
    importsOf(file)
      .filter((found) => !isAllowed(found))
      .map(({ node, from, target }) => {
        const sentence = `${areaOf(from) || "The root"} may not import ${target}; see AREAS.`;
        return findingAt(file, node, sentence);
      }),
  );
}

/** What a relative import may end with. */
const IMPORTED = /\.(tsx?|mjs|js|json|wasm|gz|calls)$/;

function missingExtensions(tree: readonly TreeFile[]): Finding[] {
  return scripts(tree).flatMap((file) =>
    importsOf(file)
      .filter(({ relative, target }) => relative && !IMPORTED.test(target))
      .map(({ node }) => findingAt(file, node, "A relative import ends with its extension, .ts.")),
  );
}

/** Files that start scripts by their names. */
const NAMING = ["package.json", "tools/programs.json", "action.yml", ".pre-commit-hooks.yaml"];

/**
 * Alive is what can be reached by imports from an entry: a file with an entry's name, or one that
 * package.json, tools/programs.json, an action, a hook, CI or the head of a file it wrote names.
 * Files that only import each other are dead.
 */
function deadFiles(tree: readonly TreeFile[]): Finding[] {
  const files = scripts(tree);
  const targets = new Map(files.map((file) => [file.path, importsOf(file)]));
  const named = new Set(
    tree
      .filter(({ path }) => NAMING.includes(path) || path.startsWith(".ci/") || isScript(path))
      .flatMap(({ path, text }) => namedIn(isScript(path) ? headOf(text) : text, path)),
  );
  const isEntry = (path: string) => ENTRIES.some((entry) => entry.test(path)) || named.has(path);
  const alive = new Set<string>();
  const waiting = files.map(({ path }) => path).filter(isEntry);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (alive.has(path)) continue;
    alive.add(path);
    waiting.push(...(targets.get(path) ?? []).map(({ target }) => target));
  }
  const sentence = "No entry reaches this file; delete it, or name it in tools/programs.json.";
  return files
    .filter(({ path }) => !alive.has(path))
    .map(({ path }) => ({ path, line: 1, sentence }));
}

/** Scripts that a text names by their whole paths, other than the one that it is. */
function namedIn(text: string, own: string): readonly string[] {
  const paths = text.match(/\.?\w[\w.-]*(\/[\w.-]+)*\.(tsx?|mjs|js)\b/g) ?? [];
  return paths.filter((path) => path !== own);
}

/** A generated file says in its first lines which program wrote it. */
function headOf(text: string): string {
  return text.slice(0, 400);
}

const MEMORY_OF_MODULE = /\bmemory\.buffer\b|\bexports\.memory\b/;
const VIEW_OF_MEMORY = /\.place\(\)/;
const INSTANCE = "analysis/engine/moduleInstance.ts";
/** They hand a view on with the words that say until when it is valid. */
const VIEWERS = [
  INSTANCE,
  "analysis/engine/evictionEngine.ts",
  "analysis/read/capture/placedLines.ts",
];

/** Views of a module's memory are invalid after the next verb: few files may have one. */
function strayViews(tree: readonly TreeFile[]): Finding[] {
  const found = (pattern: RegExp, allowed: readonly string[], sentence: string) =>
    scripts(tree)
      .filter(({ path }) => /^(analysis|hosts)\//.test(path) && !allowed.includes(path))
      .flatMap(({ path, text }) =>
        text
          .split("\n")
          .flatMap((content, at) =>
            pattern.test(content) ? [{ path, line: at + 1, sentence }] : [],
          ),
      );
  return [
    ...found(MEMORY_OF_MODULE, [INSTANCE], `Only ${INSTANCE} reads and writes a module's memory.`),
    ...found(
      VIEW_OF_MEMORY,
      VIEWERS,
      `Take a copy, or add the file to the viewers in test/tidy/fences.ts.`,
    ),
  ];
}

function scripts(tree: readonly TreeFile[]): readonly TreeFile[] {
  return tree.filter(({ path }) => isScript(path));
}

export const FENCE_RULES: readonly Rule[] = [
  {
    title: "dependencies point downwards only",
    check: crossedFences,
    bad: {
      "assembly/base/json/a.ts": 'import { b } from "../../node/model/b.ts";',
      "assembly/node/model/b.ts": 'import { c } from "../../eviction/model/c.ts";',
      "assembly/eviction/stages/b.ts": 'export { c } from "../../base/json/c.ts";',
      "hosts/cli/c.ts": 'import { d } from "../browser/d.ts";',
      "hosts/daemon/c.ts": 'import { d } from "../cli/d.ts";',
      "hosts/system/c.ts": 'import { d } from "../daemon/d.ts";',
      "analysis/read/d.ts": 'const fs = await import("node:fs");',
      "analysis/engine/e.ts": 'import { rank } from "../../assembly/eviction/stages/rank.ts";',
      "analysis/text/f.ts": 'import { read } from "../read/f.ts";',
      "analysis/read/g.ts": 'import { ask } from "../questions/sweep/g.ts";',
      "analysis/questions/sweep/h.ts": 'import { ask } from "../drain/h.ts";',
      "analysis/questions/drain/i.ts": 'import { table } from "../../present/i.ts";',
      "analysis/questions/unlisted/k.ts": 'import { ask } from "../drain/h.ts";',
      "analysis/present/j.ts": 'import { run } from "../../hosts/cli/j.ts";',
      "hosts/browser/session/k.ts": 'import { store } from "../state/k.ts";',
      "hosts/browser/worker/k.ts": 'import { sweep } from "../features/sweep/worker.ts";',
      "hosts/browser/controls/k.ts": 'import { sweep } from "../features/sweep/k.ts";',
      "hosts/browser/features/sweep/k.ts": 'import { app } from "../../shell/k.ts";',
      "hosts/browser/features/live/k.ts": 'import { sweep } from "../sweep/k.ts";',
      "hosts/browser/shell/k.ts": 'import { sweep } from "../features/sweep/index.ts";',
      "hosts/browser/shell/features.ts": 'import { sweep } from "../features/sweep/k.ts";',
    },
    good: {
      "assembly/eviction/verbs.ts": 'import { a } from "./report/a.ts";',
      "assembly/base/json/__tests__/a.spec.ts": 'import { a } from "../../../node/report/a.ts";',
      "analysis/engine/a.ts": 'import { Status } from "../../assembly/abi.ts";',
      "analysis/questions/drain/a.ts": 'import { a } from "../schedule/a.ts";',
      "hosts/system/b.ts": 'import { a } from "../../analysis/text/a.ts"; import "node:fs";',
      "hosts/cli/c.ts": 'import { a } from "../daemon/a.ts"; import "commander";',
      "hosts/browser/features/quiz/d.ts": 'import { bars } from "../headroom/d.ts";',
      "hosts/browser/shell/features.ts": 'import { quiz } from "../features/quiz/index.ts";',
      "hosts/browser/shell/d.ts": 'import { a } from "./features.ts"; import "preact";',
    },
  },
  {
    title: "few files have a view of a module's memory",
    check: strayViews,
    bad: {
      "analysis/engine/a.ts": "new Uint8Array(this.#exports.memory.buffer);",
      "hosts/edge/b.ts": "const { buffer } = instance.exports.memory;",
      "analysis/questions/c.ts": "const place = engine.place();",
    },
    good: {
      "analysis/engine/moduleInstance.ts": "new Uint8Array(this.#exports.memory.buffer);",
      "analysis/read/capture/placedLines.ts": "return this.#engine.place();",
      "test/a.ts": "exports.memory.buffer",
    },
  },
  {
    title: "relative imports name the file",
    check: missingExtensions,
    bad: { "a.ts": 'import { b } from "./b";' },
    good: { "a.ts": 'import { b } from "./b.ts";' },
  },
  {
    title: "every file is reached from an entry",
    check: deadFiles,
    bad: {
      "hosts/cli/forgotten.ts": "",
      "hosts/cli/a.ts": 'import "./b.ts";',
      "hosts/cli/b.ts": 'import "./a.ts";',
    },
    good: {
      "hosts/cli/main.ts": 'import "./a.ts";',
      "hosts/cli/a.ts": "",
      "tools/b.mjs": "",
      "package.json": '"b": "node tools/b.mjs"',
      "test/c.ts": "",
      "tools/programs.json": '{"suite":{"c":{"file":"test/c.ts"}}}',
    },
  },
];
