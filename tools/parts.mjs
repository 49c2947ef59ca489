/**
 * What the build makes of what. Free of dependencies: `ready.mjs` reads it before anything is
 * installed.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** A part is rebuilt when one of these changes, whatever else it is made of. */
const TOOLCHAIN = ["package-lock.json", "tools/build.mjs", "tools/parts.mjs"];
const SHARED = ["analysis", "assembly/abi.ts", "tsconfig.json"];

/**
 * The WebAssembly modules, one for each policy: a room of `assembly/` over the shared rooms. What
 * they are built with is the target `release` of a file for asc.
 */
export const MODULES = [
  { policy: "eviction", config: "asconfig.json", wasm: "dist/plimsoll.wasm" },
  { policy: "oom", config: "asconfig.oom.json", wasm: "dist/plimsoll-oom.wasm" },
  { policy: "scheduler", config: "asconfig.cluster.json", wasm: "dist/plimsoll-cluster.wasm" },
  { policy: "simulator", config: "asconfig.loop.json", wasm: "dist/plimsoll-loop.wasm" },
  {
    policy: "admission",
    config: "asconfig.admission.json",
    wasm: "dist/plimsoll-admission.wasm",
  },
].map((module) => ({ ...module, entry: `assembly/${module.policy}/verbs.ts` }));

const COMPILER = ["tools/asciiLiterals.mjs", "tools/inlineTags.mjs", "tools/staticHeaders.mjs"];
const CORE = ["assembly", ...MODULES.map(({ config }) => config), ...COMPILER];

/** The captures that ship with the page, and their index. */
export const EXAMPLES = (
  existsSync(join(ROOT, "examples")) ? readdirSync(join(ROOT, "examples")) : []
)
  .filter((name) => name === "index.json" || name.endsWith(".ndjson.gz"))
  .sort()
  .map((name) => `examples/${name}`);

/** A library, and beside it the script of each runtime. */
function libraryFiles(library, prefix) {
  const runtimes = ["node.mjs", "node.cjs", "browser.mjs", "workerd.mjs", "edge-light.mjs"];
  return [`dist/${library}`, ...runtimes.map((file) => `dist/${prefix}${file}`)];
}

/** The clusters that ship with the page: what it asks for when one of them is opened. */
export const CLUSTERS = EXAMPLES.length === 0 ? [] : clusterFiles("examples/clusters");

function clusterFiles(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(ROOT, folder, name)).map((file) => `${name}/${file}`))
    .sort()
    .map((path) => `${folder}/${path}`);
}

export const PARTS = [
  ...MODULES.map(({ policy, entry, wasm }) => ({
    name: policy,
    entry,
    sources: CORE,
    outputs: [wasm, `${wasm}.sha256`],
  })),
  // Their own tools embed the core from beside their sources.
  {
    name: "go",
    entry: "hosts/go/go.mod",
    sources: CORE,
    outputs: ["hosts/go/plimsoll.wasm"],
    needs: ["eviction"],
  },
  {
    name: "python",
    entry: "hosts/python/pyproject.toml",
    sources: CORE,
    outputs: ["hosts/python/plimsoll/plimsoll.wasm"],
    needs: ["eviction"],
  },
  {
    name: "command",
    entry: "hosts/cli/main.ts",
    sources: ["hosts/cli", "hosts/daemon", "hosts/system", "package.json", ...SHARED],
    outputs: ["plimsoll", "command", "kubectl-plimsoll", "sweeper"].map(
      (name) => `dist/${name}.mjs`,
    ),
    // What the command loads and serves.
    needs: [...MODULES.map(({ policy }) => policy), "playground"],
  },
  {
    name: "library",
    entry: "hosts/entries/library/index.ts",
    sources: ["hosts/entries", ...SHARED],
    outputs: [
      ...libraryFiles("index.mjs", ""),
      ...libraryFiles("cluster.mjs", "cluster-"),
      ...libraryFiles("loop.mjs", "loop-"),
      ...["index", "scheduler", "simulator"].map(
        (name) => `dist/types/hosts/entries/node/${name}.d.ts`,
      ),
    ],
  },
  {
    name: "playground",
    entry: "hosts/browser/entries/main.ts",
    // The page names the modules by their digests.
    sources: [
      "hosts/browser",
      "examples/clusters",
      ...EXAMPLES,
      "tools/playground.mjs",
      ...SHARED,
      ...CORE,
    ],
    outputs: [
      "playground/index.html",
      ...["", "-oom", "-admission", "-loop", "-cluster"].flatMap((name) => [
        `plimsoll${name}.wasm.br`,
        `plimsoll${name}.wasm.gz`,
      ]),
    ].map((file) => `dist/${file}`),
    needs: ["eviction", "oom", "admission", "simulator", "scheduler"],
  },
  {
    name: "edge",
    entry: "hosts/edge/index.ts",
    sources: ["hosts/edge", "schemas", ...SHARED],
    outputs: ["dist/edge.mjs", "dist/edge-files.mjs", "dist/types/hosts/edge/index.d.ts"],
  },
  {
    name: "worker",
    entry: "hosts/edge/worker/main.ts",
    sources: ["hosts/edge", "schemas", ...SHARED],
    outputs: ["dist/worker.mjs"],
  },
];

/** The parts of these names with what each needs, in the order of the table; all without a name. */
export function partsNamed(names) {
  if (names.length === 0) return PARTS;
  const unknown = names.find((name) => PARTS.every((part) => part.name !== name));
  if (unknown !== undefined) {
    const known = PARTS.map(({ name }) => name).join(", ");
    throw new Error(`There is no part ${unknown}; the parts are ${known}.`);
  }
  const needed = new Set(names);
  // A set hands out what is added to it on the way.
  for (const name of needed) {
    for (const other of PARTS.find((part) => part.name === name).needs ?? []) needed.add(other);
  }
  return PARTS.filter(({ name }) => needed.has(name));
}

/** A part whose entry is not written yet cannot be built, and nothing can be stale about it. */
export function exists(part, root = ROOT) {
  return existsSync(join(root, part.entry));
}

export function isFresh(part, root = ROOT) {
  const stamp = stampPath(part, root);
  return (
    part.outputs.every((output) => existsSync(join(root, output))) &&
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === hashOfSources(part, root)
  );
}

/** Take `hash` before building: a file saved meanwhile then makes the part stale again. */
export function markFresh(part, hash, root = ROOT) {
  const stamp = stampPath(part, root);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

export function hashOfSources(part, root = ROOT) {
  const hash = createHash("sha256");
  for (const source of [...TOOLCHAIN, ...part.sources]) {
    for (const path of filesUnder(join(root, source))) {
      hash.update(`${relative(root, path).replaceAll(sep, "/")}\0`);
      hash.update(readFileSync(path));
      hash.update("\0");
    }
  }
  return hash.digest("hex");
}

function stampPath(part, root) {
  return join(root, "build", "stamps", part.name);
}

/** Files in the order of their names, tests left out; a path that does not exist has none. */
function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.name !== "__tests__" && !/\.(test|spec)\.ts$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)],
    );
}
