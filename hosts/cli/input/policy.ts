import type { PolicyText } from "../../../analysis/engine/configuredEngine.ts";
import { RELEASES } from "../../../analysis/engine/contract/releases.ts";
import type { PolicyOptions } from "../../../analysis/questions/options/policy.ts";
import type { Capture } from "../../../analysis/read/capture/capture.ts";
import {
  applyFlags,
  NOTHING_SET as DEFAULT_CONFIGURATION,
} from "../../../analysis/read/kubelet/apply.ts";
import { ConfigurationError } from "../../../analysis/read/kubelet/error.ts";
import type { Flag } from "../../../analysis/read/kubelet/flags.ts";
import { readKubeletJson } from "../../../analysis/read/kubelet/kubeletJson.ts";
import type {
  ConfigurationForm,
  ConfigurationText,
  LoadedConfiguration,
  NodeDescription,
  UnreadMembers,
} from "../../../analysis/read/kubelet/loaded.ts";
import {
  type ModuleOptions,
  toModuleConfiguration,
} from "../../../analysis/read/kubelet/module.ts";
import { isVersionFollowed } from "../../../analysis/text/release.ts";
import { nameOf, readText } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { usageFailure } from "../exitCode.ts";
import { dropInFiles } from "./configurationFiles.ts";
import { flagsOfOptions } from "./kubeletFlags.ts";

/** What a capture's header, or the node itself, says about a node and its policy. */
export interface KnownNode extends Pick<Capture, "header" | "options"> {
  /** What its configuration is called in sentences. Default: the capture's own. */
  readonly origin?: string;
}

/** A configuration, ready for the core, and how it came about. */
export interface LoadedPolicy extends PolicyText {
  /** The document it was found in; absent when flags alone make it. */
  readonly form?: ConfigurationForm;
  /** What its reader did not know in the document. */
  readonly unread?: UnreadMembers;
  /** The kubelet's flags that the text has. */
  readonly flagNames?: readonly string[];
  /** What a reader should know about them, one sentence each. */
  readonly notes: readonly string[];
}

/** The text of a configuration file, under the name it has in sentences. */
export async function configurationText(
  path: string | undefined,
  io: Io,
): Promise<ConfigurationText | undefined> {
  return path === undefined ? undefined : { name: nameOf(path), text: await readText(path, io) };
}

/** The files, or what the capture's header says, or the defaults; then drop-ins; then flags. */
export async function loadPolicy(
  config: ConfigurationText | undefined,
  options: PolicyOptions,
  capture: KnownNode | null,
  io: Io,
): Promise<LoadedPolicy> {
  const { base, origins } = await baseOf(config, capture, describedNode(options));
  return overlaid(base, origins, options, capture, io);
}

/** A policy of a text that may hold several, and which nodes it is for. */
export interface PartialPolicy extends LoadedPolicy {
  readonly part?: string;
}

/** One policy for each kind of node that a text describes; the flags' own without a text. */
export async function loadPolicies(
  config: ConfigurationText | undefined,
  options: PolicyOptions,
  io: Io,
): Promise<readonly PartialPolicy[]> {
  const bases =
    config === undefined
      ? [DEFAULT_CONFIGURATION]
      : (await reader()).readConfigurations(config, describedNode(options));
  const policies: PartialPolicy[] = [];
  for (const base of bases) {
    const policy = await overlaid(
      base,
      config === undefined ? [] : [config.name],
      options,
      null,
      io,
    );
    policies.push(base.part === undefined ? policy : { ...policy, part: base.part });
  }
  return policies;
}

function describedNode({ capacity, kubeletVersion }: PolicyOptions): NodeDescription {
  return {
    ...(capacity === undefined ? {} : { capacity }),
    ...(kubeletVersion === undefined ? {} : { kubeletVersion }),
  };
}

async function overlaid(
  base: LoadedConfiguration,
  origins: readonly string[],
  options: PolicyOptions,
  capture: KnownNode | null,
  io: Io,
): Promise<LoadedPolicy> {
  const merged =
    options.configDir === undefined ? base : await withDropIns(base, options.configDir, io);
  const flags = flagsOfOptions(options);
  const { profile, kubeletVersion, layout, whatIf, capacity } = options;
  // A node that was captured runs what it ran, whatever a document says of its cluster.
  const own: ModuleOptions = {
    ...releaseNamed(base),
    ...capture?.options,
    ...(profile === undefined ? {} : { profile }),
    ...(kubeletVersion === undefined ? {} : { kubeletVersion }),
    ...(layout === undefined ? {} : { layout }),
    ...(whatIf === undefined ? {} : { whatIf }),
    ...(capacity === undefined ? {} : { capacity }),
  };
  const isChanged = base !== DEFAULT_CONFIGURATION && (flags.length > 0 || profile !== undefined);
  const { profile: _, ...unchanged } = own;
  return {
    ...(base === DEFAULT_CONFIGURATION ? {} : { form: base.form }),
    ...(isChanged ? { unchanged: toModuleConfiguration(merged, unchanged) } : {}),
    ...(base.unread === undefined ? {} : { unread: base.unread }),
    ...(base.flagNames === undefined ? {} : { flagNames: base.flagNames }),
    ...(capture !== null && merged === DEFAULT_CONFIGURATION && flags.length === 0
      ? { isAssumed: true as const }
      : {}),
    json: toModuleConfiguration(withFlags(merged, flags), own),
    origins: [
      ...origins,
      ...(options.configDir === undefined ? [] : [options.configDir]),
      ...new Set(flags.map((flag) => `--${flag.name}`)),
      ...(profile === undefined ? [] : [`--profile ${profile}`]),
      ...(kubeletVersion === undefined ? [] : [`--kubelet-version ${kubeletVersion}`]),
    ],
    notes: merged.notes.map((note) => note.sentence),
  };
}

function releaseNamed({ release }: LoadedConfiguration): ModuleOptions {
  const follows = release !== undefined && isVersionFollowed(release, RELEASES.eviction);
  return follows ? { kubeletVersion: release } : {};
}

/** What reads the documents people write, with their packages: a daemon may need none of it. */
function reader() {
  return import("../../../analysis/read/kubelet/configuration.ts");
}

/** The one configuration that a text holds. */
export async function configurationOf(
  source: ConfigurationText,
  node: NodeDescription = {},
): Promise<LoadedConfiguration> {
  return readKubeletJson(source) ?? (await reader()).readConfiguration(source, node);
}

async function baseOf(
  config: ConfigurationText | undefined,
  capture: Pick<KnownNode, "header" | "origin"> | null,
  node: NodeDescription,
): Promise<{ base: LoadedConfiguration; origins: readonly string[] }> {
  if (config !== undefined) {
    const base = await configurationOf(config, node);
    refuseUnread(config.name, base);
    return { base, origins: [config.name] };
  }
  const recorded = capture?.header?.config;
  if (recorded === undefined) {
    return { base: DEFAULT_CONFIGURATION, origins: ["the kubelet's defaults"] };
  }
  const name = capture?.origin ?? "the capture's own";
  const text = JSON.stringify({ kind: "KubeletConfiguration", ...recorded });
  return { base: await configurationOf({ name, text }), origins: [name] };
}

/** Without a threshold that was meant, each decision would be another. */
function refuseUnread(name: string, { unread }: LoadedConfiguration): void {
  const [error] = unread?.errors ?? [];
  if (error !== undefined) {
    throw new ConfigurationError(`${name}: ${error.path}: ${error.message}.`);
  }
}

async function withDropIns(
  base: LoadedConfiguration,
  directory: string,
  io: Io,
): Promise<LoadedConfiguration> {
  const { mergeDropIns } = await reader();
  const dropIns = (await dropInFiles(directory)).map(async (path) => ({
    name: path,
    text: path.endsWith(".conf") ? await readText(path, io) : "",
  }));
  return mergeDropIns(base, await Promise.all(dropIns));
}

/** Flags of this command line: what cannot be read in them is its usage. */
export function withFlags(base: LoadedConfiguration, flags: readonly Flag[]): LoadedConfiguration {
  try {
    return applyFlags(base, flags);
  } catch (error) {
    if (error instanceof ConfigurationError) throw usageFailure(error.message);
    throw error;
  }
}
