import { begin } from "../shell/booted.ts";

const begun = begin();
const { show } = await import("../shell/page.tsx");
await show(begun);
