import { begin } from "./begun.ts";

const begun = begin();
const { show } = await import("./page.tsx");
await show(begun);
