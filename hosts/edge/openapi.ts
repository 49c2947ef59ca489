import type { RouteConfig } from "@hono/zod-openapi";
import decisionSchema from "../../schemas/decision-1.schema.json" with { type: "json" };
import edgeSchema from "../../schemas/edge-1.schema.json" with { type: "json" };
import scheduleSchema from "../../schemas/schedule-1.schema.json" with { type: "json" };
import { PROBLEM_TYPE } from "./problem.ts";

type Responses = RouteConfig["responses"];
type SchemaObject = { readonly $ref: string } | Readonly<Record<string, unknown>>;

export const JSON_TYPE = "application/json";
export const NDJSON_TYPE = "application/x-ndjson";

const ref = (name: string): SchemaObject => ({ $ref: `#/components/schemas/${name}` });

/** A schema with a media type; the document only describes bodies, it never parses them. */
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

/** A schema that speaks of `#/$defs`: inside this document they are further down. */
function placed(schema: object, name: string) {
  return JSON.parse(
    JSON.stringify({ ...schema, $schema: undefined, $id: undefined }).replaceAll(
      '"#/$defs/',
      `"#/components/schemas/${name}/$defs/`,
    ),
  );
}

/** The schemas that are published, where this document has them. */
export const SCHEMAS: Readonly<Record<string, object>> = {
  Decision: placed(decisionSchema, "Decision"),
  Schedule: placed(scheduleSchema, "Schedule"),
  ...JSON.parse(
    JSON.stringify(edgeSchema.$defs)
      .replaceAll('"#/$defs/', '"#/components/schemas/')
      .replaceAll(`"${decisionSchema.$id}"`, '"#/components/schemas/Decision"'),
  ),
};
