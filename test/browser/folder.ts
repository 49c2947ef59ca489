/** A server of a folder, as a static site has: it can be stopped, and what it serves be changed. */
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { getMimeType } from "hono/utils/mime";

/** Below those that a system hands out: the page keeps nothing that it is served from there. */
const [PORT_MIN, PORT_MAX] = [20_000, 32_767];

export class FolderServer {
  readonly origin: string;
  /** What is served in the place of a file of the folder, by its name. */
  readonly changed = new Map<string, string>();
  /** Paths that were asked for. */
  readonly asked: string[] = [];
  readonly #server: Server;

  static async start(folder: string): Promise<FolderServer> {
    for (let port = PORT_MIN + (process.pid % 10_000); port < PORT_MAX; port++) {
      const server = createServer();
      const isFree = await new Promise((resolve) => {
        server.once("listening", () => resolve(true)).once("error", () => resolve(false));
        server.listen(port, "127.0.0.1");
      });
      if (isFree) return new FolderServer(folder, server, port);
    }
    throw new Error("No port is free.");
  }

  private constructor(folder: string, server: Server, port: number) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${port}`;
    server.on("request", ({ url = "/" }, response) => {
      const { pathname } = new URL(url, this.origin);
      const name = pathname === "/" ? "index.html" : pathname.slice(1);
      this.asked.push(name);
      const content = this.changed.get(name) ?? contentOf(join(folder, name));
      response.statusCode = content === null ? 404 : 200;
      response.setHeader("Content-Type", getMimeType(name) ?? "application/octet-stream");
      response.end(content ?? "");
    });
  }

  /** The network is gone. */
  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }
}

function contentOf(path: string): Buffer | null {
  return existsSync(path) ? readFileSync(path) : null;
}
