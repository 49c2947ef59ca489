/** Thresholds of oomd in bytes: a percentage is of what the machine had at the start. */
import { Kind, oomd, Plugin, PluginFlag, pluginHas } from "../model/oomd.ts";

export function thresholdOf(plugin: Plugin): i64 {
  if (!pluginHas(plugin, PluginFlag.Percent)) return plugin.threshold;
  // kill_by_swap_usage keeps all swap in 32 bits with a sign: 8 GiB are 0.
  const isSwap = plugin.kind == Kind.KillBySwapUsage;
  const total = isSwap ? i64(i32(oomd.swapTotal)) : i64(oomd.memTotal);
  return (total * plugin.threshold) / 100;
}
