/** The page's worker: every decision is made here, so that the page never waits for one. */

import { EngineError } from "../../../analysis/engine/engineError.ts";
import { CaptureError } from "../../../analysis/read/capture/capture.ts";
import { ConfigurationError } from "../../../analysis/read/kubelet/configuration.ts";
import { ObjectsError } from "../../../analysis/read/objects/objectsError.ts";
import { UnreadableError } from "../../../analysis/read/unreadable.ts";
import { SWEEPER } from "../features/sweep/pool.ts";
import { listenAsSweeper, type SweeperScope } from "../features/sweep/sweeper.ts";
import { compiledFrom } from "../session/modules.ts";
import type { Answer, CoreMessage, Envelope, Request } from "../session/protocol.ts";
import { Superseded } from "../session/turns.ts";
import { noCoreText } from "../session/words.ts";
import { answerRequest, failureOf, type WorkerScope } from "../worker/handlers.ts";
import { PodsRefused, Session } from "../worker/session.ts";
import { HANDLERS } from "./handlers.ts";

type Scope = WorkerScope<CoreMessage | Envelope<Request>, Answer>;

const scope = globalThis as unknown as Scope;
if (scope.name === SWEEPER) listenAsSweeper(globalThis as unknown as SweeperScope);
else listen(scope);

function listen(scope: Scope): void {
  let begin: (message: CoreMessage) => void;
  const session = new Promise<CoreMessage>((resolve) => {
    begin = resolve;
  }).then(sessionOf);
  scope.onmessage = ({ data: given }) => {
    if (!("id" in given)) return begin(given);
    const { id, message } = given;
    const reply = (answer: Answer) => scope.postMessage({ id, message: answer });
    session
      .then((opened) => answerRequest(HANDLERS, opened, message, reply))
      .catch((error: unknown) => reply(answerTo(error)));
  };
}

/** Why nothing can be decided here. */
class NoCore extends Error {
  override readonly name = "NoCore";
}

function sessionOf(message: CoreMessage): Session {
  if ("core" in message) {
    const { core, others } = message;
    return new Session(core, (policy) => compiledFrom(others[policy] ?? ""));
  }
  throw new NoCore(noCoreText(message.problem));
}

const ABOUT_INPUT = [EngineError, CaptureError, ObjectsError, UnreadableError, NoCore];

function answerTo(error: unknown): Answer {
  if (error instanceof PodsRefused) return { kind: "podsRefused", sentence: error.message };
  if (error instanceof Superseded) return { kind: "superseded" };
  if (error instanceof EngineError && error.errors.length > 0) {
    return { kind: "refused", refusal: { sentence: error.message, findings: error.errors } };
  }
  if (error instanceof ConfigurationError) {
    return { kind: "refused", refusal: { sentence: error.message, findings: [] } };
  }
  return failureOf(error, ABOUT_INPUT);
}
