/**
 * Builds the playground: static files, without the module and the examples, which the package
 * holds once. `plimsoll playground` serves all of it, `--write` copies it into one folder. The name
 * of every script and style holds a digest of it, so a browser can keep it permanently; the page
 * itself, which names them, is asked for each time.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build as bundle } from "esbuild";
import { firstScripts } from "./firstScripts.mjs";
import { CLUSTERS, EXAMPLES, PAGE_MODULES, ROOT } from "./parts.mjs";

const FOLDER = join(ROOT, "dist/playground");
const PAGE = {
  absWorkingDir: ROOT,
  entryPoints: [
    { in: "hosts/browser/entries/main.ts", out: "start" },
    { in: "hosts/browser/entries/worker.ts", out: "worker" },
    { in: "hosts/browser/styles/page.css", out: "page" },
    { in: "hosts/browser/styles/simulator.css", out: "clusters" },
  ],
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  target: "es2022",
  platform: "browser",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "linked",
  outdir: FOLDER,
  write: false,
  metafile: true,
};

/** By itself: what it shared with the page would be cut out of the page's own scripts. */
const CLUSTER_WORKER = {
  ...PAGE,
  entryPoints: [{ in: "hosts/browser/entries/simulator.ts", out: "clusterWorker" }],
  splitting: false,
  // In the script: the file next to it would be the same as that of the page's scripts.
  legalComments: "eof",
};

/** What the page needs and what compresses well: the licenses are rarely read. */
const CODE = /\.(js|css|wasm)$/;
const COMPRESSED = /\.(js|css|wasm|html)$/;

/** The folder appears whole: a server that is running meanwhile never serves half of it. */
export async function buildPlayground() {
  const [page, worker] = await Promise.all([bundlePage(), bundle(CLUSTER_WORKER)]);
  const outputFiles = [...page.outputFiles, ...worker.outputFiles];
  const outputs = { ...page.metafile.outputs, ...worker.metafile.outputs };
  const draft = `${FOLDER}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  for (const { path, contents } of outputFiles) {
    writeCompressed(join(draft, basename(path)), contents);
    writeFileSync(join(draft, basename(path)), contents);
  }
  for (const { wasm } of PAGE_MODULES) {
    writeCompressed(join(ROOT, wasm), readFileSync(join(ROOT, wasm)));
  }
  const names = outputFiles.map(({ path }) => basename(path)).filter((name) => CODE.test(name));
  const draftedPage = pageWith(outputs, await frame());
  const files = ["./", ...PAGE_MODULES.map(moduleName), ...names, ...EXAMPLES, ...CLUSTERS];
  const build = digestOf([
    draftedPage,
    ...files,
    ...[...EXAMPLES, ...CLUSTERS].map((name) => readFileSync(join(ROOT, name))),
  ]);
  const html = draftedPage.replace("BUILD", build);
  writeFileSync(join(draft, "index.html"), html);
  writeCompressed(join(draft, "index.html"), Buffer.from(html));
  writeFileSync(join(draft, "service.js"), await serviceWorker(files, build));
  rmSync(FOLDER, { recursive: true, force: true });
  renameSync(draft, FOLDER);
}

async function bundlePage() {
  const { metafile } = await bundle(PAGE);
  const plugin = firstScripts(metafile.inputs, {
    ...{ root: ROOT, page: "hosts/browser/entries/main.ts" },
    ...{ first: "hosts/browser/shell/page.tsx", worker: "hosts/browser/entries/worker.ts" },
  });
  return bundle({ ...PAGE, plugins: [plugin] });
}

/** It knows by name what it keeps; a change of any of that makes it another. */
async function serviceWorker(files, build) {
  const { outputFiles } = await bundle({
    absWorkingDir: ROOT,
    entryPoints: ["hosts/browser/entries/service.ts"],
    define: { FILES: JSON.stringify(files), BUILD: JSON.stringify(build) },
    minify: true,
    target: PAGE.target,
    write: false,
  });
  return outputFiles[0].contents;
}

/** What the page shows before its first script, as HTML. */
async function frame() {
  const { outputFiles } = await bundle({
    absWorkingDir: ROOT,
    entryPoints: ["hosts/browser/entries/frame.tsx"],
    bundle: true,
    format: "iife",
    globalName: "page",
    jsx: PAGE.jsx,
    jsxImportSource: PAGE.jsxImportSource,
    write: false,
  });
  return runInNewContext(`${outputFiles[0].text}; page.frame()`, NO_BROWSER);
}

/** What the page's classes ask of a browser when they are made. */
const NO_BROWSER = {
  document: { querySelector: () => null },
  opener: null,
  parent: null,
  navigator: { userAgent: "" },
  addEventListener() {},
  crypto,
  setTimeout() {},
  clearTimeout() {},
  TextEncoder,
  TextDecoder,
  URL,
};

/** Next to the file, as file servers look for it. */
function writeCompressed(path, contents) {
  if (!COMPRESSED.test(path)) return;
  writeFileSync(`${path}.br`, brotliCompressSync(contents));
  writeFileSync(`${path}.gz`, gzipSync(contents, { level: 9 }));
}

/** The page with the names of its files; what the first decision waits for is asked for at once. */
function pageWith(outputs, frame) {
  const named = (entry) =>
    Object.keys(outputs).find((path) => outputs[path].entryPoint === `hosts/browser/${entry}`);
  const names = {
    "page.css": named("styles/page.css"),
    "start.js": named("entries/main.ts"),
    "worker.js": named("entries/worker.ts"),
    "clusterWorker.js": named("entries/simulator.ts"),
    "clusters.css": named("styles/simulator.css"),
  };
  // The worker decides; what shows it is asked for by the first script, when the module is there.
  const scripts = imported(outputs, [named("entries/main.ts"), named("entries/worker.ts")]);
  const preloads = [
    ...PAGE_MODULES.filter(({ page }) => page === "first").map(
      (module) => `<link rel="preload" as="fetch" href="${moduleName(module)}" crossorigin>`,
    ),
    ...[...scripts].map((path) => `<link rel="modulepreload" href="${basename(path)}">`),
  ];
  let html = readFileSync(join(ROOT, "hosts/browser/index.html"), "utf8");
  for (const [name, path] of Object.entries(names)) {
    html = html.replace(`"${name}"`, `"${basename(path)}"`);
  }
  const metas = PAGE_MODULES.map(
    (module) => `<meta name="plimsoll-${module.policy}" content="${moduleName(module)}">`,
  );
  html = html.replace("<!-- modules -->", metas.join("\n    "));
  html = html.replace('<div id="page">', () => `<div id="page">${frame}`);
  return html.replace("\n  </head>", `${preloads.map((link) => `\n    ${link}`).join("")}$&`);
}

/** Scripts with all that they import from the beginning. */
function imported(outputs, scripts) {
  const found = new Set(scripts);
  // A set hands out what is added to it on the way.
  for (const path of found) {
    for (const { kind, path: other } of outputs[path].imports) {
      if (kind === "import-statement") found.add(other);
    }
  }
  return found;
}

/** As the page asks for a module: its name and a digest. The package holds it once, without. */
function moduleName({ wasm }) {
  return `${basename(wasm, ".wasm")}-${digestOf([readFileSync(join(ROOT, wasm))])}.wasm`;
}

/** As long as those that esbuild writes into names. */
function digestOf(parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex").slice(0, 8).toUpperCase();
}

/** Folders of the packages whose code is in the page, relative to the root. */
export async function playgroundPackages() {
  const bundles = await Promise.all([bundle(PAGE), bundle(CLUSTER_WORKER)]);
  const inputs = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const folders = inputs.map((path) => PACKAGE_FOLDER.exec(path)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

const PACKAGE_FOLDER = /^(.*\/)?node_modules\/(@[^/]+\/)?[^/]+/;

/** All that the page can ever load, but for the examples, compressed. */
export function playgroundSize() {
  const own = readdirSync(FOLDER).filter((name) => name.endsWith(".br"));
  const files = [
    ...own.map((name) => join(FOLDER, name)),
    ...PAGE_MODULES.map(({ wasm }) => join(ROOT, `${wasm}.br`)),
  ];
  const sizes = files.map((path) => [basename(path, ".br"), readFileSync(path).length]);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  const kilobytes = (bytes) => (bytes / 1000).toFixed(1);
  const list = sizes.map(([name, size]) => `${name} ${kilobytes(size)}`).join(", ");
  return `dist/playground ${kilobytes(total)} kB brotli: ${list}`;
}
