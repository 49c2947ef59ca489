import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isIPv6, type Socket } from "node:net";

export interface ConnectionBounds {
  readonly connections: number;
  /** The limit for one IPv4 address, or one /64 of IPv6, which may belong to a single machine. */
  readonly perAddress: number;
}

/**
 * Bounds the connections of a server. When one comes that is too many, the oldest that is not being
 * answered goes: an idle client loses its connections to one that sends requests.
 */
export function limitConnections(server: Server, bounds: ConnectionBounds): void {
  /** Open connections, oldest first. */
  const open = new Map<Socket, string>();
  const answering = new Set<Socket>();

  const oldestIdle = (address: string | null): Socket | undefined =>
    [...open].find(
      ([socket, of]) => !answering.has(socket) && (of === address || address === null),
    )?.[0];

  const makeRoom = (address: string): void => {
    const ofAddress = [...open.values()].filter((each) => each === address).length;
    if (ofAddress > bounds.perAddress) drop(oldestIdle(address));
    else if (open.size > bounds.connections) drop(oldestIdle(null));
  };

  const drop = (socket: Socket | undefined): void => {
    if (socket === undefined) return;
    open.delete(socket);
    socket.destroy();
  };

  server.on("connection", (socket) => {
    const address = groupOf(socket.remoteAddress ?? "");
    open.set(socket, address);
    socket.once("close", () => {
      open.delete(socket);
      answering.delete(socket);
    });
    makeRoom(address);
  });
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    answering.add(socket);
    response.once("close", () => answering.delete(socket));
  });
}

/** An address of IPv4 as it is, also in the form of IPv6; the first 64 bits of any other. */
export function groupOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array<string>(Math.max(0, zeros)).fill("0"), ...last];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
