/** What a message says, and what a configuration adds to it, in words. */

import type { Policy, PolicyThreshold } from "../../engine/decision.ts";
import { fittingDefault } from "../../read/messages/defaultThreshold.ts";
import type { EvictionMessage, NamedUsage } from "../../read/messages/message.ts";
import { either } from "../../read/messages/openQuestions.ts";
import type { Minors } from "../../read/messages/releases.ts";
import { fittingThresholds } from "../../read/messages/settledThreshold.ts";
import { formatSeconds } from "../../text/amount.ts";
import { capitalized } from "../../text/capitalized.ts";
import { messageAmount } from "../../text/messageAmount.ts";
import { formatRelease, formatReleases } from "../../text/release.ts";

/** What is known of the node besides the message. */
export interface MessageContext {
  /** The node's own thresholds; absent without a configuration. */
  readonly policy?: Policy;
  /** The name of the configuration in sentences. */
  readonly configuration?: string;
  /** The word of a command line for it. */
  readonly configurationPath?: string;
}

export function releasesText({ from, to }: Minors): string {
  return from === to ? formatRelease(from) : formatReleases({ oldest: from, newest: to });
}

/** The thresholds of the node that the message fits; none without a configuration. */
export function settledIn(
  message: EvictionMessage,
  { policy }: MessageContext,
): readonly PolicyThreshold[] {
  if (policy === undefined || message.kind !== "node-pressure") return [];
  return fittingThresholds(message, policy.thresholds);
}

/** The one kind of them; null where it is open. */
export function settledKind(settled: readonly PolicyThreshold[]): "hard" | "soft" | null {
  if (settled.length === 0) return null;
  if (settled.every(({ hard }) => hard)) return "hard";
  return settled.every(({ hard }) => !hard) ? "soft" : null;
}

type Above = NamedUsage & { readonly usage: bigint; readonly above: bigint };

/** Containers above their requests, the one that is farthest above first. */
export function aboveRequest({ containers }: EvictionMessage): readonly Above[] {
  return containers
    .flatMap((each) => {
      const { usage, request } = each;
      if (usage === null || request === null || usage <= request) return [];
      return [{ ...each, usage, above: usage - request }];
    })
    .sort((a, b) => (a.above < b.above ? 1 : a.above > b.above ? -1 : 0));
}

/** No node lacks less memory or disk: a threshold and a measurement are not as exact. */
const SHORTAGE_MIN = 1024n * 1024n;
/** A disk for pods is many times as large: less of it is not what filled it. */
const DISK_FILLED_MIN = 1024n * SHORTAGE_MIN;
const DISK = "ephemeral-storage";

/** Why no request of the pod helps the node: its containers used less than the node lacked. */
export function tooLittleSentence(message: EvictionMessage): string | null {
  const { threshold, available, resource, containers } = message;
  const [most] = aboveRequest(message);
  if (most === undefined) return null;
  const isBytes = resource === "memory" || resource === DISK;
  const used = containers.reduce((sum, { usage }) => sum + (usage ?? 0n), 0n);
  const missing = threshold === null || available === null ? null : threshold - available;
  const least = resource === DISK && missing === null ? DISK_FILLED_MIN : SHORTAGE_MIN;
  if (used >= (missing ?? 0n) && (!isBytes || used >= least)) return null;
  const lacked =
    missing !== null && missing > used
      ? `The node lacked ${messageAmount(missing, resource)}`
      : null;
  if (resource === DISK) return onDisk(lacked, messageAmount(used, resource));
  const why =
    lacked === null
      ? `No node is short by ${messageAmount(used, resource)}`
      : `${lacked}, more than ${most.name} used`;
  const rest = "a larger request would only move the eviction to another pod";
  return `${why}: something else filled the node, and ${rest}.`;
}

/** The pod's volumes count in the kubelet's ranking, and in no message. */
function onDisk(lacked: string | null, used: string): string {
  const held = `the containers' layers and logs hold ${used}`;
  const why =
    lacked === null ? `${capitalized(held)}, too little to fill a disk` : `${lacked}; ${held}`;
  return (
    `${why}. What the pod's emptyDirs hold is in no message: they, or something else, filled it, ` +
    "and a larger request would free nothing."
  );
}

/** `100Mi`, `hard threshold 100Mi`, `soft threshold imagefs.available<30Gi`. */
export function thresholdWords(message: EvictionMessage, context: MessageContext): string {
  const { threshold, resource } = message;
  const settled = settledIn(message, context);
  const kind = settledKind(settled);
  const limit = threshold === null ? "" : ` ${messageAmount(threshold, resource)}`;
  const [only] = settled;
  if (only !== undefined && settled.length === 1) {
    return `${kind} threshold ${only.signal}<${only.value}`;
  }
  return `${kind === null ? "" : `${kind} `}threshold${limit}`;
}

/** What the configuration says of the threshold, or why it says nothing. */
export function settledSentences(message: EvictionMessage, context: MessageContext): string[] {
  const { policy, configuration = "the configuration" } = context;
  if (policy === undefined || message.kind !== "node-pressure") return [];
  const settled = settledIn(message, context);
  const limit =
    message.threshold === null ? "" : messageAmount(message.threshold, message.resource);
  const [only] = settled;
  if (only === undefined) {
    return [
      `No threshold in ${configuration} for ${either(message.signals)} is ${limit || "set"}: the ` +
        "message is from another node, or from before a change.",
    ];
  }
  const kind = settledKind(settled);
  const kinds = kind === null ? [] : [KIND_SENTENCES[kind](only, policy)];
  if (settled.length > 1) return kinds;
  const value = only.value.endsWith("%") ? `${only.value}` : limit || only.value;
  return [
    ...(message.signals.length > 1
      ? [`Only one threshold in ${configuration} fits, ${only.signal}<${value}.`]
      : []),
    ...kinds,
  ];
}

const KIND_SENTENCES = {
  hard: (_: PolicyThreshold, { thresholds }: Policy) =>
    (thresholds.some(({ hard }) => !hard)
      ? "The threshold is hard."
      : "The threshold is hard: this node has no soft one.") +
    " A hard eviction does not wait for the pod's own grace period.",
  soft: ({ gracePeriodSeconds }: PolicyThreshold, { maxPodGracePeriodSeconds }: Policy) =>
    `The threshold is soft: it was met for ${formatSeconds(gracePeriodSeconds)} before the ` +
    "eviction" +
    (maxPodGracePeriodSeconds > 0
      ? `, and the pod had at most ${formatSeconds(maxPodGracePeriodSeconds)} to stop.`
      : "."),
} as const;

/** The signal that the number itself gives away, when it is a default percentage. */
export function likelySignal({ signals, threshold }: EvictionMessage): string | null {
  const fitting = threshold === null ? null : fittingDefault(signals, threshold);
  if (fitting === null || signals.length === 1) return null;
  const { signal, value, capacity } = fitting;
  const size = messageAmount(capacity, null);
  return `${signal}<${value}: the threshold is ${value} of a file system of ${size}`;
}
