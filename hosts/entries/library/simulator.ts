/** A played cluster for programs: `plimsoll/simulator`. Runs wherever modules are compiled. */

export { Answer } from "../../../analysis/engine/answer.ts";
export { EngineDiscarded, EngineError } from "../../../analysis/engine/engineError.ts";
export type { DocumentInput } from "../../../analysis/engine/moduleInstance.ts";
export { eventsOf, SimulatorEngine } from "../../../analysis/engine/simulatorEngine.ts";
export type * from "../../../analysis/engine/simulatorEvent.ts";
export {
  EventCollector,
  type Participants,
  type Workload,
} from "../../../analysis/questions/simulate/participants.ts";
export {
  type ClusterEnd,
  clusterEnds,
  type Search,
} from "../../../analysis/questions/simulate/remedies/clusterEnds.ts";
export { type Goal, goalOf } from "../../../analysis/questions/simulate/remedies/goal.ts";
export { load, play, type Simulation } from "../../../analysis/questions/simulate/simulation.ts";
export {
  type ReadScenario,
  readScenario,
  type Scenario,
  secondsOfScenario,
} from "../../../analysis/read/objects/scenario.ts";
export { Detail, Status, Timeline } from "../../../assembly/abi.ts";
