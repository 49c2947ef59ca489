import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

/** What happens to anyone who connects. */
export type GateState = "open" | "shut" | "silent";

/** A door to a server at one address, whether the server is there, away, or does not answer. */
export interface Gate {
  readonly url: string;
  set(state: GateState): void;
  /** Leads somewhere else from now on. */
  leadTo(url: string): void;
  close(): Promise<void>;
}

export async function openGate(url: string): Promise<Gate> {
  let target = Number(new URL(url).port);
  let state: GateState = "open";
  const sockets = new Set<Socket>();
  const kept = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
  };
  const server = createServer((caller) => {
    kept(caller);
    if (state === "shut") caller.destroy();
    if (state !== "open") return;
    const called = connect(target, "127.0.0.1");
    kept(called);
    caller.pipe(called).pipe(caller);
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next) {
      state = next;
      cut();
    },
    leadTo(other) {
      target = Number(new URL(other).port);
      cut();
    },
    close() {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
