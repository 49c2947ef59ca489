/** Which documents the site has, in which order, and what they become. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { Marked } from "marked";
import { getHeadingList, gfmHeadingId } from "marked-gfm-heading-id";
import { ROOT } from "../parts.mjs";

/** In the order in which they are read; a folder brings every document below it. */
export const GROUPS = [
  { title: "Start", sources: ["README.md", "docs/tutorial"] },
  { title: "How-to", sources: howTos() },
  {
    title: "Reference",
    sources: [
      "docs/reference/inputs.md",
      "docs/reference/rights.md",
      "docs/reference/formats.md",
      "analysis/read/kubelet/README.md",
      "docs/reference/kubelet-eviction.md",
      "docs/reference/scheduler.md",
      "docs/reference/drain.md",
      "docs/reference/admission.md",
      "docs/reference/oom.md",
      "docs/reference/simulator.md",
      "docs/reference/prometheus.md",
      "docs/reference/daemon.md",
      "hosts/daemon/deploy/README.md",
      "hosts/daemon/cgroup/README.md",
      "docs/reference/embedding.md",
      "assembly/README.md",
      "hosts/go/README.md",
      "hosts/python/README.md",
      "hosts/edge/README.md",
      "docs/reference/glossary.md",
    ],
  },
  { title: "Commands", isFolded: true, sources: ["docs/reference/commands"] },
  { title: "Explanation", sources: ["docs/explanation"] },
  {
    title: "Contributors",
    isFolded: true,
    sources: [
      "docs/README.md",
      "CONTRIBUTING.md",
      "ARCHITECTURE.md",
      "FIDELITY.md",
      "SECURITY.md",
      "CHANGELOG.md",
      "test/README.md",
    ],
  },
];
/** Documents that others link to, and that no list names. */
const UNLISTED = ["analysis", "assembly", "hosts", "examples", "test"];
const OUTSIDE = /(^|\/)(node_modules|target|dist|build|__pycache__)(\/|$)/;
export const ELSEWHERE = /^([a-z][a-z\d+.-]*:|\/\/)/i;

/** The questions, in the order of the index of the documents. */
function howTos() {
  const index = readFileSync(join(ROOT, "docs/README.md"), "utf8");
  const names = [...index.matchAll(/\]\((how-to\/[\w-]+\.md)\)/g)].map(([, name]) => name);
  return [...new Set(names)].map((name) => `docs/${name}`);
}

export function isFolder(path) {
  return existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isDirectory();
}

function documentsIn(path) {
  if (OUTSIDE.test(path)) return [];
  if (!isFolder(path)) return path.endsWith(".md") ? [path] : [];
  // The document about a folder is read before those in it.
  const names = readdirSync(join(ROOT, path)).sort(
    (a, b) => Number(b === "README.md") - Number(a === "README.md") || (a < b ? -1 : 1),
  );
  return names.flatMap((name) => documentsIn(`${path}/${name}`));
}

const groups = GROUPS.map((group) => ({ ...group, paths: group.sources.flatMap(documentsIn) }));
const listed = groups.flatMap(({ paths }) => paths);
export const DOCUMENTS = [...new Set([...listed, ...UNLISTED.flatMap(documentsIn)])];

export function pageOf(path) {
  return path === "README.md" ? "index.html" : path.replace(/\.md$/, ".html");
}

/** What a link of a document leads to, as a path of the site; files that are linked come along. */
function targetOf(from, link, linked) {
  if (ELSEWHERE.test(link)) return link;
  const [path = "", anchor] = link.split("#");
  if (path === "") return link;
  const target = posix.normalize(posix.join(posix.dirname(from), path)).replace(/\/$/, "");
  const readme = target === "." ? "README.md" : `${target}/README.md`;
  const document = [target, readme].find((each) => DOCUMENTS.includes(each));
  if (document === undefined) linked.add(target);
  const index = isFolder(target) ? `${target}/index.html` : target;
  const page = document === undefined ? index : pageOf(document);
  const way = posix.relative(posix.dirname(pageOf(from)), page);
  return anchor === undefined ? way : `${way}#${anchor}`;
}

/** Tags and entities left out. */
export function plain(html) {
  return html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .trim();
}

export function rendered(path, linked) {
  const text = readFileSync(join(ROOT, path), "utf8");
  const marked = new Marked({ gfm: true }, gfmHeadingId(), {
    walkTokens(token) {
      if (token.type !== "link" && token.type !== "image") return;
      token.href = targetOf(path, token.href, linked);
    },
    renderer: {
      // A wide table scrolls by itself, and the page does not.
      table(token) {
        const made = Object.getPrototypeOf(this).table.call(this, token);
        const table = made.replaceAll(/<th([^>]*)><\/th>/g, "<td$1></td>");
        return `<div class="wide" tabindex="0" role="group" aria-label="Table">${table}</div>\n`;
      },
    },
  });
  // What scrolls by itself is reached by keyboard.
  const html = marked.parse(text).replaceAll("<pre>", '<pre tabindex="0">');
  const [title] = getHeadingList();
  const words = plain(
    /<p>([\s\S]*?)<\/p>/.exec(html.replaceAll(/<p><img[^>]*><\/p>/g, ""))?.[1] ?? "",
  );
  return { path, html, title: plain(title?.text ?? path), description: words.slice(0, 200) };
}

/** The groups with their pages: what is listed next to each page, and in which order. */
export function grouped(pages) {
  const pageBy = new Map(pages.map((page) => [page.path, page]));
  return groups.map(({ title, isFolded = false, paths }) => ({
    title,
    isFolded,
    pages: paths.map((path) => pageBy.get(path)),
  }));
}
