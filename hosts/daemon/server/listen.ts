import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { InputError } from "../../system/errors.ts";
import { type Address, addressText } from "./address.ts";
import { type ConnectionBounds, limitConnections } from "./connectionLimit.ts";

/** What one client, or many, can make this process hold. */
export interface Bounds extends ConnectionBounds {
  readonly headerBytes: number;
  readonly headersMilliseconds: number;
  readonly requestMilliseconds: number;
  readonly keepAliveMilliseconds: number;
}

const BOUNDS: Bounds = {
  connections: 128,
  perAddress: 64,
  headerBytes: 8 * 1024,
  headersMilliseconds: 2_000,
  requestMilliseconds: 10_000,
  keepAliveMilliseconds: 5_000,
};

export interface Listening {
  /** Such as `http://127.0.0.1:10350`. */
  readonly url: string;
  close(): Promise<void>;
}

type Fetch = Parameters<typeof createAdaptorServer>[0]["fetch"];

/** Listens at the first of the address's ports that is free; throws an InputError when none is. */
export function listen(fetch: Fetch, address: Address): Promise<Listening> {
  const server = createAdaptorServer({
    fetch,
    overrideGlobalObjects: false,
    serverOptions: { maxHeaderSize: BOUNDS.headerBytes, connectionsCheckingInterval: 500 },
  }) as Server;
  return listenWith(server, address, BOUNDS, "--listen");
}

/** The same for any server; `flag` is what named the address. */
export async function listenWith(
  server: Server,
  address: Address,
  bounds: Bounds,
  flag: string,
): Promise<Listening> {
  limitConnections(server, bounds);
  server.headersTimeout = bounds.headersMilliseconds;
  server.requestTimeout = bounds.requestMilliseconds;
  server.keepAliveTimeout = bounds.keepAliveMilliseconds;
  const { port } = await bound(server, address, flag);
  const host = address.host === "" ? "0.0.0.0" : address.host;
  let closed: Promise<unknown> | null = null;
  return {
    url: `http://${addressText(host, port)}`,
    async close() {
      if (closed === null) {
        closed = once(server, "close");
        server.close();
        server.closeAllConnections();
      }
      await closed;
    },
  };
}

async function bound(server: Server, { host, ports }: Address, flag: string): Promise<AddressInfo> {
  for (const [index, port] of ports.entries()) {
    try {
      server.listen(port, ...(host === "" ? [] : [host]));
      await once(server, "listening");
      return server.address() as AddressInfo;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "EADDRINUSE" && index + 1 < ports.length) continue;
      const where = addressText(host === "" ? "0.0.0.0" : host, port);
      throw code === "EADDRINUSE"
        ? new InputError(`${flag} ${where}: another program listens there`, "choose another port")
        : new InputError(
            `${flag} ${where}: cannot listen there (${message})`,
            "choose another address",
          );
    }
  }
  throw new Error("An address has at least one port.");
}
