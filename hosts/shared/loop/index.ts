/** A played cluster for programs: `plimsoll/loop`. Runs wherever modules are compiled. */
export { Course, Detail, Status } from "../../../assembly/abi.ts";
export { Answer } from "../answer.ts";
export { EngineDiscarded, EngineError } from "../engineError.ts";
export type { DocumentInput } from "../moduleInstance.ts";
export { type ClusterEnd, clusterEnds, type Search } from "./ends/clusterEnds.ts";
export { type Goal, goalOf } from "./ends/goal.ts";
export { type Involved, Witness, type Workload } from "./involved.ts";
export { eventsOf, LoopEngine } from "./loopEngine.ts";
export type * from "./loopEvent.ts";
export { load, type PlayedCluster, play } from "./playedCluster.ts";
export { type ReadStory, readStory, type Story, secondsOfStory } from "./story.ts";
