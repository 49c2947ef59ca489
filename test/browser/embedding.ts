import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

const HEAD = '<!doctype html><title>A runbook</title><link rel="icon" href="data:,">';
const EMBEDDING = `${HEAD}<iframe src="/index.html"></iframe>`;
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

/** A server of a folder, which sets no header of its own, with a page that frames ours. */
export function serveEmbedding(folder: string): Promise<Server> {
  const server = createServer(({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const type = TYPES[pathname === "/" ? ".html" : extname(pathname)];
    if (type !== undefined) response.setHeader("Content-Type", type);
    response.end(pathname === "/" ? EMBEDDING : readFileSync(join(folder, pathname)));
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

export function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
