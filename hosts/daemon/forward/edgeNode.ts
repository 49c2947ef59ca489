import { formatRecord, type RecordParts } from "../../../analysis/read/capture/writer.ts";
import { withoutFullStop } from "../../../analysis/text/fullStop.ts";
import { isUnavailable, NEXT_STEP } from "../kubernetes/apiError.ts";
import type { ApiClient } from "../kubernetes/client.ts";
import type { ApiRequest } from "../kubernetes/exchange.ts";

/** The outcome of a request: only `later` is worth another attempt. */
export type Reception =
  | { readonly kind: "taken" }
  /** The edge function lacks the policy or the pods. */
  | { readonly kind: "unprepared" }
  | { readonly kind: "later" | "refused"; readonly sentence: string };

const UNPREPARED = "urn:plimsoll:problem:unprepared";
/** What another try, another token or another configuration of the edge function can change. */
const WORTH_REPEATING = new Set([401, 403, 404, 408, 429]);
const DETAIL_LENGTH_MAX = 300;

/** One node at an edge function: the two requests that bring it a step. */
export class EdgeNode {
  readonly #client: ApiClient;
  readonly #path: string;

  constructor(client: ApiClient, node: string) {
    this.#client = client;
    this.#path = `/v1/nodes/${node}`;
  }

  putPolicy(configuration: string, signal: AbortSignal): Promise<Reception> {
    return this.#send({ method: "PUT", path: `${this.#path}/policy`, body: configuration }, signal);
  }

  /** The state is sent too, so a step that was never forwarded makes no difference. */
  postSnapshot(record: RecordParts, state: Uint8Array, signal: AbortSignal): Promise<Reception> {
    const text = JSON.stringify(Buffer.from(state).toString("base64"));
    const others = new Map([["savedState", Buffer.from(text)]]);
    const body = formatRecord({ ...record, others });
    const path = `${this.#path}/snapshots?detail=arithmetic`;
    return this.#send({ method: "POST", path, body }, signal);
  }

  close(): void {
    this.#client.close();
  }

  async #send(asked: ApiRequest, signal: AbortSignal): Promise<Reception> {
    const what = `${asked.method} ${asked.path} at ${this.#client.origin}`;
    try {
      const { status, body } = await this.#client.answer(asked, signal);
      if (status >= 200 && status < 300) return { kind: "taken" };
      const { type, detail } = problemIn(body);
      if (type === UNPREPARED) return { kind: "unprepared" };
      const sentence = `${what} is answered with ${status}${detail === "" ? "" : `: ${detail}`}`;
      const isWorthRepeating = status >= 500 || WORTH_REPEATING.has(status);
      return { kind: isWorthRepeating ? "later" : "refused", sentence };
    } catch (error) {
      // A token that cannot be read is an InputError, a server that does not answer an ApiError.
      if (!isUnavailable(error)) throw error;
      const sentence = error.advice === NEXT_STEP ? error.problem : error.clause;
      return { kind: "later", sentence };
    }
  }
}

interface ProblemDetails {
  readonly type?: unknown;
  readonly detail?: unknown;
}

/** The members of a problem that are read; a body of another kind has none of them. */
function problemIn(body: Buffer): { readonly type: string; readonly detail: string } {
  try {
    const { type = "", detail = "" } = JSON.parse(body.toString("utf8")) as ProblemDetails;
    const words = String(detail).slice(0, DETAIL_LENGTH_MAX);
    return { type: String(type), detail: withoutFullStop(words) };
  } catch {
    return { type: "", detail: "" };
  }
}
