import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { ExitCode, Failure, inputFailure } from "./exitCode.ts";

export interface PlaygroundServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Beside the bundled program, or where the build puts it when the sources run as they are. */
const PLACES = ["./playground/", "../../dist/playground/"];
const LOOPBACK = "127.0.0.1";
/** The page says itself what it may load; a header can say in addition who may frame it. */
const PAGE_POLICY = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/;

/** Serves the page's files, and one capture under `/opened/`, on this machine only. */
export async function servePlayground(
  port: number,
  capture: string | undefined,
): Promise<PlaygroundServer> {
  const { folder, policy } = await pageFiles();
  if (capture !== undefined && !(await stat(capture)).isFile()) {
    throw inputFailure(`${capture} is no file; give a capture.`);
  }
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header("Content-Security-Policy", `${policy}; frame-ancestors 'none'`);
    context.header("X-Content-Type-Options", "nosniff");
    context.header("Referrer-Policy", "no-referrer");
    context.header("Cache-Control", "no-cache");
  });
  if (capture !== undefined) {
    app.get(`/opened/${encodeURIComponent(basename(capture))}`, () => {
      const stream = Readable.toWeb(createReadStream(capture)) as ReadableStream<Uint8Array>;
      return new Response(stream, { headers: { "Content-Type": "application/octet-stream" } });
    });
  }
  app.get("*", serveStatic({ root: folder }));
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
      reject(inputFailure(`Port ${port} cannot be listened on (${error.code}); give another.`)),
    );
  });
}

/** The built page: where it is, and the Content Security Policy it sets for itself. */
export interface PageFiles {
  readonly folder: string;
  readonly policy: string;
}

/** Throws a Failure when the page has not been built. */
export async function pageFiles(): Promise<PageFiles> {
  for (const place of PLACES) {
    const folder = fileURLToPath(new URL(place, import.meta.url));
    try {
      const page = await readFile(new URL(`${place}index.html`, import.meta.url), "utf8");
      return { folder, policy: PAGE_POLICY.exec(page)?.[1] ?? "default-src 'none'" };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  throw new Failure(
    ExitCode.Internal,
    "The playground is not beside the program; install plimsoll again, or run npm run build.",
  );
}
