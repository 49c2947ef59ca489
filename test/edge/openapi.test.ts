import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as formats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asking, bytesOf, envelope, tenantsSetting } from "./client.ts";
import { startWorkerd, WITHOUT_WORKERD, type Workerd } from "./workerd.ts";

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

let workerd: Workerd;
let document: OpenApi;
const ask = asking(() => workerd.url);

const TIME = "2026-01-15T10:00:00Z";
const MEMORY = { time: TIME, availableBytes: 1, workingSetBytes: 1000 };
const SUMMARY = bytesOf({ node: { nodeName: "n", memory: MEMORY }, pods: [] });
const SNAPSHOT = envelope({ time: TIME, summary: SUMMARY });
const PODS = bytesOf({ kind: "PodList", items: [] });

/** Requests in an order in which each can succeed, by operation. */
const REQUESTS: Readonly<Record<string, { query?: string; body?: Uint8Array | string }>> = {
  evaluate: { query: "?detail=counterfactuals", body: SNAPSHOT },
  check: { body: "evictionHard: {memory.available: 1Zi}" },
  schedule: {
    query: "?detail=counterfactuals",
    body: '{"objects":{"kind":"Pod","metadata":{"name":"a"}},"kubernetesVersion":"1.36"}',
  },
  replay: { body: `{"plimsoll":"capture/1"}\n${new TextDecoder().decode(SNAPSHOT)}\n` },
  putPolicy: { body: "{}" },
  putPods: { body: PODS },
  postSnapshot: { query: "?detail=arithmetic", body: SNAPSHOT },
  getDecision: {},
  getHistory: { query: "?limit=1" },
  getCapture: {},
  listNodes: {},
  forgetNode: {},
};

function operations() {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

function operationOf(id: string) {
  const found = operations().find(({ operation }) => operation.operationId === id);
  if (found === undefined) throw new Error(`No operation is called ${id}.`);
  return found;
}

/** Why a body is not what the document says; null when it is. */
function objection(schema: object, body: unknown): string | null {
  const ajv = new Ajv2020({ strict: false });
  (formats.default as unknown as { default: (ajv: Ajv2020) => void }).default(ajv);
  const validate = ajv.compile({ components: document.components, allOf: [schema] });
  return validate(body) ? null : JSON.stringify(validate.errors?.slice(0, 3));
}

async function expectDescribed(operation: Operation, response: Response): Promise<void> {
  const described = operation.responses[String(response.status)];
  expect(described, `${operation.operationId} answers ${response.status}`).toBeDefined();
  const text = await response.text();
  const type = response.headers.get("content-type")?.split(";")[0] ?? "";
  if (described?.content === undefined) {
    expect(text).toBe("");
    return;
  }
  expect(Object.keys(described.content)).toContain(type);
  const schema = described.content[type]?.schema ?? {};
  const body: unknown = type.endsWith("json") && !type.includes("ndjson") ? JSON.parse(text) : text;
  expect(objection(schema, body)).toBeNull();
}

describe.skipIf(WITHOUT_WORKERD)("the OpenAPI document", () => {
  beforeAll(async () => {
    workerd = await startWorkerd({ settings: { TENANTS: await tenantsSetting() } });
    document = (await (await ask("/v1/openapi.json", { tenant: null })).json()) as OpenApi;
  });
  afterAll(() => workerd?.stop());

  it("is a valid one of version 3.1", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate({ ...document });
    expect(errors ?? []).toEqual([]);
    expect([valid, validator.version]).toEqual([true, "3.1"]);
  });

  it("knows every operation that is asked here, and these are all", () => {
    const known = operations().map(({ operation }) => operation.operationId);
    expect(known.sort()).toEqual(Object.keys(REQUESTS).sort());
  });

  it.each(Object.entries(REQUESTS))("describes what %s answers", async (id, { query, body }) => {
    const { path, method, operation } = operationOf(id);
    const url = path.replace("{node}", "worker-3") + (query ?? "");
    const asked = { method: method.toUpperCase(), ...(body === undefined ? {} : { body }) };
    const response = await ask(url, asked);
    expect(response.status).toBeLessThan(300);
    await expectDescribed(operation, response);
  });

  it.each(Object.keys(REQUESTS))("describes how %s refuses", async (id) => {
    const { path, method, operation } = operationOf(id);
    const upper = method.toUpperCase();
    const body = upper === "GET" || upper === "DELETE" ? {} : { body: "!" };
    const url = path.replace("{node}", "worker-3");
    await expectDescribed(operation, await ask(url, { method: upper, tenant: null, ...body }));
    if (!path.includes("{node}")) return;
    const named = path.replace("{node}", "NO");
    await expectDescribed(operation, await ask(named, { method: upper, ...body }));
  });
});
