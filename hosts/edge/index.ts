/** The policy as a `fetch` handler, for whatever calls one. */
export { createEdge, type Edge, type EdgeOptions, type LogLine } from "./edge.ts";
export { type Rate, type RateLimiter, TokenBuckets } from "./guard/rate.ts";
export { stateKeysOf } from "./guard/stateKeys.ts";
export { digestOf, type Tenant, tenantsOf } from "./guard/tenants.ts";
export { DEFAULT_WORK, type WorkRate } from "./guard/work.ts";
export { DEFAULT_LIMITS, type Limits } from "./limits.ts";
export type { ProblemDocument } from "./problem.ts";
