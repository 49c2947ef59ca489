/** Fresh projects, each written like a first use of the package. */
import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { INSTALL_PACKAGES, packagedProgram } from "../runtimes/packages.ts";
import { run } from "../runtimes/process.ts";
import { Missing } from "./missing.ts";
import { playPage } from "./page.ts";
import { snippet } from "./snippets.ts";
import { playWorker } from "./worker.ts";

export interface Project {
  readonly name: string;
  /** Plays the examples in the project's folder and returns their digest. */
  readonly play: (folder: string) => Promise<string>;
}

/** What the snippets take for given: the documents of a node. */
const GIVEN = `
const podList = { kind: "PodList", items: [] };
const memory = { time: "2026-01-15T10:00:00Z", availableBytes: 1, workingSetBytes: 1000 };
const summary = { node: { nodeName: "n", memory }, pods: [] };
`;
/** A cluster of one pod and no node that could take it. */
const GIVEN_OBJECTS = `
const metadata = { namespace: "shop", name: "cart-1" };
const objects = { kind: "List", items: [{ apiVersion: "v1", kind: "Pod", metadata, spec: {} }] };
`;
const CHECKED = `
const { message } = cluster.report().parse();
if (message !== "no nodes available to schedule pods") throw new Error(String(message));
`;
const SCHEDULER = GIVEN_OBJECTS + snippet("ES modules, the scheduler") + CHECKED;
/** A DaemonSet whose pod uses more than its only node has. */
const GIVEN_CLUSTER = `
const capacity = { cpu: "2", memory: "2Gi", pods: "110" };
const labels = { app: "agent" };
const containers = [{ name: "agent", image: "agent" }];
const template = { metadata: { labels }, spec: { containers } };
const agent = { selector: { matchLabels: labels }, template };
const items = [
  { kind: "Node", metadata: { name: "worker-1" }, status: { capacity } },
  { kind: "DaemonSet", metadata: { namespace: "monitoring", name: "agent" }, spec: agent },
];
const clusterObjects = { kind: "List", items };
`;
const THRASHES = `
const { verdict } = loop.report().parse();
if (verdict !== "thrashes") throw new Error(verdict);
`;
const SIMULATOR = GIVEN_CLUSTER + snippet("ES modules, the closed loop") + THRASHES;
const ES_MODULES = GIVEN + snippet("ES modules:") + SCHEDULER + SIMULATOR;

const FROM_FILES = `
import * as library from "plimsoll";
import { readdirSync, readFileSync } from "node:fs";
import { digestOf } from "./digest.mjs";

const files = readdirSync("examples").sort();
const captures = files.map((file) => new Uint8Array(readFileSync("examples/" + file)));
console.log(await digestOf(library, engine, captures));
`;

const FROM_FILES_REQUIRED = `
async function main(engine) {
  const library = require("plimsoll");
  const { readdirSync, readFileSync } = require("node:fs");
  const { digestOf } = await import("./digest.mjs");
  const files = readdirSync("examples").sort();
  const captures = files.map((file) => new Uint8Array(readFileSync("examples/" + file)));
  console.log(await digestOf(library, engine, captures));
}
`;

const FROM_PAGE = `
import * as library from "plimsoll";
import { digestOf } from "./digest.mjs";

const files = await (await fetch("/examples.json")).json();
const read = async (file) => new Uint8Array(await (await fetch("/examples/" + file)).arrayBuffer());
const captures = await Promise.all(files.map(read));
document.title = await digestOf(library, engine, captures);
`;

const FROM_WORKER = `
import * as library from "plimsoll";
import { digestOf } from "./digest.mjs";
import { captures } from "./captures.mjs";

export default {
  fetch: async () => new Response(await digestOf(library, engine, captures)),
};
`;

const FROM_EDGE_LIGHT = `
const library = require("plimsoll");
const { digestOf } = require("./digest.mjs");

async function answer() {
  const own = captures.map((bytes) => Uint8Array.from(bytes));
  return new Response(await digestOf(library, await loaded, own));
}
addEventListener("fetch", (event) => event.respondWith(answer()));
`;

/** What such a platform's own build does with a module: the script gets it under another name. */
const EDGE_LIGHT_BUILD = `
import { build } from "esbuild";

const modules = {
  name: "modules",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\\.wasm\\?module$/ }, ({ path }) => ({ path, namespace: "module" }));
    onLoad({ filter: /./, namespace: "module" }, () => ({
      contents: "export default plimsollModule;",
    }));
  },
};
await build({
  entryPoints: ["main.js"],
  outfile: "script.js",
  bundle: true,
  format: "iife",
  conditions: ["edge-light", "worker"],
  plugins: [modules],
});
`;

const EDGE_LIGHT_HOST = `
import { EdgeRuntime } from "edge-runtime";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";

const core = readFileSync(createRequire(import.meta.url).resolve("plimsoll/eviction.wasm"));
const plimsollModule = await WebAssembly.compile(core);
const files = readdirSync("examples").sort();
// There is no DecompressionStream in there.
const captures = files.map((file) => gunzipSync(readFileSync("examples/" + file)));
const runtime = new EdgeRuntime({
  initialCode: readFileSync("script.js", "utf8"),
  extend: (context) => Object.assign(context, { plimsollModule, captures }),
});
const response = await runtime.dispatchFetch("http://localhost/");
console.log(await response.text());
await response.waitUntil();
`;

const PAGE =
  '<!doctype html><link rel="icon" href="data:,"><script type="module" src="main.js"></script>';

export const PROJECTS: readonly Project[] = [
  { name: "Node, ES modules", play: (folder) => script(folder, process.execPath, ["main.js"]) },
  { name: "Node, CommonJS", play: required },
  {
    name: "Deno",
    play: (folder) => {
      const words = ["run", "--allow-read", "--no-remote", "main.js"];
      return script(folder, program("@deno", "linux-", "deno"), words);
    },
  },
  {
    name: "Bun",
    play: (folder) => script(folder, program("@oven", "bun-", "bin/bun"), ["main.js"]),
  },
  { name: "Vite", play: vite },
  { name: "webpack", play: webpack },
  { name: "esbuild", play: esbuild },
  { name: "a page with an import map", play: importMap },
  { name: "workerd", play: worker },
  { name: "edge-light", play: edgeLight },
];

async function script(folder: string, command: string, words: readonly string[]): Promise<string> {
  write(folder, { "main.js": ES_MODULES + FROM_FILES });
  return lastLine(await run(command, words, { cwd: folder }));
}

async function required(folder: string): Promise<string> {
  write(folder, {
    "package.json": '{"private":true}',
    "main.js": `${GIVEN}${snippet("CommonJS")}${FROM_FILES_REQUIRED}\nloaded.then(main);\n`,
  });
  return lastLine(await run(process.execPath, ["main.js"], { cwd: folder }));
}

async function vite(folder: string): Promise<string> {
  write(folder, { "main.js": ES_MODULES + FROM_PAGE, "index.html": PAGE });
  await tool(folder, "vite", ["build", "--outDir", "site", "--logLevel", "warn"]);
  return playPage(folder, "site");
}

async function webpack(folder: string): Promise<string> {
  write(folder, { "main.js": ES_MODULES + FROM_PAGE, "site/index.html": PAGE });
  const words = ["--mode", "production", "--entry", "./main.js", "--output-path", "site"];
  await tool(folder, "webpack", [...words, "--output-public-path", "/"]);
  return playPage(folder, "site");
}

async function esbuild(folder: string): Promise<string> {
  const main = GIVEN + snippet("esbuild") + FROM_PAGE;
  write(folder, { "main.js": main, "site/index.html": PAGE });
  const words = ["main.js", "--bundle", "--format=esm", "--loader:.wasm=binary"];
  await tool(folder, "esbuild", [...words, "--outfile=site/main.js", "--log-level=warning"]);
  return playPage(folder, "site");
}

/** No tool at all: the page says where the packages lie, and the browser does the rest. */
async function importMap(folder: string): Promise<string> {
  const imports = {
    plimsoll: "/node_modules/plimsoll/dist/browser.mjs",
    "plimsoll/scheduler": "/node_modules/plimsoll/dist/scheduler-browser.mjs",
    "plimsoll/simulator": "/node_modules/plimsoll/dist/simulator-browser.mjs",
    "@assemblyscript/loader": "/node_modules/@assemblyscript/loader/index.js",
    yaml: "/node_modules/yaml/browser/index.js",
    "smol-toml": "/node_modules/smol-toml/dist/index.js",
    fflate: "/node_modules/fflate/esm/browser.js",
    pako: "/node_modules/pako/dist/pako.mjs",
  };
  const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`;
  const page = PAGE.replace("<script", `${map}<script`);
  write(folder, { "site/main.js": ES_MODULES + FROM_PAGE, "site/index.html": page });
  cpSync(join(folder, "digest.mjs"), join(folder, "site/digest.mjs"));
  return playPage(folder, "site");
}

async function worker(folder: string): Promise<string> {
  const files = readdirSync(join(folder, "examples")).sort();
  const names = files.map((_, index) => `capture${index}`);
  const imports = files.map((file, index) => `import ${names[index]} from "./examples/${file}";`);
  const list = names.map((name) => `new Uint8Array(${name})`).join(", ");
  write(folder, {
    "main.js": ES_MODULES + FROM_WORKER,
    "captures.mjs": `${imports.join("\n")}\nexport const captures = [${list}];\n`,
  });
  const words = ["main.js", "--bundle", "--format=esm", "--conditions=workerd,worker,browser"];
  const external = ["--external:*.wasm", "--external:*.gz"];
  await tool(folder, "esbuild", [...words, ...external, "--outfile=worker.js"]);
  return playWorker(folder, files);
}

async function edgeLight(folder: string): Promise<string> {
  write(folder, {
    "main.js": GIVEN + snippet("CommonJS") + FROM_EDGE_LIGHT,
    "build.js": EDGE_LIGHT_BUILD,
    "host.js": EDGE_LIGHT_HOST,
  });
  await run(process.execPath, ["build.js"], { cwd: folder });
  return lastLine(await run(process.execPath, ["host.js"], { cwd: folder }));
}

function tool(folder: string, name: string, words: readonly string[]): Promise<string> {
  return run(join(folder, "../node_modules/.bin", name), words, { cwd: folder });
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  const all = { "package.json": '{"private":true,"type":"module"}', ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1) ?? "";
}

function program(scope: string, prefix: string, path: string): string {
  const found = packagedProgram(scope, prefix, path);
  if (found === null) throw new Missing(INSTALL_PACKAGES);
  return found;
}
