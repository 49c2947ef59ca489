/** Changes that would have prevented what a message reports, with their price. */

import type { EvictionMessage, MessageKind } from "../../read/messages/message.ts";
import type { Fix } from "../../text/document.ts";
import { LARGER_REQUEST, limitCost } from "../../text/fixCosts.ts";
import { messageAmount } from "../../text/messageAmount.ts";
import {
  aboveRequest,
  type MessageContext,
  settledIn,
  settledKind,
  tooLittleSentence,
} from "./messageWords.ts";

export const NOT_CHECKED = "Fixes (not checked: a message has no other pods)";

type Fixes = (message: EvictionMessage, context: MessageContext) => readonly Fix[];

const FIXES: Readonly<Record<MessageKind, Fixes>> = {
  "node-pressure": pressureFixes,
  "container-limit": ({ containers: [container], limit }) =>
    raisedLimit(limit, `the ephemeral-storage limit of ${container?.name ?? "the container"}`),
  "pod-limit": ({ limit }) =>
    raisedLimit(limit, "the sum of the containers' ephemeral-storage limits"),
  "emptyDir-limit": ({ limit, volume }) =>
    raisedLimit(limit, `the sizeLimit of ${volume ?? "the emptyDir"}`),
  admission: () => [],
  evicted: () => [],
  unknown: () => [],
};

function raisedLimit(limit: EvictionMessage["limit"], name: string): readonly Fix[] {
  if (limit === null || limit === undefined) return [];
  return [{ change: `Raise ${name} above ${messageAmount(limit, null)}`, cost: DISK_COST }];
}

const DISK_COST = "the pod can fill that much more of the node's disk";

/** At most three, the cheapest first. */
export function messageFixes(message: EvictionMessage, context: MessageContext): readonly Fix[] {
  return message.event === undefined ? FIXES[message.kind](message, context) : [];
}

function pressureFixes(message: EvictionMessage, context: MessageContext): readonly Fix[] {
  return message.resource === "memory"
    ? memoryFixes(message, context)
    : [...freeing(message, context), ...raising(message)];
}

function raising(message: EvictionMessage): readonly Fix[] {
  const [most] = aboveRequest(message);
  if (most === undefined || tooLittleSentence(message) !== null) return [];
  const { name, usage, above, resource } = most;
  // A kubelet compares whole pods: one container's request is not enough for several.
  const all = aboveRequest(message).reduce((sum, each) => sum + each.above, 0n);
  const change =
    all === above
      ? `Raise ${name}'s ${resource} request toward ${messageAmount(usage, resource)}`
      : `Raise the containers' ${resource} requests by ${messageAmount(all, resource)} in all`;
  return [{ change, cost: LARGER_REQUEST }];
}

function memoryFixes(message: EvictionMessage, context: MessageContext): readonly Fix[] {
  const [most] = aboveRequest(message);
  const isHard = settledKind(settledIn(message, context)) === "hard";
  const { threshold } = message;
  return [
    ...raising(message),
    ...(isHard && threshold !== null && !hasSoft(context)
      ? [
          {
            change: `Add a soft threshold above ${messageAmount(threshold, "memory")}`,
            effect: "pods then get their own grace period",
            cost: "evictions begin earlier",
          },
        ]
      : []),
    ...(most === undefined || tooLittleSentence(message) !== null
      ? []
      : [
          {
            change: `If ${most.name} leaks, set a memory limit on it, or lower the one it has`,
            cost: limitCost(most.name),
          },
        ]),
  ];
}

function hasSoft({ policy }: MessageContext): boolean {
  return (
    policy?.thresholds.some(({ hard, signal }) => !hard && signal === "memory.available") ?? false
  );
}

/** Free of charge: nothing that runs needs it. */
function freeing(message: EvictionMessage, context: MessageContext): readonly Fix[] {
  const { threshold, available, resource } = message;
  if (resource !== "ephemeral-storage" || threshold === null || available === null) return [];
  const missing = messageAmount(threshold - available, resource);
  const settled = settledIn(message, context);
  const isImages =
    settled.length > 0 && settled.every(({ signal }) => signal.startsWith("imagefs"));
  return [
    {
      change: isImages
        ? `Delete unused images, or enlarge the image file system: ${missing} are missing`
        : `Delete what is not needed on that file system, or enlarge it: ${missing} are missing`,
    },
  ];
}
