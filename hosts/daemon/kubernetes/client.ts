import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { INPUT_CAPACITY_BYTES } from "../../../assembly/abi.ts";
import { ApiError, statusError } from "./apiError.ts";
import type { Connection } from "./connection.ts";
import { type ApiRequest, type ApiResponse, type Bounds, exchange } from "./exchange.ts";

/** A document the engine would not take need not be read to its end. */
const BOUNDS: Bounds = { timeoutMilliseconds: 10_000, bodyBytesMax: INPUT_CAPACITY_BYTES };

const SOCKETS = 4;

/** A Kubernetes API server, or a kubelet: the few requests that a daemon makes, kept alive. */
export class ApiClient {
  /** Such as `https://10.0.0.1:6443`, for sentences. */
  readonly origin: string;
  readonly #connection: Connection;
  readonly #agent: HttpAgent;
  readonly #bounds: Bounds;

  /** `sockets`: how many connections may be open at a time; what is beyond that waits. */
  constructor(connection: Connection, bounds: Partial<Bounds> = {}, sockets = SOCKETS) {
    const kept = { keepAlive: true, maxSockets: sockets };
    this.origin = connection.server.origin;
    this.#connection = connection;
    this.#bounds = { ...BOUNDS, ...bounds };
    const isPlain = connection.server.protocol === "http:";
    this.#agent = isPlain ? new HttpAgent(kept) : new HttpsAgent(kept);
  }

  /** The body of a success; rejects with ApiError for every other answer, and for none. */
  async request(asked: ApiRequest, signal?: AbortSignal): Promise<Buffer> {
    const answer = await this.answer(asked, signal);
    if (answer.status >= 200 && answer.status < 300) return answer.body;
    const what = `${asked.method} ${asked.path} at ${this.origin}`;
    throw statusError(what, answer.status, answer.body);
  }

  get(path: string, signal?: AbortSignal): Promise<Buffer> {
    return this.request({ method: "GET", path }, signal);
  }

  getObject<T>(path: string, signal?: AbortSignal): Promise<T> {
    return this.requestObject({ method: "GET", path }, signal);
  }

  /** An object that is read member by member; what is not an object of JSON is an ApiError. */
  async requestObject<T>(asked: ApiRequest, signal?: AbortSignal): Promise<T> {
    const object = objectOf(await this.request(asked, signal));
    if (object !== null) return object as T;
    const what = `${asked.method} ${asked.path} at ${this.origin}`;
    throw new ApiError(`${what} is not answered with an object of JSON`, "check the address");
  }

  /** Ends the connections that are kept; the client may not be used again. */
  close(): void {
    this.#agent.destroy();
  }

  /**
   * An answer of any status; rejects with ApiError when there is none. A token that was replaced
   * under us is refused once: the new one gets its turn.
   */
  async answer(asked: ApiRequest, signal?: AbortSignal): Promise<ApiResponse> {
    const credentials = await this.#connection.credentials();
    const send = (now: typeof credentials): Promise<ApiResponse> =>
      exchange(this.#connection, now, asked, this.#agent, this.#bounds, signal);
    const answer = await send(credentials);
    if (answer.status !== 401 || credentials.token === undefined) return answer;
    const renewed = await this.#connection.credentials(credentials.token);
    return renewed.token === credentials.token ? answer : send(renewed);
  }
}

function objectOf(body: Buffer): object | null {
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
