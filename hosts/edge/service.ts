import type { OpenAPIHono } from "@hono/zod-openapi";
import type { SharedEngine } from "./engines.ts";
import type { StateKeys } from "./guard/stateKeys.ts";
import type { Work } from "./guard/work.ts";
import type { KnownPods } from "./knownPods.ts";
import type { Limits } from "./limits.ts";

/** What every route can use. */
export interface Service {
  readonly engines: SharedEngine;
  readonly limits: Limits;
  readonly states: StateKeys;
  readonly knownPods: KnownPods;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export type EdgeEnvironment = { Variables: { tenant: string; work: Work } };
export type EdgeApp = OpenAPIHono<EdgeEnvironment>;
