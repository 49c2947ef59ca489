/**
 * What the build makes of what. Free of dependencies: `ready.mjs` reads it before anything is
 * installed.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { MODULES } from "./modules.mjs";

export { MODULES };

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** A part is rebuilt when one of these changes, whatever else it is made of. */
const TOOLCHAIN = ["package-lock.json", "tools/build.mjs", "tools/parts.mjs"];
const SHARED = ["analysis", "assembly/abi.ts", "tsconfig.json"];

const COMPILER = ["tools/asciiLiterals.mjs", "tools/inlineTags.mjs", "tools/staticHeaders.mjs"];
const CORE = ["assembly", "asconfig.json", "tools/modules.mjs", ...COMPILER];

/** The captures that ship with the page, and their index. */
export const EXAMPLES = (
  existsSync(join(ROOT, "examples")) ? readdirSync(join(ROOT, "examples")) : []
)
  .filter((name) => name === "index.json" || /\.(ndjson|cluster\.json)\.gz$/.test(name))
  .sort()
  .map((name) => `examples/${name}`);

/** A library, and next to it the script of each runtime, and their types. */
function libraryFiles({ library }) {
  const name = libraryName(library);
  const prefix = library === "." ? "" : `${name}-`;
  const runtimes = ["node.mjs", "node.cjs", "browser.mjs", "workerd.mjs", "edge-light.mjs"];
  const scripts = [`${name}.mjs`, ...runtimes.map((file) => prefix + file)];
  return [...scripts, `types/hosts/entries/node/${name}.d.ts`].map((file) => `dist/${file}`);
}

/** What the sources of a library are called: those of the package itself are its index. */
export function libraryName(library) {
  return library === "." ? "index" : library.slice("./".length);
}

/** The modules that the page asks for. */
export const PAGE_MODULES = MODULES.filter(({ page }) => page !== undefined);
/** The modules that programs load through a library. */
export const LIBRARIES = MODULES.filter(({ library }) => library !== undefined);

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
  ...MODULES.map(({ policy, entries, wasm }) => ({
    name: policy,
    entry: entries.at(-1),
    sources: CORE,
    outputs: [wasm, `${wasm}.sha256`],
  })),
  // Their own tools embed a module that is among their sources.
  ...MODULES.flatMap(({ policy, wasm, embedded = {} }) =>
    Object.entries(embedded).map(([name, folder]) => ({
      name,
      entry: folder,
      sources: CORE,
      outputs: [`${folder}/${basename(wasm)}`],
      needs: [policy],
    })),
  ),
  {
    name: "command",
    entry: "hosts/cli/main.ts",
    sources: [
      ...["hosts/cli", "hosts/daemon", "hosts/system", "package.json"],
      ...["tools/lazyPackages.mjs", "tools/mergedScripts.mjs"],
      ...SHARED,
    ],
    outputs: [
      ...["plimsoll", "command", "kubectl-plimsoll", "sweeper"].map((name) => `dist/${name}.mjs`),
      "dist/yaml.cjs",
    ],
    // What the command loads and serves.
    needs: [...MODULES.map(({ policy }) => policy), "playground"],
  },
  {
    name: "library",
    entry: "hosts/entries/library/index.ts",
    sources: ["hosts/entries", ...SHARED],
    outputs: LIBRARIES.flatMap(libraryFiles),
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
      "dist/playground/index.html",
      ...PAGE_MODULES.flatMap(({ wasm }) => [`${wasm}.br`, `${wasm}.gz`]),
    ],
    needs: PAGE_MODULES.map(({ policy }) => policy),
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

/** The parts that the first story of `npm start` needs; it builds the others afterwards. */
export const STORY = ["eviction", "command"];

/** The parts of these names alone. */
export function partsAlone(names) {
  return PARTS.filter(({ name }) => names.includes(name));
}

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
