/**
 * Builds the playground: static files, without the module and the examples, which the package
 * holds once. `plimsoll playground` serves all of it, `--write` copies it into one folder.
 */
import { cpSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build as bundle } from "esbuild";
import { ROOT } from "./parts.mjs";

const FOLDER = join(ROOT, "dist/playground");

const PAGE = {
  absWorkingDir: ROOT,
  entryPoints: {
    page: "hosts/browser/main.tsx",
    worker: "hosts/browser/worker/main.ts",
    style: "hosts/browser/styles/page.css",
  },
  entryNames: "[name]",
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
};

/** The folder appears whole: a server that is running meanwhile never serves half of it. */
export async function buildPlayground() {
  const draft = `${FOLDER}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  await bundle({ ...PAGE, outdir: draft });
  renameSync(join(draft, "style.css"), join(draft, "page.css"));
  cpSync(join(ROOT, "hosts/browser/index.html"), join(draft, "index.html"));
  rmSync(FOLDER, { recursive: true, force: true });
  renameSync(draft, FOLDER);
}

/** Folders of the packages whose code is in the page, relative to the root. */
export async function playgroundPackages() {
  const options = { ...PAGE, outdir: FOLDER, write: false, metafile: true };
  const { metafile } = await bundle(options);
  const folders = Object.keys(metafile.inputs).map((path) => PACKAGE_FOLDER.exec(path)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

const PACKAGE_FOLDER = /^(.*\/)?node_modules\/(@[^/]+\/)?[^/]+/;

/** All that the page can ever load, but for the examples, compressed. */
export function playgroundSize() {
  const own = readdirSync(FOLDER).filter((name) => /\.(html|js|css)$/.test(name));
  const files = [...own.map((name) => join(FOLDER, name)), join(ROOT, "dist/plimsoll.wasm")];
  const sizes = files.map((path) => [basename(path), gzipSync(readFileSync(path)).length]);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  const kilobytes = (bytes) => (bytes / 1000).toFixed(1);
  const list = sizes.map(([name, size]) => `${name} ${kilobytes(size)}`).join(", ");
  return `dist/playground ${kilobytes(total)} kB gzip: ${list}`;
}
