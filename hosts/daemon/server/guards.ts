import { isIP } from "node:net";
import { type Address, isLoopback } from "./address.ts";
import { type Answer, type Answering, type Asked, refusal } from "./answering.ts";
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

/** Files of the page, which hold nothing of the node, say themselves how long they are kept. */
export function headersWith(page: PageFiles | null): Readonly<Record<string, string>> {
  const policy = `${page?.policy ?? PLAIN_POLICY}; frame-ancestors 'none'`;
  return { ...HEADERS, "Content-Security-Policy": policy };
}

/** Nothing here can be changed from outside. */
export function onlyReading({ method }: Asked): Answer | null {
  if (method === "GET" || method === "HEAD") return null;
  const sentence = `${method} is not understood here; this server is only read.`;
  return refusal(405, sentence, { Allow: "GET, HEAD" });
}

export function onlyOurNames(address: Address): Answering {
  return ({ headers: { host, origin } }) => {
    if (!isOurs(host, address)) {
      return refusal(421, "The Host header names another server; use an address of this one.");
    }
    const isForeign = origin !== `http://${host}` && origin !== `https://${host}`;
    if (origin === undefined || !isForeign) return null;
    return refusal(403, "Pages from elsewhere may not read this server.");
  };
}

export function onlyWithToken(token: Token | null): Answering {
  return async ({ path, headers: { authorization } }) => {
    const open = token === null || OPEN_PATHS.has(path);
    if (open || (await token.admits(authorization))) return null;
    return refusal(401, "Send the token of --token-file as a bearer token.", {
      "WWW-Authenticate": ['Bearer realm="plimsoll"', 'Basic realm="plimsoll"'],
    });
  };
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
