// Packs what npm would publish, installs it elsewhere, and uses it as a stranger would: the
// command, the library with its types, the module, the page.
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { MODULES, PAGE_MODULES } from "../tools/parts.mjs";

const elsewhere = mkdtempSync(join(tmpdir(), "plimsoll-package-"));
const compiler = join(process.cwd(), "node_modules/typescript/bin/tsc");

function run(command, args, cwd = elsewhere) {
  return execFileSync(command, args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function filesUnder(folder) {
  const names = readdirSync(folder, { recursive: true });
  return names.filter((name) => statSync(join(folder, name)).isFile());
}

/** Everybody who installs the package downloads all of it: nothing may be there a second time. */
function refuseTwice(folder) {
  const names = new Map();
  for (const name of filesUnder(folder)) {
    const bytes = readFileSync(join(folder, name));
    const digest = createHash("sha256").update(bytes).digest("hex");
    const other = names.get(digest);
    if (other !== undefined) throw new Error(`The package holds ${name} as ${other} too.`);
    names.set(digest, name);
  }
}

function sha256Of(path) {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

/** The digests of the modules, and the bill of materials, are those of what is installed. */
function refuseWrongFigures(folder) {
  const bill = JSON.parse(readFileSync(join(folder, "dist/sbom.cdx.json"), "utf8"));
  const named = new Map(bill.components.map((component) => [component.name, component]));
  for (const { wasm } of MODULES) {
    const name = basename(wasm);
    const digest = sha256Of(join(folder, wasm));
    const line = readFileSync(join(folder, `${wasm}.sha256`), "utf8");
    if (line !== `${digest}  ${name}\n`) throw new Error(`${name}.sha256 says ${line}`);
    const [hash] = named.get(name)?.hashes ?? [];
    if (hash?.content !== digest) throw new Error(`The SBOM has another digest of ${name}.`);
  }
  // In the changelog from the release on.
  const module = sha256Of(join(folder, MODULES[0].wasm));
  const changes = readFileSync(join(folder, "CHANGELOG.md"), "utf8");
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const release = changes.split(/^## /m).find((text) => /^\[?([^\s\]]*)/.exec(text)[1] === version);
  if (release !== undefined && !release.includes(module)) {
    throw new Error(`CHANGELOG.md names another SHA-256 of ${version} than ${module}.`);
  }
  const lock = readFileSync(join(elsewhere, "node_modules/.package-lock.json"), "utf8");
  for (const path of Object.keys(JSON.parse(lock).packages)) {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    if (name === "plimsoll" || named.has(name)) continue;
    throw new Error(`npm installs ${name} with the package, and the SBOM does not have it.`);
  }
  const preact = named.get("preact")?.properties.map(({ name }) => name) ?? [];
  if (!preact.includes("cdx:npm:package:bundled")) throw new Error("The SBOM leaves the page out.");
}

/** Whatever the front page of the package leads to is in the package. */
function refuseDeadLinks(folder) {
  const page = readFileSync(join(folder, "README.md"), "utf8");
  for (const [, target] of page.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)) {
    if (/^[a-z]+:/.test(target) || existsSync(join(folder, target))) continue;
    throw new Error(`README.md leads to ${target}, which is not in the package.`);
  }
}

/** A daemon tells the page which stream to watch, and nothing else. */
function withoutStream(page) {
  const told = '\n    <meta name="plimsoll-stream" content="v1/stream">';
  return Buffer.from(page.toString().replace(told, ""));
}

/** The story of an example, which the page of a daemon does not begin with. */
function withoutFrame(page) {
  return Buffer.from(
    page.toString().replace(/(?<=<div id="page">).*(?=<\/div>\s*<noscript>)/s, ""),
  );
}

/** Starts a command that serves the page, and holds every file of it to the folder's. */
async function refuseOtherPage(folder, words) {
  const server = spawn("node_modules/.bin/plimsoll", words, {
    cwd: elsewhere,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const address = await addressOf(server);
    for (const name of filesUnder(folder)) {
      const served = Buffer.from(await (await fetch(`${address}/${name}`)).arrayBuffer());
      const written = readFileSync(join(folder, name));
      if (served.equals(written)) continue;
      const isDaemons = name === "index.html" && words[0] === "run";
      if (isDaemons && withoutStream(served).equals(withoutFrame(written))) continue;
      throw new Error(`plimsoll ${words[0]} serves another ${name} than --write writes.`);
    }
  } finally {
    server.kill("SIGKILL");
  }
}

function addressOf(server) {
  return new Promise((resolve, reject) => {
    let said = "";
    server.stdout.on("data", (chunk) => {
      said += chunk;
      const address = ADDRESS.exec(said);
      if (address !== null) resolve(address[0]);
    });
    server.on("exit", () => reject(new Error(`No page is served:\n${said}`)));
  });
}

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+(?=[/"])/;
const SERVERS = [
  ["playground", "--no-open"],
  ["run", "--source=capture", "--example=memory-leak", "--pace=1x", "--listen=127.0.0.1:0"],
];

const USE = `
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Decision, EvictionEngine, loadEviction } from "plimsoll";
import { SchedulerAction, SchedulerEngine, loadScheduler } from "plimsoll/scheduler";
import { createEdge } from "plimsoll/edge";

for (const name of ${JSON.stringify(MODULES.map(({ policy }) => policy))}) {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve(\`plimsoll/\${name}.wasm\`)));
  if (!WebAssembly.validate(wasm)) throw new Error(\`plimsoll/\${name}.wasm is not a module.\`);
}
const core = await loadEviction();
const edge = createEdge({ core, tenants: [] });
const { status } = await edge.fetch(new Request("http://edge.test/v1/check", { method: "POST" }));
if (status !== 401) throw new Error("The edge function answers " + status + " to nobody.");
const cluster = new SchedulerEngine(await loadScheduler());
cluster.objects({ kind: "Pod", metadata: { namespace: "shop", name: "cart-1" }, spec: {} });
const action = cluster.schedule({ namespace: "shop", name: "cart-1" });
if (action !== SchedulerAction.Unschedulable) throw new Error("A pod is placed without a node.");
const engine = new EvictionEngine(core);
engine.configure({ evictionHard: { "memory.available": "100Mi" } });
engine.pods({ kind: "PodList", items: [] });
const time = "2026-01-15T10:00:00Z";
const memory = { time, availableBytes: 1, workingSetBytes: 1000 };
engine.observe({ node: { nodeName: "n", memory }, pods: [] }, 1_768_471_200_000_000_000n);
const decision: Decision = engine.report().parse();
console.log(decision.nodeConditions.join());
`;

try {
  const target = ["--silent", "--pack-destination", elsewhere];
  run("npm", ["run", "--silent", "pack", "--", "npm", ...target], process.cwd());
  const archive = readdirSync(elsewhere).find((name) => name.endsWith(".tgz"));
  writeFileSync(join(elsewhere, "package.json"), '{"name":"elsewhere","type":"module"}');
  run("npm", ["install", "--silent", "--no-audit", "--no-fund", `./${archive}`]);
  const story = run("node_modules/.bin/plimsoll", ["replay", "--example", "memory-leak"]);
  const plugin = run("node_modules/.bin/kubectl-plimsoll", ["next", "--help"]);
  if (!plugin.startsWith("Usage: kubectl plimsoll next")) throw new Error(plugin);
  if (!/ is evicted at \d\d:\d\d:\d\d/.test(story))
    throw new Error(`The installed command tells:\n${story}`);
  writeFileSync(join(elsewhere, "use.ts"), USE);
  const types = ["--typeRoots", join(process.cwd(), "node_modules/@types"), "--types", "node"];
  const lib = ["--lib", "es2023,dom", "--target", "es2022", "--module", "nodenext", "--strict"];
  run(process.execPath, [compiler, ...types, ...lib, "use.ts"]);
  const conditions = run(process.execPath, ["use.js"]).trim();
  if (conditions !== "MemoryPressure") throw new Error(`The library reports "${conditions}".`);
  const installed = join(elsewhere, "node_modules/plimsoll");
  refuseTwice(installed);
  refuseWrongFigures(installed);
  refuseDeadLinks(installed);
  const site = join(elsewhere, "site");
  run("node_modules/.bin/plimsoll", ["playground", "--write", site]);
  const shown = readdirSync(site);
  for (const { wasm } of PAGE_MODULES) {
    const start = `${basename(wasm, ".wasm")}-`;
    const name = shown.find((each) => each.startsWith(start) && each.endsWith(".wasm"));
    if (name !== undefined && sha256Of(join(site, name)) === sha256Of(join(installed, wasm)))
      continue;
    throw new Error(`The page has another ${basename(wasm)} than the library.`);
  }
  for (const words of SERVERS) await refuseOtherPage(site, words);
} finally {
  rmSync(elsewhere, { recursive: true, force: true });
}
