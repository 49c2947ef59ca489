/** What a node serves, asked for each second. */
import { setTimeout as pause } from "node:timers/promises";
import type { ApiClient } from "../../hosts/daemon/kubernetes/client.ts";
import { NODE } from "./nodeFiles.ts";

const STEP_MILLISECONDS = 1000;
const ANSWER_MILLISECONDS = 15_000;

interface NodeObject {
  readonly status: {
    readonly conditions: readonly object[];
    readonly capacity: Readonly<Record<string, string>>;
  };
}

/** A line of a capture; `summaryError` and `podsError` replace missing answers. */
export interface Sample {
  readonly time: string;
  /** Seconds since the beginning. */
  readonly t: number;
  readonly summary?: object;
  readonly summaryError?: string;
  readonly pods?: object;
  readonly podsError?: string;
  readonly nodeConditions: readonly object[];
  /** What else the Node's status says; of the first sample. */
  readonly node?: object;
}

export async function answerOf(url: string): Promise<object> {
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MILLISECONDS) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return response.json() as Promise<object>;
}

export interface Sampled {
  readonly kubelet: string;
  readonly api: ApiClient;
  readonly began: number;
}

/** A sample each second, or as soon as the one before is complete. */
export async function* samplesOf(sampled: Sampled, seconds: number): AsyncGenerator<Sample> {
  let pods = "";
  for (let next = sampled.began; next < sampled.began + seconds * 1000; ) {
    await pause(Math.max(0, next - Date.now()));
    next = Math.max(next + STEP_MILLISECONDS, Date.now());
    const sample = await take(sampled, next === sampled.began + STEP_MILLISECONDS);
    const listed = JSON.stringify(sample.pods ?? null);
    const { pods: _same, ...rest } = sample;
    yield listed === pods ? rest : sample;
    pods = listed;
  }
}

async function take({ kubelet, api, began }: Sampled, isFirst: boolean): Promise<Sample> {
  const now = Date.now();
  const failed = (name: string) => (error: Error) => ({ [`${name}Error`]: error.message });
  const [summary, pods, node] = await Promise.all([
    answerOf(`${kubelet}/stats/summary`).then((summary) => ({ summary }), failed("summary")),
    answerOf(`${kubelet}/pods`).then((list) => ({ pods: sortedPods(list) }), failed("pods")),
    api.getObject<NodeObject>(`/api/v1/nodes/${NODE}`),
  ]);
  const { conditions, ...status } = node.status;
  return {
    time: new Date(now).toISOString(),
    t: (now - began) / 1000,
    ...summary,
    ...pods,
    nodeConditions: conditions,
    ...(isFirst ? { node: status } : {}),
  };
}

interface Pods {
  readonly items: readonly { readonly metadata: { readonly name: string } }[] | null;
}

/** The kubelet lists them in the order of a map, which would make every sample a new list. */
function sortedPods(list: object): object {
  const items = [...((list as Pods).items ?? [])].map(({ metadata, ...pod }) => {
    const { managedFields: _long, ...kept } = metadata as { name: string; managedFields?: object };
    return { metadata: kept, ...pod };
  });
  items.sort((one, other) => (one.metadata.name < other.metadata.name ? -1 : 1));
  return { ...list, items };
}
