import { EvictionList } from "./evictionList.tsx";

/** The evictions and conditions of a run, in the order in which they come. */
export const evictions = { List: EvictionList };
