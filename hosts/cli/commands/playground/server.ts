import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import { type Answering, listenerOf } from "../../../daemon/server/answering.ts";
import { headersWith, onlyOurNames, onlyReading } from "../../../daemon/server/guards.ts";
import { filesOf, pageFiles } from "../../../daemon/server/pages.ts";
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
  const ours = onlyOurNames({ host: LOOPBACK, ports: [port], loopback: true });
  const opened = capture === undefined ? [] : [openedCapture(capture)];
  const all = [onlyReading, ours, ...opened, filesOf(page)];
  const print = (sentence: string) => console.error(sentence);
  return listening(listenerOf(all, headersWith(page), print), port);
}

function openedCapture(capture: string): Answering {
  const path = `/opened/${basename(capture)}`;
  const headers = { "Content-Type": "application/octet-stream" };
  return (asked) =>
    asked.path === path ? { status: 200, headers, body: createReadStream(capture) } : null;
}

function listening(listener: RequestListener, port: number): Promise<PlaygroundServer> {
  return new Promise((resolve, reject) => {
    const server = createServer(listener).listen(port, LOOPBACK, () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            // A browser keeps its connections open long after its last request.
            server.closeAllConnections();
          }),
      }),
    );
    server.on("error", (error: NodeJS.ErrnoException) =>
      reject(inputFailure(`Port ${port} cannot be listened on (${error.code}); give another.`)),
    );
  });
}
