import { createRoute, z } from "@hono/zod-openapi";
import { Detail } from "../../../assembly/abi.ts";
import { configurationIn, envelopeOf, recordIn, stateTextIn } from "../envelope.ts";
import { evaluate } from "../evaluate.ts";
import { answerOf } from "../guard/answer.ts";
import { bodyOf } from "../guard/body.ts";
import { WITHOUT_KEYS } from "../guard/stateKeys.ts";
import { body, JSON_TYPE, responses } from "../openapi.ts";
import { decidedText, jsonReply } from "../reply.ts";
import type { EdgeApp, Service } from "../service.ts";

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
  summary: "One step; the client keeps the state",
  request: {
    query: detailQuery,
    body: body("A snapshot, the policy and the state of the last answer.", {
      [JSON_TYPE]: "EvaluateRequest",
      "multipart/form-data": "EvaluateForm",
    }),
  },
  responses: responses({ description: "What was decided", schema: "Evaluation" }, 413, 415, 422),
});

export function addEvaluate(app: EdgeApp, { engines, limits, states }: Service): void {
  const { bodyBytesMax, configurationBytesMax, podsMax } = limits;
  app.openapi(route, async (context) => {
    const { req, var: variables } = context;
    const { tenant, work } = variables;
    const type = req.header("content-type") ?? JSON_TYPE;
    const detail = detailOf(req.valid("query").detail);
    const bytes = await bodyOf(req.raw, bodyBytesMax, work);
    const envelope = await envelopeOf(bytes, type, (turn) => engines.use(tenant, turn));
    const configuration = configurationIn(envelope, configurationBytesMax, work);
    const given = stateTextIn(envelope);
    const before = given === null ? null : await states.verified(given, tenant);
    const record = recordIn(envelope);
    const evaluation = engines.use(tenant, (engine) =>
      evaluate(engine, { configuration, state: before }, record, { detail, podsMax }),
    );
    const state = await states.signed(evaluation.state, tenant);
    const problems = [...evaluation.problems, ...(state === null ? [WITHOUT_KEYS] : [])];
    return answerOf(jsonReply(decidedText(evaluation.decision, { problems, state })), work);
  });
}
