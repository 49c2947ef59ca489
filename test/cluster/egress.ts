/**
 * The way from the API server to a node. The real API server refuses to ask a kubelet at a loopback
 * address, so the node of the tests has an address from a reserved range, and the API
 * server dials it through this CONNECT proxy (its egress selector), which ends on loopback.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";

/** TEST-NET-2 of RFC 5737. */
export const NODE_ADDRESS = "198.51.100.7";

export interface Egress {
  /** Path of the socket it listens at; over TCP the API server would insist on TLS. */
  readonly socket: string;
  /** Where connections to the node end from now on; null for a node that cannot be reached. */
  leadTo(kubeletPort: number | null): void;
  close(): Promise<void>;
}

export async function startEgress(socketPath: string): Promise<Egress> {
  const open = new Set<Duplex>();
  let port: number | null = null;
  const server = createServer();
  server.on("connect", (request, socket: Duplex) => {
    open.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => open.delete(socket));
    const isNode = request.url?.startsWith(`${NODE_ADDRESS}:`) ?? false;
    if (!isNode || port === null) {
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
      return;
    }
    const kubelet = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      kubelet.pipe(socket).pipe(kubelet);
    });
    kubelet.on("error", () => socket.destroy()).on("close", () => socket.destroy());
    socket.on("close", () => kubelet.destroy());
  });
  server.listen(socketPath);
  await once(server, "listening");
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    socket: socketPath,
    leadTo(kubeletPort) {
      port = kubeletPort;
      cut();
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
