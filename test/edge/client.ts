import { digestOf } from "../../hosts/edge/guard/tenants.ts";

/** Tokens of the tests, by tenant. */
export const TOKENS = { acme: "acme-token-1", globex: "globex-token-1" } as const;
export type TenantName = keyof typeof TOKENS;

/** What signs the states of the tests. */
export const STATE_KEYS = ["5a".repeat(32)] as const;
export const WORK_WITHOUT_END = {
  millisecondsPerSecond: 1e9,
  burstMilliseconds: 1e9,
  concurrent: 1e6,
  replays: 1e6,
  bodyBytes: 1e12,
  answerBytes: 1e12,
  answerSeconds: 60,
} as const;

/** The setting that lets the tests' tenants in. */
export async function tenantsSetting(): Promise<string> {
  const entries = Object.entries(TOKENS).map(async ([name, token]) => [
    name,
    [await digestOf(token)],
  ]);
  return JSON.stringify(Object.fromEntries(await Promise.all(entries)));
}

export interface Asked {
  readonly method?: string;
  readonly body?: Uint8Array | string | FormData | ReadableStream<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Null: no token at all. */
  readonly tenant?: TenantName | null;
}

export type Ask = (path: string, asked?: Asked) => Promise<Response>;

/** Asks as a tenant, `acme` when nothing is said. */
export function asking(base: string | (() => string)): Ask {
  return (path, { method, body, headers, tenant = "acme" } = {}) => {
    const token: Record<string, string> =
      tenant === null ? {} : { authorization: `Bearer ${TOKENS[tenant]}` };
    const url = typeof base === "string" ? base : base();
    return fetch(`${url}${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: { ...token, ...headers },
      ...(body === undefined ? {} : { body: body as BodyInit }),
      // A stream is sent in chunks, without a length.
      ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
    } as RequestInit);
  };
}

const encoder = new TextEncoder();

/** A JSON object whose documents are put in as they are. */
export function envelope(members: Readonly<Record<string, Uint8Array | string>>): Uint8Array {
  const parts = Object.entries(members).map(([name, value]) => {
    const text =
      typeof value === "string" ? JSON.stringify(value) : new TextDecoder().decode(value);
    return `${JSON.stringify(name)}:${text}`;
  });
  return encoder.encode(`{${parts.join(",")}}`);
}

export function bytesOf(value: string | object): Uint8Array {
  return encoder.encode(typeof value === "string" ? value : JSON.stringify(value));
}
