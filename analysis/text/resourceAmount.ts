import { formatBytes, formatCount } from "./amount.ts";

const BYTES = new Set(["memory", "ephemeral-storage"]);

/** An amount of a resource as people write it: cpu comes in thousandths. */
export function resourceAmount(resource: string, amount: number): string {
  if (BYTES.has(resource) || resource.startsWith("hugepages-")) return formatBytes(amount);
  if (resource === "cpu") return amount % 1000 === 0 ? String(amount / 1000) : `${amount}m`;
  return formatCount(amount);
}
