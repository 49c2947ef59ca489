/** The scheduler for programs: `plimsoll/cluster`. Runs wherever modules are compiled. */
export { ClusterAction, Detail, Status } from "../../../assembly/abi.ts";
export { Answer } from "../answer.ts";
export { EngineDiscarded, EngineError } from "../engineError.ts";
export type { DocumentInput } from "../moduleInstance.ts";
export { ClusterEngine, type ClusterSummary } from "./clusterEngine.ts";
export { CordonedNodes } from "./cordonedNodes.ts";
export type * from "./drain.ts";
export { nearestChanges } from "./nearest/nearestChanges.ts";
export { ObjectsError } from "./objectsError.ts";
export { type ObjectTextFacts, objectDocuments } from "./objectText.ts";
export { type DescribedPod, podOfFile } from "./podOfFile.ts";
export { type RefusalGroup, refusalGroups } from "./refusalGroups.ts";
export { type SchedulerOptions, schedulerConfiguration } from "./schedulerConfiguration.ts";
export type * from "./schedulingDecision.ts";
