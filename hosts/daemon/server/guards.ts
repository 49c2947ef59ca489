import { isIP } from "node:net";
import type { Context, MiddlewareHandler, Next } from "hono";
import { type Address, isLoopback } from "./address.ts";
import type { PageFiles } from "./pages.ts";
import { PROBES } from "./probes.ts";
import type { Token } from "./token.ts";

/** Probes of a cluster cannot send a secret, and learn nothing here but yes or no. */
const OPEN_PATHS = new Set(Object.keys(PROBES));

/** On every answer. No header lets another origin read one. */
export const HEADERS: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** The plain page has a style and nothing else; the playground says itself what it may load. */
const PLAIN_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'";

export function headersWith(page: PageFiles | null): MiddlewareHandler {
  const policy = `${page?.policy ?? PLAIN_POLICY}; frame-ancestors 'none'`;
  const headers = { ...HEADERS, "Content-Security-Policy": policy };
  return async (context, next) => {
    await next();
    // Files of the page, which hold nothing of the node, say themselves how long they are kept.
    const kept = context.res.headers.get("Cache-Control");
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    if (kept !== null) context.header("Cache-Control", kept);
  };
}

/** Nothing here can be changed from outside. */
export async function onlyReading(context: Context, next: Next): Promise<Response | undefined> {
  const { method } = context.req;
  if (method === "GET" || method === "HEAD") return void (await next());
  context.header("Allow", "GET, HEAD");
  return refusal(context, 405, `${method} is not supported; this server is read-only.`);
}

export function onlyOurNames(address: Address): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header("Host");
    if (!isOurs(host, address)) {
      const sentence = "The Host header names another server; use an address of this one.";
      return refusal(context, 421, sentence);
    }
    const origin = context.req.header("Origin");
    if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) {
      return refusal(context, 403, "Pages of other origins may not read this server.");
    }
    await next();
  };
}

export function onlyWithToken(token: Token | null): MiddlewareHandler {
  return async (context, next) => {
    const open = token === null || OPEN_PATHS.has(context.req.path);
    if (open || (await token.admits(context.req.header("Authorization"))))
      return void (await next());
    context.header("WWW-Authenticate", 'Bearer realm="plimsoll"');
    context.header("WWW-Authenticate", 'Basic realm="plimsoll"', { append: true });
    return refusal(context, 401, "Send the token of --token-file as a bearer token.");
  };
}

/** One sentence, for people and programs alike. */
export function refusal(
  context: Context,
  status: 400 | 401 | 403 | 404 | 405 | 421 | 500 | 503,
  sentence: string,
): Response {
  return context.json({ reason: sentence }, status);
}

/** `host`, `host:port`, `[v6]:port`: a Host header or the authority of a URL. */
const AUTHORITY = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;

/**
 * Whether a request was meant for this server. A page of a stranger can let his own name resolve to
 * our address (DNS rebinding), and its reader's browser then sends that name as Host. A browser
 * sends an address only when the page itself came from there, so an address cannot be faked so.
 */
function isOurs(authority: string | undefined, { host, loopback }: Address): boolean {
  const found = AUTHORITY.exec(authority ?? "")?.[1];
  if (found === undefined) return false;
  const name = found.replace(/^\[|\]$/g, "").toLowerCase();
  if (name === "localhost" || isLoopback(name) || name === host.toLowerCase()) return true;
  // Behind a Service or a forwarded port, the address a client knows is not one we know.
  return !loopback && isIP(name) !== 0;
}
