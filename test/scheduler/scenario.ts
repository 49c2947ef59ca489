/** A scenario: a cluster, a configuration, and the pods that wait. */
import { RELEASES as FOLLOWED } from "../../analysis/engine/contract/releases.ts";
import { formatRelease } from "../../analysis/text/release.ts";
import type { JsonObject } from "../vectors/notation.ts";

/** What the generator can be held to, and campaigns are run on. */
export const FEATURES = [
  "fit",
  "taints",
  "nodeAffinity",
  "ports",
  "spread",
  "podAffinity",
  "images",
  "gates",
  "priorities",
  "sampling",
  "configuration",
  "refused",
  "nominated",
  "owners",
  "preemption",
  "resizes",
] as const;
export type Feature = (typeof FEATURES)[number];

/** The release that clusters are drawn for unless another one is asked for. */
export const DEFAULT_RELEASE = formatRelease(FOLLOWED.scheduler.default);
/** The releases that the oracle is built for, and whose answers the corpus has. */
export const RELEASES: readonly string[] = [
  "1.31",
  "1.33",
  "1.35",
  "1.36",
  formatRelease(FOLLOWED.scheduler.newest),
];
export type Release = (typeof RELEASES)[number];

export interface Scenario {
  readonly id: string;
  readonly release: Release;
  /** v1 objects as the API server stores them, in order of arrival. */
  readonly objects: readonly JsonObject[];
  /** A KubeSchedulerConfiguration; absent, the defaults. */
  readonly config?: JsonObject;
  /** Whether pods that fit nowhere preempt others. */
  readonly preemption?: boolean;
}

export interface PodName {
  readonly namespace: string;
  readonly name: string;
}

export interface Refusal {
  readonly plugin: string;
  readonly reasons: readonly string[];
}

export interface PluginScore {
  readonly raw: number;
  readonly normalized: number;
  readonly weight: number;
}

export interface NodeAnswer {
  readonly name: string;
  readonly filter?: Refusal;
  readonly scores?: Readonly<Record<string, PluginScore>>;
  readonly total?: number;
}

/** What one scheduling cycle came to, on either side. */
export interface Decision {
  readonly step: number;
  readonly pod: PodName;
  readonly result: string;
  readonly node?: string;
  readonly alternatives?: readonly string[];
  readonly evaluated: number;
  readonly feasible: number;
  readonly message?: string;
  readonly nominatedNode?: string;
  readonly victims?: readonly PodName[];
  readonly nodes?: readonly NodeAnswer[];
}

/** What the oracle adds. */
export interface OracleDecision extends Decision {
  readonly ties?: readonly string[];
  readonly assumed?: string;
  /** By whom the pod was refused before a node was tried. */
  readonly refused?: Refusal;
  /** The scheduler walks named nodes in the order of a Go map. */
  readonly orderVaries?: boolean;
}

/** A configuration or an object that is refused, in the words of who refuses it. */
export interface Refused {
  readonly stage: string;
  readonly message: string;
}

export interface Played<Step extends Decision = Decision> {
  readonly decisions: readonly Step[];
  readonly error?: Refused;
}

export function minorOf(release: string): number {
  return Number(release.slice("1.".length));
}

export function keyOf({ namespace, name }: PodName): string {
  return `${namespace}/${name}`;
}
