export const NOTES = "About the input";
export const ABOUT_POD = "Pending pod";
export const ABOUT_NODE = "Node";
export const ALL_OF_THEM = "All nodes";
export const ANSWER = "Answer";
export const FIXES = "Fixes";
export const FIXES_CHECKED = "each checked by scheduling again with it";
export const COPY = "Copy";
