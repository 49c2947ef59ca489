import type { Scenario } from "../scenario.ts";
import { CRITICAL_AND_STATIC } from "./criticalAndStatic.ts";
import { DAEMONSET_RETURNS } from "./daemonSetReturns.ts";
import { FORK_BOMB } from "./forkBomb.ts";
import { IMAGE_GC_INSUFFICIENT, IMAGE_GC_SUFFICES } from "./imageGarbage.ts";
import { INODE_STORM } from "./inodeStorm.ts";
import { MEMORY_LEAK } from "./memoryLeak.ts";
import { PAGE_CACHE } from "./pageCache.ts";
import { SOFT_OSCILLATION } from "./softOscillation.ts";
import { TWO_SIGNALS } from "./twoSignals.ts";

/** Simple ones first: the order in which they are listed. */
export const SCENARIOS: readonly Scenario[] = [
  MEMORY_LEAK,
  SOFT_OSCILLATION,
  IMAGE_GC_SUFFICES,
  IMAGE_GC_INSUFFICIENT,
  INODE_STORM,
  FORK_BOMB,
  PAGE_CACHE,
  DAEMONSET_RETURNS,
  TWO_SIGNALS,
  CRITICAL_AND_STATIC,
];
