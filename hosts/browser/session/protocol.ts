/**
 * The messages between the page and its worker about a capture. Plain values only: they are cloned
 * on the way. Every request has an id, and every answer names the request it belongs to.
 */

import type { Policy as ModuleName } from "../../../analysis/engine/contract/modules.ts";
import type {
  Decision,
  Finding,
  PodName,
  Policy,
  Signal,
} from "../../../analysis/engine/decision.ts";
import type { MemoryQos } from "../../../analysis/engine/memoryQos.ts";
import type { NodeAdmission } from "../../../analysis/questions/admit/nodeAdmission.ts";
import type { PodChange } from "../../../analysis/questions/change/podChange.ts";
import type { LostPod } from "../../../analysis/questions/diff/beforeAfter.ts";
import type { Comparison } from "../../../analysis/questions/diff/difference.ts";
import type { GivenAnswers } from "../../../analysis/questions/given/answers.ts";
import type { Asked } from "../../../analysis/questions/given/asked.ts";
import type { AskedReleases, UpgradeAnswer } from "../../../analysis/questions/given/upgrade.ts";
import type {
  HeadroomAnswer,
  HeadroomQuestion,
} from "../../../analysis/questions/headroom/headroom.ts";
import type { OomView } from "../../../analysis/questions/oom/nodeOom.ts";
import type { ContainerTermination } from "../../../analysis/questions/oom/terminations.ts";
import type { FrozenEviction } from "../../../analysis/questions/replay/frozen/frozenCapture.ts";
import type { HappenedEviction } from "../../../analysis/questions/replay/happened.ts";
import type { RecordedEviction } from "../../../analysis/questions/replay/recordedEvictions.ts";
import type { SweptCell } from "../../../analysis/questions/sweep/cell.ts";
import type { Setting } from "../../../analysis/questions/sweep/setting.ts";
import type { ModuleOptions } from "../../../analysis/read/kubelet/configuration.ts";
import type { NodeMemory } from "../../../analysis/read/memory/use.ts";
import type { GivenDocument, OpenedConfiguration } from "../../../analysis/read/recognize/given.ts";
import type { AskedAdmission, Scenario } from "./scenario.ts";

/** A configuration in any form, with Plimsoll's own options. */
export interface PolicyInput {
  readonly text: string;
  readonly options: Pick<ModuleOptions, "whatIf" | "kubeletVersion" | "profile">;
}

/** Where the modules are that nothing waits for. */
export type ModuleAddresses = Readonly<Partial<Record<ModuleName, string>>>;

/** The first message to the worker: the module, or why there is none. */
export type CoreMessage =
  | { readonly core: WebAssembly.Module; readonly others: ModuleAddresses }
  | { readonly problem: string };

export type Request =
  /** Reads documents: a capture to look at, a configuration, or what raises another question. */
  | OpenRequest
  /** Documents that are being read are read no further. */
  | { readonly kind: "stopReading" }
  /** Whether a pod can be as it was changed. */
  | { readonly kind: "checkPod"; readonly change: PodChange }
  /** The limits that a threshold would have at a step if it were written so. */
  | {
      readonly kind: "limits";
      readonly position: number;
      readonly signal: Signal;
      readonly values: readonly string[];
    }
  /** The pods that would be evicted if this amount of a signal were left. */
  | ({ readonly kind: "headroom" } & HeadroomRequest)
  /**
   * Decides every step under a policy, with pods as they were changed; `preview` leaves the amounts
   * of the signals out.
   */
  | {
      readonly kind: "decide";
      readonly policy: PolicyInput;
      readonly changes: readonly PodChange[];
      /** The step that is wanted in full; null for the first in which something happens. */
      readonly position: number | null;
      readonly preview: boolean;
    }
  /** The totals of the capture without changes; `text` is the recorded configuration. */
  | { readonly kind: "record"; readonly text: string }
  /** The evictions that the opened capture records, each decided again at its moment. */
  | { readonly kind: "recordedEvictions"; readonly text: string }
  /** What is decided at a step of the record that was asked for last. */
  | { readonly kind: "recordedStep"; readonly position: number }
  /**
   * What each pod uses of what signals measure, at some steps of the run decided last: an answer
   * for each of them. The second is about a window; neither waits for the other.
   */
  | { readonly kind: "usage"; readonly of: readonly UsageQuestion[] }
  | { readonly kind: "usageOfWindow"; readonly of: readonly UsageQuestion[] }
  /** The process the kernel would kill at a step of the last run, and if it would be first. */
  | { readonly kind: "oom"; readonly module: WebAssembly.Module; readonly position: number }
  /** The pods that admission would preempt there for a new pod. */
  | {
      readonly kind: "admission";
      readonly module: WebAssembly.Module;
      readonly position: number;
      readonly asked: AskedAdmission;
    }
  /** Of the kernel, the same over all steps, in short; with the kills that the capture shows. */
  | { readonly kind: "oomTimeline"; readonly module: WebAssembly.Module }
  /** Where another policy and the one decided last part; these are A and B. */
  | {
      readonly kind: "compare";
      readonly a: PolicyInput;
      /** Whether A has the pods as they were recorded too. */
      readonly isRecorded: boolean;
    }
  /** The whole capture under a policy with one or two settings at each of several values. */
  | { readonly kind: "sweep"; readonly policy: PolicyInput; readonly axes: readonly SweepAxis[] }
  | { readonly kind: "stopSweep" }
  /** One step in full, under the policy decided last. */
  | { readonly kind: "ask"; readonly position: number }
  /** The opened capture with a scenario, fit to be handed on. */
  | { readonly kind: "share"; readonly share: ShareInput }
  /** The same as what follows the # of the page's own address. */
  | { readonly kind: "address"; readonly scenario: Scenario }
  /** What follows the # of a shared address. */
  | { readonly kind: "link"; readonly fragment: string }
  /** What two releases decide otherwise; `from`: what the documents state where it is absent. */
  | ({
      readonly kind: "upgrade";
      readonly documents: readonly GivenDocument[];
      /** In place of every configuration among the documents. */
      readonly edited?: GivenDocument;
    } & AskedReleases)
  /** One step about one pod: why it went or stayed, and what would have changed that. */
  | { readonly kind: "explain"; readonly position: number; readonly pod: PodName };

export interface OpenRequest {
  readonly kind: "open";
  readonly documents: readonly GivenDocument[];
  /** Those of the answers or the cluster on show, which the new ones may complete. */
  readonly answered?: readonly GivenDocument[];
  /** What is asked about, of the pods or nodes in the documents. */
  readonly asked?: Asked;
  /** What objects of a cluster are brought for, instead of the pods that stay pending. */
  readonly purpose?: ClusterPurpose;
  /** No capture of the user is on show, on which a configuration would be tried. */
  readonly lacksCapture?: true;
}

/** What becomes of a cluster: a node of it is drained, or all of it is simulated. */
export type ClusterPurpose = "drain" | "simulate";

/** Documents about a cluster, which the worker of clusters reads. */
export interface BroughtCluster {
  readonly purpose: ClusterPurpose;
  readonly objects: readonly GivenDocument[];
  readonly scenario: GivenDocument | null;
}

/** What a document is, and how much of it has been read. */
export interface ReadBytes {
  readonly name: string;
  readonly done: number;
  /** Null for a folder, of which not all is read. */
  readonly total: number | null;
}

/** Answers about documents that are not a capture. */
export interface Answered extends GivenAnswers {
  readonly documents: readonly GivenDocument[];
}

export interface UsageQuestion {
  readonly signal: Signal;
  readonly steps: Uint32Array;
  /** Told apart in this order; null for those that matter most. */
  readonly pods: readonly PodName[] | null;
}

export interface HeadroomRequest extends HeadroomQuestion {
  readonly position: number;
}

/** What the kernel's OOM killer has to do with a run. */
export interface OomTimeline {
  /** Places in `RACES`, one byte a step. */
  readonly races: Uint8Array;
  /** How soon nothing would be left: places in `SOON`, one byte a step. */
  readonly soon: Uint8Array;
  /** In the order of the steps. */
  readonly terminations: readonly ContainerTermination[];
}

export interface ShareInput {
  readonly scenario: Scenario;
  /** Makes the pseudonyms; null leaves the names as they are. */
  readonly key: string | null;
}

export interface SharedCapture {
  /** What follows the #, however long; null when no link could hold it. */
  readonly fragment: string | null;
  /** The capture, in gzip. */
  readonly file: Blob;
}

/** What a link holds; where the scenario names an example, the document has no records. */
export interface Linked {
  readonly document: GivenDocument;
  readonly scenario: Scenario;
}

/** A capture as far as it does not depend on a policy. */
export interface CaptureOutline {
  readonly name: string;
  readonly node?: string;
  readonly kubelet?: string;
  /** Milliseconds since the epoch, one for each step. */
  readonly times: Float64Array;
  /** The configuration of its header as YAML, or the text given with it; null without either. */
  readonly configuration: string | null;
  /** Evictions that the statuses of its pods record. */
  readonly evictions: readonly FrozenEviction[];
  /** What could not be read, and what was done about it. */
  readonly problems: readonly string[];
  /** What was shared with the capture. */
  readonly scenario?: Scenario;
}

/** What the documents turned out to be: one of both at least. */
export interface Opened {
  readonly capture: CaptureOutline | null;
  /** To be taken instead of the capture's own; null where it counts as that. */
  readonly configuration: OpenedConfiguration | null;
  /** What the capture is read from; some may have been given earlier. */
  readonly documents: readonly GivenDocument[];
  /** Whether they complete the capture that was on show. */
  readonly completes: boolean;
  /** What each document was taken for, in one sentence; null for a single capture. */
  readonly taken: string | null;
}

/** Bits of a step's acts. */
export const RECLAIMED = 1;
export const EVICTED = 2;
/** Something that happened in a step, for markers and lists. */
export interface StepEvent {
  readonly step: number;
  readonly signal?: Signal;
  readonly reclaim: readonly string[];
  readonly evicted: readonly PodName[];
}

/** What a policy decides over a whole capture. */
export interface Timeline {
  /** Bits by `NODE_CONDITIONS`, one byte a step. */
  readonly conditions: Uint8Array;
  /** `RECLAIMED` and `EVICTED`, one byte a step. */
  readonly acts: Uint8Array;
  readonly events: readonly StepEvent[];
}

/** A threshold's lines in the chart of its signal; NaN where nothing was observed. */
export interface ThresholdColumn {
  readonly hard: boolean;
  readonly value: string;
  readonly origin: string;
  readonly limit: Float64Array;
  /** Minimum reclaim applied to the capacity; 0 where there is none. */
  readonly minReclaim: Float64Array;
  /** 0 where no grace period is under way, up to 1 where it has passed. */
  readonly grace: Float64Array;
  /** Zero for a hard threshold. */
  readonly gracePeriodSeconds: number;
}

export interface SignalColumn {
  readonly signal: Signal;
  readonly available: Float64Array;
  readonly capacity: Float64Array;
  readonly thresholds: readonly ThresholdColumn[];
}

/** What the kubelet's admission would do at a step, and what Memory QoS does to its pods. */
export interface AdmissionAnswer {
  readonly kind: "admission";
  readonly admission: NodeAdmission | null;
  readonly memoryQos: MemoryQos | null;
  /** Sentences about the pod that comes. */
  readonly notes: readonly string[];
}

/** Why a manifest of a question to admission is refused. */
export interface RefusedAdmission {
  readonly field: keyof AskedAdmission;
  readonly sentence: string;
}

/** The totals of the capture as it was recorded. */
export interface RecordedRun {
  readonly policy: Policy;
  readonly timeline: Timeline;
  /** Pods that are evicted and then lacking, the first one first. */
  readonly lost: readonly LostPod[];
  readonly signals: readonly SignalColumn[];
}

/** A recorded eviction, and what the policy decides at its moment. */
export interface DecidedEviction extends FrozenEviction {
  /** On the last numbers with the pod still present; null where they are not known. */
  readonly eviction: RecordedEviction | null;
  /** Null until it is compared. */
  readonly policy: HappenedEviction["policy"] | null;
}

/** One pod, or several as one, at the moments of `Usage`. */
export interface PodUsage {
  /** Null for those that are too small to show alone. */
  readonly pod: PodName | null;
  /** How many it stands for. */
  readonly pods: number;
  /** Zero where it is not on the node. */
  readonly usage: Float64Array;
  /** The part of it that lies above the request. */
  readonly above: Float64Array;
}

/** Who uses what a signal measures, at moments of the capture. */
export interface Usage {
  readonly signal: Signal;
  readonly resource: NonNullable<Decision["resource"]>;
  /** Places in `CaptureOutline.times`. */
  readonly steps: Uint32Array;
  /** Capacity less what is available. */
  readonly used: Float64Array;
  readonly capacity: Float64Array;
  /** What no pod uses: the node itself. */
  readonly rest: Float64Array;
  /** The one most above its request first. */
  readonly pods: readonly PodUsage[];
}

export interface Decided {
  readonly policy: Policy;
  /** What a reader of the configuration should know: how it was understood. */
  readonly notes: readonly string[];
  readonly timeline: Timeline;
  /** The step that was asked for. */
  readonly position: number;
  /** What is decided in that step; null when nothing was observed there. */
  readonly decision: Decision | null;
}

/** Two policies over the whole capture; a difference's `step` is its place in `times`. */
export interface Compared {
  readonly policies: readonly [Policy, Policy];
  readonly timelines: readonly [Timeline, Timeline];
  readonly comparison: Comparison;
}

export interface SweepAxis {
  readonly setting: Setting;
  readonly values: readonly string[];
}

export interface Swept {
  readonly axes: readonly SweepAxis[];
  /** The values of the second axis for the first of the first axis, and so on. */
  readonly cells: readonly SweptCell[];
  readonly workers: number;
  readonly milliseconds: number;
}

/** Why a configuration is refused: by the engine with findings, or by the reader of its text. */
export interface Refusal {
  readonly sentence: string;
  readonly findings: readonly Finding[];
}

export type Answer =
  | { readonly kind: "progress"; readonly done: number; readonly total: number | null }
  | { readonly kind: "reading"; readonly read: ReadBytes }
  | { readonly kind: "opened"; readonly opened: Opened }
  /** "opened" follows where a capture is among the documents. */
  | { readonly kind: "answered"; readonly answered: Answered }
  /** Objects came for a purpose: another worker reads them. `taken`: why others are left out. */
  | {
      readonly kind: "brought";
      readonly brought: BroughtCluster;
      readonly taken: string | null;
    }
  /** Why the pod cannot be so; null when it can. */
  | { readonly kind: "podChecked"; readonly problem: string | null }
  | { readonly kind: "record"; readonly record: RecordedRun }
  | { readonly kind: "recordedStep"; readonly decision: Decision | null }
  | { readonly kind: "recordedEvictions"; readonly evictions: readonly DecidedEviction[] }
  | { readonly kind: "usage"; readonly usage: Usage }
  | { readonly kind: "shared"; readonly shared: SharedCapture }
  /** Null when it is too long for an address. */
  | { readonly kind: "address"; readonly fragment: string | null }
  | { readonly kind: "linked"; readonly linked: Linked }
  | { readonly kind: "limits"; readonly limits: readonly (number | null)[] }
  | { readonly kind: "oom"; readonly view: OomView }
  | { readonly kind: "oomTimeline"; readonly timeline: OomTimeline }
  | AdmissionAnswer
  | { readonly kind: "admissionRefused"; readonly refused: RefusedAdmission }
  /** Null when the Summary does not observe the signal. */
  | { readonly kind: "headroom"; readonly answer: HeadroomAnswer | null }
  | { readonly kind: "decided"; readonly decided: Decided }
  /** Follows `decided` unless it was a preview. */
  | {
      readonly kind: "signals";
      readonly signals: readonly SignalColumn[];
      /** Conditions that only the pressure transition period holds; bits as in `Timeline`. */
      readonly held: Uint8Array;
    }
  | { readonly kind: "compared"; readonly compared: Compared }
  | { readonly kind: "swept"; readonly swept: Swept }
  | { readonly kind: "upgraded"; readonly upgraded: UpgradeAnswer }
  | { readonly kind: "stopped" }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** The pods cannot be as they were changed, so nothing was decided. */
  | { readonly kind: "podsRefused"; readonly sentence: string }
  | {
      readonly kind: "step";
      readonly decision: Decision | null;
      readonly memory: NodeMemory | null;
      readonly problems: readonly string[];
    }
  /** A newer request of the same kind came; nothing follows. */
  | { readonly kind: "superseded" }
  /** One sentence: what, where, what to do now. */
  | { readonly kind: "failed"; readonly sentence: string };

/** A request or an answer, told apart by its kind. */
export interface Message {
  readonly kind: string;
}

export interface Envelope<T> {
  readonly id: number;
  readonly message: T;
}
