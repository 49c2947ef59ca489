import type { RouteConfig } from "@hono/zod-openapi";
import decisionSchema from "../../schemas/decision-1.schema.json" with { type: "json" };
import { STATE_TEXT_MAX } from "./guard/stateKeys.ts";
import { PROBLEM_TYPE } from "./problem.ts";

type Responses = RouteConfig["responses"];
type SchemaObject = { readonly $ref: string } | Readonly<Record<string, unknown>>;

export const JSON_TYPE = "application/json";
export const NDJSON_TYPE = "application/x-ndjson";

const ref = (name: string): SchemaObject => ({ $ref: `#/components/schemas/${name}` });
const TEXT = { type: "string" } as const;
const TIME = { type: "string", format: "date-time" } as const;

/** A schema beside a media type; the document only describes bodies, it never parses them. */
function content(type: string, schema: SchemaObject) {
  return { [type]: { schema: schema as never } };
}

interface Success {
  readonly status?: number;
  readonly description: string;
  readonly type?: string;
  /** Absent for an answer without a body. */
  readonly schema?: string;
}

/** The answer that is hoped for, and the problems there can be instead. */
export function responses(success: Success, ...problems: readonly number[]): Responses {
  const { status = 200, description, type = JSON_TYPE, schema } = success;
  const statuses = new Set([400, 401, 429, ...problems]);
  return {
    [status]: {
      description,
      ...(schema === undefined ? {} : { content: content(type, ref(schema)) }),
    },
    ...Object.fromEntries(
      [...statuses].map((code) => [
        code,
        { description: "A problem", content: content(PROBLEM_TYPE, ref("Problem")) },
      ]),
    ),
  };
}

/** A body in one of several media types. */
export function body(description: string, schemas: Readonly<Record<string, string>>) {
  const types = Object.entries(schemas).map(([type, name]) => content(type, ref(name)));
  return { description, required: true, content: Object.assign({}, ...types) };
}

const CONFIGURATION = {
  description: "A KubeletConfiguration as an object, or any form that check reads as a text.",
  oneOf: [{ type: "object" }, TEXT],
} as const;
const DOCUMENT = { type: "object", description: "The document as the kubelet serves it." } as const;
const STATE = { type: ["string", "null"], maxLength: STATE_TEXT_MAX } as const;
const SNAPSHOT = {
  time: TIME,
  pods: {
    ...DOCUMENT,
    description:
      "A v1 PodList; left out when it has not changed. Pods of another node than the Summary's " +
      "are left out and counted in problems; a list without any of that node is refused.",
  },
  summary: {
    ...DOCUMENT,
    type: ["object", "null"],
    description: "Of the node that the Summaries before it were of; another one's is refused.",
  },
  summaryError: { ...TEXT, description: "Why there is no Summary." },
  reclaimed: {
    type: ["object", "null"],
    description: "The Summary taken after node-level reclaim.",
  },
} as const;

function object(properties: object, required: readonly string[] = Object.keys(properties)) {
  return { type: "object", properties, required };
}

function list(items: SchemaObject) {
  return { type: "array", items };
}

const FINDING = object({ rule: TEXT, path: TEXT, message: TEXT, line: { type: "integer" } }, [
  "rule",
  "path",
  "message",
]);

/** The published schema speaks of `#/$defs`; inside this document they are further down. */
const DECISION = JSON.parse(
  JSON.stringify({ ...decisionSchema, $schema: undefined, $id: undefined }).replaceAll(
    '"#/$defs/',
    '"#/components/schemas/Decision/$defs/',
  ),
);

/** Where the next page begins; null on the last one. */
const NEXT = { type: ["string", "null"] } as const;

const LEFT_OUT = {
  ...list(TEXT),
  description: "How many pods of other nodes were left out of the list, when there were any.",
};

const DECIDED = {
  decision: { oneOf: [ref("Decision"), { type: "null" }] },
  problems: {
    ...list(TEXT),
    description: "What was left out, such as pods of other nodes, and why there is no decision.",
  },
};

export const SCHEMAS: Readonly<Record<string, object>> = {
  Decision: DECISION,
  Snapshot: object(
    {
      ...SNAPSHOT,
      state: { ...STATE, description: "Of an answer of evaluate, instead of the node's own." },
      savedState: {
        ...STATE,
        contentEncoding: "base64",
        description: "Of the sender's own engine, instead of the node's own.",
      },
    },
    ["time"],
  ),
  EvaluateRequest: object(
    {
      ...SNAPSHOT,
      configuration: CONFIGURATION,
      state: { ...STATE, description: "The state of the last answer." },
    },
    ["time"],
  ),
  EvaluateForm: object(
    {
      time: TIME,
      configuration: TEXT,
      state: TEXT,
      pods: { type: "string", format: "binary" },
      summary: { type: "string", format: "binary" },
      reclaimed: { type: "string", format: "binary" },
    },
    ["time"],
  ),
  Evaluation: object({ ...DECIDED, state: { type: ["string", "null"] } }),
  SnapshotAnswer: object(DECIDED),
  PodCount: object({ pods: { type: "integer" }, problems: LEFT_OUT }),
  History: object({ decisions: list(ref("Decision")), next: NEXT }),
  Nodes: object({
    nodes: list(
      object({
        node: TEXT,
        time: TIME,
        step: { type: "integer" },
        action: TEXT,
        nodeConditions: list(TEXT),
        digest: TEXT,
      }),
    ),
    next: NEXT,
  }),
  Document: DOCUMENT,
  Configuration: TEXT,
  Capture: { type: "string", description: "A capture: NDJSON, plain or gzip." },
  Check: object({
    plimsoll: { const: "check/1" },
    configurations: list(
      object(
        {
          name: TEXT,
          policy: { type: "object" },
          errors: list(FINDING),
          warnings: list(FINDING),
          notes: list(TEXT),
        },
        ["name", "errors", "warnings", "notes"],
      ),
    ),
  }),
  ReplayLines: {
    type: "string",
    description: "A decision on each line; the last line is the account of the replay.",
  },
  Problem: object(
    {
      type: TEXT,
      title: TEXT,
      status: { type: "integer" },
      detail: TEXT,
      document: TEXT,
      path: TEXT,
      offset: { type: "integer" },
      errors: list(FINDING),
    },
    ["type", "title", "status", "detail"],
  ),
};
