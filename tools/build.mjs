/**
 * Builds what changed into dist/ and says what is there: `npm run build`, or `-- --force` to build
 * everything. Parts that are named are built with what they need, or `--alone`, otherwise all;
 * `--quiet` says nothing, and `--count` which part of how many is built. Packages stay outside the
 * bundles: anyone who installs `plimsoll` gets them once, with their licenses, visible to
 * `npm audit` and shared with the rest of his tree.
 */
import { createHash } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { brotliCompressSync } from "node:zlib";
import asc from "assemblyscript/asc";
import { build as bundle } from "esbuild";
import { AsciiLiterals } from "./asciiLiterals.mjs";
import { InlineTags } from "./inlineTags.mjs";
import { lazyPackages } from "./lazyPackages.mjs";
import { mergedScripts } from "./mergedScripts.mjs";
import {
  exists,
  hashOfSources,
  isFresh,
  LIBRARIES,
  libraryName,
  MODULES,
  markFresh,
  partsAlone,
  partsNamed,
  ROOT,
} from "./parts.mjs";
import { buildPlayground, playgroundSize } from "./playground.mjs";
import { StaticHeaders } from "./staticHeaders.mjs";

const BUILDERS = {
  ...Object.fromEntries(MODULES.map((module) => [module.policy, () => buildModule(module)])),
  go: copyModule,
  java: copyModule,
  python: copyModule,
  command: buildCommand,
  library: buildLibrary,
  playground: buildPlayground,
  edge: buildEdge,
  worker: buildWorker,
};
/** Facts about a part in addition to its files. */
const REMARKS = { playground: playgroundSize };

class BuildError extends Error {}

async function buildModule({ policy, entries, wasm }) {
  const files = new Map();
  const { error, stderr } = await asc.main([...entries, "--target", policy], {
    readFile: (name, base) => readText(join(base, name)),
    writeFile: (name, contents) => void files.set(name, contents),
    listFiles: () => [],
    transforms: [AsciiLiterals, InlineTags, StaticHeaders],
  });
  const remarks = stderr.toString();
  if (error) throw new BuildError(`assembly/ does not compile.\n${remarks || error.stack}`);
  process.stderr.write(remarks);
  const module = files.get(wasm);
  write(wasm, module);
  // As sha256sum writes it, and `sha256sum -c` reads it.
  write(`${wasm}.sha256`, `${sha256(module)}  ${basename(wasm)}\n`);
}

function sha256(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}

function copyModule([copy]) {
  write(copy, readFileSync(join(ROOT, "dist", basename(copy))));
}

/** What reads documents that people write; most command lines need none of it. */
const LAZY_PACKAGES = { yaml: "./yaml.cjs", "smol-toml": "smol-toml", fflate: "fflate" };

async function buildCommand([script, command, kubectlPlugin, sweeper, yaml]) {
  write(yaml, await oneScript("yaml"));
  write(sweeper, await bundled({ entry: "hosts/cli/sweeper/main.ts", platform: "node" }));
  await writeParts(command, "hosts/cli/start.ts");
  const banner = { js: "#!/usr/bin/env node" };
  const scripts = { [script]: "hosts/cli/main.ts", [kubectlPlugin]: "hosts/cli/kubectl/main.ts" };
  for (const [path, entry] of Object.entries(scripts)) {
    write(path, await bundled({ entry, platform: "node", banner, plugins: [SEPARATE_COMMAND] }));
    chmodSync(join(ROOT, path), 0o755);
  }
}

/**
 * A script, and next to it the parts that it loads on demand, so each finds what
 * ships with the program where the script does.
 */
async function writeParts(script, entry) {
  const name = basename(script, ".mjs");
  const written = { format: "esm", outExtension: { ".js": ".mjs" }, ...SMALL };
  const { outputFiles, metafile } = await bundle({
    ...options({ platform: "node" }),
    ...written,
    entryPoints: { [name]: entry },
    entryNames: "[name]",
    chunkNames: `${name}-[hash]`,
    splitting: true,
    metafile: true,
    plugins: [lazyPackages(LAZY_PACKAGES, { root: ROOT })],
  });
  const split = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const merged = await mergedScripts(basename(script), split, metafile, written);
  const files = [...merged].map(([path, text]) => [join(dirname(script), path), ascii(text)]);
  // The script itself last: what it loads is there by then.
  files.sort(([a], [b]) => Number(a === script) - Number(b === script));
  for (const [path, contents] of files) write(path, contents);
  for (const old of readdirSync(join(ROOT, dirname(script)))) {
    if (old.startsWith(`${name}-`) && !merged.has(old)) rmSync(join(ROOT, dirname(script), old));
  }
}

/**
 * The reader of YAML has 73 files: to find and load each of them costs more than all of a short
 * command. With its license; the bill of materials calls it bundled, as the page bundles it too.
 */
async function oneScript(name) {
  const folder = join(ROOT, "node_modules", name);
  const { main } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const license = readFileSync(join(folder, "LICENSE"), "utf8").trim();
  const banner = { js: `/* ${name}\n\n${license} */` };
  const entry = join(folder, main);
  const script = await bundled({ entry, platform: "node", format: "cjs", banner, ...SMALL });
  return ascii(Buffer.from(script).toString());
}

/**
 * A daemon keeps its scripts in memory, at two bytes a character when one of them is not ASCII.
 * Names stay, and lines are short: an error's stack is to be read.
 */
const SMALL = { charset: "ascii", minifyWhitespace: true, lineLimit: 120 };

/** Regular expressions too, in which the bundler leaves what it escapes everywhere else. */
function ascii(text) {
  return text.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The program is in a separate script, which is loaded once Node can run it. */
const SEPARATE_COMMAND = {
  name: "separate-command",
  setup({ onResolve }) {
    onResolve({ filter: /\/start\.ts$/, namespace: "file" }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "./command.mjs", external: true } : undefined,
    );
  },
};

async function buildLibrary(outputs) {
  const filesEach = outputs.length / LIBRARIES.length;
  for (const [index, { library }] of LIBRARIES.entries()) {
    const name = `${libraryName(library)}.ts`;
    const files = outputs.slice(index * filesEach, (index + 1) * filesEach);
    await writeLibrary(`hosts/entries/library/${name}`, name, files);
  }
  for (const folder of ["analysis", "hosts/entries", "assembly"]) {
    rmSync(join(ROOT, "dist/types", folder), { recursive: true, force: true });
  }
  await writeDeclarations("hosts/entries/tsconfig.json");
}

/** A library, and next to it the few lines with which each runtime loads its module. */
async function writeLibrary(library, name, [script, node, required, browser, worker, edgeLight]) {
  write(script, await bundled({ entry: library, platform: "neutral" }));
  const entries = { node, browser, worker, edgeLight };
  for (const [runtime, target] of Object.entries(entries)) {
    const entry = `hosts/entries/${runtime}/${name}`;
    const plugins = [libraryBeside(library, `./${basename(script)}`)];
    write(target, await bundled({ entry, platform: "neutral", external: ["node:*"], plugins }));
  }
  const entry = `hosts/entries/node/${name}`;
  const define = { "import.meta.url": "importMetaUrl" };
  const banner = { js: IMPORT_META_URL };
  write(required, await bundled({ entry, platform: "node", format: "cjs", define, banner }));
}

/** What `import.meta.url` is in a CommonJS script. */
const IMPORT_META_URL = 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;';

/** The entries of single runtimes are a few lines each: the library next to them is the same. */
const libraryBeside = (library, script) => ({
  name: "separate-library",
  setup({ onResolve }) {
    onResolve({ filter: /\/library\/\w+\.ts$/ }, ({ path }) =>
      library.endsWith(path.replace(/^[./]+/, "")) ? { path: script, external: true } : undefined,
    );
    onResolve({ filter: /\.wasm\?module$/ }, ({ path }) => ({
      path: `./${basename(path)}`,
      external: true,
    }));
  },
});

async function buildEdge([script, files]) {
  write(script, await bundled({ entry: "hosts/edge/index.ts", platform: "neutral" }));
  write(files, await bundled({ entry: "hosts/edge/files/index.ts", platform: "node" }));
  rmSync(join(ROOT, "dist/types/hosts/edge"), { recursive: true, force: true });
  await writeDeclarations("hosts/edge/tsconfig.json");
}

async function buildWorker([script]) {
  write(script, await bundled({ entry: "hosts/edge/worker/main.ts", platform: "neutral" }));
}

async function bundled({ entry, format = "esm", ...more }) {
  const { outputFiles } = await bundle({ entryPoints: [entry], format, ...options(more) });
  return outputFiles[0].contents;
}

function options({ external = [], ...more }) {
  return {
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    // The module is next to the scripts, once; a worker names it as a separate module.
    outdir: "dist",
    external: [...MODULES.map(({ wasm }) => join(ROOT, wasm)), "cloudflare:*", ...external],
    target: "node20",
    charset: "utf8",
    packages: "external",
    ...more,
  };
}

async function writeDeclarations(config) {
  // Loading it takes longer than bundling; the command has no declarations.
  const { default: ts } = await import("typescript");
  const { config: json } = ts.readConfigFile(join(ROOT, config), ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent(json, ts.sys, dirname(join(ROOT, config)));
  const program = ts.createProgram(parsed.fileNames, parsed.options);
  const { diagnostics } = program.emit();
  const faults = [...ts.getPreEmitDiagnostics(program), ...diagnostics, ...parsed.errors];
  if (faults.length === 0) return;
  const host = {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => ROOT,
    getNewLine: () => "\n",
  };
  throw new BuildError(`${config} does not compile.\n${ts.formatDiagnostics(faults, host)}`);
}

/** Appears whole or not at all, so a test running meanwhile never reads half a module. */
function write(path, contents) {
  const target = join(ROOT, path);
  const draft = `${target}.${process.pid}`;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(draft, contents);
  renameSync(draft, target);
}

function readText(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null; // asc looks in several places; not finding a file in one is not an error.
  }
}

function describe(output) {
  const bytes = readFileSync(join(ROOT, output));
  const size = `${(bytes.length / 1024).toFixed(1)} KiB`;
  if (!output.endsWith(".wasm")) return `${output} ${size}`;
  const brotli = `${(brotliCompressSync(bytes).length / 1024).toFixed(1)} KiB brotli`;
  return `${output} ${size} (${brotli}), sha256 ${sha256(bytes)}`;
}

/** On one line of a terminal, which the next text replaces. */
function showCount(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`);
}

/** The present files, as one line; null unless requested. */
async function buildPart(part, { force, quiet }) {
  if (!exists(part)) return `${part.name}: skipped, there is no ${part.entry} yet`;
  const hash = hashOfSources(part);
  const fresh = !force && isFresh(part);
  if (!fresh) {
    await BUILDERS[part.name](part.outputs);
    markFresh(part, hash);
  }
  if (quiet) return null;
  const remark = REMARKS[part.name]?.() ?? part.outputs.map(describe).join(", ");
  return `${part.name}: ${fresh ? "unchanged" : "built"}, ${remark}`;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    force: { type: "boolean", default: false },
    quiet: { type: "boolean", default: false },
    alone: { type: "boolean", default: false },
    count: { type: "boolean", default: false },
  },
});
process.chdir(ROOT);
const parts = values.alone ? partsAlone(positionals) : partsNamed(positionals);
for (const [index, part] of parts.entries()) {
  try {
    if (values.count) showCount(`Building the page: ${index + 1} of ${parts.length}, ${part.name}`);
    const line = await buildPart(part, values);
    if (line !== null) console.log(line);
  } catch (error) {
    // esbuild has printed its own errors; anything else is a defect here and keeps its stack.
    if (!(error instanceof BuildError) && !error.errors) throw error;
    console.error(`${part.name}: not built. ${error.message}`);
    process.exitCode = 1;
  }
}
if (values.count) showCount("");
