import { createRoute, z } from "@hono/zod-openapi";
import { bodyLimit } from "hono/body-limit";
import { type Detail, Part } from "../../../assembly/abi.ts";
import { gunzipIfGzip } from "../../shared/capture/gzip.ts";
import { type Capture, CaptureError, openCapture } from "../../shared/capture.ts";
import { toModuleConfiguration } from "../../shared/configuration.ts";
import type { EdgeApp, Service } from "../edge.ts";
import { evaluate, type KeptPods, type Position } from "../evaluate.ts";
import { bounded, chunksOf } from "../guard/body.ts";
import { body, NDJSON_TYPE, responses } from "../openapi.ts";
import { Problem, problemOf } from "../problem.ts";
import { detailOf, detailQuery, tooMuch } from "./evaluate.ts";

const query = detailQuery.extend({
  kubeletVersion: z.string().max(20).optional(),
  whatIf: z.enum(["true", "false"]).default("false"),
});

const route = createRoute({
  method: "post",
  path: "/v1/replay",
  operationId: "replay",
  summary: "A capture under the configuration in its header; decisions come as they are made",
  request: {
    query,
    body: body("A capture, plain or gzip.", {
      [NDJSON_TYPE]: "Capture",
      "application/gzip": "Capture",
    }),
  },
  responses: responses(
    { description: "A decision on each line", type: NDJSON_TYPE, schema: "ReplayLines" },
    413,
    422,
  ),
});

/** Told in the account of one replay; more of them say nothing new. */
const PROBLEMS_MAX = 100;
const decoder = new TextDecoder();

export function addReplay(app: EdgeApp, service: Service): void {
  const { engines, limits } = service;
  const { captureBytesMax: bytesMax } = limits;
  app.use(route.path, bodyLimit({ maxSize: bytesMax, onError: () => tooMuch(bytesMax) }));
  app.openapi(route, async (context) => {
    const { detail, kubeletVersion, whatIf } = context.req.valid("query");
    const capture = await opened(chunksOf(context.req.raw.body), bytesMax);
    const configuration = toModuleConfiguration(
      { configuration: capture.header?.config ?? {}, replacedByFlags: [] },
      {
        ...capture.options,
        ...(kubeletVersion === undefined ? {} : { kubeletVersion }),
        ...(whatIf === "true" ? { whatIf: true } : {}),
      },
    );
    // A configuration that is refused is a problem, not a line of a stream that has begun.
    engines.use((engine) => engine.configure(configuration));
    const lines = linesOf(capture, { configuration, detail: detailOf(detail) }, service);
    return new Response(streamOf(lines), { headers: { "content-type": NDJSON_TYPE } });
  });
}

async function opened(chunks: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Capture> {
  try {
    return await openCapture(bounded(gunzipIfGzip(chunks), bytesMax));
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    throw new Problem("refused-document", error.message, { document: "Capture" });
  }
}

interface Replayed {
  readonly configuration: string;
  readonly detail: Detail;
}

/**
 * A line for each decision, then the account. Every record is a turn of its own in the engine, so
 * others are answered in between; a record with a refused document is left out and accounted for.
 */
async function* linesOf(
  capture: Capture,
  { configuration, detail }: Replayed,
  { engines, limits: { podsMax, recordsMax } }: Service,
): AsyncGenerator<string, void, undefined> {
  const problems: string[] = [];
  let pods: KeptPods | undefined;
  let state: Uint8Array | null = null;
  let records = 0;
  try {
    for await (const record of capture.records) {
      if (++records > recordsMax) {
        problems.push(`Only the first ${recordsMax} records are replayed; cut the capture.`);
        break;
      }
      try {
        const kept: Pick<Position, "pods"> = pods === undefined ? {} : { pods };
        const evaluation = engines.use((engine) => {
          const position = { configuration, state, ...kept };
          const decided = evaluate(engine, position, record, { detail, podsMax });
          if (record.pods !== undefined) {
            const list = record.pods;
            pods = { frozen: engine.freeze(Part.Pods), list: () => list };
          }
          return decided;
        });
        state = evaluation.state;
        if (evaluation.decision !== null) yield `${decoder.decode(evaluation.decision)}\n`;
      } catch (error) {
        const problem = problemOf(error);
        if (!(problem instanceof Problem)) throw error;
        if (problems.length < PROBLEMS_MAX)
          problems.push(`Line ${record.line}: ${problem.message}`);
      }
    }
  } catch (error) {
    // The stream has begun: what ends it can only be told in its last line.
    if (!(error instanceof Problem)) throw error;
    problems.push(error.message);
  }
  const told = [...capture.problems.map(({ sentence }) => sentence), ...problems];
  yield `${JSON.stringify({ plimsoll: "replay/1", records, problems: told })}\n`;
}

/** Written as fast as it is read and no faster. */
function streamOf(lines: AsyncGenerator<string, void, undefined>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return();
    },
  });
}
