import type { Scenario } from "../scenario.ts";
import { diskNodefs } from "./diskNodefs.ts";
import { memoryHard } from "./memoryHard.ts";
import { memorySoft } from "./memorySoft.ts";

export const SCENARIOS: readonly Scenario[] = [memoryHard, memorySoft, diskNodefs];
