import type { Pod, PodList } from "./documents.ts";
import { parseQuantity } from "./quantity.ts";

/** What ranking and the message ask of a pod, worked out once. */
export interface PodEntry {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly priority: number;
  readonly critical: boolean;
  readonly memoryRequestBytes: number;
  readonly storageRequestBytes: number;
  readonly containerMemoryRequestBytes: ReadonlyMap<string, number>;
  readonly countedVolumes: ReadonlySet<string>;
}

const CRITICAL_PRIORITY = 2_000_000_000;

export function podTableOf(list: PodList): PodEntry[] {
  return list.items.filter(isActive).map(entryOf);
}

function isActive(pod: Pod): boolean {
  return pod.status?.phase !== "Failed" && pod.status?.phase !== "Succeeded";
}

function entryOf(pod: Pod): PodEntry {
  const { metadata, spec } = pod;
  const source = metadata.annotations?.["kubernetes.io/config.source"];
  const priority = spec.priority ?? 0;
  const requestOf = (resource: string) =>
    spec.containers.map(({ name, resources }) => {
      const text = resources?.requests?.[resource];
      return [name, text === undefined ? 0 : parseQuantity(text)] as const;
    });
  const memory = requestOf("memory");
  const total = (requests: readonly (readonly [string, number])[]) =>
    requests.reduce((sum, [, bytes]) => sum + bytes, 0);
  return {
    namespace: metadata.namespace,
    name: metadata.name,
    uid: metadata.uid,
    priority,
    critical: priority >= CRITICAL_PRIORITY || (source !== undefined && source !== "api"),
    memoryRequestBytes: total(memory),
    storageRequestBytes: total(requestOf("ephemeral-storage")),
    containerMemoryRequestBytes: new Map(memory),
    countedVolumes: new Set(
      (spec.volumes ?? [])
        .filter(({ emptyDir, hostPath, configMap }) =>
          emptyDir ? !emptyDir.medium : hostPath || configMap,
        )
        .map(({ name }) => name),
    ),
  };
}
