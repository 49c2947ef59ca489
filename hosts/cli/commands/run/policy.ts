import { WatchedPolicy } from "../../../daemon/loop/watchedPolicy.ts";
import type { Io } from "../../../system/io.ts";
import { configurationText, type LoadedPolicy, loadPolicy } from "../../input/policy.ts";
import type { OpenedSource } from "./openedSource.ts";
import type { RunOptions } from "./options.ts";

/** The policy of a run, and the files that are watched for another one. */
export interface OpenedPolicy {
  readonly loaded: LoadedPolicy;
  /** Null when no file could change it. */
  readonly watched: WatchedPolicy | null;
}

export async function openPolicy(
  options: RunOptions,
  { node }: OpenedSource,
  io: Io,
): Promise<OpenedPolicy> {
  const [config] = options.config ?? [];
  const load = async () => loadPolicy(await configurationText(config, io), options, node, io);
  // Standard input is read once.
  const paths = [config, options.configDir].filter((path) => path !== undefined && path !== "-");
  const watched = paths.length === 0 ? null : new WatchedPolicy({ paths: paths as string[], load });
  // Looked at before it is read: a change in between is noticed with the first step.
  await watched?.changed();
  return { loaded: await load(), watched };
}
