/** A server under TLS with scripted answers, which remembers its requests. */
import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { type Authority, createAuthority, type Pem } from "../../../cluster/certificates.ts";

export interface ApiStandIn {
  readonly authority: Authority;
  readonly server: URL;
  /** Connections since the start. */
  connections(): number;
  answer: RequestListener;
  /** Serves new connections with another certificate, and ends those that are open. */
  rotate(serving: Pem, authority: Authority): void;
  close(): Promise<void>;
}

export async function startApi(
  names: readonly string[] = ["127.0.0.1"],
  days?: { from: number; to: number },
): Promise<ApiStandIn> {
  const authority = await createAuthority();
  const serving = await authority.server(names, days);
  const server = createServer({
    key: serving.key,
    cert: serving.certificate,
    ca: authority.certificate,
    requestCert: true,
    rejectUnauthorized: false,
  });
  let connections = 0;
  server.on("secureConnection", () => {
    connections += 1;
  });
  server.on("request", (request, response) => api.answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const api: ApiStandIn = {
    authority,
    server: new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`),
    connections: () => connections,
    answer: (_, response) => response.end("{}"),
    rotate({ key, certificate: cert }, { certificate: ca }) {
      server.setSecureContext({ key, cert, ca });
      server.closeAllConnections();
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return api;
}
