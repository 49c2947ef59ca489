/** The HTML around a document: what it belongs to, what comes before and after it, the search. */
import { posix } from "node:path";
import { pageOf } from "./documents.mjs";

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32' fill='none' " +
  "stroke='%231f5f8b' stroke-width='3.4'%3E%3Ccircle cx='16' cy='16' r='9.5'/%3E" +
  "%3Cpath d='M1 16h30'/%3E%3C/svg%3E";
const MARK =
  '<svg class="mark" viewBox="0 0 32 32" width="30" height="30" aria-hidden="true">' +
  '<circle cx="16" cy="16" r="9.5"/><path d="M1 16h30"/></svg>';
export const NOT_FOUND = "404.md";
/** The page whose answers are counted. */
const QUIZ = "docs/tutorial/quiz.md";
export const PREVIEW = "docs/pictures/preview.png";

export function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Shorter than a title, where the list has what all of its pages share. */
function nameOf({ path, title }) {
  if (path === "README.md") return "Plimsoll";
  return title.replace(/^plimsoll (?=\w)/, "");
}

function link(root, page, current) {
  const here = page.path === current ? ' aria-current="page"' : "";
  return `<li><a href="${root}/${pageOf(page.path)}"${here}>${escaped(nameOf(page))}</a></li>`;
}

function navigation(root, path, groups) {
  const parts = groups.map(({ title, isFolded, pages }) => {
    const isOpen = !isFolded || pages.some((page) => page.path === path);
    const items = pages.map((page) => link(root, page, path)).join("\n");
    const open = isOpen ? " open" : "";
    return `<details${open}><summary>${title}</summary>\n<ul>\n${items}\n</ul></details>`;
  });
  return `<nav aria-label="Documents">\n${parts.join("\n")}\n</nav>`;
}

/** The pages before and after this one, in the order of the lists. */
function neighbors(root, path, groups) {
  const all = groups.flatMap(({ pages }) => pages);
  const at = all.findIndex((page) => page.path === path);
  if (at < 0) return "";
  const to = (page, rel, word) =>
    page === undefined
      ? "<span></span>"
      : `<a rel="${rel}" href="${root}/${pageOf(page.path)}"><small>${word}</small>` +
        `${escaped(nameOf(page))}</a>`;
  return (
    '<nav class="neighbors" aria-label="Next and previous page">' +
    `${to(all[at - 1], "prev", "Previous")}${to(all[at + 1], "next", "Next")}</nav>`
  );
}

/** What a chat or a forum shows of a link: the verdict in a picture. */
function preview({ title, description }, root, address) {
  const picture = address === "" ? `${root}/${PREVIEW}` : `${address}/${PREVIEW}`;
  const meta = [
    ["og:title", title],
    ["og:description", description],
    ["og:type", "article"],
    ["og:site_name", "Plimsoll"],
    ["og:image", picture],
    ["og:image:width", "1200"],
    ["og:image:height", "630"],
    ["og:image:alt", "cart was evicted: the node ran low on memory"],
  ];
  const lines = meta.map(
    ([name, value]) => `<meta property="${name}" content="${escaped(value)}">`,
  );
  return [...lines, '<meta name="twitter:card" content="summary_large_image">'].join("\n");
}

/** `address` is that of the site, for previews, which need it; empty if it is not known. */
export function page(document, groups, address) {
  const { path, html, title, description } = document;
  const own = posix.relative(posix.dirname(pageOf(path)), ".") || ".";
  // A server shows it in place of a page in any folder.
  const root = path === NOT_FOUND && address !== "" ? address : own;
  const quiz = path === QUIZ ? `\n<script src="${root}/quiz.js" defer></script>` : "";
  const named = path === "README.md" ? "Plimsoll" : `${title} · Plimsoll`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(named)}</title>
<meta name="description" content="${escaped(description)}">
${preview(document, root, address)}
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${root}/site.css">
<script src="${root}/search.js" data-root="${root}" defer></script>${quiz}
</head>
<body>
<a class="skip" href="#document">Skip to the document</a>
<header>
<a class="home" href="${root}/index.html">${MARK}<span>Plimsoll</span></a>
<search><input type="search" placeholder="Search (press /)" aria-label="Search the documents"
 autocomplete="off" spellcheck="false"><div class="found" role="status" hidden></div></search>
<a class="button" href="${root}/playground/index.html">Playground</a>
</header>
<div class="columns">
<details class="menu"><summary>All pages</summary>
${navigation(root, path, groups)}
</details>
<main id="document" tabindex="-1">
${html}
${neighbors(root, path, groups)}
</main>
</div>
</body>
</html>
`;
}
