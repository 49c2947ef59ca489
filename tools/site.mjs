/**
 * `npm run site`: the documents and the playground as a static site in build/site, for any server
 * of files. Every link inside it is followed; one that leads nowhere fails the build.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, posix } from "node:path";
import { Marked } from "marked";
import { getHeadingList, gfmHeadingId } from "marked-gfm-heading-id";
import { ROOT } from "./parts.mjs";

const SITE = join(ROOT, "build/site");
const STYLE = join(ROOT, "tools/site.css");
/** In the order in which they are read; folders bring every document below them. */
const SOURCES = [
  "README.md",
  "docs",
  "FIDELITY.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "assembly",
  "hosts",
  "examples",
  "test",
];
/** The text of the list next to each document. */
const LISTED = /^(README|FIDELITY|ARCHITECTURE|CONTRIBUTING|SECURITY|CHANGELOG)\.md$|^docs\//;
const OUTSIDE = /(^|\/)(node_modules|target|dist|build|__pycache__)(\/|$)/;
const ELSEWHERE = /^([a-z][a-z\d+.-]*:|\/\/)/i;

function documentsIn(path) {
  if (OUTSIDE.test(path)) return [];
  if (!statSync(join(ROOT, path)).isDirectory()) return path.endsWith(".md") ? [path] : [];
  return readdirSync(join(ROOT, path))
    .sort()
    .flatMap((name) => documentsIn(`${path}/${name}`));
}

const documents = SOURCES.flatMap(documentsIn);

function pageOf(path) {
  return path === "README.md" ? "index.html" : path.replace(/\.md$/, ".html");
}

function isFolder(path) {
  return existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isDirectory();
}

/** What a link of a document leads to, as a path of the site; files that are linked come along. */
function targetOf(from, link, linked) {
  if (ELSEWHERE.test(link)) return link;
  const [path = "", anchor] = link.split("#");
  if (path === "") return link;
  const target = posix.normalize(posix.join(posix.dirname(from), path)).replace(/\/$/, "");
  const readme = target === "." ? "README.md" : `${target}/README.md`;
  const document = [target, readme].find((each) => documents.includes(each));
  if (document === undefined) linked.add(target);
  const index = isFolder(target) ? `${target}/index.html` : target;
  const page = document === undefined ? index : pageOf(document);
  const way = posix.relative(posix.dirname(pageOf(from)), page);
  return anchor === undefined ? way : `${way}#${anchor}`;
}

function rendered(path, linked) {
  const text = readFileSync(join(ROOT, path), "utf8");
  const marked = new Marked({ gfm: true }, gfmHeadingId(), {
    walkTokens(token) {
      if (token.type !== "link" && token.type !== "image") return;
      token.href = targetOf(path, token.href, linked);
    },
  });
  const html = marked.parse(text);
  const [title] = getHeadingList();
  return { path, html, title: title?.raw ?? path };
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function page({ path, html, title }, listed) {
  const root = posix.relative(posix.dirname(pageOf(path)), ".") || ".";
  const items = listed.map((other) => {
    const current = other.path === path ? ' aria-current="page"' : "";
    const name = escaped(other.title.replaceAll("`", ""));
    return `<li><a href="${root}/${pageOf(other.path)}"${current}>${name}</a></li>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${root}/site.css">
</head>
<body>
<nav aria-label="Documents"><ul>
${items.join("\n")}
<li><a href="${root}/playground/index.html">Playground</a></li>
</ul></nav>
<main>
${html}</main>
</body>
</html>
`;
}

/** The names in a folder that a document links to as a whole. */
function listing(path) {
  const names = readdirSync(join(ROOT, path)).sort();
  const items = names.map((name) => `<li>${escaped(name)}</li>`);
  return {
    path: `${path}/index.md`,
    title: path,
    html: `<h1>${path}</h1>\n<ul>\n${items.join("\n")}\n</ul>\n`,
  };
}

function write(path, text) {
  const file = join(SITE, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Links of the written pages that lead nowhere. */
function brokenLinks(pages) {
  const anchors = new Map();
  const anchorsOf = (path) => {
    const known = anchors.get(path);
    if (known !== undefined) return known;
    const ids = readFileSync(join(SITE, path), "utf8").matchAll(/ id="([^"]+)"/g);
    anchors.set(path, new Set([...ids].map(([, id]) => id)));
    return anchors.get(path);
  };
  return pages.flatMap((path) => {
    const text = readFileSync(join(SITE, path), "utf8");
    const links = [...text.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, link]) => link);
    return links
      .filter((link) => {
        if (ELSEWHERE.test(link)) return false;
        const [file, anchor] = link.split("#");
        const target = file === "" ? path : posix.normalize(posix.join(posix.dirname(path), file));
        if (!existsSync(join(SITE, target))) return true;
        return anchor !== undefined && target.endsWith(".html") && !anchorsOf(target).has(anchor);
      })
      .map((link) => `${path} leads to ${link}, which is not there.`);
  });
}

function buildPlayground() {
  const folder = join(SITE, "playground");
  const command = [join(ROOT, "dist/plimsoll.mjs"), "playground", "--write", folder];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

rmSync(SITE, { recursive: true, force: true });
const linked = new Set();
const pages = documents.map((path) => rendered(path, linked));
const listed = pages.filter(({ path }) => LISTED.test(path));
for (const target of [...linked].sort()) {
  if (isFolder(target)) pages.push(listing(target));
  else if (existsSync(join(ROOT, target))) cpSync(join(ROOT, target), join(SITE, target));
}
for (const one of pages) write(pageOf(one.path), page(one, listed));
cpSync(STYLE, join(SITE, "site.css"));
buildPlayground();
const broken = brokenLinks(pages.map(({ path }) => pageOf(path)));
for (const sentence of broken) console.error(sentence);
console.log(`build/site: ${pages.length} pages and the playground, ${broken.length} broken links`);
process.exitCode = broken.length === 0 ? 0 : 1;
