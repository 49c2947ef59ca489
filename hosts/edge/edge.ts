import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { cors } from "hono/cors";
import { HTTPException } from "hono/http-exception";
import { SharedCluster, SharedEngine } from "./engines.ts";
import type { Fleet } from "./fleet.ts";
import { type RateLimiter, TokenBuckets } from "./guard/rate.ts";
import { StateKeys } from "./guard/stateKeys.ts";
import { type Tenant, tenantOfToken } from "./guard/tenants.ts";
import { DEFAULT_WORK, WorkBudget, type WorkRate } from "./guard/work.ts";
import { KnownPods } from "./knownPods.ts";
import { DEFAULT_LIMITS, type Limits } from "./limits.ts";
import { JSON_TYPE, SCHEMAS } from "./openapi.ts";
import { Problem, problemOf, TooManyRequests } from "./problem.ts";
import { addCheck } from "./routes/check.ts";
import { addEvaluate } from "./routes/evaluate.ts";
import { addNodes } from "./routes/nodes.ts";
import { addReplay } from "./routes/replay.ts";
import { addSchedule } from "./routes/schedule.ts";
import type { EdgeApp, EdgeEnvironment, Service } from "./service.ts";

/** An internal error; it never contains a part of a request. */
export interface LogLine {
  readonly level: "error";
  readonly method: string;
  /** The pattern of the path, not the path. */
  readonly route: string;
  readonly error: string;
}

export interface EdgeOptions {
  /** `plimsoll/eviction.wasm`, compiled. */
  readonly core: WebAssembly.Module;
  /** `plimsoll/scheduler.wasm`, compiled; without it /v1/schedule is not served. */
  readonly cluster?: WebAssembly.Module;
  /** Only these tokens get an answer. */
  readonly tenants: readonly Tenant[];
  /** Where nodes are kept; without one only the stateless paths are served. */
  readonly fleet?: Fleet;
  readonly limits?: Partial<Limits>;
  /** Default: 1,000 requests a second and tenant, counted in this isolate. */
  readonly rate?: RateLimiter;
  /** What one tenant may have done in this isolate. Default: 0.6 of one processor. */
  readonly work?: Partial<WorkRate>;
  /** Keys of the states that are handed out, as `stateKeysOf` reads them; none: no states. */
  readonly stateKeys?: readonly string[];
  /** Origins whose pages may ask (CORS). Default: none. */
  readonly origins?: readonly string[];
  /** Default: one JSON line on the console. */
  readonly log?: (line: LogLine) => void;
}

export interface Edge {
  fetch(request: Request): Promise<Response>;
}

/** Methods of a path, in addition to those that mean GET. */
const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH"];
export const DEFAULT_RATE = { perSecond: 1_000, burst: 2_000 };

/** The policy as a standard `fetch` handler. */
export function createEdge(options: EdgeOptions): Edge {
  const app: EdgeApp = new OpenAPIHono<EdgeEnvironment>({
    defaultHook: (result) => {
      if (result.success) return;
      const [issue] = result.error.issues;
      const where = `${result.target} ${issue?.path.join(".") ?? ""}`.trim();
      throw new Problem("bad-request", `The ${where} is wrong: ${issue?.message}.`);
    },
  });
  const log = options.log ?? ((line: LogLine) => console.error(JSON.stringify(line)));
  app.onError((error, context) => answerTo(error, context, log));
  app.notFound((context) => missing(app, context.req.path));
  const { origins = [], stateKeys = [], fleet, work } = options;
  app.use(uncached);
  if (origins.length > 0) app.use("/v1/*", cors({ origin: [...origins], maxAge: 600 }));
  app.get("/healthz", (context) => context.text("ok\n"));
  describe(app);
  const now = () => Date.now();
  app.use("/v1/*", authenticated(options.tenants));
  app.use("/v1/*", limited(options.rate ?? new TokenBuckets(DEFAULT_RATE, now)));
  app.use("/v1/*", accounted(new WorkBudget({ ...DEFAULT_WORK, ...work }, now)));
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { knownPodsBytesMax: bytesMax, knownPodsMax: listsMax } = limits;
  const service: Service = {
    engines: new SharedEngine(options.core),
    limits,
    states: new StateKeys(stateKeys),
    knownPods: new KnownPods({ bytesMax, listsMax }),
    now,
  };
  addEvaluate(app, service);
  addCheck(app, service);
  addReplay(app, service);
  if (options.cluster !== undefined) {
    addSchedule(app, service, new SharedCluster(options.cluster));
  }
  if (fleet !== undefined) addNodes(app, service, fleet);
  return { fetch: async (request) => app.fetch(request) };
}

/** A cache in front of the handler must not give the answer of a tenant to another. */
const uncached: MiddlewareHandler<EdgeEnvironment> = async (context, next) => {
  await next();
  context.header("cache-control", "no-store");
  context.header("x-content-type-options", "nosniff");
};

/** The OpenAPI document, which needs no token. */
function describe(app: EdgeApp): void {
  const { openAPIRegistry: registry } = app;
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    registry.registerComponent("schemas", name, schema);
  }
  registry.registerComponent("securitySchemes", "token", { type: "http", scheme: "bearer" });
  // Written once: it takes 5 ms, and needs no token.
  let written: string | null = null;
  const configuration = {
    openapi: "3.1.0",
    info: {
      title: "Plimsoll",
      version: "1.0.0",
      description:
        "The kubelet's node-pressure eviction policy and kube-scheduler's decision, over HTTP.",
      license: { name: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    security: [{ token: [] }],
  };
  app.get("/v1/openapi.json", (context) => {
    written ??= JSON.stringify(app.getOpenAPI31Document(configuration));
    return context.body(written, 200, { "content-type": JSON_TYPE });
  });
}

function authenticated(tenants: readonly Tenant[]): MiddlewareHandler<EdgeEnvironment> {
  const message = () => {
    const detail = "The request carries no token of a tenant; send Authorization: Bearer <token>.";
    return new Problem("unauthorized", detail).response;
  };
  return bearerAuth({
    realm: "plimsoll",
    noAuthenticationHeader: { message },
    invalidAuthenticationHeader: { message },
    invalidToken: { message },
    verifyToken: async (token, context: Context<EdgeEnvironment>) => {
      const tenant = await tenantOfToken(tenants, token);
      if (tenant !== null) context.set("tenant", tenant);
      return tenant !== null;
    },
  });
}

function limited(rate: RateLimiter): MiddlewareHandler<EdgeEnvironment> {
  return async (context, next) => {
    if (await rate.take(context.get("tenant"))) return next();
    throw new TooManyRequests(
      "This tenant exceeds its request rate; wait for the time in Retry-After.",
    );
  };
}

/** Each request pays for its work; the answer to a replay goes on when this has returned. */
function accounted(budget: WorkBudget): MiddlewareHandler<EdgeEnvironment> {
  return async (context, next) => {
    const work = budget.begin(context.get("tenant"));
    context.set("work", work);
    try {
      await next();
    } finally {
      work.end();
    }
  };
}

function missing(app: EdgeApp, path: string): Response {
  const allowed = METHODS.filter((method) => isServed(app, method, path));
  if (allowed.length === 0) {
    const detail = "No such path; GET /v1/openapi.json lists the paths.";
    return new Problem("not-found", detail).response;
  }
  const methods = allowed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  const detail = `The path is asked with ${methods.join(" or ")}; use that method.`;
  return new Problem("method-not-allowed", detail, {}, { allow: methods.join(", ") }).response;
}

/** Whether a path has a handler, in addition to those that run before all of them. */
function isServed(app: EdgeApp, method: string, path: string): boolean {
  const [found] = app.router.match(method, path);
  return found.some(([[, route]]) => route.method === method);
}

function answerTo(
  error: unknown,
  context: Context<EdgeEnvironment>,
  log: (line: LogLine) => void,
): Response {
  const problem = problemOf(error);
  if (problem instanceof Problem) return problem.response;
  if (problem instanceof HTTPException) return problem.getResponse();
  const name = problem instanceof Error ? problem.name : "unknown";
  log({ level: "error", method: context.req.method, route: context.req.routePath, error: name });
  const detail = "The service failed; retry, and report it if it fails again.";
  return new Problem("internal", detail).response;
}
