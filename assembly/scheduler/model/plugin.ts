/** The scheduler's own plugins, in the order in which it enables them. */
import { equalAscii } from "../../base/text.ts";
import { Behavior } from "./releaseTable.ts";

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

/**
 * The points at which plugins run, in the order in which the framework fills them. A plugin of
 * `MultiPoint` runs at every point that it extends.
 */
export enum Point {
  PreFilter = 0,
  Filter,
  PostFilter,
  Reserve,
  PreScore,
  Score,
  PreBind,
  Bind,
  PostBind,
  Permit,
  PreEnqueue,
  QueueSort,
  MultiPoint,
  End,
}

export const POINTS = Point.End;

const POINT_NAMES: StaticArray<string> = [
  "preFilter",
  "filter",
  "postFilter",
  "reserve",
  "preScore",
  "score",
  "preBind",
  "bind",
  "postBind",
  "permit",
  "preEnqueue",
  "queueSort",
  "multiPoint",
];

/** The member of a profile's `plugins`. */
export function pointName(point: i32): string {
  return unchecked(POINT_NAMES[point]);
}

const FILTERS: i32 = (1 << Point.PreFilter) | (1 << Point.Filter);
const SCORES: i32 = (1 << Point.PreScore) | (1 << Point.Score);

/** The points that a plugin extends in a release, as bits; 0 for one that the release lacks. */
export function pointsOf(plugin: i32, behaviors: u32): i32 {
  switch (plugin) {
    case Plugin.SchedulingGates:
      return 1 << Point.PreEnqueue;
    case Plugin.PrioritySort:
      return 1 << Point.QueueSort;
    case Plugin.NodeUnschedulable:
    case Plugin.NodeName:
      return (1 << Point.Filter) | onlyIf(behaviors, Behavior.FiltersPrepare, Point.PreFilter);
    case Plugin.TaintToleration:
      return (
        SCORES | (1 << Point.Filter) | onlyIf(behaviors, Behavior.FiltersPrepare, Point.PreFilter)
      );
    case Plugin.NodeAffinity:
    case Plugin.NodeResourcesFit:
    case Plugin.PodTopologySpread:
    case Plugin.InterPodAffinity:
      return FILTERS | SCORES;
    case Plugin.VolumeBinding:
      return FILTERS | SCORES | (1 << Point.Reserve) | (1 << Point.PreBind);
    case Plugin.NodePorts:
    case Plugin.VolumeRestrictions:
    case Plugin.NodeVolumeLimits:
    case Plugin.VolumeZone:
      return FILTERS;
    case Plugin.DynamicResources:
      return pointsOfClaims(behaviors);
    case Plugin.DefaultPreemption:
      return (
        (1 << Point.PostFilter) | onlyIf(behaviors, Behavior.PreemptionGates, Point.PreEnqueue)
      );
    case Plugin.NodeResourcesBalancedAllocation:
      return SCORES;
    case Plugin.ImageLocality:
      return 1 << Point.Score;
    case Plugin.DefaultBinder:
      return 1 << Point.Bind;
    case Plugin.NodeDeclaredFeatures:
      return (behaviors & Behavior.DeclaredFeaturesPlugin) != 0 ? FILTERS : 0;
    default:
      if ((behaviors & Behavior.GangScheduling) == 0) return 0;
      return (
        (1 << Point.Permit) |
        (1 << Point.PreEnqueue) |
        onlyIf(behaviors, Behavior.GangReserves, Point.Reserve)
      );
  }
}

function pointsOfClaims(behaviors: u32): i32 {
  let points = FILTERS | (1 << Point.PreEnqueue) | (1 << Point.PostFilter);
  points |= (1 << Point.Reserve) | (1 << Point.PreBind);
  points |= onlyIf(behaviors, Behavior.ClaimsBindLate, Point.PostBind);
  points |= onlyIf(behaviors, Behavior.ClaimsBindLate, Point.PreScore);
  return points | onlyIf(behaviors, Behavior.ClaimsScore, Point.Score);
}

/** The bit of a point that the plugin extends in releases with a behavior. */
function onlyIf(behaviors: u32, behavior: Behavior, point: Point): i32 {
  return (behaviors & behavior) != 0 ? 1 << point : 0;
}

/** The plugin at a place of the order in which a release enables its own. */
export function pluginInOrder(place: i32, behaviors: u32): i32 {
  if ((behaviors & Behavior.NodeNameFirst) == 0) return place;
  if (place == Plugin.NodeUnschedulable) return Plugin.NodeName;
  return place == Plugin.NodeName ? Plugin.NodeUnschedulable : place;
}

/** Whether a release enables a plugin when its configuration does not say. */
export function isDefault(plugin: i32, behaviors: u32): bool {
  if (plugin == Plugin.DynamicResources) return (behaviors & Behavior.DynamicResources) != 0;
  if (plugin == Plugin.NodeDeclaredFeatures) return (behaviors & Behavior.DeclaredFeatures) != 0;
  return plugin != Plugin.GangScheduling;
}

/** The plugin of a name in a release, or -1. */
export function pluginNamed(at: usize, size: i32, behaviors: u32): i32 {
  for (let plugin = 0; plugin < PLUGINS; plugin++) {
    if (!equalAscii(at, size, pluginName(plugin))) continue;
    return pointsOf(plugin, behaviors) == 0 ? -1 : plugin;
  }
  return -1;
}

/**
 * Whether a filter or a score fails every pod without what its plugin prepares at the point before:
 * NodeAffinity and the scores by resources make up for it.
 */
export function needsPreFilter(plugin: i32): bool {
  switch (plugin) {
    case Plugin.NodeUnschedulable:
    case Plugin.NodeName:
    case Plugin.TaintToleration:
    case Plugin.NodeAffinity:
      return false;
    default:
      return true;
  }
}

export function needsPreScore(plugin: i32): bool {
  return (
    plugin == Plugin.TaintToleration ||
    plugin == Plugin.PodTopologySpread ||
    plugin == Plugin.InterPodAffinity
  );
}

/** The weight that a plugin scores with by default; 0 for one that does not score. */
export function defaultWeight(plugin: i32): i32 {
  switch (plugin) {
    case Plugin.TaintToleration:
      return 3;
    case Plugin.NodeAffinity:
    case Plugin.PodTopologySpread:
    case Plugin.InterPodAffinity:
    case Plugin.DynamicResources:
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
