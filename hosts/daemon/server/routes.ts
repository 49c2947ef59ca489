import type { RequestListener } from "node:http";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { Detail } from "../../../assembly/abi.ts";
import type { PodName } from "../../shared/decision.ts";
import { durationSeconds } from "../../shared/duration.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { STREAM_HEADERS, type Stream } from "../stream/stream.ts";
import type { Address } from "./address.ts";
import { type Answer, type Answering, type Asked, listenerOf, refusal, SENT } from "./answering.ts";
import type { DecisionQuery, Recording } from "./decisionQuery.ts";
import { HEADERS, headersWith, onlyOurNames, onlyReading, onlyWithToken } from "./guards.ts";
import { filesOf, type PageFiles, pagesOf } from "./pages.ts";
import { PROBES, type Probed } from "./probes.ts";
import type { Token } from "./token.ts";

/** What the routes answer from. */
export interface RouteContext extends Probed {
  readonly metrics: Metrics;
  readonly stream: Stream;
  readonly decisionQuery: DecisionQuery;
  /** Null when nothing is recorded. */
  readonly recording: Recording | null;
  /** The built playground; null for the plain page. */
  readonly page: PageFiles | null;
  /** Reports an error, one sentence, in the daemon's log. */
  reportError(sentence: string): void;
}

const TEXT_HEADERS = { "Content-Type": "text/plain; charset=utf-8" };

/** The whole server as one function from request to answer. */
export function routesOf(
  parts: RouteContext,
  address: Address,
  token: Token | null,
): RequestListener {
  const { page, reportError } = parts;
  const routes = new Map<string, Answering>([
    ["/metrics", () => metricsAnswer(parts)],
    ["/v1/decision", (asked) => decisionAnswer(asked, parts)],
    ["/v1/stream", (asked) => streamAnswer(asked, parts)],
    ["/v1/capture", (asked) => captureAnswer(asked, parts)],
  ]);
  for (const [path, probe] of Object.entries(PROBES)) {
    routes.set(path, () => {
      const reason = probe(parts);
      return reason === null
        ? { status: 200, headers: TEXT_HEADERS, body: "ok\n" }
        : refusal(503, reason);
    });
  }
  for (const [path, answer] of pagesOf(page)) routes.set(path, () => answer);
  const guards = [onlyReading, onlyOurNames(address), onlyWithToken(token)];
  const route: Answering = (asked) => routes.get(asked.path)?.(asked) ?? null;
  const files = page === null ? [] : [filesOf(page)];
  return listenerOf([...guards, route, ...files], headersWith(page), reportError);
}

async function metricsAnswer({ metrics }: RouteContext): Promise<Answer> {
  const headers = { "Content-Type": metrics.contentType };
  return { status: 200, headers, body: await metrics.text() };
}

const JSON_HEADERS = { "Content-Type": "application/json" };
const DETAILS: Readonly<Record<string, Detail>> = {
  "0": Detail.Decision,
  "1": Detail.Arithmetic,
  "2": Detail.Counterfactuals,
};

/** The last decision, as the core writes it; with `pod`, what it means for that pod. */
function decisionAnswer(asked: Asked, { decisionQuery }: RouteContext): Answer {
  const unknown = unknownParameter(asked, ["detail", "pod"]);
  if (unknown !== null) return unknown;
  const detail = asked.query.get("detail") ?? "1";
  const pod = asked.query.get("pod");
  const chosen = DETAILS[detail];
  if (chosen === undefined) return refusal(400, "detail is 0, 1 or 2.");
  const named = pod === null ? null : podOf(pod);
  if (pod !== null && named === null) {
    return refusal(400, "pod is a namespace and a name: ?pod=shop/cart-7d9.");
  }
  const bytes = named === null ? decisionQuery.decision(chosen) : decisionQuery.explain(named);
  if (bytes !== null) return { status: 200, headers: JSON_HEADERS, body: bytes };
  return decisionQuery.decision(Detail.Decision) === null
    ? refusal(503, "Nothing has been observed yet.")
    : refusal(404, "The node has no such pod; /v1/decision?detail=2 lists those it has.");
}

/** A misspelt parameter would otherwise be answered as if it had not been given. */
function unknownParameter({ query }: Asked, known: readonly string[]): Answer | null {
  const name = [...query.keys()].find((each) => !known.includes(each));
  if (name === undefined) return null;
  const taken = known.join(" and ");
  return refusal(400, `${JSON.stringify(name)} is not known here; this takes ${taken}.`);
}

function podOf(text: string): Pick<PodName, "namespace" | "name"> | null {
  const [namespace = "", name = "", ...more] = text.split("/");
  return namespace === "" || name === "" || more.length > 0 ? null : { namespace, name };
}

/** What is to come, after as much of the past as `past` says or as the client has missed. */
function streamAnswer(asked: Asked, { stream }: RouteContext): Answer {
  const unknown = unknownParameter(asked, ["past"]);
  if (unknown !== null) return unknown;
  const past = asked.query.get("past");
  const seconds = past === null ? null : durationSeconds(past);
  if (seconds !== null && !Number.isFinite(seconds)) {
    return refusal(400, "past is a duration above zero: ?past=15m.");
  }
  if (asked.method === "HEAD") return { status: 200, headers: STREAM_HEADERS };
  const lastEventId = asked.headers["last-event-id"]?.toString() ?? null;
  if (stream.accept(asked.response, HEADERS, { seconds, lastEventId })) return SENT;
  const sentence = "There are too many clients; try again later.";
  return refusal(503, sentence, { "Retry-After": "30" });
}

function captureAnswer(_: Asked, { recording }: RouteContext): Answer {
  if (recording === null) {
    return refusal(404, "Nothing is recorded; start the daemon with --record.");
  }
  const lines = Readable.from(recording.kept(), { objectMode: false });
  const headers = {
    "Content-Type": "application/gzip",
    "Content-Disposition": 'attachment; filename="node.plimsoll.ndjson.gz"',
  };
  return { status: 200, headers, body: lines.pipe(createGzip()) };
}
