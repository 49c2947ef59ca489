import { formatBytes, formatCount } from "./amount.ts";

/** An amount of a kubelet's message, whose resource has the kubelet's own name. */
export function messageAmount(value: bigint, resource: string | null): string {
  const isCounted = resource !== null && /inodes|pids/i.test(resource);
  return isCounted ? formatCount(Number(value)) : formatBytes(Number(value));
}
