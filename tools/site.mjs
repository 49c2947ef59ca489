/**
 * `npm run site`: the documents and the playground as a static site in build/site, for any server
 * of files, or none. Every link inside it is followed; one that leads nowhere fails the build.
 * `npm run site -- https://docs.example` names the address, which previews in chats need.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./parts.mjs";
import { DOCUMENTS, grouped, isFolder, pageOf, rendered } from "./site/documents.mjs";
import { escaped, NOT_FOUND, PREVIEW, page } from "./site/layout.mjs";
import { brokenLinks } from "./site/links.mjs";
import { searchIndex } from "./site/searchIndex.mjs";

const SITE = join(ROOT, "build/site");
const [address = ""] = process.argv.slice(2).map((each) => each.replace(/\/$/, ""));

/** The names in a folder that a document links to as a whole. */
function listing(path) {
  const names = readdirSync(join(ROOT, path)).sort();
  const items = names.map((name) => `<li>${escaped(name)}</li>`);
  return {
    path: `${path}/index.md`,
    title: path,
    description: `The files in ${path}`,
    html: `<h1>${path}</h1>\n<ul>\n${items.join("\n")}\n</ul>\n`,
  };
}

const notFound = {
  path: NOT_FOUND,
  title: "No such page",
  description: "The page is not here.",
  html: "<h1>No such page</h1>\n<p>Search for it, or choose one of all pages.</p>\n",
};

function write(path, text) {
  const file = join(SITE, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The colors of the playground, then the site's own rules. */
function style() {
  const tokens = readFileSync(join(ROOT, "hosts/browser/styles/tokens.css"), "utf8");
  const [colors] = /:root \{[\s\S]*?\n\}/.exec(tokens) ?? [""];
  return `${colors}\n\n${readFileSync(join(ROOT, "tools/site/site.css"), "utf8")}`;
}

function buildPlayground() {
  const folder = join(SITE, "playground");
  const command = [join(ROOT, "dist/plimsoll.mjs"), "playground", "--write", folder];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

rmSync(SITE, { recursive: true, force: true });
const linked = new Set([PREVIEW]);
const pages = DOCUMENTS.map((path) => rendered(path, linked));
const groups = grouped(pages);
write("searchIndex.js", searchIndex(groups.flatMap((group) => group.pages)));
for (const target of [...linked].sort()) {
  if (isFolder(target)) pages.push(listing(target));
  else if (existsSync(join(ROOT, target))) cpSync(join(ROOT, target), join(SITE, target));
}
pages.push(notFound);
for (const one of pages) write(pageOf(one.path), page(one, groups, address));
write("site.css", style());
// Without this file, GitHub Pages leaves out names that begin with an underscore.
write(".nojekyll", "");
for (const script of ["search.js", "quiz.js"]) {
  cpSync(join(ROOT, "tools/site", script), join(SITE, script));
}
buildPlayground();
const written = pages.map(({ path }) => pageOf(path));
const broken = brokenLinks(SITE, written);
for (const sentence of broken) console.error(sentence);
console.log(`build/site: ${pages.length} pages and the playground, ${broken.length} broken links`);
process.exitCode = broken.length === 0 ? 0 : 1;
