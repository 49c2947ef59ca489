import { nodeNameOfSummary } from "../../../analysis/read/objects/nodePods.ts";
import { InputError } from "../../system/errors.ts";
import { ApiError } from "../kubernetes/apiError.ts";
import type { ApiClient } from "../kubernetes/client.ts";
import { type NodeChannel, podsPath } from "./nodeDocuments.ts";

const TOO_MANY_REQUESTS = 429;
/** The most characters in a node's name; an invalid name may be longer. */
const NAME_LENGTH_MAX = 253;

/** The documents of a node, asked for together. */
export interface NodeReading {
  readonly summary: Uint8Array;
  /** Null when neither the kubelet nor the API server lists them. */
  readonly pods: Uint8Array | null;
  /** Null when it was not asked for, or not given. */
  readonly configz: Uint8Array | null;
  /** Replacements for missing documents: one sentence each, about `it`. */
  readonly notes: readonly string[];
}

export interface ReadingParts {
  readonly node: string;
  readonly channel: NodeChannel;
  /** Lists pods that the kubelet does not give: its right for them is newer than that for stats. */
  readonly api: ApiClient;
  readonly wantsConfigz: boolean;
}

/**
 * Summary, pods and configz of a node. A kubelet that gives its statistics alone is enough: the
 * pods are those that the API server has for the node. Rejects with ApiError or InputError without
 * a Summary.
 */
export async function readNode(parts: ReadingParts, signal?: AbortSignal): Promise<NodeReading> {
  const { channel } = parts;
  const get = (document: string) => channel.client.get(channel.path(document), signal);
  const [summary, pods, configz] = await Promise.allSettled([
    get("stats/summary"),
    podsOf(parts, signal),
    parts.wantsConfigz ? get("configz") : null,
  ]);
  if (summary.status === "rejected") throw summary.reason;
  refuseOther(parts.node, summary.value);
  const notes: string[] = [];
  const list = unlessRefused(
    pods,
    notes,
    (why) => `its pods cannot be read (${why}), so none are ranked.`,
  );
  const configuration = unlessRefused(
    configz,
    notes,
    (why) => `its configz cannot be read (${why}); assuming the kubelet's defaults.`,
  );
  if (list?.note !== undefined) notes.push(list.note);
  return { summary: summary.value, pods: list?.pods ?? null, configz: configuration, notes };
}

/** A kubelet has the name of its Node object: any other is asked by mistake. */
function refuseOther(node: string, summary: Uint8Array): void {
  const named = nodeNameOfSummary(summary);
  if (named === null || named === node) return;
  const other = named.slice(0, NAME_LENGTH_MAX);
  throw new InputError(
    `Node ${node}: its Summary is from node ${other}`,
    "check the address of its kubelet",
  );
}

async function podsOf(
  { node, channel, api }: ReadingParts,
  signal?: AbortSignal,
): Promise<{ readonly pods: Uint8Array; readonly note?: string }> {
  try {
    return { pods: await channel.client.get(channel.path("pods"), signal) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const pods = await api.get(podsPath(node), signal);
    const note =
      `its kubelet does not serve its pods (${error.status}); using those that the API ` +
      "server lists.";
    return { pods, note };
  }
}

/** The server is there, and gives this document not to us, or not at all. */
export function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.status === null) return false;
  return error.status >= 400 && error.status < 500 && error.status !== TOO_MANY_REQUESTS;
}

/** Null for a document that is refused, with a note; no answer at all may be one in a moment. */
function unlessRefused<T>(
  settled: PromiseSettledResult<T>,
  notes: string[],
  sentence: (why: string) => string,
): T | null {
  if (settled.status === "fulfilled") return settled.value;
  if (!isRefusal(settled.reason)) throw settled.reason;
  const { status, said } = settled.reason;
  notes.push(sentence(said === "" ? `${status}` : `${status}, ${said}`));
  return null;
}
