/**
 * The releases of the kube-scheduler that are followed, and what differs between them.
 * Written by tools/contract.mjs from contract/; change it there.
 */

export const MINOR_OLDEST: i32 = 31;
export const MINOR_NEWEST: i32 = 37;
export const MINOR_DEFAULT: i32 = 37;

/** The refusal of a release that cannot be followed. */
export const RELEASE_REFUSAL: string =
  "plimsoll.kubernetesVersion is a release from 1.31 to 1.37, such as 1.37";

/** Behaviors that begin and end together share a bit, unless a gate or profile has one. */
export enum Behavior {
  /**
   * `spec.resources` of a pod precedes its containers' requests: a gate of that name. Since
   * 1.34.
   */
  PodLevelResources = 1 << 0,
  /** Host ports of sidecars count. Since 1.33. */
  SidecarPorts = 1 << 1,
  /** What is allocated to a container counts, and what is in force. Since 1.33. */
  InPlaceResize = 1 << 1,
  /** What is allocated to a whole pod counts, and what is in force. Since 1.36. */
  PodLevelResize = 1 << 2,
  /** Features that nodes declare decide, by default. Since 1.36. */
  DeclaredFeatures = 1 << 2,
  /** Requests that a spec assumes are rounded container by container. Until 1.32. */
  AssumesByContainer = 1 << 3,
  /** Nodes that PreFilter leaves out have a place in the message. Since 1.32. */
  CountsAbsentNodes = 1 << 4,
  /** DefaultPreemption extends PreEnqueue. Since 1.32. */
  PreemptionGates = 1 << 4,
  /** A pod whose only refusal is a taint waits until a node loses it. Since 1.32. */
  QueueingHints = 1 << 4,
  /** Pods that ask for nothing are not balanced. Since 1.33. */
  SkipsBestEffort = 1 << 1,
  /** With nothing else to try, a pod is taken before its back-off ends. Since 1.33. */
  TriesDuringBackoff = 1 << 1,
  /** A taint that is not tolerated is named by key and value. Until 1.34. */
  NamesTaints = 1 << 5,
  /** The refusal of profiles that sort differently begins with `queueSort`. Until 1.34. */
  NamesQueueSort = 1 << 5,
  /** DynamicResources is on by default. Since 1.34. */
  DynamicResources = 1 << 6,
  /** A pod that asks for more than a node has is not helped there by preemption. Since 1.34. */
  UnresolvableRequests = 1 << 6,
  /** Points of a shape that are not in order are refused in fewer words. Since 1.34. */
  ShapeInShort = 1 << 6,
  /** Ties between equal totals are broken by their place in a heap, not by chance. Since 1.35. */
  ChoosesByHeap = 1 << 7,
  /** Pods to preempt that are being deleted already are not deleted again. Since 1.35. */
  SparesDeleting = 1 << 7,
  /** What a budget is refused for depends on more than its healthy pods. Since 1.35. */
  BudgetCauses = 1 << 7,
  /** There is a plugin NodeDeclaredFeatures. Since 1.35. */
  DeclaredFeaturesPlugin = 1 << 7,
  /** There is a plugin GangScheduling. Since 1.35. */
  GangScheduling = 1 << 7,
  /** GangScheduling extends Reserve. Since 1.35, until 1.36. */
  GangReserves = 1 << 8,
  /** DynamicResources extends PostBind and PreScore. Until 1.32. */
  ClaimsBindLate = 1 << 3,
  /** DynamicResources extends Score. Since 1.35. */
  ClaimsScore = 1 << 7,
  /** Balance counts by how much a pod changes it. Since 1.36. */
  ComparesBalance = 1 << 2,
  /** The refusal of weights that overflow begins with `score plugins`. Since 1.36. */
  NamesScorePlugins = 1 << 2,
  /** Two extension points are only for groups of pods. Since 1.36. */
  Placements = 1 << 2,
  /** A shape belongs to its strategy alone. Since 1.36. */
  ShapeOfStrategy = 1 << 2,
  /**
   * A pod's `namespaceSelector` that matches a namespace without labels matches all. Since
   * 1.34, until 1.37.
   */
  SelectsEveryNamespace = 1 << 9,
  /**
   * In a resize, the largest sum of the pod counts; before: the largest of each container.
   * Since 1.37.
   */
  LargestSum = 1 << 10,
  /** NodeName filters before NodeUnschedulable. Since 1.37. */
  NodeNameFirst = 1 << 10,
  /** NodeName, NodeUnschedulable and TaintToleration extend PreFilter. Since 1.37. */
  FiltersPrepare = 1 << 10,
  /** An extension point is only for groups of pods that find no nodes. Since 1.37. */
  PodGroupPostFilter = 1 << 10,
  /**
   * A preemption that helps is part of the message, with its node and number of victims. Since
   * 1.37.
   */
  NamesVictims = 1 << 10,
  /**
   * A pod that one budget forbids to preempt is not taken from the budgets after it. Since
   * 1.37.
   */
  BudgetsInTurn = 1 << 10,
  /**
   * Pods without a start time start in their order on the node, as preemption reads them.
   * Since 1.37.
   */
  StartsOnce = 1 << 10,
  /** VolumeBinding scores every pod: the gate StorageCapacityScoring. Since 1.37. */
  CapacityScores = 1 << 10,
  /** A refusal that kubectl does not repeat names its budget's cause as well. Since 1.37. */
  ForbiddenCauses = 1 << 10,
  /**
   * The message of a pod that fits nowhere says that it has no new claims to deallocate. Since
   * 1.34, until 1.37.
   */
  NamesNewClaims = 1 << 9,
  /** A pod that waits behind a gate counts on the node that it is nominated to. Since 1.37. */
  NominatesGated = 1 << 10,
  /**
   * Requests of a whole pod get defaults from its containers also where it has no limits.
   * Since 1.37.
   */
  DefaultsWithoutLimits = 1 << 10,
  /** Images that a pod mounts as volumes score as those of its containers do. Since 1.36. */
  ImageVolumesScore = 1 << 2,
  /**
   * A pod's full score for images is that of its containers and volumes, not of the first.
   * Since 1.37.
   */
  ImageVolumesCount = 1 << 10,
  /**
   * A change of any taint lets pods be tried again that do not wait for taints. Since 1.32,
   * until 1.37.
   */
  AnyTaintRetries = 1 << 11,
}

/** What each release does, the oldest first. */
const BEHAVIORS: StaticArray<u32> = [
  0x028,
  0x830,
  0x832,
  0xa53,
  0xbd3,
  0xad7,
  0x4d7,
];

/** The nearest release that is followed. */
export function nearestMinor(minor: i32): i32 {
  return min(max(minor, MINOR_OLDEST), MINOR_NEWEST);
}

/** What the nearest release that is followed does. */
export function behaviorsOfRelease(minor: i32): u32 {
  return unchecked(BEHAVIORS[nearestMinor(minor) - MINOR_OLDEST]);
}
