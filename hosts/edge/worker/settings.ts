import { type RateLimiter, TokenBuckets } from "../guard/rate.ts";
import { type Tenant, tenantsOf } from "../guard/tenants.ts";
import { DEFAULT_LIMITS, type Limits } from "../limits.ts";

/** What a deployment sets, as texts: variables of a worker or of a process. */
export interface Settings {
  /** A secret: `{"acme":["<sha-256 of its token>"]}`. */
  readonly TENANTS?: string;
  /** A JSON object with some of the limits. */
  readonly LIMITS?: string;
  /** Requests of one tenant: `{"perSecond":1000,"burst":2000}`. */
  readonly RATE?: string;
  /** Origins whose pages may ask, separated by blanks. */
  readonly ORIGINS?: string;
}

export interface ReadSettings {
  readonly tenants: readonly Tenant[];
  readonly limits: Partial<Limits>;
  readonly origins: readonly string[];
  readonly rate?: RateLimiter;
}

/** Throws an Error that names the variable that is wrong; its value is not repeated. */
export function readSettings(settings: Settings): ReadSettings {
  const { TENANTS = "{}", LIMITS = "{}", RATE, ORIGINS = "" } = settings;
  const limits = numbersOf("LIMITS", LIMITS, Object.keys(DEFAULT_LIMITS));
  const rate = RATE === undefined ? undefined : numbersOf("RATE", RATE, ["perSecond", "burst"]);
  const { perSecond, burst } = rate ?? {};
  if (rate !== undefined && (perSecond === undefined || burst === undefined)) {
    throw new Error('RATE needs both members; write {"perSecond":1000,"burst":2000}.');
  }
  return {
    tenants: tenantsOf(TENANTS),
    limits,
    origins: ORIGINS.split(/\s+/).filter((origin) => origin !== ""),
    ...(perSecond === undefined || burst === undefined
      ? {}
      : { rate: new TokenBuckets({ perSecond, burst }, () => Date.now()) }),
  };
}

function numbersOf(
  variable: string,
  json: string,
  names: readonly string[],
): Readonly<Record<string, number>> {
  const values: unknown = parsed(variable, json);
  const isObject = typeof values === "object" && values !== null;
  const entries = isObject ? Object.entries(values) : [];
  const isFine = entries.every(([name, value]) => names.includes(name) && value > 0);
  if (isObject && isFine) return Object.fromEntries(entries);
  throw new Error(`${variable} is a JSON object of positive numbers named ${names.join(", ")}.`);
}

function parsed(variable: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Error(`${variable} is not JSON; see the table of variables in the guide.`);
  }
}
