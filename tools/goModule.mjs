/**
 * Writes build/go-module: the Go module of hosts/go with the core inside, in the layout of a module
 * proxy (https://go.dev/ref/mod#goproxy-protocol), to be served as static files or named in
 * GOPROXY. `npm run pack -- go`
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { ROOT } from "./parts.mjs";

const MODULE = "plimsoll.dev/plimsoll";
const SOURCES = join(ROOT, "hosts/go");
/** Zip files know no time before; a fixed one keeps the bytes reproducible. */
const TIME = new Date(1980, 0, 1);

const { version: number } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const version = `v${number}`;

function filesOf(folder, prefix = "") {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory()
        ? filesOf(join(folder, entry.name), `${prefix}${entry.name}/`)
        : [[`${prefix}${entry.name}`, readFileSync(join(folder, entry.name))]],
    );
}

const files = [...filesOf(SOURCES), ["LICENSE", readFileSync(join(ROOT, "LICENSE"))]];
const entries = files.map(([name, bytes]) => [`${MODULE}@${version}/${name}`, bytes]);
const folder = join(ROOT, "build/go-module", MODULE, "@v");
rmSync(join(ROOT, "build/go-module"), { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "list"), `${version}\n`);
writeFileSync(join(folder, `${version}.info`), `${JSON.stringify({ Version: version })}\n`);
writeFileSync(join(folder, `${version}.mod`), readFileSync(join(SOURCES, "go.mod")));
writeFileSync(
  join(folder, `${version}.zip`),
  zipSync(Object.fromEntries(entries), { mtime: TIME, level: 9 }),
);
console.log(`build/go-module: ${MODULE} ${version}, ${files.length} files`);
