import type { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import type { KubeletConfiguration } from "../../../../analysis/read/kubelet/loaded.ts";
import { GuardRailReports } from "../../../daemon/acting/guardRailReports.ts";
import type { KubernetesCluster } from "../../../daemon/actuators/kubernetes/cluster.ts";
import { earlierThresholds, minimumReclaimOf } from "../../../daemon/kubelet/actBefore.ts";
import { KubeletPolicy } from "../../../daemon/kubelet/kubeletPolicy.ts";
import { KubeletWatch } from "../../../daemon/kubelet/kubeletWatch.ts";
import type { Io } from "../../../system/io.ts";
import { SYSTEM_CLOCK } from "../../../system/systemClock.ts";
import { inputFailure, usageFailure } from "../../exitCode.ts";
import { type LoadedPolicy, loadPolicy } from "../../input/policy.ts";
import { openCluster } from "./cluster.ts";
import type { OpenedSource } from "./openedSource.ts";
import type { RunOptions } from "./options.ts";
import { type OpenedPolicy, openPolicy } from "./policy.ts";

export interface KubeletWatching {
  readonly watch: KubeletWatch;
  readonly cluster: KubernetesCluster;
}

/** A policy that acts before the kubelet. */
export interface EarlierPolicy extends OpenedPolicy {
  /** What asks the kubelet and the cluster, and brings another policy; takes the Lease. */
  openWatching(reportError: (sentence: string) => Promise<void>): Promise<KubeletWatching>;
}

/**
 * The policy of `--act kubernetes`. Throws a Failure for thresholds that are not earlier than those
 * of the kubelet, and when its configz or a first Summary cannot be read.
 */
export async function openEarlierPolicy(
  options: RunOptions,
  opened: OpenedSource,
  newEngine: () => EvictionEngine,
  io: Io,
): Promise<EarlierPolicy> {
  const { configz } = opened;
  if (configz === undefined) {
    throw usageFailure(
      "--act kubernetes acts before a kubelet does; give it with --source kubelet or apiserver.",
    );
  }
  const jsonOf = async (configuration: KubeletConfiguration): Promise<string> => {
    const { layout, kubeletVersion, capacity } = options;
    const facts = { layout, kubeletVersion, capacity };
    const known = Object.entries(facts).filter(([, value]) => value !== undefined);
    return (await loadUnder(Object.fromEntries(known), configuration)).json;
  };
  const loadUnder = (policy: object, config: KubeletConfiguration, more = "") => {
    const { header, origin = "configz" } = opened.node;
    const node = { ...opened.node, header: { plimsoll: "capture/1" as const, ...header, config } };
    return loadPolicy(undefined, policy, { ...node, origin: `${origin}${more}` }, io);
  };
  const kubelet = new KubeletPolicy({
    ...{ newEngine, clock: SYSTEM_CLOCK, jsonOf, isSoleEvictor: options.soleEvictor ?? false },
    configz: () => configz(),
  });
  const first = await firstMeasurement(opened);
  const derive = deriving(options, kubelet, (config, more) => loadUnder(options, config, more));
  const policy =
    derive === null
      ? await openPolicy(options, opened, io)
      : { loaded: await derive(first.summary, first.time), watched: null };
  const { json } = policy.loaded;
  const { sentences } = await kubelet.objections(json, first.summary, first.time);
  if (sentences.length > 0) {
    const lines = sentences.map((sentence) => `\n  ${sentence}`).join("");
    throw usageFailure(
      "--act kubernetes must act before the kubelet. Use --act-before 10%, or earlier " +
        `thresholds with --eviction-hard.${lines}`,
    );
  }
  const openWatching = async (reportError: (sentence: string) => Promise<void>) => {
    const guardRailReports = new GuardRailReports((sentence) => void reportError(sentence));
    const cluster = await openCluster(options, opened, kubelet, guardRailReports, io);
    const watch = new KubeletWatch({ kubelet, guardRailReports, files: policy.watched, derive });
    return { watch, cluster };
  };
  return { ...policy, openWatching };
}

type Load = (configuration: KubeletConfiguration, more: string) => Promise<LoadedPolicy>;

/** Null without `--act-before`. */
function deriving(options: RunOptions, kubelet: KubeletPolicy, load: Load) {
  const { actBefore } = options;
  if (actBefore === undefined) return null;
  const { text, margins } = actBefore;
  return async (summary: Uint8Array, time: bigint): Promise<LoadedPolicy> => {
    const refuse = (reason: string) => usageFailure(`--act-before ${text}: ${reason}.`);
    const configuration = await kubelet.configuration();
    if (typeof configuration === "string") throw inputFailure(`${configuration}.`);
    const own = await kubelet.resolve(configuration, summary, time);
    if (typeof own === "string") throw refuse(own);
    const evictionMinimumReclaim = minimumReclaimOf(margins, own);
    const asked = { ...configuration, evictionMinimumReclaim };
    const margined = await kubelet.resolve(asked, summary, time);
    if (typeof margined === "string") throw refuse(margined);
    const earlier = earlierThresholds(margins, own, margined);
    if (typeof earlier === "string") throw refuse(earlier);
    return load({ ...configuration, ...earlier }, `, --act-before ${text}`);
  };
}

/** What the node has now, against which percentages become limits. */
async function firstMeasurement({ source }: OpenedSource) {
  const snapshot = (await source.again?.(new AbortController().signal)) ?? null;
  if (snapshot === null || snapshot.summary === null) {
    throw inputFailure(
      "--act kubernetes needs a Summary to compare thresholds by. " +
        (snapshot?.summaryError ?? "The source has no Summary."),
    );
  }
  return { summary: snapshot.summary, time: snapshot.time };
}
