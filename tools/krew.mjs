/**
 * Writes what `kubectl krew` installs: build/krew/plimsoll.zip, the package with the packages that
 * it needs, and build/krew/plimsoll.yaml, the manifest of hosts/cli/krew with its version, address
 * and digest. The same checkout gives the same bytes. `npm run pack -- krew --uri URL`, where URL
 * is the address that the archive will have.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { parseDocument } from "yaml";
import { npmCommand } from "./npm.mjs";
import { ROOT } from "./parts.mjs";

const FOLDER = join(ROOT, "build/krew");
/** Zip files know no time before; a fixed one keeps the bytes reproducible. */
const TIME = new Date(1980, 0, 1);
/** Unix, and a regular file with these rights. */
const UNIX = 3;
const attributes = (mode) => ((0o100000 | mode) << 16) >>> 0;

function readJson(path) {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8"));
}

/** The files of the npm package, as npm itself lists them. */
function packageFiles() {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const [command, ...words] = npmCommand(args);
  const stdio = ["ignore", "pipe", "ignore"];
  const [packed] = JSON.parse(execFileSync(command, words, { cwd: ROOT, encoding: "utf8", stdio }));
  return packed.files.map(({ path }) => path);
}

/** The locked packages that the command loads, with all their files. */
function dependencyFiles() {
  const { packages } = readJson("package-lock.json");
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional)
    .flatMap(([path]) => filesOf(path));
}

/** A package inside of another one is in the lockfile itself. */
function filesOf(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return entry.name === "node_modules" ? [] : filesOf(path);
  });
}

/** The archive: paths as in a checkout, sorted, with the rights that they have here. */
export function krewArchive() {
  const paths = [...new Set([...packageFiles(), ...dependencyFiles()])].sort();
  const entries = paths.map((path) => {
    const isProgram = (statSync(join(ROOT, path)).mode & 0o100) !== 0;
    const attrs = attributes(isProgram ? 0o755 : 0o644);
    return [path, [readFileSync(join(ROOT, path)), { os: UNIX, attrs, mtime: TIME }]];
  });
  return zipSync(Object.fromEntries(entries), { level: 6 });
}

/** The manifest of a release, as YAML. */
export function krewManifest({ version, uri, sha256 }) {
  const document = parseDocument(readFileSync(join(ROOT, "hosts/cli/krew/plimsoll.yaml"), "utf8"));
  // What its comment says is true of the template alone.
  document.commentBefore = null;
  document.contents.commentBefore = null;
  document.setIn(["spec", "version"], `v${version}`);
  for (const index of document.getIn(["spec", "platforms"]).items.keys()) {
    document.setIn(["spec", "platforms", index, "uri"], uri);
    document.setIn(["spec", "platforms", index, "sha256"], sha256);
  }
  return document.toString({ lineWidth: 0 });
}

function uriOf([flag, uri, ...more]) {
  const isAddress = URL.canParse(uri ?? "") && new URL(uri).protocol === "https:";
  if (flag === "--uri" && isAddress && uri.endsWith(".zip") && more.length === 0) return uri;
  console.error("usage: npm run pack -- krew --uri https://HOST/PATH.zip");
  process.exit(2);
}

if (process.argv[1]?.endsWith("krew.mjs")) {
  const uri = uriOf(process.argv.slice(2));
  const archive = krewArchive();
  const sha256 = createHash("sha256").update(archive).digest("hex");
  const { version } = readJson("package.json");
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, "plimsoll.zip"), archive);
  writeFileSync(join(FOLDER, "plimsoll.yaml"), krewManifest({ version, uri, sha256 }));
  console.log(`build/krew: plimsoll ${version}, ${archive.length} bytes, sha256 ${sha256}`);
}
