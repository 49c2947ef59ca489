/**
 * The page's service worker: after the first visit the page works without a network. It keeps the
 * files of one build, all or none. What has a digest in its name is taken from there; the page and
 * the examples are asked for first, so that a page on show is never older than its server. It
 * touches nothing else: no capture, no stream, nothing under /v1.
 */

/** The addresses of one build and a digest of what lies there: the build writes them in here. */
declare const FILES: readonly string[];
declare const BUILD: string;

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** What a service worker's global scope has that a window's has not. */
interface ServiceScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  addEventListener(kind: "install" | "activate", listener: (event: Lasting) => void): void;
  addEventListener(kind: "fetch", listener: (event: Fetching) => void): void;
}

const service = globalThis as unknown as ServiceScope;
const { scope } = service.registration;
/** Of this page: the same server may have another one. */
const PREFIX = `plimsoll ${scope} `;
const NAME = PREFIX + BUILD;
/** As it is asked for; some servers redirect from its file name to here. */
const PAGE = "./";
const DIGEST_IN_NAME = /-[A-Z0-9]{8}\.\w+$/;

service.addEventListener("install", (event) => event.waitUntil(keepAll()));
service.addEventListener("activate", (event) => event.waitUntil(takeOver()));
service.addEventListener("fetch", (event) => {
  const file = fileOf(event.request);
  if (file === null) return;
  const isFixed = DIGEST_IN_NAME.test(file);
  event.respondWith(isFixed ? keptOrFetched(file, event.request) : newest(file, event.request));
});

/** Rejects, and keeps nothing, when a file is missing or the page is one of another build. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(NAME);
  try {
    // What has no digest in its name may lie in the browser as it was before.
    const requests = FILES.map(
      (file) => new Request(file, DIGEST_IN_NAME.test(file) ? {} : { cache: "no-cache" }),
    );
    await cache.addAll(requests);
    const page = await cache.match(PAGE);
    if (!(await page?.text())?.includes(BUILD)) throw new Error(`The page is not of ${BUILD}.`);
  } catch (error) {
    await caches.delete(NAME);
    throw error;
  }
}

/** No page of an older build is open any more. */
async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await service.clients.claim();
}

/** Which file of the build a request is for; null for everything else. */
function fileOf({ method, mode, url }: Request): string | null {
  if (method !== "GET" || !url.startsWith(scope)) return null;
  const { pathname, search } = new URL(url);
  const path = pathname.slice(new URL(scope).pathname.length);
  if (mode === "navigate") return path === "" || path === "index.html" ? PAGE : null;
  return search === "" && path !== PAGE && FILES.includes(path) ? path : null;
}

async function kept(file: string): Promise<Response | undefined> {
  const cache = await caches.open(NAME);
  return cache.match(file, { ignoreVary: true });
}

async function keptOrFetched(file: string, request: Request): Promise<Response> {
  return (await kept(file)) ?? fetch(request);
}

async function newest(file: string, request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await kept(file)) ?? Response.error();
  }
}
