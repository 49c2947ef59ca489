import { formatRelease } from "../../text/release.ts";
import { JsonNumber, JsonObject, type JsonTree } from "../json/tree.ts";
import type { EvictionMessage, NamedUsage } from "./message.ts";
import { openIn } from "./openQuestions.ts";

/** A message as scripts read it, with every digit of its amounts. */
export function messageTree(message: EvictionMessage): JsonObject {
  const { kind, event, resource, signals, nodeConditions, limit, pod, volume, minors } = message;
  const { otherEnd } = message;
  return object({
    kind: otherEnd?.kind ?? kind,
    ...(event === undefined ? {} : { event }),
    resource,
    signals,
    ...(nodeConditions === undefined ? {} : { nodeConditions }),
    threshold: amount(message.threshold),
    available: amount(message.available),
    ...(limit === undefined ? {} : { limit: amount(limit) }),
    containers: message.containers.map(usageTree),
    ...(pod === undefined ? {} : { pod: usageTree(pod) }),
    ...(volume === undefined ? {} : { volume }),
    release: object({
      from: minors === null ? null : formatRelease(minors.from),
      to: minors === null ? null : formatRelease(minors.to),
    }),
    ...(otherEnd === undefined ? {} : { otherEnd: otherEnd.title, detail: otherEnd.detail }),
    unknown: openIn(message),
  });
}

function usageTree({ name, usage, request, resource }: NamedUsage): JsonObject {
  return object({ name, usage: amount(usage), request: amount(request), resource });
}

export function object(members: Readonly<Record<string, JsonTree>>): JsonObject {
  return new JsonObject(Object.entries(members));
}

function amount(value: bigint | null): JsonTree {
  return value === null ? null : new JsonNumber(String(value));
}
