/** The snippets of the README: what a reader copies is what is tested. */
import { readFileSync } from "node:fs";

const README = new URL("../../README.md", import.meta.url);
const BLOCK = /```js\n\/\/ ([^\n]+)\n([\s\S]*?)```/g;

/** The code of the block whose first line is a comment that begins with `title`. */
export function snippet(title: string): string {
  const blocks = [...readFileSync(README, "utf8").matchAll(BLOCK)];
  const found = blocks.find(([, heading = ""]) => heading.startsWith(title));
  if (found?.[2] === undefined) throw new Error(`The README has no snippet "// ${title}…".`);
  return found[2];
}
