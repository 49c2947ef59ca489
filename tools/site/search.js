/** The search of the site: in the page, without a server; the index comes with the first key. */
const root = document.currentScript.dataset.root;
const FOUND_MAX = 12;
const AROUND = 70;
/** Pages for readers with a problem come before those that are complete. */
const GUIDES = /^docs\/(tutorial|how-to|explanation)\//;
const GUIDE_SCORE = 6;

let pages = null;

function loadIndex() {
  pages ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${root}/searchIndex.js`;
    script.onload = () => resolve(globalThis.plimsollPages);
    script.onerror = reject;
    document.head.append(script);
  });
  return pages;
}

function wordsOf(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}_.-]+/gu) ?? [];
}

/** How well a section fits: each word has to be somewhere, best in a heading. */
function score(words, title, heading, text) {
  let sum = 0;
  for (const word of words) {
    const own =
      (heading.includes(word) ? 8 : 0) +
      (title.includes(word) ? 5 : 0) +
      (text.includes(word) ? 1 : 0);
    if (own === 0) return 0;
    sum += own;
  }
  return sum;
}

function sectionsFor(query, all) {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const found = all.flatMap(([path, title, sections], place) =>
    sections.map(([anchor, heading, text]) => {
      const fit = score(words, title.toLowerCase(), heading.toLowerCase(), text.toLowerCase());
      const first = GUIDES.test(path) ? GUIDE_SCORE : 0;
      const rank = fit === 0 ? 0 : fit + first - place / 1000;
      return { path, title, anchor, heading, text, words, fit: rank };
    }),
  );
  return found
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .slice(0, FOUND_MAX);
}

function excerpt({ text, words }) {
  const lower = text.toLowerCase();
  const at = Math.max(0, ...words.map((word) => lower.indexOf(word)));
  const from = Math.max(0, at - AROUND);
  const part = text.slice(from, at + 2 * AROUND);
  return `${from > 0 ? "… " : ""}${part}${at + 2 * AROUND < text.length ? " …" : ""}`;
}

function element(name, className, text) {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function shown(section) {
  const { path, title, anchor, heading } = section;
  const link = document.createElement("a");
  link.href = `${root}/${path}${anchor === "" ? "" : `#${anchor}`}`;
  link.append(element("b", "", anchor === "" ? title : `${title} › ${heading}`));
  link.append(element("small", "", excerpt(section)));
  return link;
}

function start() {
  const input = document.querySelector("search input");
  const list = document.querySelector("search .found");
  const close = () => {
    list.hidden = true;
  };
  const search = async () => {
    const query = input.value.trim();
    if (query === "") return close();
    const found = sectionsFor(query, await loadIndex());
    if (query !== input.value.trim()) return;
    const none = element("p", "", `No page has all of these words: ${query}`);
    list.replaceChildren(...(found.length === 0 ? [none] : found.map(shown)));
    list.hidden = false;
  };
  input.addEventListener("focus", () => void loadIndex());
  input.addEventListener("input", () => void search());
  document.addEventListener("keydown", (event) => {
    const links = [...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
    if (
      (event.key === "/" && !isTyping) ||
      (event.key === "k" && (event.ctrlKey || event.metaKey))
    ) {
      event.preventDefault();
      input.focus();
      input.select();
    } else if (event.key === "Escape") {
      close();
    } else if (list.hidden) {
      return;
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      links[Math.min(at + 1, links.length - 1)]?.focus();
    } else if (event.key === "ArrowUp") {
      event.preventDefault();
      if (at <= 0) input.focus();
      else links[at - 1]?.focus();
    } else if (event.key === "Enter" && document.activeElement === input) {
      links[0]?.click();
    }
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("search")) close();
  });
}

/** On a wide screen the list of pages is always open. */
function openMenu() {
  const menu = document.querySelector(".menu");
  const wide = matchMedia("(min-width: 60rem)");
  const follow = () => {
    menu.open = wide.matches;
  };
  wide.addEventListener("change", follow);
  follow();
}

openMenu();
start();
