/** The scheduler's own plugins, in the order in which it enables them. */

export enum Plugin {
  SchedulingGates = 0,
  PrioritySort,
  NodeUnschedulable,
  NodeName,
  TaintToleration,
  NodeAffinity,
  NodePorts,
  NodeResourcesFit,
  VolumeRestrictions,
  NodeVolumeLimits,
  VolumeBinding,
  VolumeZone,
  PodTopologySpread,
  InterPodAffinity,
  DynamicResources,
  DefaultPreemption,
  NodeResourcesBalancedAllocation,
  ImageLocality,
  DefaultBinder,
  NodeDeclaredFeatures,
  GangScheduling,
  End,
}

export const PLUGINS = Plugin.End;

const PLUGIN_NAMES: StaticArray<string> = [
  "SchedulingGates",
  "PrioritySort",
  "NodeUnschedulable",
  "NodeName",
  "TaintToleration",
  "NodeAffinity",
  "NodePorts",
  "NodeResourcesFit",
  "VolumeRestrictions",
  "NodeVolumeLimits",
  "VolumeBinding",
  "VolumeZone",
  "PodTopologySpread",
  "InterPodAffinity",
  "DynamicResources",
  "DefaultPreemption",
  "NodeResourcesBalancedAllocation",
  "ImageLocality",
  "DefaultBinder",
  "NodeDeclaredFeatures",
  "GangScheduling",
];

export function pluginName(plugin: i32): string {
  return unchecked(PLUGIN_NAMES[plugin]);
}

/** What a plugin takes part in, of what this policy runs. */
export enum Point {
  PreEnqueue = 0,
  QueueSort,
  PreFilter,
  Filter,
  PostFilter,
  PreScore,
  Score,
  Reserve,
  Permit,
  PreBind,
  Bind,
  PostBind,
  End,
}

export const POINTS = Point.End;

/** The weight that a plugin scores with by default; 0 for one that does not score. */
export function defaultWeight(plugin: i32): i32 {
  switch (plugin) {
    case Plugin.TaintToleration:
      return 3;
    case Plugin.NodeAffinity:
    case Plugin.PodTopologySpread:
    case Plugin.InterPodAffinity:
      return 2;
    case Plugin.NodeResourcesFit:
    case Plugin.NodeResourcesBalancedAllocation:
    case Plugin.ImageLocality:
      return 1;
    default:
      return 0;
  }
}

/** Whether a plugin filters nodes, of those that this policy runs. */
export function filtersNodes(plugin: i32): bool {
  switch (plugin) {
    case Plugin.NodeUnschedulable:
    case Plugin.NodeName:
    case Plugin.TaintToleration:
    case Plugin.NodeAffinity:
    case Plugin.NodePorts:
    case Plugin.NodeResourcesFit:
    case Plugin.PodTopologySpread:
    case Plugin.InterPodAffinity:
      return true;
    default:
      return false;
  }
}
