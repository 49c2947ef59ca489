/** Which code answers which request: one table, and what its rows have in common. */

import type { Request } from "../session/protocol.ts";
import type { Reply, RequestKind, RequestOf } from "./replies.ts";
import type { Session } from "./session.ts";

/** Answers one kind of request; what it throws or rejects with is the caller's to report. */
export type Handler<K extends RequestKind> = (
  session: Session,
  request: RequestOf<K>,
  reply: Reply,
) => void | Promise<void>;

/** A handler for each request kind of `K`; by default, for every kind of the protocol. */
export type Handlers<K extends RequestKind = RequestKind> = {
  readonly [Kind in K]: Handler<Kind>;
};

export async function answerRequest(
  handlers: Handlers,
  session: Session,
  request: Request,
  reply: Reply,
): Promise<void> {
  // The row of a kind takes requests of that kind, which the types of a table cannot express.
  const handle = handlers[request.kind] as Handler<RequestKind>;
  await handle(session, request, reply);
}
