import { createRoute, z } from "@hono/zod-openapi";
import { bodyLimit } from "hono/body-limit";
import { Detail } from "../../../assembly/abi.ts";
import { toBase64 } from "../base64.ts";
import type { EdgeApp, Service } from "../edge.ts";
import { configurationIn, recordIn, stateIn, withEnvelope } from "../envelope.ts";
import { evaluate } from "../evaluate.ts";
import { bodyOf, tooLarge } from "../guard/body.ts";
import { body, JSON_TYPE, responses } from "../openapi.ts";
import { decidedText, jsonReply, responseOf } from "../reply.ts";

const DETAILS = {
  decision: Detail.Decision,
  arithmetic: Detail.Arithmetic,
  counterfactuals: Detail.Counterfactuals,
} as const;

/** How much a decision says; `detail` of every route that answers with one. */
export const detailQuery = z.object({
  detail: z.enum(["decision", "arithmetic", "counterfactuals"]).default("decision"),
});

export function detailOf(name: keyof typeof DETAILS): Detail {
  return DETAILS[name];
}

const route = createRoute({
  method: "post",
  path: "/v1/evaluate",
  operationId: "evaluate",
  summary: "One step; whoever asks keeps the state",
  request: {
    query: detailQuery,
    body: body("A snapshot, the policy and the state of the last answer.", {
      [JSON_TYPE]: "EvaluateRequest",
      "multipart/form-data": "EvaluateForm",
    }),
  },
  responses: responses({ description: "What was decided", schema: "Evaluation" }, 413, 415, 422),
});

export function addEvaluate(app: EdgeApp, { engines, limits }: Service): void {
  const { bodyBytesMax, podsMax } = limits;
  app.use(route.path, bodyLimit({ maxSize: bodyBytesMax, onError: () => tooMuch(bodyBytesMax) }));
  app.openapi(route, async (context) => {
    const request = context.req.raw;
    const type = request.headers.get("content-type") ?? JSON_TYPE;
    const detail = detailOf(context.req.valid("query").detail);
    const evaluation = await withEnvelope(await bodyOf(request, bodyBytesMax), type, (envelope) => {
      const position = { configuration: configurationIn(envelope), state: stateIn(envelope) };
      const record = recordIn(envelope);
      return engines.use((engine) => evaluate(engine, position, record, { detail, podsMax }));
    });
    const members = { problems: evaluation.problems, state: toBase64(evaluation.state) };
    return responseOf(jsonReply(decidedText(evaluation.decision, members)));
  });
}

export function tooMuch(bytesMax: number): Response {
  return tooLarge(bytesMax).response;
}
