import { begin } from "../shell/booted.ts";

const begun = begin();
// On a slow line, what decides is to come before what shows it.
await begun.core;
const { show } = await import("../shell/page.tsx");
await show(begun);
