/** The plugins behind the bits of `UnevaluatedBit`. */
import { Plugin } from "./plugin.ts";

export const UNEVALUATED_BITS = 8;

const UNEVALUATED_PLUGINS: StaticArray<i32> = [
  Plugin.VolumeBinding,
  Plugin.VolumeRestrictions,
  Plugin.NodeVolumeLimits,
  Plugin.VolumeZone,
  Plugin.DynamicResources,
  Plugin.GangScheduling,
  Plugin.NodeAffinity,
  Plugin.NodeDeclaredFeatures,
];

export function unevaluatedPlugin(bit: i32): i32 {
  return unchecked(UNEVALUATED_PLUGINS[bit]);
}
