/** What the page says around the parts of a document. */

export const COST = "Cost:";
export const CHECKED = "✓ checked";
