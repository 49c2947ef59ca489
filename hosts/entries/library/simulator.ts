/** A played cluster for programs: `plimsoll/loop`. Runs wherever modules are compiled. */

export { Answer } from "../../../analysis/engine/answer.ts";
export { EngineDiscarded, EngineError } from "../../../analysis/engine/engineError.ts";
export type { DocumentInput } from "../../../analysis/engine/moduleInstance.ts";
export { eventsOf, SimulatorEngine } from "../../../analysis/engine/simulatorEngine.ts";
export type * from "../../../analysis/engine/simulatorEvent.ts";
export {
  type Involved,
  Witness,
  type Workload,
} from "../../../analysis/questions/simulate/involved.ts";
export {
  type ClusterEnd,
  clusterEnds,
  type Search,
} from "../../../analysis/questions/simulate/remedies/clusterEnds.ts";
export { type Goal, goalOf } from "../../../analysis/questions/simulate/remedies/goal.ts";
export { load, type PlayedCluster, play } from "../../../analysis/questions/simulate/simulation.ts";
export {
  type ReadStory,
  readStory,
  type Story,
  secondsOfStory,
} from "../../../analysis/read/objects/scenario.ts";
export { Course, Detail, Status } from "../../../assembly/abi.ts";
