import { copyFile, readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Env, Hono } from "hono";
import { etag } from "hono/etag";
import { MODULES, type Policy } from "../../../analysis/engine/contract/modules.ts";
import { makeDirectory, makeWritableDirectory } from "../../system/directory.ts";
import { InputError } from "../../system/errors.ts";
import { clusterFiles, exampleFiles } from "../../system/examples.ts";
import { writing } from "../../system/files.ts";
import { moduleFile } from "../../system/modules.ts";
import { shippedFile } from "../../system/shipped.ts";
import { asLongAsStated } from "./statedLength.ts";

/** The built page: where its files are, and the Content Security Policy it sets for itself. */
export interface PageFiles {
  readonly folder: string;
  /** What the page asks for and the program holds already, by address: it is not there twice. */
  readonly shared: ReadonlyMap<string, string>;
  readonly policy: string;
  /** The page itself. */
  readonly html: string;
}

const POLICIES = Object.keys(MODULES) as readonly Policy[];
/** As a server of files that knows them finds a file compressed. */
const COMPRESSED = ["", ".br", ".gz"];
/** The page says itself what it may load; a header can say in addition who may frame it. */
const PAGE_POLICY = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/;

/** Throws an InputError when the page has not been built. */
export async function pageFiles(): Promise<PageFiles> {
  const path = shippedFile("playground/index.html", "The playground");
  const page = await readFile(path, "utf8");
  const policy = PAGE_POLICY.exec(page)?.[1] ?? "default-src 'none'";
  return { folder: dirname(path), shared: await sharedFiles(page), policy, html: page };
}

async function sharedFiles(page: string): Promise<ReadonlyMap<string, string>> {
  const examples = await exampleFiles();
  const modules = POLICIES.flatMap((policy) => {
    // The page names each module with its digest.
    const found = page.match(`plimsoll-${policy}-[A-Z0-9]{8}\\.wasm`)?.[0];
    return found === undefined ? [] : [[found, moduleFile(policy)] as const];
  });
  return new Map([
    ...modules.flatMap(([name, path]) =>
      COMPRESSED.map((ending) => [name + ending, path + ending] as const),
    ),
    ...examples.map((path) => [`examples/${basename(path)}`, path] as const),
    ...(await clusterFiles()),
  ]);
}

/** A name that holds a digest of the file: what it names never changes. */
const DIGEST_IN_NAME = /-[A-Z0-9]{8}\.\w+$/;
const FOREVER = "private, max-age=31536000, immutable";

/** Everything the page asks for, at the addresses it asks for it, compressed as it was built. */
export function servePage<E extends Env>(routes: Hono<E>, { folder, shared }: PageFiles): void {
  const options = { precompressed: true };
  // Once there is an answer: what serveStatic's onFound sets is lost where Response is Node's own.
  routes.use("/*", async (context, next) => {
    await next();
    const isFixed = DIGEST_IN_NAME.test(context.req.path);
    if (context.res.status < 400) context.header("Cache-Control", isFixed ? FOREVER : "no-cache");
  });
  routes.use("/*", asLongAsStated);
  // What a browser keeps of these it asks about each time, and the answer is often: not changed.
  routes.use("/examples/*", etag());
  for (const [address, path] of shared)
    routes.get(`/${address}`, serveStatic({ ...options, path }));
  routes.get("/*", serveStatic({ ...options, root: folder }));
}

/**
 * Writes the whole page into a folder that is new or empty, for any server of files, and answers
 * how many files it is. Chunks of another version would stay among these in a folder in use.
 */
export async function writePage(target: string): Promise<number> {
  const { folder, shared } = await pageFiles();
  await makeWritableDirectory(target);
  if ((await readdir(target)).length > 0) {
    throw new InputError(`${target} is not empty`, "name a folder that is new or empty");
  }
  const folders = new Set([...shared.keys()].map((address) => dirname(address)));
  for (const each of [...folders].sort()) await makeDirectory(join(target, each));
  const own = await readdir(folder);
  const files = [...own.map((name) => [name, join(folder, name)] as const), ...shared];
  for (const [address, path] of files) {
    const place = join(target, address);
    await writing(place, () => copyFile(path, place));
  }
  return files.length;
}

/** For people; the README of `deploy/` has the same list. */
const LINKS: readonly (readonly [path: string, what: string])[] = [
  ["/v1/decision", "the last decision, with arithmetic and ranking"],
  ["/v1/decision?detail=2", "what would have changed it; ?pod=namespace/name asks about one pod"],
  ["/v1/stream?past=15m", "server-sent events: header, record, decision, from that long ago"],
  ["/v1/capture", "what was recorded lately, to be replayed"],
  ["/metrics", "for Prometheus"],
  ["/healthz", "whether the loop of the daemon turns"],
  ["/readyz", "whether it has seen the node lately"],
];

const PLAIN_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>plimsoll</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem;
         color-scheme: light dark; }
  dt { font-family: ui-monospace, monospace; }
</style>
<h1>plimsoll</h1>
<p>The kubelet's node-pressure evictions on this node, as they are decided.</p>
<dl>
${LINKS.map(([path, what]) => `<dt><a href="${path}">${path}</a><dd>${what}`).join("\n")}
</dl>
`;

/** Tells the page that it comes from a daemon, whose node it then shows. */
const STREAM_META = '<meta name="plimsoll-stream" content="v1/stream">';
/** The content of the page before its first script: an example, which is not the daemon's node. */
const FRAME = /(?<=<div id="page">).*(?=<\/div>\s*<noscript>)/s;

/** The playground, where it was built, and a plain page that says where else to look. */
export function servePages<E extends Env>(routes: Hono<E>, page: PageFiles | null): void {
  routes.get("/v1", (context) => context.html(PLAIN_PAGE));
  if (page === null) {
    routes.get("/", (context) => context.redirect("v1"));
    return;
  }
  const html = page.html.replace("<head>", `<head>\n    ${STREAM_META}`).replace(FRAME, "");
  for (const path of ["/", "/index.html"]) routes.get(path, (context) => context.html(html));
  servePage(routes, page);
}
