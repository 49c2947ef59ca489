import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { inputFailure } from "../exitCode.ts";
import { type Address, addressText } from "./address.ts";

/** What one client, or many, can make this process hold. */
const LIMITS = {
  connections: 128,
  headerBytes: 8 * 1024,
  headersMilliseconds: 5_000,
  requestMilliseconds: 10_000,
  keepAliveMilliseconds: 5_000,
} as const;

export interface Listening {
  /** Such as `http://127.0.0.1:10350`. */
  readonly url: string;
  close(): Promise<void>;
}

type Fetch = Parameters<typeof createAdaptorServer>[0]["fetch"];

/** Listens at the first of the address's ports that is free; throws a Failure when none is. */
export async function listen(fetch: Fetch, address: Address): Promise<Listening> {
  const server = createAdaptorServer({
    fetch,
    overrideGlobalObjects: false,
    serverOptions: { maxHeaderSize: LIMITS.headerBytes, connectionsCheckingInterval: 1_000 },
  }) as Server;
  server.maxConnections = LIMITS.connections;
  server.headersTimeout = LIMITS.headersMilliseconds;
  server.requestTimeout = LIMITS.requestMilliseconds;
  server.keepAliveTimeout = LIMITS.keepAliveMilliseconds;
  const { port } = await bound(server, address);
  const host = address.host === "" ? "0.0.0.0" : address.host;
  return {
    url: `http://${addressText(host, port)}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function bound(server: Server, { host, ports }: Address): Promise<AddressInfo> {
  for (const [index, port] of ports.entries()) {
    try {
      server.listen(port, ...(host === "" ? [] : [host]));
      await once(server, "listening");
      return server.address() as AddressInfo;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "EADDRINUSE" && index + 1 < ports.length) continue;
      const where = addressText(host === "" ? "0.0.0.0" : host, port);
      throw inputFailure(
        code === "EADDRINUSE"
          ? `--listen ${where}: another program listens there; choose another port.`
          : `--listen ${where}: nobody can listen there (${message}); choose another address.`,
      );
    }
  }
  throw new Error("An address has at least one port.");
}
