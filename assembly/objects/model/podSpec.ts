/**
 * Pod specs, each kept once: what the scheduler and the kubelet read of `spec` is one list of
 * words, so pods of one template share a row, and with it whatever is worked out from the spec.
 *
 * ```
 *  0     4      8
 *  ┌─────┬──────┐
 *  │ 0   │ list │   the list's words are named by SpecWord
 *  └─────┴──────┘
 * ```
 */
import { internList, wordOf } from "./list.ts";
import { findRow, forgetIndex, indexRow, RowIndex } from "./rowIndex.ts";
import { appendRow, forgetTable, NO_ROW, rowAt, Table } from "./table.ts";

export enum SpecWord {
  /** `SpecFlag` flags and, from bit 16 on, `UnevaluatedBit` bits. */
  Flags = 0,
  /** Pairs of label key and value. */
  NodeSelector,
  /** Lists of `[matchExpressions, matchFields]`; each a list of requirements. */
  RequiredNodeTerms,
  /** Pairs of weight and term. */
  PreferredNodeTerms,
  /** Lists of `TermWord`. */
  AffinityTerms,
  PreferredAffinityTerms,
  AntiAffinityTerms,
  PreferredAntiAffinityTerms,
  /** Tolerations, of `TOLERATION_WORDS` words each. */
  Tolerations,
  /** Lists of `SpreadWord`. */
  SpreadConstraints,
  /** Lists of `ContainerWord`. */
  Containers,
  InitContainers,
  /** Pairs of resource name and quantity, as texts. */
  Overhead,
  Requests,
  Limits,
  Priority,
  PriorityClass,
  SchedulerName,
  /** Names, in their order. */
  SchedulingGates,
  RuntimeClass,
  Os,
  SupplementalGroupsPolicy,
  /** Three words each: host IP, protocol, host port; of containers, and of sidecars. */
  HostPorts,
  SidecarPorts,
  /** References of images that are mounted as volumes. */
  ImageVolumes,
  End,
}

export enum SpecFlag {
  HasPriority = 1,
  /** `nodeAffinity.requiredDuringScheduling…` is there, with or without terms. */
  HasRequiredNodeAffinity = 2,
  /** `podAffinity` or `podAntiAffinity` is there, with or without terms. */
  HasPodAffinity = 4,
  PreemptNever = 8,
  HostNetwork = 16,
  HasSidecar = 32,
  HasNodeSelector = 64,
  HasResources = 128,
  /** `nodeAffinity.preferredDuringScheduling…` is there, with or without terms. */
  HasPreferredNodeAffinity = 256,
  /** A required term of node affinity has no requirement: it matches no node, and names none. */
  HasEmptyNodeTerm = 512,
  HasPreemptionPolicy = 1024,
  /** A volume is an emptyDir. */
  HasEmptyDir = 2048,
  /** The restart policy is Never. */
  NeverRestarts = 4096,
  /** The grace period is 0: a pod that is deleted is gone immediately. */
  HasNoGrace = 8192,
}

/** Plugins that this policy does not run for a pod, by the first bit of `UNEVALUATED_SHIFT`. */
export enum UnevaluatedBit {
  VolumeBinding = 1,
  VolumeRestrictions = 2,
  NodeVolumeLimits = 4,
  VolumeZone = 8,
  DynamicResources = 16,
  GangScheduling = 32,
  /** A preferred term for nodes that the scheduler cannot parse: scoring nodes fails. */
  NodeAffinity = 64,
  /** The pod needs a feature that a node has to declare. */
  NodeDeclaredFeatures = 128,
}

export const UNEVALUATED_SHIFT: u32 = 16;

export enum ContainerWord {
  Name = 0,
  Image,
  Requests,
  Limits,
  /** 1 when the restart policy is Always. */
  RestartsAlways,
  End,
}

/** A term of pod affinity. A selector that is missing matches nothing, an empty one everything. */
export enum TermWord {
  TopologyKey = 0,
  Weight,
  HasSelector,
  Selector,
  /** A set of names. */
  Namespaces,
  HasNamespaceSelector,
  NamespaceSelector,
  End,
}

export enum SpreadWord {
  MaxSkew = 0,
  TopologyKey,
  IsHard,
  HasSelector,
  Selector,
  MinDomains,
  HonorsAffinity,
  HonorsTaints,
  /** Label keys, in their order. */
  MatchLabelKeys,
  End,
}

/** A requirement is a list of key, operator and set of values; of Gt and Lt one text. */
export enum Operator {
  In = 0,
  NotIn,
  Exists,
  DoesNotExist,
  Gt,
  Lt,
}

@unmanaged
export class PodSpec {
  zero: u32;
  words: u32;
}

const SPEC_SIZE: usize = 8;
export const specs = changetype<Table>(memory.data(16, 4));
const INDEX = changetype<RowIndex>(memory.data(12, 4));

export function forgetSpecs(): void {
  forgetTable(specs);
  forgetIndex(INDEX);
}

/** The row of the spec with the words at `at`, or NO_ROW after a failure. */
export function internSpec(at: usize): u32 {
  // An empty spec is a list of zeros, not the empty list.
  const words = internList(at, SpecWord.End);
  if (words == 0) return NO_ROW;
  const known = findRow(INDEX, specs, 0, words);
  if (known != NO_ROW) return known;
  const row = appendRow(specs, SPEC_SIZE);
  if (row == 0) return NO_ROW;
  store<u32>(row, words, 4);
  return indexRow(INDEX, specs, specs.count - 1) ? specs.count - 1 : NO_ROW;
}

/** A word of a spec. @inline */
export function specWord(spec: u32, word: SpecWord): u32 {
  return wordOf(load<u32>(rowAt(specs, spec), 4), word);
}

export function specHas(spec: u32, flag: SpecFlag): bool {
  return (specWord(spec, SpecWord.Flags) & flag) != 0;
}
