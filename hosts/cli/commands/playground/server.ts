import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { headersWith, onlyOurNames } from "../../../daemon/server/guards.ts";
import { pageFiles, servePage } from "../../../daemon/server/pages.ts";
import { inputFailure } from "../../exitCode.ts";

export interface PlaygroundServer {
  readonly port: number;
  close(): Promise<void>;
}

const LOOPBACK = "127.0.0.1";

/** Serves the page's files, and one capture under `/opened/`, on this machine only. */
export async function servePlayground(
  port: number,
  capture: string | undefined,
): Promise<PlaygroundServer> {
  const page = await pageFiles();
  if (capture !== undefined && !(await stat(capture)).isFile()) {
    throw inputFailure(`${capture} is not a file; give a capture.`);
  }
  const app = new Hono();
  app.use(headersWith(page));
  app.use(onlyOurNames({ host: LOOPBACK, ports: [port], loopback: true }));
  if (capture !== undefined) {
    app.get(`/opened/${encodeURIComponent(basename(capture))}`, () => {
      const stream = Readable.toWeb(createReadStream(capture)) as ReadableStream<Uint8Array>;
      return new Response(stream, { headers: { "Content-Type": "application/octet-stream" } });
    });
  }
  servePage(app, page);
  return listening(app, port);
}

function listening(app: Hono, port: number): Promise<PlaygroundServer> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: LOOPBACK, port }, (address) =>
      resolve({
        port: address.port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            // A browser keeps its connections open long after its last request.
            if ("closeAllConnections" in server) server.closeAllConnections();
          }),
      }),
    );
    server.on("error", (error: NodeJS.ErrnoException) =>
      reject(inputFailure(`Cannot listen on port ${port} (${error.code}); give another port.`)),
    );
  });
}
