/** A pod of a capture that a user changes, and why a change is refused. */
import type { PodTable } from "../../engine/decision.ts";
import { EngineError } from "../../engine/engineError.ts";
import type { EvictionEngine } from "../../engine/evictionEngine.ts";

/** Requests of one container, such as `{"memory": "256Mi"}`; "" takes one away. */
export type ContainerChange = Readonly<Partial<Record<"memory" | "ephemeral-storage", string>>>;

/** A pod as the user changed it: what replaces the capture's own values. */
export interface PodChange {
  readonly uid: string;
  readonly priority?: number;
  /** Percent of its usage in the capture; the node's own amounts stay as they are. */
  readonly usagePercent?: number;
  /** By the container's name. */
  readonly containers?: Readonly<Record<string, ContainerChange>>;
}

/** Why a text is not a priority, in one sentence; null for one that is, and for an empty one. */
export function priorityProblem(text: string): string | null {
  if (text === "" || Number.isSafeInteger(Number(text))) return null;
  return `"${text}" is not a priority; write a whole number like 1000.`;
}

/** Why the engine would refuse a pod that is changed so, in one sentence; null when it takes it. */
export function podProblem(engine: EvictionEngine, change: PodChange): string | null {
  const { priority, containers = {} } = change;
  for (const [name, requests] of Object.entries(containers)) {
    for (const [resource, text] of Object.entries(requests)) {
      const problem = text === "" ? null : requestProblem(engine, resource, text);
      if (problem !== null) return `${name}: ${problem}`;
    }
  }
  if (priority === undefined) return null;
  const refused = refusalOf(engine, { priority });
  return refused === null ? null : `A priority of ${priority} is refused: ${refused}.`;
}

function requestProblem(engine: EvictionEngine, resource: string, text: string): string | null {
  const requests = { [resource]: text };
  const refused = refusalOf(engine, { containers: [{ name: "c", resources: { requests } }] });
  if (refused !== null) {
    return `"${text}" is not a quantity; write it like 500Mi or 2Gi (${refused}).`;
  }
  const [pod] = engine.report<PodTable>().parse().pods;
  const read = resource === "memory" ? pod?.memoryRequest : pod?.ephemeralStorageRequest;
  // The API server admits no such pod, and a kubelet would never see it.
  return read?.startsWith("-") ? `"${text}" is below zero; ask for nothing or more.` : null;
}

/** The engine's reason, of a list with one pod that has these members. */
function refusalOf(engine: EvictionEngine, spec: object): string | null {
  const metadata = { name: "p", namespace: "n", uid: "u" };
  const pod = { metadata, spec, status: { phase: "Running" } };
  try {
    engine.pods(JSON.stringify({ kind: "PodList", items: [pod] }));
    return null;
  } catch (error) {
    if (error instanceof EngineError) return error.answer.reason;
    throw error;
  }
}
