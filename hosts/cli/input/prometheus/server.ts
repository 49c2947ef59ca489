import {
  AnswerError,
  type AnsweredSeries,
  readAnswer,
} from "../../../../analysis/read/prometheus/answer.ts";
import { withoutFullStop } from "../../../../analysis/text/fullStop.ts";
import { ApiError, NEXT_STEP, TooLargeError } from "../../../daemon/kubernetes/apiError.ts";
import { ApiClient } from "../../../daemon/kubernetes/client.ts";
import type { ApiResponse } from "../../../daemon/kubernetes/exchange.ts";
import { inputFailure } from "../../exitCode.ts";
import type { ServerAccess } from "./access.ts";

/**
 * The limit for one answer: two hours of a large node are a few megabytes, and several thousand
 * series.
 */
const ANSWER_BYTES_MAX = 32 * 2 ** 20;
const ANSWER_SERIES_MAX = 100_000;
const SAID_LENGTH_MAX = 200;

/** The server gave up on a query, or its answer is too large: half the time may do. */
export class TooMuchError extends Error {
  override readonly name = "TooMuchError";
}

/** What a query is about, and the text of it. */
export interface Query {
  /** Such as `kube_pod_info`. */
  readonly subject: string;
  readonly expression: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

type Advice = (status: number) => string;

const ADVICE: Readonly<Record<number, string>> = {
  400: "see its message; --matcher and --node-label are part of the query",
  401: "give --bearer-token-file, or --username and --password-file",
  403: "use an account that may query",
  404: "give the address before /api/v1, as https://mimir.example/prometheus",
  405: "give the address of the query API",
};

const adviceFor: Advice = (status) =>
  ADVICE[status] ??
  (status >= 300 && status < 400
    ? "give the address that it redirects to"
    : status === 429
      ? "try again later"
      : "see the server's log, or ask for a shorter time");

/** Statuses of a query that asks for too much: its own limits, a gateway's, a timeout. */
const TOO_MUCH = new Set([413, 422, 503, 504]);

/** Prometheus, or what has its query API. */
export class PrometheusServer {
  readonly #client: ApiClient;
  readonly #access: ServerAccess;
  /** What the server warned of, each once. */
  readonly warnings = new Set<string>();

  constructor(access: ServerAccess, timeoutSeconds: number) {
    this.#access = access;
    this.#client = new ApiClient(access.connection, {
      timeoutMilliseconds: timeoutSeconds * 1000,
      bodyBytesMax: ANSWER_BYTES_MAX,
    });
  }

  /** Visits every series of the answer to an instant query. */
  async query(asked: Query, visit: (series: AnsweredSeries) => void): Promise<void> {
    const answer = await this.#answer(asked);
    const what = `${this.#title(asked)} at ${this.#client.origin}`;
    let count = 0;
    try {
      const { warnings } = readAnswer(answer.body, ({ labels, ...samples }) => {
        count += 1;
        if (count > ANSWER_SERIES_MAX) {
          const most = `is answered with more than ${ANSWER_SERIES_MAX} series`;
          throw new TooMuchError(`${what} ${most}; ask for a shorter time, or name --matcher.`);
        }
        // Functions leave the name out.
        visit({ labels: { __name__: asked.subject, ...labels }, ...samples });
      });
      for (const warning of warnings) this.warnings.add(this.#access.withoutSecrets(warning));
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error;
      const said = this.#access.withoutSecrets(error.message);
      throw inputFailure(`${what} is answered, but ${withoutFullStop(said)}; check the address.`);
    }
  }

  close(): void {
    this.#client.close();
  }

  #title({ subject }: Query): string {
    return `The query of ${subject}`;
  }

  async #answer(asked: Query): Promise<ApiResponse> {
    const title = this.#title(asked);
    const query = new URLSearchParams({
      query: asked.expression,
      time: (asked.time / 1000).toFixed(3),
      // Thanos: which Prometheus and Mimir ignore.
      dedup: "true",
      partial_response: "false",
      max_source_resolution: "0s",
    });
    let answer: ApiResponse;
    try {
      const path = `/api/v1/query?${query}`;
      answer = await this.#client.answer({ method: "GET", path, title });
    } catch (error) {
      throw this.#withoutAnswer(error);
    }
    const { status } = answer;
    if (status >= 200 && status < 300) return answer;
    const said = this.#access.withoutSecrets(saidIn(answer.body));
    const words = said === "" ? `${status}` : `${status}, ${said}`;
    const problem = `${title} at ${this.#client.origin} is answered with ${words}`;
    const sentence = `${problem}; ${adviceFor(status)}.`;
    throw TOO_MUCH.has(status) ? new TooMuchError(sentence) : inputFailure(sentence);
  }

  #withoutAnswer(error: unknown): unknown {
    if (error instanceof TooLargeError) {
      return new TooMuchError(`${error.problem}; ask for a shorter time.`);
    }
    if (!(error instanceof ApiError)) return error;
    const advice = error.problem.includes("authority that is not trusted")
      ? "give the authority with --ca-file"
      : error.advice === NEXT_STEP
        ? "try again, or ask for a shorter time"
        : error.advice;
    return inputFailure(`${this.#access.withoutSecrets(error.problem)}; ${advice}.`);
  }
}

/** The API's own words, or the first line of another text. */
function saidIn(body: Buffer): string {
  const text = body.subarray(0, 65_536).toString("utf8");
  let words = text.trim().split("\n", 1)[0] ?? "";
  try {
    const { error } = JSON.parse(text) as { readonly error?: unknown };
    words = String(error ?? "");
  } catch {
    // Not the API's own answer; a page of a gateway says nothing in its first line.
    if (words.startsWith("<")) words = "";
  }
  return withoutFullStop(words.replace(/\s+/g, " ").slice(0, SAID_LENGTH_MAX));
}
