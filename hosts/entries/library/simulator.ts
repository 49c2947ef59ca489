/** A simulated cluster for programs: `plimsoll/simulator`. Runs anywhere with WebAssembly. */

export { Answer } from "../../../analysis/engine/answer.ts";
export { EngineDiscarded, EngineError } from "../../../analysis/engine/engineError.ts";
export type { DocumentInput } from "../../../analysis/engine/moduleInstance.ts";
export { eventsOf, SimulatorEngine } from "../../../analysis/engine/simulatorEngine.ts";
export type * from "../../../analysis/engine/simulatorEvent.ts";
export type * from "../../../analysis/questions/remedy.ts";
export { finish, type SearchExtent, type Searching } from "../../../analysis/questions/search.ts";
export {
  EventCollector,
  type Participants,
  type Workload,
} from "../../../analysis/questions/simulate/participants.ts";
export { type Goal, goalOf } from "../../../analysis/questions/simulate/remedies/goal.ts";
export {
  type SimulateRemedies,
  type SimulateRemedy,
  simulateRemedies,
} from "../../../analysis/questions/simulate/remedies/simulateRemedies.ts";
export {
  load,
  type Simulation,
  simulate,
} from "../../../analysis/questions/simulate/simulation.ts";
export {
  type ReadScenario,
  readScenario,
  type Scenario,
  secondsOfScenario,
} from "../../../analysis/read/objects/scenario.ts";
export { Detail, Status, Timeline } from "../../../assembly/abi.ts";
