import { createRoute, z } from "@hono/zod-openapi";
import type { CaptureRecord } from "../../../analysis/read/capture/capture.ts";
import { nodeNameOfSummary } from "../../../analysis/read/objects/nodePods.ts";
import { Detail, Part } from "../../../assembly/abi.ts";
import type { Turn } from "../engines.ts";
import {
  answerSnapshot,
  configurationIn,
  type Envelope,
  recordIn,
  stateTextIn,
} from "../envelope.ts";
import { evaluate } from "../evaluate.ts";
import { answerOf } from "../guard/answer.ts";
import { bodyOf } from "../guard/body.ts";
import { WITHOUT_KEYS } from "../guard/stateKeys.ts";
import type { Work } from "../guard/work.ts";
import { body, JSON_TYPE, responses } from "../openapi.ts";
import { podsDigestIn, unknownPods } from "../podsDigest.ts";
import { decidedText, jsonReply, textOf } from "../reply.ts";
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
  responses: responses({ description: "The decision", schema: "Evaluation" }, 409, 413, 415, 422),
});

export function addEvaluate(app: EdgeApp, service: Service): void {
  const { engines, limits } = service;
  app.openapi(route, async (context) => {
    const { req, var: variables } = context;
    const { tenant, work } = variables;
    const type = req.header("content-type") ?? JSON_TYPE;
    const detail = detailOf(req.valid("query").detail);
    const bytes = await bodyOf(req.raw, limits.bodyBytesMax, work);
    const inTurn: Turn = (turn) => engines.use(tenant, turn);
    const text = await answerSnapshot(bytes, type, inTurn, (envelope) =>
      answerTo(service, envelope, { tenant, work, detail }),
    );
    return answerOf(jsonReply(text), work);
  });
}

interface Asked {
  readonly tenant: string;
  readonly work: Work;
  readonly detail: Detail;
}

/** The answer as a JSON text. A list of pods with a digest is kept once the step has succeeded. */
async function answerTo(service: Service, envelope: Envelope, asked: Asked): Promise<string> {
  const { engines, knownPods, limits, states } = service;
  const { configurationBytesMax, podsMax } = limits;
  const { tenant, work, detail } = asked;
  const configuration = configurationIn(envelope, configurationBytesMax, work);
  const given = stateTextIn(envelope);
  const before = given === null ? null : await states.verified(given, tenant);
  const record = recordIn(envelope);
  const digest = await podsDigestIn(envelope, record.pods);
  const isNamed = digest !== null && record.pods === undefined;
  const known = isNamed ? knownPods.find(tenant, digest, nodeOf(record)) : undefined;
  if (isNamed && known === undefined) throw unknownPods(digest);
  if (known !== undefined) work.charge("thawedMebibyte", known.frozen.length);
  const position = { configuration, state: before, ...(known && { pods: known }) };
  const { evaluation, frozen } = engines.use(tenant, (engine) => {
    const evaluation = evaluate(engine, position, record, { detail, podsMax });
    const isKept = digest !== null && evaluation.pods !== undefined;
    return { evaluation, frozen: isKept ? engine.freeze(Part.Pods) : null };
  });
  if (digest !== null && frozen !== null && record.summary !== null) {
    const { node, leftOut } = evaluation;
    knownPods.keep(tenant, digest, { frozen, node, problems: leftOut });
  }
  const state = await states.signed(evaluation.state, tenant);
  const problems = [
    ...(known?.problems ?? []),
    ...evaluation.problems,
    ...(state === null ? [WITHOUT_KEYS] : []),
  ];
  return decidedText(textOf(evaluation.decision), { problems, state });
}

/** A list may have been taken for another node than the one that this Summary is of. */
function nodeOf({ summary }: CaptureRecord): string | null {
  return summary === null ? null : nodeNameOfSummary(summary);
}
