/** The worker of the clusters: it simulates them, so that the page never waits for one. */

import { EngineError } from "../../../analysis/engine/engineError.ts";
import { ConfigurationError } from "../../../analysis/read/kubelet/configuration.ts";
import { ObjectsError } from "../../../analysis/read/objects/objectsError.ts";
import { ClusterSession } from "../features/simulator/clusterSession.ts";
import { DrainSession } from "../features/simulator/drainSession.ts";
import type { ClusterAnswer, ClusterRequest } from "../features/simulator/protocol.ts";
import type { Envelope } from "../session/protocol.ts";

/** What a module worker's global scope has that a window's has not. */
interface WorkerScope {
  postMessage(message: Envelope<ClusterAnswer>): void;
  onmessage: ((event: MessageEvent<Envelope<ClusterRequest>>) => void) | null;
}

const scope = globalThis as unknown as WorkerScope;
let session: Promise<ClusterSession | DrainSession> | null = null;

scope.onmessage = ({ data: { id, message } }) => {
  const reply = (answer: ClusterAnswer) => scope.postMessage({ id, message: answer });
  answer(message, reply).catch((error: unknown) => reply(failure(error)));
};

async function answer(
  request: ClusterRequest,
  reply: (answer: ClusterAnswer) => void,
): Promise<void> {
  if (request.kind === "drain") session = DrainSession.begin(request);
  if (request.kind === "open") session = ClusterSession.begin(request);
  if (session === null) throw new Error("No cluster is open.");
  await (await session).answer(request, reply);
}

function failure(error: unknown): ClusterAnswer {
  const reason = error instanceof Error ? error.message : String(error);
  const isAboutInput =
    error instanceof EngineError ||
    error instanceof ConfigurationError ||
    error instanceof ObjectsError;
  if (isAboutInput) return { kind: "failed", sentence: reason };
  return { kind: "failed", sentence: `The page has a defect: ${reason} Please report it.` };
}
