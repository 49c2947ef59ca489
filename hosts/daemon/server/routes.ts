import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import type { PodName } from "../../../analysis/engine/decision.ts";
import { durationSeconds } from "../../../analysis/text/duration.ts";
import { Detail } from "../../../assembly/abi.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { STREAM_HEADERS, type Stream } from "../stream/stream.ts";
import type { Address } from "./address.ts";
import type { DecisionQuery, Recording } from "./decisionQuery.ts";
import {
  HEADERS,
  headersWith,
  onlyOurNames,
  onlyReading,
  onlyWithToken,
  refusal,
} from "./guards.ts";
import type { PageFiles } from "./pages.ts";
import { servePages } from "./pages.ts";
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

interface Environment {
  readonly Bindings: HttpBindings;
}
type Routes = Hono<Environment>;
type Request = Context<Environment>;

/** The whole server as one function from request to answer. */
export function routesOf(parts: RouteContext, address: Address, token: Token | null): Routes {
  const routes: Routes = new Hono();
  routes.use(headersWith(parts.page), onlyReading, onlyOurNames(address), onlyWithToken(token));
  for (const [path, probe] of Object.entries(PROBES)) {
    routes.get(path, (context) => {
      const reason = probe(parts);
      return reason === null ? context.text("ok\n") : refusal(context, 503, reason);
    });
  }
  routes.get("/metrics", async (context) =>
    context.body(await parts.metrics.text(), 200, { "Content-Type": parts.metrics.contentType }),
  );
  routes.get("/v1/decision", (context) => decisionAnswer(context, parts));
  routes.get("/v1/stream", (context) => streamAnswer(context, parts));
  routes.get("/v1/capture", (context) => captureAnswer(context, parts));
  servePages(routes, parts.page);
  routes.onError((error, context) => {
    parts.reportError(`${context.req.path} could not be answered: ${error.message}.`);
    return refusal(context, 500, "This could not be answered; the daemon's log says why.");
  });
  routes.notFound((context) => refusal(context, 404, "No such path; / lists the paths."));
  return routes;
}

const JSON_HEADERS = { "Content-Type": "application/json" };
const DETAILS: ReadonlyMap<string, Detail> = new Map([
  ["0", Detail.Decision],
  ["1", Detail.Arithmetic],
  ["2", Detail.Counterfactuals],
]);

/** The last decision, as the core writes it; with `pod`, what it means for that pod. */
function decisionAnswer(context: Request, { decisionQuery }: RouteContext): Response {
  const unknown = unknownParameter(context, ["detail", "pod"]);
  if (unknown !== null) return unknown;
  const { detail = "1", pod } = context.req.query();
  const chosen = DETAILS.get(detail);
  if (chosen === undefined) return refusal(context, 400, "detail is 0, 1 or 2.");
  const named = pod === undefined ? null : podOf(pod);
  if (pod !== undefined && named === null) {
    return refusal(context, 400, "pod is a namespace and a name: ?pod=shop/cart-7d9.");
  }
  const bytes = named === null ? decisionQuery.decision(chosen) : decisionQuery.explain(named);
  if (bytes !== null) return context.body(bytes as Uint8Array<ArrayBuffer>, 200, JSON_HEADERS);
  return decisionQuery.decision(Detail.Decision) === null
    ? refusal(context, 503, "Nothing has been observed yet.")
    : refusal(context, 404, "The node has no such pod; /v1/decision?detail=2 lists those it has.");
}

/** A misspelled parameter would otherwise be ignored silently. */
function unknownParameter(context: Request, known: readonly string[]): Response | null {
  const name = Object.keys(context.req.query()).find((each) => !known.includes(each));
  if (name === undefined) return null;
  const taken = known.join(" and ");
  return refusal(context, 400, `${JSON.stringify(name)} is not known here; this takes ${taken}.`);
}

function podOf(text: string): Pick<PodName, "namespace" | "name"> | null {
  const [namespace = "", name = "", ...more] = text.split("/");
  return namespace === "" || name === "" || more.length > 0 ? null : { namespace, name };
}

/** What is to come, after as much of the past as `past` says or as the client has missed. */
function streamAnswer(context: Request, { stream }: RouteContext): Response {
  const unknown = unknownParameter(context, ["past"]);
  if (unknown !== null) return unknown;
  const { past } = context.req.query();
  const seconds = past === undefined ? null : durationSeconds(past);
  if (seconds !== null && !Number.isFinite(seconds)) {
    return refusal(context, 400, "past is a duration above zero: ?past=15m.");
  }
  if (context.req.method === "HEAD") return context.body(null, 200, STREAM_HEADERS);
  const startFrom = { seconds, lastEventId: context.req.header("Last-Event-ID") ?? null };
  if (stream.accept(context.env.outgoing, HEADERS, startFrom)) return RESPONSE_ALREADY_SENT;
  context.header("Retry-After", "30");
  return refusal(context, 503, "There are too many clients; try again later.");
}

function captureAnswer(context: Request, { recording }: RouteContext): Response {
  if (recording === null) {
    return refusal(context, 404, "Nothing is recorded; start the daemon with --record.");
  }
  const lines = Readable.from(recording.kept(), { objectMode: false });
  const body = Readable.toWeb(lines.pipe(createGzip())) as ReadableStream<Uint8Array>;
  return context.body(body, 200, {
    "Content-Type": "application/gzip",
    "Content-Disposition": 'attachment; filename="node.plimsoll.ndjson.gz"',
  });
}
