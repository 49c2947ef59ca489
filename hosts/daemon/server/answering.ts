import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";

/** A request, as far as an answer depends on it. */
export interface Asked {
  readonly method: string;
  /** Decoded; begins with a slash. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly response: ServerResponse;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array | Readable;
}

/** Null leaves the request to the next one. */
export type Answering = (asked: Asked) => Answer | null | Promise<Answer | null>;

/** The route has taken the response, and goes on with it. */
export const SENT: Answer = { status: 0 };

const NOTHING = "There is nothing here; / says what there is.";
const FAILED = "This could not be answered; the server's log says why.";

/** One sentence, for people and programs alike. */
export function refusal(status: number, sentence: string, headers: Answer["headers"] = {}): Answer {
  const body = JSON.stringify({ reason: sentence });
  return { status, headers: { "Content-Type": "application/json", ...headers }, body };
}

/**
 * Asks one after the other until there is an answer. `headers` are on every answer that does not
 * bring its own; `reportError` gets a sentence when a request fails on our side.
 */
export function listenerOf(
  all: readonly Answering[],
  headers: Readonly<Record<string, string>>,
  reportError: (sentence: string) => void,
): RequestListener {
  return async (request, response) => {
    const asked = askedBy(request, response);
    const answer = await answered(all, asked).catch((error: Error) => {
      reportError(`${asked.path} could not be answered: ${error.message}.`);
      return refusal(500, FAILED);
    });
    if (answer !== SENT) send(asked, { ...answer, headers: { ...headers, ...answer.headers } });
  };
}

async function answered(all: readonly Answering[], asked: Asked): Promise<Answer> {
  for (const each of all) {
    const answer = await each(asked);
    if (answer !== null) return answer;
  }
  return refusal(404, NOTHING);
}

function send({ method, response }: Asked, { status, headers, body = "" }: Answer): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
  if (!(body instanceof Readable)) response.end(body);
  else if (method === "HEAD") response.end(() => body.destroy());
  // A client that goes away is not an error.
  else pipeline(body, response, () => {});
}

function askedBy({ method = "", url = "", headers }: IncomingMessage, response: ServerResponse) {
  const [path = "", ...query] = withoutOrigin(url).split("?");
  return {
    method,
    path: decoded(path),
    query: new URLSearchParams(query.join("?")),
    headers,
    response,
  };
}

/** A proxy may send the whole address; which server is meant is said by Host. */
function withoutOrigin(url: string): string {
  return url.replace(/^https?:\/\/[^/?]*/i, "");
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
