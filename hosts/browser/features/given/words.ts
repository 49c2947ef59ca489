export const NOTES = "About the input";
export const ABOUT_POD = "Pending pod";
export const ANSWER = "Answer";
export const FIXES = "Fixes";
export const FIXES_CHECKED = "each checked by scheduling again with it";
export const COST = "Cost:";
export const COPY = "Copy";
export const CHECKED = "✓ checked";
