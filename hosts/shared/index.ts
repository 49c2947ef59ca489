/**
 * What every host is made of, and all of it runs wherever there is a WebAssembly.Module: no I/O,
 * no globals, no second copy of any rule.
 */
export { Action, Admission, Detail, Part, Status } from "../../assembly/abi.ts";
export type { Actuator, Outcome } from "./actuator.ts";
export { type AnonymizeOptions, Anonymizer, anonymizer } from "./anonymize.ts";
export { Answer } from "./answer.ts";
export { gunzipIfGzip, gzip } from "./capture/gzip.ts";
export { headerOfOptions } from "./capture/header.ts";
export { type Pair, pairsToCapture } from "./capture/pairs.ts";
export { formatHeader, formatRecord, type RecordParts } from "./capture/writer.ts";
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
} from "./capture.ts";
export {
  type CheckedConfiguration,
  type CheckInput,
  checkConfiguration,
  type PlacedFinding,
} from "./check.ts";
export type { Clock } from "./clock.ts";
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
} from "./configuration.ts";
export type * from "./decision.ts";
export { type DocumentInput, Engine, type PodQuery } from "./engine.ts";
export { EngineDiscarded, EngineError } from "./engineError.ts";
export { reduceHeader, reduceRecord } from "./reduce.ts";
export {
  type ReplayOptions,
  type ReplayProblem,
  type ReplayStep,
  replay,
} from "./replay.ts";
export { sameBytes } from "./sameBytes.ts";
export type { Snapshot, Source } from "./source.ts";
export { type SnapshotOutcome, takeStep } from "./step.ts";
export type { Store } from "./store.ts";
export { formatTime, parseTime } from "./time.ts";
