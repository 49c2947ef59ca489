import { isIP } from "node:net";
import { type Address, isLoopback } from "./address.ts";

/** `host`, `host:port`, `[v6]:port`: a Host header or the authority of a URL. */
const AUTHORITY = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;

/**
 * Whether a request was meant for this server. A page of a stranger can let his own name resolve to
 * our address (DNS rebinding), and its reader's browser then sends that name as Host. A browser
 * sends an address only when the page itself came from there, so an address cannot be faked so.
 */
export function isOurs(authority: string | undefined, { host, loopback }: Address): boolean {
  const found = AUTHORITY.exec(authority ?? "")?.[1];
  if (found === undefined) return false;
  const name = found.replace(/^\[|\]$/g, "").toLowerCase();
  if (name === "localhost" || isLoopback(name) || name === host.toLowerCase()) return true;
  // Behind a Service or a forwarded port, the address a client knows is not one we know.
  return !loopback && isIP(name) !== 0;
}
