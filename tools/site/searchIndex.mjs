/** What the search of the site knows: each section of each page, made when the site is built. */
import { pageOf, plain } from "./documents.mjs";

/** Longer sections are found by their first words. */
const TEXT_MAX = 1_500;
const HEADING = /<h([1-4]) id="([^"]+)">([\s\S]*?)<\/h\1>/g;

/** The sections of a page: the heading's anchor, the heading, and the text below it. */
function sectionsOf({ html }) {
  const headings = [...html.matchAll(HEADING)];
  return headings.map((heading, index) => {
    const [whole, level, id, title] = heading;
    const from = heading.index + whole.length;
    const text = plain(html.slice(from, headings[index + 1]?.index));
    return [level === "1" ? "" : id, plain(title), text.slice(0, TEXT_MAX)];
  });
}

/** A script, because a page that is opened as a file may not read others. */
export function searchIndex(pages) {
  const all = pages.map((page) => [pageOf(page.path), page.title, sectionsOf(page)]);
  return `globalThis.plimsollPages = ${JSON.stringify(all)};\n`;
}
