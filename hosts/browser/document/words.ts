/** What the page says around the parts of a document. */
import { plural } from "../../../analysis/text/amount.ts";
import type { Block } from "../../../analysis/text/document.ts";

export const COST = "Cost:";
export const CHECKED = "✓ checked";

/** How much blocks hold that are folded; null for sentences alone. */
export function contentText(blocks: readonly Block[]): string | null {
  const rows = sumOf(blocks, (each) => ("rows" in each ? each.rows.length : 0));
  if (rows > 0) return plural(rows, "row");
  const items = sumOf(blocks, (each) => ("items" in each ? each.items.length : 0));
  return items > 0 ? plural(items, "item") : null;
}

function sumOf(blocks: readonly Block[], count: (block: Block) => number): number {
  return blocks.reduce((sum, block) => sum + count(block), 0);
}
