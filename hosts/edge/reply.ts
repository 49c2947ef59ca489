import { JSON_TYPE } from "./openapi.ts";
import { PROBLEM_TYPE, Problem, problemOf } from "./problem.ts";

/** An answer as plain values: it crosses from where a node lives to where the request came in. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: Uint8Array | string | null;
  /** The same request was answered before, with these bytes. */
  readonly repeated?: boolean;
}

export function jsonReply(body: Uint8Array | string | object, status = 200): Reply {
  const isText = typeof body === "string" || body instanceof Uint8Array;
  return { status, type: JSON_TYPE, body: isText ? body : JSON.stringify(body) };
}

/** What a request to a node ends with, a problem included: errors lose their class on the way. */
export async function replyOf(request: () => Reply | Promise<Reply>): Promise<Reply> {
  try {
    return await request();
  } catch (error) {
    const problem = problemOf(error);
    if (!(problem instanceof Problem)) throw error;
    const { document } = problem;
    return { status: document.status, type: PROBLEM_TYPE, body: JSON.stringify(document) };
  }
}

const decoder = new TextDecoder();

type Sent = Omit<Reply, "body"> & { readonly body: Reply["body"] | ReadableStream<Uint8Array> };

export function responseOf({ status, type, body, repeated = false }: Sent): Response {
  const headers: Record<string, string> = {
    ...(body === null ? {} : { "content-type": type }),
    ...(repeated ? { "plimsoll-repeated": "true" } : {}),
  };
  return new Response(body as BodyInit | null, { status, headers });
}

/** As the core wrote it. */
export function textOf(decision: Uint8Array | null): string {
  return decision === null ? "null" : decoder.decode(decision);
}

/** A JSON object whose decision is put in as the core wrote it: its integers are exact. */
export function decidedText(decision: string, members: object): string {
  return `{"decision":${decision},${JSON.stringify(members).slice(1)}`;
}
