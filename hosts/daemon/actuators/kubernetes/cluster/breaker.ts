import { ApiError } from "../../../kubernetes/apiError.ts";
import type { ApiClient } from "../../../kubernetes/client.ts";

/** The ConfigMap that lets a whole fleet act, and stops it. */
export const BREAKER = "plimsoll-acting";

/** How many nodes may act at once, or why none may. */
export type Permission = { readonly maxNodes: number } | { readonly reason: string };

const MAX_NODES_DEFAULT = 1;
/** Each of them is a Lease that is looked at. */
const MAX_NODES_MAX = 100;

/**
 * Nothing acts unless the ConfigMap is there and says so: one that is missing, cannot be read or
 * says anything else stops all acting. Rejects with ApiError or InputError when it cannot be asked.
 */
export async function readBreaker(client: ApiClient, namespace: string): Promise<Permission> {
  const where = `ConfigMap ${namespace}/${BREAKER}`;
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/configmaps/${BREAKER}`;
  try {
    const map = await client.getObject<Record<string, Readonly<Record<string, unknown>>>>(path);
    return permissionOf(where, map.data ?? {});
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return { reason: `there is no ${where}; create it with acting: allow` };
  }
}

function permissionOf(where: string, settings: Readonly<Record<string, unknown>>): Permission {
  const { acting, maxNodes = String(MAX_NODES_DEFAULT) } = settings;
  if (acting !== "allow") return { reason: `${where} says acting: ${JSON.stringify(acting)}` };
  const count = /^[1-9]\d{0,2}$/.test(String(maxNodes)) ? Number(maxNodes) : 0;
  if (count >= 1 && count <= MAX_NODES_MAX) return { maxNodes: count };
  const range = `write a number from 1 to ${MAX_NODES_MAX}`;
  return { reason: `${where} says maxNodes: ${JSON.stringify(maxNodes)}; ${range}` };
}
