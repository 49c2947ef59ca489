/** The snippets of the README and of the page about embedding: what a reader copies is tested. */
import { readFileSync } from "node:fs";

const PAGES = ["README.md", "docs/reference/embedding.md"].map((path) =>
  readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"),
);
const BLOCK = /```js\n\/\/ ([^\n]+)\n([\s\S]*?)```/g;

/** The code of the block whose first line is a comment that begins with `title`. */
export function snippet(title: string): string {
  const blocks = PAGES.flatMap((page) => [...page.matchAll(BLOCK)]);
  const found = blocks.find(([, heading = ""]) => heading.startsWith(title));
  if (found?.[2] === undefined) throw new Error(`No page has the snippet "// ${title}…".`);
  return found[2];
}
