import { type RateLimiter, TokenBuckets } from "../guard/rate.ts";
import { stateKeysOf } from "../guard/stateKeys.ts";
import { type Tenant, tenantsOf } from "../guard/tenants.ts";
import { DEFAULT_WORK, type WorkRate } from "../guard/work.ts";
import { DEFAULT_LIMITS, type Limits } from "../limits.ts";

/** What a deployment sets, as texts: variables of a worker or of a process. */
export interface Settings {
  /** A secret: `{"acme":["<sha-256 of its token>"]}`. */
  readonly TENANTS?: string;
  /** A secret: `["<64 hexadecimal digits>"]`, the newest key first; none: no states. */
  readonly STATE_KEYS?: string;
  /** A JSON object with some of the limits. */
  readonly LIMITS?: string;
  /** Requests of one tenant: `{"perSecond":1000,"burst":2000}`. */
  readonly RATE?: string;
  /** A JSON object with some of what one tenant may have done: `{"concurrent":100}`. */
  readonly WORK?: string;
  /** Origins whose pages may ask, separated by blanks. */
  readonly ORIGINS?: string;
}

export interface ReadSettings {
  readonly tenants: readonly Tenant[];
  readonly limits: Partial<Limits>;
  readonly origins: readonly string[];
  readonly rate?: RateLimiter;
  readonly work: Partial<WorkRate>;
  readonly stateKeys: readonly string[];
}

/** Throws an Error that names the variable that is wrong; its value is not repeated. */
export function readSettings(settings: Settings): ReadSettings {
  const { TENANTS = "{}", STATE_KEYS = "[]", LIMITS = "{}", RATE, ORIGINS = "" } = settings;
  const limits = numbersOf("LIMITS", LIMITS, Object.keys(DEFAULT_LIMITS));
  const rate = RATE === undefined ? undefined : numbersOf("RATE", RATE, ["perSecond", "burst"]);
  const { perSecond, burst } = rate ?? {};
  if (rate !== undefined && (perSecond === undefined || burst === undefined)) {
    throw new Error('RATE needs both members; write {"perSecond":1000,"burst":2000}.');
  }
  return {
    tenants: tenantsOf(TENANTS),
    stateKeys: stateKeysOf(STATE_KEYS),
    limits,
    work: numbersOf("WORK", settings.WORK ?? "{}", Object.keys(DEFAULT_WORK)),
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
