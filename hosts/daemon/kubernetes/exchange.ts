import type { ClientRequest, Agent as HttpAgent, IncomingMessage } from "node:http";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { ByteParts } from "../../../analysis/engine/byteParts.ts";
import { freeWhole } from "../../system/freeing.ts";
import { ApiError, NEXT_STEP, TooLargeError, transportError } from "./apiError.ts";
import type { Connection, Credentials } from "./connection.ts";

export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** From the root of the server, with the query. */
  readonly path: string;
  /** What it is called in sentences. Default: the method and the path. */
  readonly title?: string;
  /** Sent as it is when it is bytes or a text, written as JSON otherwise. */
  readonly body?: object | string;
  /** The type of the body. Default: `application/json`. */
  readonly contentType?: string;
  /** Never sent a second time: the outcome of the first would be unknown. */
  readonly once?: true;
}

type Content = string | Uint8Array;

export interface ApiResponse {
  readonly status: number;
  readonly body: Buffer;
}

export interface Bounds {
  readonly timeoutMilliseconds: number;
  readonly bodyBytesMax: number;
}

/** One request over the wire and its whole answer; rejects with ApiError. */
export async function exchange(
  { server, serverName, insecureSkipTlsVerify, headers = {} }: Connection,
  credentials: Credentials,
  asked: ApiRequest,
  agent: HttpAgent,
  bounds: Bounds,
  signal?: AbortSignal,
): Promise<ApiResponse> {
  const title = asked.title ?? `${asked.method} ${pathOf(server, asked)}`;
  const what = `${title} at ${server.origin}`;
  const body = contentOf(asked);
  const timeout = AbortSignal.timeout(bounds.timeoutMilliseconds);
  const ended = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  const { authority, certificate, key } = credentials;
  const send = (): ClientRequest =>
    (server.protocol === "http:" ? httpRequest : httpsRequest)(
      new URL(pathOf(server, asked), server),
      {
        agent,
        method: asked.method,
        signal: ended,
        headers: { ...headers, ...headersOf(asked, body, credentials) },
        rejectUnauthorized: !insecureSkipTlsVerify,
        ...(authority === undefined ? {} : { ca: authority }),
        ...(certificate === undefined ? {} : { cert: certificate }),
        ...(key === undefined ? {} : { key }),
        ...(serverName === undefined ? {} : { servername: serverName }),
      },
    );
  for (;;) {
    let sent: ClientRequest | undefined;
    try {
      sent = send();
      return await answerOf(sent, body, what, bounds);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (timeout.aborted) throw timedOut(what, bounds);
      if (ended.aborted) throw new ApiError(`${what} was aborted before its response`, NEXT_STEP);
      // The server closed an idle connection just as we used it. What we send only reads, or does
      // no harm when it arrives twice: it names a uid, a version, or the state to be.
      const { code = "" } = error as NodeJS.ErrnoException;
      const isClosed = sent?.reusedSocket && ["ECONNRESET", "EPIPE"].includes(code);
      const isStale = isClosed && asked.once !== true;
      if (!isStale) throw transportError(what, error);
    }
  }
}

/** A server may be below a path, as behind Rancher. */
function pathOf(server: URL, { path }: ApiRequest): string {
  return `${server.pathname.replace(/\/$/, "")}${path}`;
}

function contentOf({ body }: ApiRequest): Content | undefined {
  const isWritten = body === undefined || typeof body === "string" || body instanceof Uint8Array;
  return isWritten ? body : JSON.stringify(body);
}

function headersOf(asked: ApiRequest, body: Content | undefined, { token, basic }: Credentials) {
  const pair = basic === undefined ? "" : `${basic.username}:${basic.password}`;
  return {
    accept: "application/json",
    "user-agent": "plimsoll",
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(pair === "" ? {} : { authorization: `Basic ${Buffer.from(pair).toString("base64")}` }),
    ...(body === undefined
      ? {}
      : {
          "content-type": asked.contentType ?? "application/json",
          "content-length": String(Buffer.byteLength(body)),
        }),
  };
}

function timedOut(what: string, { timeoutMilliseconds }: Bounds): ApiError {
  const seconds = timeoutMilliseconds / 1000;
  return new ApiError(`${what} got no complete response within ${seconds} s`, NEXT_STEP);
}

function answerOf(
  sent: ClientRequest,
  body: Content | undefined,
  what: string,
  { bodyBytesMax }: Bounds,
): Promise<ApiResponse> {
  return new Promise((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (answer: IncomingMessage) => {
      const parts = new ByteParts(freeWhole);
      answer.on("error", reject);
      answer.on("data", (chunk: Buffer) => {
        parts.add(chunk);
        if (parts.size <= bodyBytesMax) return;
        reject(
          new TooLargeError(
            `${what} is answered with more than the ${bodyBytesMax} bytes we take`,
            "check the address",
          ),
        );
        answer.destroy();
      });
      answer.on("end", () => {
        const { buffer, byteOffset, byteLength } = parts.take();
        const body = Buffer.from(buffer, byteOffset, byteLength);
        resolve({ status: answer.statusCode ?? 0, body });
      });
    });
    sent.end(body);
  });
}
