/**
 * The parts of every host. All of it runs on any platform with WebAssembly.Module: no I/O,
 * no globals, no second copy of any rule.
 */

export type { Actuator, Outcome } from "../../../analysis/engine/actuator.ts";
export { Answer } from "../../../analysis/engine/answer.ts";
export type { Clock } from "../../../analysis/engine/clock.ts";
export type * from "../../../analysis/engine/decision.ts";
export { EngineDiscarded, EngineError } from "../../../analysis/engine/engineError.ts";
export {
  type DocumentInput,
  EvictionEngine,
  type PodQuery,
} from "../../../analysis/engine/evictionEngine.ts";
export { sameBytes } from "../../../analysis/engine/sameBytes.ts";
export type { Snapshot, Source } from "../../../analysis/engine/source.ts";
export { type SnapshotOutcome, takeStep } from "../../../analysis/engine/step.ts";
export type { Store } from "../../../analysis/engine/store.ts";
export {
  type AnonymizeOptions,
  Anonymizer,
  anonymizer,
} from "../../../analysis/questions/capture/anonymize.ts";
export { reduceHeader, reduceRecord } from "../../../analysis/questions/capture/reduce.ts";
export {
  type CheckedConfiguration,
  type CheckInput,
  checkConfiguration,
  type PlacedFinding,
} from "../../../analysis/questions/check/check.ts";
export {
  type ReplayOptions,
  type ReplayProblem,
  type ReplayStep,
  replay,
} from "../../../analysis/questions/replay/replay.ts";
export {
  CAPTURE_VERSION,
  type Capture,
  CaptureError,
  type CaptureHeader,
  type CaptureProblem,
  type CaptureReadOptions,
  type CaptureRecord,
  type Layout,
  openCapture,
  readCapture,
  type WholeCapture,
} from "../../../analysis/read/capture/capture.ts";
export { gunzipIfGzip, gzip } from "../../../analysis/read/capture/gzip.ts";
export { headerOfOptions } from "../../../analysis/read/capture/header.ts";
export { type Pair, pairsToCapture } from "../../../analysis/read/capture/pairs.ts";
export {
  formatHeader,
  formatRecord,
  type RecordParts,
} from "../../../analysis/read/capture/writer.ts";
export {
  applyFlags,
  ConfigurationError,
  type ConfigurationForm,
  type ConfigurationText,
  DEFAULT_CONFIGURATION,
  FLAG_NAMES,
  type Flag,
  flagsOfWords,
  type KubeletConfiguration,
  type LoadedConfiguration,
  type ModuleOptions,
  mergeDropIns,
  type Note,
  readConfiguration,
  toModuleConfiguration,
} from "../../../analysis/read/kubelet/configuration.ts";
export { formatTime, parseTime } from "../../../analysis/text/time.ts";
export { Action, Admission, Detail, Part, Status } from "../../../assembly/abi.ts";
