import { createServer, type ServerResponse } from "node:http";
import type { Freshness } from "../loop/freshness.ts";
import type { Liveness } from "../loop/liveness.ts";
import type { Address } from "./address.ts";
import { type Bounds, type Listening, listenWith } from "./listen.ts";

/** What the probes of a cluster ask about. */
export interface Probed {
  readonly liveness: Pick<Liveness, "standstill">;
  readonly freshness: Pick<Freshness, "unreadyReason">;
}

/** By path: the reason against it in one sentence, or null. Nothing else can be learnt here. */
export const PROBES: Readonly<Record<string, (probed: Probed) => string | null>> = {
  "/healthz": ({ liveness }) => liveness.standstill(),
  "/readyz": ({ freshness }) => freshness.unreadyReason(),
};

/** A probe is one short request; a connection that is held for longer is not one. */
const BOUNDS: Bounds = {
  connections: 64,
  perAddress: 16,
  headerBytes: 4 * 1024,
  headersMilliseconds: 2_000,
  requestMilliseconds: 4_000,
  keepAliveMilliseconds: 1_000,
};

/** Serves the probes alone, on a listener that the clients of the other one cannot fill. */
export function listenForProbes(probed: Probed, address: Address): Promise<Listening> {
  const { headerBytes } = BOUNDS;
  const options = { maxHeaderSize: headerBytes, connectionsCheckingInterval: 500 };
  const server = createServer(options, ({ method = "", url = "" }, response) => {
    const [path = ""] = url.split("?");
    const probe = PROBES[path];
    if (method !== "GET" && method !== "HEAD") return answer(response, 405, "Only GET and HEAD.");
    if (probe === undefined)
      return answer(response, 404, "This port serves only /healthz and /readyz.");
    const reason = probe(probed);
    answer(response, reason === null ? 200 : 503, reason ?? "ok");
  });
  return listenWith(server, address, BOUNDS, "--health-listen");
}

function answer(response: ServerResponse, status: number, text: string): void {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  response.writeHead(status, { ...headers, Connection: "close" }).end(`${text}\n`);
}
