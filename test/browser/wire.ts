/** What is between a page and a daemon, and can be cut. */
import { connect, createServer, type Socket } from "node:net";

const HOST = "127.0.0.1";

export interface Wire {
  /** Where the daemon is reached through it. */
  readonly url: string;
  /** Breaks what is connected; anyone who connects then waits. */
  cut(): void;
  /** Connects those who wait, to another daemon if one is given. */
  mend(url?: string): void;
  /** Connections that wait. */
  readonly waiting: number;
  close(): Promise<void>;
}

export async function openWire(url: string): Promise<Wire> {
  let port = Number(new URL(url).port);
  let isCut = false;
  const connected = new Set<Socket>();
  const waiting = new Set<Socket>();

  const join = (near: Socket) => {
    const far = connect(port, HOST);
    for (const [each, other] of [
      [near, far],
      [far, near],
    ] as const) {
      connected.add(each);
      each.pipe(other);
      each.on("error", () => {});
      each.once("close", () => {
        connected.delete(each);
        other.destroy();
      });
    }
  };
  const server = createServer((near) => {
    near.on("error", () => {});
    near.once("close", () => waiting.delete(near));
    if (isCut) waiting.add(near);
    else join(near);
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It listens on a port.");
  return {
    url: `http://${HOST}:${address.port}`,
    cut() {
      isCut = true;
      for (const each of connected) each.destroy();
    },
    mend(to = url) {
      isCut = false;
      port = Number(new URL(to).port);
      for (const each of waiting) join(each);
      waiting.clear();
    },
    get waiting() {
      return waiting.size;
    },
    async close() {
      for (const each of [...connected, ...waiting]) each.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
