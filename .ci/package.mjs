// Packs what npm would publish, installs it elsewhere, and uses it as a stranger would: the
// command, the library with its types, the module.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const elsewhere = mkdtempSync(join(tmpdir(), "plimsoll-package-"));
const compiler = join(process.cwd(), "node_modules/typescript/bin/tsc");

function run(command, args, cwd = elsewhere) {
  return execFileSync(command, args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

const USE = `
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Decision, Engine, loadCore } from "plimsoll";
import { createEdge } from "plimsoll/edge";

const wasm = readFileSync(fileURLToPath(import.meta.resolve("plimsoll/core.wasm")));
if (!WebAssembly.validate(wasm)) throw new Error("plimsoll/core.wasm is no module.");
const core = await loadCore();
const edge = createEdge({ core, tenants: [] });
const { status } = await edge.fetch(new Request("http://edge.test/v1/check", { method: "POST" }));
if (status !== 401) throw new Error("The edge function answers " + status + " to nobody.");
const engine = new Engine(core);
engine.configure({ evictionHard: { "memory.available": "100Mi" } });
engine.pods({ kind: "PodList", items: [] });
const time = "2026-01-15T10:00:00Z";
const memory = { time, availableBytes: 1, workingSetBytes: 1000 };
engine.observe({ node: { nodeName: "n", memory }, pods: [] }, 1_768_471_200_000_000_000n);
const decision: Decision = engine.report().parse();
console.log(decision.nodeConditions.join());
`;

try {
  run("npm", ["pack", "--silent", "--pack-destination", elsewhere], process.cwd());
  const archive = readdirSync(elsewhere).find((name) => name.endsWith(".tgz"));
  writeFileSync(join(elsewhere, "package.json"), '{"name":"elsewhere","type":"module"}');
  run("npm", ["install", "--silent", "--no-audit", "--no-fund", `./${archive}`]);
  const story = run("node_modules/.bin/plimsoll", ["replay", "--example", "memory-leak"]);
  if (!story.includes("evicts ")) throw new Error(`The installed command tells:\n${story}`);
  writeFileSync(join(elsewhere, "use.ts"), USE);
  const types = ["--typeRoots", join(process.cwd(), "node_modules/@types"), "--types", "node"];
  const lib = ["--lib", "es2023,dom", "--target", "es2022", "--module", "nodenext", "--strict"];
  run(process.execPath, [compiler, ...types, ...lib, "use.ts"]);
  const conditions = run(process.execPath, ["use.js"]).trim();
  if (conditions !== "MemoryPressure") throw new Error(`The library reports "${conditions}".`);
} finally {
  rmSync(elsewhere, { recursive: true, force: true });
}
