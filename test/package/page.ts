/** A page in Chromium, from a static server that serves a project's site and its packages. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";
import { CHROMIUM_PLACES, CHROMIUM_WORDS } from "../chromium.ts";
import { Missing } from "./missing.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
};
const DIGEST = /^[0-9a-f]{64}$/;

/** Opens the site and returns the title it gives itself: the digest. */
export async function playPage(folder: string, site: string): Promise<string> {
  const executablePath = CHROMIUM_PLACES.find((program) => existsSync(program));
  if (executablePath === undefined) throw new Missing("apt-get install chromium");
  const server = createServer((request, response) => {
    const bytes = fileOf(folder, site, decodeURI(request.url ?? "/"));
    if (bytes === null) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(request.url ?? "") || ".html"] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type }).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_WORDS });
  try {
    const page = await browser.newPage();
    const said: string[] = [];
    page.on("pageerror", ({ message }) => said.push(message));
    page.on("console", (message) => said.push(message.text()));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const digest = page.waitForFunction(
      (pattern) => new RegExp(pattern).test(document.title) && document.title,
      DIGEST.source,
      { timeout: 30_000 },
    );
    return String(
      await (await digest.catch(() => Promise.reject(new Error(said.join("\n"))))).jsonValue(),
    );
  } finally {
    await browser.close();
    server.close();
  }
}

/** The site's own files first, then its examples, then the packages as they were installed. */
function fileOf(folder: string, site: string, url: string): Uint8Array | string | null {
  if (url === "/examples.json") return JSON.stringify(readdirSync(join(folder, "examples")).sort());
  const name = normalize(url === "/" ? "/index.html" : url);
  const roots = [join(folder, site), folder, join(folder, "..")];
  const path = roots.map((root) => join(root, name)).find((candidate) => existsSync(candidate));
  return path === undefined ? null : readFileSync(path);
}
