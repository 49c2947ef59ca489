import type { Policy } from "../../../analysis/engine/decision.ts";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import type { PolicyOptions } from "../../../analysis/questions/options/policy.ts";
import { assumedRelease } from "../../../analysis/text/assumedDefaults.ts";
import type { Io } from "../../system/io.ts";
import { loadModule } from "../../system/modules.ts";
import { printNotes } from "../notes.ts";
import { configurationText, loadPolicy } from "./policy.ts";
import { configuredEngine } from "./session.ts";

/** The policy of a configuration by itself, without a capture. */
export async function configuredPolicy(
  path: string | undefined,
  options: PolicyOptions,
  io: Io,
): Promise<Policy> {
  const loaded = await loadPolicy(await configurationText(path, io), options, null, io);
  const engine = new EvictionEngine(await loadModule("eviction"));
  const { policy } = configuredEngine(engine, loaded);
  await printNotes([...loaded.notes, ...assumedRelease(policy)], io);
  return policy;
}
