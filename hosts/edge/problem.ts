import type { ErrorAnswer, Finding } from "../../analysis/engine/decision.ts";
import { EngineError } from "../../analysis/engine/engineError.ts";

/** What can be wrong with a request: the end of the type's URN, the status and the title. */
const KINDS = {
  "bad-request": [400, "The request is not understood"],
  unauthorized: [401, "No tenant's token"],
  "not-found": [404, "Not found"],
  "method-not-allowed": [405, "The method is not for this path"],
  conflict: [409, "The node is elsewhere"],
  unprepared: [409, "The node lacks its policy or its pods"],
  "unknown-pods": [409, "The list of pods is not known"],
  "too-many-nodes": [409, "The tenant has too many nodes"],
  "too-large": [413, "The request is too large"],
  "unsupported-encoding": [415, "The encoding is not supported"],
  "refused-document": [422, "The engine refuses a document"],
  "too-many-requests": [429, "Too many requests"],
  internal: [500, "A defect of this service"],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemKind = keyof typeof KINDS;

/** Problem details (RFC 9457); what the engine refused is said in its own words. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The document the engine refused, and where: a JSON path and a byte offset. */
  readonly document?: string;
  readonly path?: string;
  readonly offset?: number;
  readonly errors?: readonly Finding[];
  /** The digest of the list that must be sent. */
  readonly podsDigest?: string;
}

export const PROBLEM_TYPE = "application/problem+json";

/** Ends a request; `detail` is one sentence that says what to do. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly document: ProblemDocument;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    kind: ProblemKind,
    detail: string,
    members: Partial<ProblemDocument> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
    const [status, title] = KINDS[kind];
    this.document = { type: `urn:plimsoll:problem:${kind}`, title, status, detail, ...members };
    this.headers = headers;
  }

  get response(): Response {
    const headers = { ...this.headers, "content-type": PROBLEM_TYPE };
    return new Response(JSON.stringify(this.document), { status: this.document.status, headers });
  }
}

/** What may be asked again, and when. */
export class TooManyRequests extends Problem {
  constructor(detail: string, retrySeconds = 1) {
    super("too-many-requests", detail, {}, { "retry-after": String(retrySeconds) });
  }
}

/** A document the engine refused, or the error itself when it is another one. */
export function problemOf(error: unknown): unknown {
  return error instanceof EngineError ? refusedDocument(`${error.message}.`, error.answer) : error;
}

export function refusedDocument(detail: string, answer: ErrorAnswer): Problem {
  const { document, path, offset, errors } = answer;
  return new Problem("refused-document", detail, {
    document,
    ...(path === undefined ? {} : { path }),
    ...(offset === undefined ? {} : { offset }),
    ...(errors === undefined ? {} : { errors }),
  });
}
