/** The worker of the clusters: it simulates them, so that the page never waits for one. */

import { EngineError } from "../../../analysis/engine/engineError.ts";
import { ConfigurationError } from "../../../analysis/read/kubelet/configuration.ts";
import { ObjectsError } from "../../../analysis/read/objects/objectsError.ts";
import { UnreadableError } from "../../../analysis/read/unreadable.ts";
import type { ClusterAnswer, ClusterRequest } from "../features/simulator/protocol.ts";
import { HANDLERS, OpenedSession } from "../features/simulator/worker.ts";
import type { Envelope } from "../session/protocol.ts";
import { answerRequest, failureOf, type WorkerScope } from "../worker/handlers.ts";

const scope = globalThis as unknown as WorkerScope<Envelope<ClusterRequest>, ClusterAnswer>;
const opened = new OpenedSession();

scope.onmessage = ({ data: { id, message } }) => {
  const reply = (answer: ClusterAnswer) => scope.postMessage({ id, message: answer });
  answerRequest(HANDLERS, opened, message, reply).catch((error: unknown) =>
    reply(failureOf(error, [EngineError, ConfigurationError, ObjectsError, UnreadableError])),
  );
};
