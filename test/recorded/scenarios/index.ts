import type { Scenario } from "../scenario.ts";
import { diskNodefs } from "./diskNodefs.ts";
import { memoryHard } from "./memoryHard.ts";
import { memoryHugePages } from "./memoryHugePages.ts";
import { memorySoft } from "./memorySoft.ts";

/** Those of the examples. */
export const SCENARIOS: readonly Scenario[] = [memoryHard, memorySoft, diskNodefs];

/** And those about a rule of a newer release than that of the examples. */
export const NEWER_SCENARIOS: readonly Scenario[] = [...SCENARIOS, memoryHugePages];
