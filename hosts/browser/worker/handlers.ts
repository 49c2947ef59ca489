/** Which code answers which request: one table, and what its rows have in common. */

import type { Answer, Envelope, Message } from "../session/protocol.ts";
import { defectText } from "../session/words.ts";
import type { RequestKind, RequestOf } from "./replies.ts";
import type { Session } from "./session.ts";

/** Answers one kind of request; what it throws or rejects with is the caller's to report. */
type Handler<S, Q, A> = (
  session: S,
  request: Q,
  reply: (answer: A) => void,
) => void | Promise<void>;

/** A handler for each kind of request, of whatever is asked. */
export type HandlerTable<S, Q extends Message, A> = {
  readonly [Kind in Q["kind"]]: Handler<S, Extract<Q, { readonly kind: Kind }>, A>;
};

/** One handler per request kind in `K`, which is every kind about a capture unless given. */
export type Handlers<K extends RequestKind = RequestKind> = HandlerTable<
  Session,
  RequestOf<K>,
  Answer
>;

/** What a module worker's global scope has that a window's has not. */
export interface WorkerScope<Given, A> {
  readonly name: string;
  postMessage(message: Envelope<A>): void;
  onmessage: ((event: MessageEvent<Given>) => void) | null;
}

export async function answerRequest<S, Q extends Message, A>(
  handlers: HandlerTable<S, Q, A>,
  session: S,
  request: Q,
  reply: (answer: A) => void,
): Promise<void> {
  // The row of a kind takes requests of that kind, which the types of a table cannot express.
  const handle = handlers[request.kind as Q["kind"]] as Handler<S, Q, A>;
  await handle(session, request, reply);
}

type ErrorClass = abstract new (...given: never[]) => Error;

/** One sentence for the page: an error of another class is a defect. */
export function failureOf(error: unknown, aboutInput: readonly ErrorClass[]) {
  const reason = error instanceof Error ? error.message : String(error);
  const isAboutInput = aboutInput.some((each) => error instanceof each);
  const sentence = isAboutInput ? reason : defectText(reason);
  return { kind: "failed", sentence } as const;
}
