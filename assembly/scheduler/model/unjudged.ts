/** The plugins behind the bits of `UnjudgedBit`. */
import { Plugin } from "./plugin.ts";

export const UNJUDGED_BITS = 7;

const UNJUDGED_PLUGINS: StaticArray<i32> = [
  Plugin.VolumeBinding,
  Plugin.VolumeRestrictions,
  Plugin.NodeVolumeLimits,
  Plugin.VolumeZone,
  Plugin.DynamicResources,
  Plugin.GangScheduling,
  Plugin.NodeAffinity,
];

export function unjudgedPlugin(bit: i32): i32 {
  return unchecked(UNJUDGED_PLUGINS[bit]);
}
