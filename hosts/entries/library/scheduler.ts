/** The scheduler for programs: `plimsoll/scheduler`. Runs anywhere with WebAssembly. */

export { Answer } from "../../../analysis/engine/answer.ts";
export type * from "../../../analysis/engine/drain.ts";
export { EngineDiscarded, EngineError } from "../../../analysis/engine/engineError.ts";
export type { DocumentInput } from "../../../analysis/engine/moduleInstance.ts";
export {
  SchedulerEngine,
  type SchedulerSummary,
} from "../../../analysis/engine/schedulerEngine.ts";
export type * from "../../../analysis/engine/schedulingDecision.ts";
export { CordonedNodes } from "../../../analysis/questions/change/cordonedNodes.ts";
export type * from "../../../analysis/questions/remedy.ts";
export {
  type RefusalGroup,
  refusalGroups,
} from "../../../analysis/questions/schedule/refusalGroups.ts";
export {
  type ScheduleRemedy,
  scheduleRemedies,
} from "../../../analysis/questions/schedule/remedies/scheduleRemedies.ts";
export { finish, type SearchExtent, type Searching } from "../../../analysis/questions/search.ts";
export { ObjectsError } from "../../../analysis/read/objects/objectsError.ts";
export {
  type ObjectTextFacts,
  objectDocuments,
} from "../../../analysis/read/objects/objectText.ts";
export { type DescribedPod, podOfFile } from "../../../analysis/read/objects/podOfFile.ts";
export {
  type SchedulerOptions,
  schedulerConfiguration,
} from "../../../analysis/read/objects/schedulerConfiguration.ts";
export { Detail, SchedulerAction, Status } from "../../../assembly/abi.ts";
