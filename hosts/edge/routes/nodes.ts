import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { toModuleConfiguration } from "../../../analysis/read/kubelet/configuration.ts";
import { formatTime, parseTime } from "../../../analysis/text/time.ts";
import { loadedConfiguration } from "../envelope.ts";
import type { EdgeNode, Fleet } from "../fleet.ts";
import { answerOf } from "../guard/answer.ts";
import { bodyOf } from "../guard/body.ts";
import { body, JSON_TYPE, NDJSON_TYPE, responses } from "../openapi.ts";
import { jsonReply, type Reply } from "../reply.ts";
import type { EdgeApp, EdgeEnvironment, Service } from "../service.ts";
import { detailOf, detailQuery } from "./evaluate.ts";

/** A DNS subdomain, as the API server wants the names of nodes. */
const NODE_NAME = /^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/;
const PAGE_MAX = 500;

const params = z.object({ node: z.string().regex(NODE_NAME, "it is not the name of a node") });
const limit = (most: number, usual: number) =>
  z.coerce.number().int().min(1).max(most).default(usual);

/** As the times of the history are written: their texts are compared. */
const before = z.iso
  .datetime()
  .refine((text) => parseTime(text) !== null, "it is not an RFC 3339 time between 1678 and 2262")
  .transform((text) => formatTime(parseTime(text) ?? 0n))
  .openapi({ type: "string", format: "date-time" });

const nodePath = "/v1/nodes/{node}";
const latest = { description: "The current state" } as const;

const putPolicy = createRoute({
  method: "put",
  path: `${nodePath}/policy`,
  operationId: "putPolicy",
  summary: "Sets the node's policy; another one than before begins with a fresh state",
  request: {
    params,
    body: body("A kubelet configuration in any form.", {
      "application/yaml": "Configuration",
      [JSON_TYPE]: "Document",
    }),
  },
  responses: responses({ description: "The policy in force", schema: "Document" }, 413, 415, 422),
});

const putPods = createRoute({
  method: "put",
  path: `${nodePath}/pods`,
  operationId: "putPods",
  summary: "Replaces the node's pods",
  request: { params, body: body("A v1 PodList.", { [JSON_TYPE]: "Document" }) },
  responses: responses({ description: "The number of pods", schema: "PodCount" }, 413, 415, 422),
});

const postSnapshot = createRoute({
  method: "post",
  path: `${nodePath}/snapshots`,
  operationId: "postSnapshot",
  summary: "One step of the node; sent again, it is answered again with the same bytes",
  request: { params, query: detailQuery, body: body("A snapshot.", { [JSON_TYPE]: "Snapshot" }) },
  responses: responses({ description: "Decided", schema: "SnapshotAnswer" }, 409, 413, 415, 422),
});

const getDecision = createRoute({
  method: "get",
  path: `${nodePath}/decision`,
  operationId: "getDecision",
  summary: "The newest decision",
  request: { params },
  responses: responses({ ...latest, schema: "Decision" }, 404),
});

const getHistory = createRoute({
  method: "get",
  path: `${nodePath}/history`,
  operationId: "getHistory",
  summary: "Decisions, the newest first; as many as are kept",
  request: {
    params,
    query: z.object({ before: before.optional(), limit: limit(PAGE_MAX, 50) }),
  },
  responses: responses({ ...latest, schema: "History" }),
});

const getCapture = createRoute({
  method: "get",
  path: `${nodePath}/capture`,
  operationId: "getCapture",
  summary: "The snapshots of the history, for a replay",
  request: { params },
  responses: responses({ ...latest, type: NDJSON_TYPE, schema: "Capture" }, 404, 413),
});

const forget = createRoute({
  method: "delete",
  path: nodePath,
  operationId: "forgetNode",
  summary: "Deletes everything about the node",
  request: { params },
  responses: responses({ status: 204, description: "Deleted" }),
});

const listNodes = createRoute({
  method: "get",
  path: "/v1/nodes",
  operationId: "listNodes",
  summary: "The tenant's nodes with what they report, by name",
  request: {
    query: z.object({
      after: z.string().max(253).default(""),
      limit: limit(PAGE_MAX, 100),
      condition: z.enum(["MemoryPressure", "DiskPressure", "PIDPressure"]).optional(),
      action: z.enum(["None", "ReclaimNodeLevelResources", "EvictPod", "EvictPods"]).optional(),
      prefix: z.string().max(253).optional(),
    }),
  },
  responses: responses({ ...latest, schema: "Nodes" }),
});

export function addNodes(app: EdgeApp, { limits }: Service, fleet: Fleet): void {
  const { bodyBytesMax, configurationBytesMax } = limits;
  const nodeOf = (context: Context<EdgeEnvironment>, node: string): EdgeNode =>
    fleet.node(context.get("tenant"), node);
  const answered = async (context: Context<EdgeEnvironment>, coming: Promise<Reply>) =>
    answerOf(await coming, context.var.work);

  app.openapi(putPolicy, async (context) => {
    const { work } = context.var;
    const bytes = await bodyOf(context.req.raw, configurationBytesMax, work);
    work.charge("configurationMebibyte", bytes.length);
    const node = nodeOf(context, context.req.valid("param").node);
    const text = new TextDecoder().decode(bytes);
    const configuration = loadedConfiguration(text, configurationBytesMax, work);
    return answered(context, node.putPolicy(toModuleConfiguration(configuration)));
  });
  app.openapi(putPods, async (context) => {
    const bytes = await bodyOf(context.req.raw, bodyBytesMax, context.var.work);
    return answered(context, nodeOf(context, context.req.valid("param").node).putPods(bytes));
  });
  app.openapi(postSnapshot, async (context) => {
    const bytes = await bodyOf(context.req.raw, bodyBytesMax, context.var.work);
    const detail = detailOf(context.req.valid("query").detail);
    const node = nodeOf(context, context.req.valid("param").node);
    return answered(context, node.postSnapshot(bytes, detail));
  });
  app.openapi(getDecision, async (context) =>
    answered(context, nodeOf(context, context.req.valid("param").node).decision()),
  );
  app.openapi(getHistory, async (context) => {
    const { before, limit } = context.req.valid("query");
    const node = nodeOf(context, context.req.valid("param").node);
    return answered(context, node.history({ before: before ?? null, limit }));
  });
  app.openapi(getCapture, async (context) =>
    answered(context, nodeOf(context, context.req.valid("param").node).capture()),
  );
  app.openapi(forget, async (context) =>
    answered(context, nodeOf(context, context.req.valid("param").node).forget()),
  );
  app.openapi(listNodes, async (context) => {
    const { condition, action, prefix, ...page } = context.req.valid("query");
    const nodes = await fleet.nodes(context.get("tenant"), {
      ...page,
      ...(condition === undefined ? {} : { condition }),
      ...(action === undefined ? {} : { action }),
      ...(prefix === undefined ? {} : { prefix }),
    });
    const next = nodes.length < page.limit ? null : (nodes.at(-1)?.node ?? null);
    return answerOf(jsonReply({ nodes, next }), context.var.work);
  });
}
