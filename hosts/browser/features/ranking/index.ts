import { Ranking } from "./ranking.tsx";
import { ShownPods } from "./shownPods.ts";

/** Every pod in the order in which it would be evicted. */
export const ranking = { model: ShownPods, Panel: Ranking };
