import { AddSignal, MultipleCharts } from "./multipleCharts.tsx";
import { Multiples } from "./multiples.ts";

/** Further signals below the one in focus. */
export const multiples = { model: Multiples, Charts: MultipleCharts, Add: AddSignal };
