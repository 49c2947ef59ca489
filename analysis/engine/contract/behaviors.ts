/** Written by tools/contract.mjs from contract/; change it there. */

export const BEHAVIORS = [
  {
    name: "RanksByRequestAndPriority",
    policies: ["eviction"],
    decides: ["ranking"],
    since: 20,
    about: "Usage over request and priority rank pods; before: QoS class, then usage. Spec 9."
  },
  {
    name: "HugePagesVolumesUncounted",
    policies: ["eviction"],
    decides: ["limits", "ranking"],
    since: 21,
    about: "emptyDirs on huge pages do not count as local volumes."
  },
  {
    name: "PodLimitReadsPodFigure",
    policies: ["eviction"],
    decides: ["limits"],
    since: 21,
    about: "A pod's limit is compared with the pod's own figure; before: with its parts."
  },
  {
    name: "PercentageAtMostOne",
    policies: ["eviction"],
    decides: ["configuration"],
    since: 21,
    about: "A threshold is 100% at most; before, of a slip, 10000%."
  },
  {
    name: "ReclaimCheckEnforcesMinReclaim",
    policies: ["eviction"],
    decides: ["reclaim"],
    since: 22,
    about: "The check after node-level reclaim enforces minimum reclaim."
  },
  {
    name: "NodeCriticalScore",
    policies: ["eviction"],
    decides: ["oomScore"],
    since: 22,
    about: "Among critical pods, only node-critical ones have the lowest oom_score_adj."
  },
  {
    name: "DoubleQuotedEnforcement",
    policies: ["eviction"],
    decides: ["message"],
    since: 24,
    about: "Names of enforcements are in double quotes; before: in single ones."
  },
  {
    name: "IsolationConfigured",
    policies: ["eviction"],
    decides: ["limits"],
    since: 25,
    about: "`localStorageCapacityIsolation` is read; before, it was a feature gate."
  },
  {
    name: "MessageNamesThreshold",
    policies: ["eviction"],
    decides: ["message"],
    since: 26,
    about: "The eviction message names the threshold and what was available."
  },
  {
    name: "SidecarLimitsAdd",
    policies: ["eviction"],
    decides: ["limits"],
    since: 28,
    about: "Sidecars add to a pod's limits: six releases before they did to its requests."
  },
  {
    name: "ContainerFs",
    policies: ["eviction"],
    decides: ["thresholds"],
    since: 29,
    about: "containerfs signals exist and mirror nodefs or imagefs."
  },
  {
    name: "LoneImageFsInodes",
    policies: ["eviction"],
    decides: ["thresholds"],
    since: 29,
    about: "imagefs.inodesFree is observed without imagefs.available."
  },
  {
    name: "StatusQosClass",
    policies: ["eviction"],
    decides: ["ranking", "oomScore"],
    since: 29,
    about: "`status.qosClass` precedes the containers' resources."
  },
  {
    name: "ImageFsInodesDefault",
    policies: ["eviction"],
    decides: ["thresholds"],
    since: 30,
    about: "imagefs.inodesFree<5% is among the defaults."
  },
  {
    name: "OneSecondGrace",
    policies: ["eviction"],
    decides: ["grace"],
    since: 31,
    about: "Immediate evictions give the pod one second instead of none."
  },
  {
    name: "EnforcementsOneByOne",
    policies: ["eviction"],
    decides: ["configuration"],
    since: 31,
    about: "Enforcements are checked one by one: none twice, and `none` needs no cgroups."
  },
  {
    name: "MessageNamesInitContainers",
    policies: ["eviction"],
    decides: ["message"],
    since: 32,
    about: "The message looks at init containers and sidecars too."
  },
  {
    name: "SoftGraceBoundByPod",
    policies: ["eviction"],
    decides: ["grace"],
    since: 32,
    gate: "AllowOverwriteTerminationGracePeriodSeconds",
    about: "A soft eviction never gives a pod more than it asked for."
  },
  {
    name: "ContainerFsReclaims",
    policies: ["eviction"],
    decides: ["reclaim"],
    since: 32,
    about: "Pressure on containerfs reclaims at node level as well."
  },
  {
    name: "SidecarScoreBound",
    policies: ["eviction"],
    decides: ["oomScore"],
    since: 32,
    about: "The oom_score_adj of a sidecar is at most that of the pod's smallest container."
  },
  {
    name: "CompressibleEnforcement",
    policies: ["eviction"],
    decides: ["configuration"],
    since: 32,
    about: "`system-reserved-compressible` and `kube-reserved-compressible` can be enforced."
  },
  {
    name: "MergeDefaults",
    policies: ["eviction"],
    decides: ["thresholds"],
    since: 33,
    about: "`mergeDefaultEvictionSettings` is read."
  },
  {
    name: "SidecarsAdd",
    policies: ["eviction"],
    decides: ["ranking"],
    since: 34,
    about: "Sidecars add to a pod's requests; earlier, each init container only raised the sum."
  },
  {
    name: "PodLevelResources",
    policies: ["eviction", "admission", "scheduler"],
    decides: ["ranking", "limits", "admission", "placement"],
    since: 34,
    gate: "PodLevelResources",
    about: "`spec.resources` of a pod precedes its containers' requests: a gate of that name."
  },
  {
    name: "SplitImageFs",
    policies: ["eviction"],
    decides: ["thresholds", "reclaim"],
    since: 31,
    gate: "KubeletSeparateDiskGC",
    about: "A split image filesystem has rules: the gate KubeletSeparateDiskGC, there since 1.29."
  },
  {
    name: "AllocatableThresholds",
    policies: ["eviction"],
    decides: ["thresholds"],
    since: 21,
    about: "A threshold written for allocatableMemory.available has an operator, so it can be met."
  },
  {
    name: "PodResourcesRead",
    policies: ["eviction"],
    decides: ["ranking"],
    since: 32,
    about: "`spec.resources` of a pod is read at all, though it counts later."
  },
  {
    name: "SortsAtOnce",
    policies: ["eviction"],
    decides: ["ranking"],
    since: 25,
    about: "Go 1.19 sorts lists of any length in one pass."
  },
  {
    name: "GraceOverwriteLocked",
    policies: ["eviction"],
    decides: ["grace"],
    since: 35,
    about: "AllowOverwriteTerminationGracePeriodSeconds is locked, and SoftGraceBoundByPod stays."
  },
  {
    name: "MemoryOomGroup",
    policies: ["oom"],
    decides: ["kills"],
    since: 28,
    about: "memory.oom.group of containers is set under cgroup v2."
  },
  {
    name: "SingleProcessOomKill",
    policies: ["oom"],
    decides: ["kills"],
    since: 32,
    about: "`singleProcessOOMKill` is read, and leaves memory.oom.group unset."
  },
  {
    name: "PredicateSaysWhy",
    policies: ["admission"],
    decides: ["message"],
    since: 31,
    about: "`Predicate NodeName failed: …` says why."
  },
  {
    name: "MissingOfInitContainers",
    policies: ["admission"],
    decides: ["admission"],
    since: 31,
    about: "Missing extended resources of init containers are skipped, as those of containers are."
  },
  {
    name: "SupplementalGroupsPolicy",
    policies: ["admission"],
    decides: ["admission"],
    since: 33,
    about: "A strict `supplementalGroupsPolicy` needs a runtime that supports it."
  },
  {
    name: "SidecarPorts",
    policies: ["admission", "scheduler"],
    decides: ["admission", "placement"],
    since: 33,
    about: "Host ports of sidecars count."
  },
  {
    name: "InPlaceResize",
    policies: ["eviction", "admission", "scheduler"],
    decides: ["ranking", "admission", "placement"],
    since: 33,
    about: "What is allocated to a container counts, and what is in force."
  },
  {
    name: "PreemptsAllocated",
    policies: ["admission"],
    decides: ["admission"],
    since: 34,
    about: "Preemption reads what is allocated, with sidecars and pod-level resources added up."
  },
  {
    name: "PodLevelResize",
    policies: ["eviction", "admission", "scheduler"],
    decides: ["ranking", "admission", "placement"],
    since: 36,
    about: "What is allocated to a whole pod counts, and what is in force."
  },
  {
    name: "ClaimedResources",
    policies: ["admission"],
    decides: ["admission"],
    since: 36,
    about: "Extended resources backed by resource claims are skipped."
  },
  {
    name: "DeclaredFeatures",
    policies: ["admission", "scheduler"],
    decides: ["admission", "placement"],
    since: 36,
    about: "Features that nodes declare decide, by default."
  },
  {
    name: "AssumesByContainer",
    policies: ["scheduler"],
    decides: ["placement"],
    until: 32,
    about: "Requests that a spec assumes are rounded container by container."
  },
  {
    name: "CountsAbsentNodes",
    policies: ["scheduler"],
    decides: ["message"],
    since: 32,
    about: "Nodes that PreFilter leaves out have a place in the message."
  },
  {
    name: "PreemptionGates",
    policies: ["scheduler"],
    decides: ["plugins"],
    since: 32,
    about: "DefaultPreemption extends PreEnqueue."
  },
  {
    name: "QueueingHints",
    policies: ["simulator"],
    decides: ["retries"],
    since: 32,
    about: "A pod whose only refusal is a taint waits until a node loses it."
  },
  {
    name: "SkipsBestEffort",
    policies: ["scheduler"],
    decides: ["placement"],
    since: 33,
    about: "Pods that ask for nothing are not balanced."
  },
  {
    name: "TriesDuringBackoff",
    policies: ["simulator"],
    decides: ["retries"],
    since: 33,
    about: "With nothing else to try, a pod is taken before its back-off ends."
  },
  {
    name: "NamesTaints",
    policies: ["scheduler"],
    decides: ["message"],
    until: 34,
    about: "A taint that is not tolerated is named by key and value."
  },
  {
    name: "NamesQueueSort",
    policies: ["scheduler"],
    decides: ["message"],
    until: 34,
    about: "The refusal of profiles that sort differently begins with `queueSort`."
  },
  {
    name: "DynamicResources",
    policies: ["scheduler"],
    decides: ["placement", "message"],
    since: 34,
    about: "DynamicResources is on by default."
  },
  {
    name: "UnresolvableRequests",
    policies: ["scheduler"],
    decides: ["placement", "message"],
    since: 34,
    about: "A pod that asks for more than a node has is not helped there by preemption."
  },
  {
    name: "ShapeInShort",
    policies: ["scheduler"],
    decides: ["message"],
    since: 34,
    about: "Points of a shape that are not in order are refused in fewer words."
  },
  {
    name: "ChoosesByHeap",
    policies: ["scheduler"],
    decides: ["placement"],
    since: 35,
    about: "Ties between equal totals are broken by their place in a heap, not by chance."
  },
  {
    name: "SparesDeleting",
    policies: ["scheduler"],
    decides: ["placement"],
    since: 35,
    about: "Pods to preempt that are being deleted already are not deleted again."
  },
  {
    name: "BudgetCauses",
    policies: ["drain"],
    decides: ["drain"],
    since: 35,
    about: "What a budget is refused for depends on more than its healthy pods."
  },
  {
    name: "DeclaredFeaturesPlugin",
    policies: ["scheduler"],
    decides: ["plugins"],
    since: 35,
    about: "There is a plugin NodeDeclaredFeatures."
  },
  {
    name: "GangScheduling",
    policies: ["scheduler"],
    decides: ["plugins"],
    since: 35,
    about: "There is a plugin GangScheduling."
  },
  {
    name: "GangReserves",
    policies: ["scheduler"],
    decides: ["plugins"],
    since: 35,
    until: 36,
    about: "GangScheduling extends Reserve."
  },
  {
    name: "ClaimsBindLate",
    policies: ["scheduler"],
    decides: ["plugins"],
    until: 32,
    about: "DynamicResources extends PostBind and PreScore."
  },
  {
    name: "ClaimsScore",
    policies: ["scheduler"],
    decides: ["plugins"],
    since: 35,
    about: "DynamicResources extends Score."
  },
  {
    name: "ComparesBalance",
    policies: ["scheduler"],
    decides: ["placement"],
    since: 36,
    about: "Balance counts by how much a pod changes it."
  },
  {
    name: "NamesScorePlugins",
    policies: ["scheduler"],
    decides: ["message"],
    since: 36,
    about: "The refusal of weights that overflow begins with `score plugins`."
  },
  {
    name: "Placements",
    policies: ["scheduler"],
    decides: ["plugins"],
    since: 36,
    about: "Two extension points are only for groups of pods."
  },
  {
    name: "ShapeOfStrategy",
    policies: ["scheduler"],
    decides: ["plugins"],
    since: 36,
    about: "A shape belongs to its strategy alone."
  },
  {
    name: "SelectsEveryNamespace",
    policies: ["scheduler"],
    decides: ["placement"],
    since: 34,
    until: 37,
    about: "A pod's `namespaceSelector` that matches a namespace without labels matches all."
  },
  {
    name: "SidecarLimitsEvict",
    policies: ["eviction"],
    decides: ["limits"],
    since: 37,
    about: "A sidecar over its own ephemeral-storage limit ends its pod."
  },
  {
    name: "ClassByContainer",
    policies: ["eviction", "admission"],
    decides: ["ranking", "oomScore", "admission"],
    since: 37,
    about: "The QoS class follows from each container alone; before: from sums."
  },
  {
    name: "EmptyPodResourcesIgnored",
    policies: ["eviction", "admission"],
    decides: ["ranking", "oomScore", "admission"],
    since: 37,
    gate: "PodLevelResourcesFixKubeletQOSClass",
    about: "A `spec.resources` that names nothing leaves the QoS class to the containers."
  },
  {
    name: "ShareAtLeastZero",
    policies: ["eviction"],
    decides: ["oomScore"],
    since: 37,
    about: "Containers that request more than their pod do not raise each other's oom_score_adj."
  },
  {
    name: "LargestSum",
    policies: ["admission", "scheduler"],
    decides: ["admission", "placement"],
    since: 37,
    about: "In a resize, the largest sum of the pod counts; before: the largest of each container."
  },
  {
    name: "NodeNameFirst",
    policies: ["scheduler"],
    decides: ["placement"],
    since: 37,
    about: "NodeName filters before NodeUnschedulable."
  },
  {
    name: "FiltersPrepare",
    policies: ["scheduler"],
    decides: ["plugins"],
    since: 37,
    about: "NodeName, NodeUnschedulable and TaintToleration extend PreFilter."
  },
  {
    name: "PodGroupPostFilter",
    policies: ["scheduler"],
    decides: ["plugins"],
    since: 37,
    about: "An extension point is only for groups of pods that find no nodes."
  },
  {
    name: "NamesVictims",
    policies: ["scheduler"],
    decides: ["message"],
    since: 37,
    about: "A preemption that helps is part of the message, with its node and number of victims."
  },
  {
    name: "BudgetsInTurn",
    policies: ["scheduler"],
    decides: ["placement"],
    since: 37,
    about: "A pod that one budget forbids to preempt is not taken from the budgets after it."
  },
  {
    name: "StartsOnce",
    policies: ["scheduler"],
    decides: ["placement"],
    since: 37,
    about: "Pods without a start time start in their order on the node, as preemption reads them."
  },
  {
    name: "CapacityScores",
    policies: ["scheduler"],
    decides: ["plugins"],
    since: 37,
    about: "VolumeBinding scores every pod: the gate StorageCapacityScoring."
  },
  {
    name: "ForbiddenCauses",
    policies: ["drain"],
    decides: ["drain"],
    since: 37,
    about: "A refusal that kubectl does not repeat names its budget's cause as well."
  },
  {
    name: "NamesNewClaims",
    policies: ["scheduler"],
    decides: ["message"],
    since: 34,
    until: 37,
    about: "The message of a pod that fits nowhere says that it has no new claims to deallocate."
  },
  {
    name: "NominatesGated",
    policies: ["scheduler"],
    decides: ["placement"],
    since: 37,
    about: "A pod that waits behind a gate counts on the node that it is nominated to."
  },
  {
    name: "DefaultsWithoutLimits",
    policies: ["scheduler"],
    decides: ["placement"],
    since: 37,
    about: "Requests of a whole pod get defaults from its containers also where it has no limits."
  },
  {
    name: "HugePagesUnavailable",
    policies: ["eviction"],
    decides: ["thresholds"],
    since: 37,
    gate: "HugepageAwareEviction",
    about: "Huge pages of the node do not count as available memory, already in its Summary."
  },
  {
    name: "ImageVolumesScore",
    policies: ["scheduler"],
    decides: ["placement"],
    since: 36,
    about: "Images that a pod mounts as volumes score as those of its containers do."
  },
  {
    name: "ImageVolumesCount",
    policies: ["scheduler"],
    decides: ["placement"],
    since: 37,
    about: "A pod's full score for images is that of its containers and volumes, not of the first."
  },
  {
    name: "ThrottlesAboveRequest",
    policies: ["memoryQos"],
    decides: ["protection"],
    since: 27,
    about: "memory.high is the request and 0.9 of what the limit adds; before: 0.8 of the limit."
  },
  {
    name: "SidecarsProtected",
    policies: ["memoryQos"],
    decides: ["protection"],
    since: 28,
    about: "Sidecars add to what a pod's cgroup protects."
  },
  {
    name: "ReservationPolicy",
    policies: ["memoryQos"],
    decides: ["protection"],
    since: 36,
    about: "`memoryReservationPolicy` decides what is protected; before: memory.min is the request."
  },
  {
    name: "ThrottlesIfConfigured",
    policies: ["memoryQos"],
    decides: ["protection"],
    since: 37,
    about: "Only a `memoryThrottlingFactor` that is set throttles, then BestEffort pods too."
  },
  {
    name: "NodeMemoryLow",
    policies: ["memoryQos"],
    decides: ["protection"],
    since: 37,
    about: "kubepods has memory.low, without which that of Burstable pods below it has no effect."
  },
  {
    name: "EachContainerLimited",
    policies: ["memoryQos"],
    decides: ["protection"],
    since: 37,
    about: "A pod's memory.max needs a limit of each init container, or, before, of a sidecar."
  },
  {
    name: "MemoryQoSByDefault",
    policies: ["memoryQos"],
    decides: ["protection"],
    since: 37,
    gate: "MemoryQoS",
    about: "Memory QoS is on by default."
  },
  {
    name: "AnyTaintRetries",
    policies: ["simulator"],
    decides: ["retries"],
    since: 32,
    until: 37,
    about: "A change of any taint lets pods be tried again that do not wait for taints."
  }
] as const;
