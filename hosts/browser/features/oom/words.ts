/** What the page says of the module of the kernel. */

export const RULES = "The kernel's rules";
