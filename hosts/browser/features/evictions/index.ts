import { EvictionList } from "./evictionList.tsx";
import { listedEvents } from "./listedEvents.ts";
import { recordedText, wordsOf } from "./words.ts";

/** The evictions and conditions of a run, in the order in which they come. */
export const evictions = { List: EvictionList, listed: listedEvents, wordsOf, recordedText };
