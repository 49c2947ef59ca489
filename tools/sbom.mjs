/**
 * Writes dist/sbom.cdx.json, the CycloneDX bill of materials of the package: what npm installs with
 * it, the packages whose code is in the page, and the modules with their SHA-256. It is run by
 * `npm run pack -- npm`: .npmrc keeps npm from running scripts by itself. The same checkout gives
 * the same bytes: no time, no random number.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { npmCommand } from "./npm.mjs";
import { MODULES, ROOT } from "./parts.mjs";
import { playgroundPackages } from "./playground.mjs";

const TARGET = "dist/sbom.cdx.json";
/** CycloneDX's own name for a package whose code is part of another one. */
const BUNDLED = { name: "cdx:npm:package:bundled", value: "true" };

function readJson(path) {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8"));
}

/** All that the lockfile names, tools for development too. */
function lockedBill() {
  const args = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
  const [command, ...words] = npmCommand(args);
  const stdio = ["ignore", "pipe", "ignore"];
  return JSON.parse(execFileSync(command, words, { cwd: ROOT, encoding: "utf8", stdio }));
}

function referenceOf({ name, version }) {
  return `${name}@${version}`;
}

/** The references that `first` leads to, itself included. */
function reachable(first, dependencies) {
  const found = new Set();
  const waiting = [...first];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(dependencies.get(next) ?? []));
  }
  return found;
}

function moduleComponent({ wasm }) {
  const content = createHash("sha256")
    .update(readFileSync(join(ROOT, wasm)))
    .digest("hex");
  const { version } = manifest;
  const hashes = [{ alg: "SHA-256", content }];
  return { "bom-ref": wasm, type: "file", name: basename(wasm), version, hashes };
}

const manifest = readJson("package.json");
const locked = lockedBill();
const edges = new Map(locked.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
const direct = Object.entries(manifest.dependencies).map(([name, version]) =>
  referenceOf({ name, version }),
);
const installed = reachable(direct, edges);
const folders = await playgroundPackages();
const bundled = folders.map((folder) => referenceOf(readJson(`${folder}/package.json`)));
const shipped = new Set([...installed, ...bundled]);
const components = locked.components
  .filter((component) => shipped.has(component["bom-ref"]))
  .map((component) => {
    const inPage = bundled.includes(component["bom-ref"]);
    return { ...component, scope: "required", properties: inPage ? [BUNDLED] : [] };
  });
const missing = [...shipped].filter((ref) => !components.some((each) => each["bom-ref"] === ref));
if (missing.length > 0) throw new Error(`The lockfile does not have ${missing.join(", ")}.`);

const { serialNumber: _, ...bill } = locked;
const { timestamp: __, ...metadata } = bill.metadata;
const own = { ...metadata.component, name: manifest.name };
const root = { ref: own["bom-ref"], dependsOn: [...direct, ...MODULES.map(({ wasm }) => wasm)] };
const dependencies = locked.dependencies
  .filter(({ ref }) => shipped.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => shipped.has(each)) }));
const contents = {
  ...bill,
  metadata: { ...metadata, component: own },
  components: [...MODULES.map(moduleComponent), ...components],
  dependencies: [root, ...dependencies],
};
writeFileSync(join(ROOT, TARGET), `${JSON.stringify(contents, undefined, 2)}\n`);
