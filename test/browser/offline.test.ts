import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { writePage } from "../../hosts/daemon/server/pages.ts";
import { MISSING } from "./chromium.ts";
import { editorOf } from "./editor.ts";
import { FolderServer } from "./folder.ts";
import { decided, headlineOf, visits } from "./visit.ts";

const folder = mkdtempSync(join(tmpdir(), "plimsoll-offline-"));

beforeAll(() => writePage(folder));
afterAll(() => rmSync(folder, { recursive: true }));

async function served(): Promise<FolderServer> {
  const server = await FolderServer.start(folder);
  onTestFinished(() => server.stop());
  return server;
}

const html = () => readFileSync(join(folder, "index.html"), "utf8");
const buildOf = (page: string) => /name="plimsoll-build" content="(\w+)"/.exec(page)?.[1] ?? "";

/** The names of what a browser keeps for the page, the newest last. */
const builds = (page: Page) => page.evaluate(async () => (await caches.keys()).toSorted());

/** All that is kept, as paths. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = names.map(async (name) => (await caches.open(name)).keys());
    const all = (await Promise.all(requests)).flat();
    return all.map(({ url }) => new URL(url).pathname.slice(1)).sort();
  });

/** Waits until a visit has left the whole page in the browser. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

const isEviction = /^Evicts shop\/cart-/;

describe.skipIf(MISSING !== null)("the page without a network", () => {
  const { open, visit, forgive } = visits("allow");

  it("works after the first visit: scripts, module, examples and the editor", async () => {
    const server = await served();
    const page = await visit({ origin: server.origin });
    await kept(page);
    await server.stop();
    forgive(/net::ERR_/);
    await page.reload();
    await expect.poll(() => headlineOf(page).first().innerText()).toMatch(isEviction);
    await editorOf(page).waitFor();
    await page.getByLabel("Example").selectOption("fork-bomb");
    await decided(page, "fork-bomb");
  });

  it("keeps its own files and examples, and nothing that anybody opened", async () => {
    const server = await served();
    server.changed.set("opened/mine.ndjson", "{}");
    const page = await visit({ origin: server.origin });
    await kept(page);
    await page.evaluate(() => fetch("opened/mine.ndjson"));
    const code = readdirSync(folder).filter((name) => /\.(js|css|wasm)$/.test(name));
    const examples = filesIn(join(folder, "examples")).map((name) => `examples/${name}`);
    const own = code.filter((name) => name !== "service.js");
    expect(await keptPaths(page)).toEqual(["", ...own, ...examples].sort());
  });

  it("is the newer one at once where there is a network, and later forgets the older", async () => {
    const server = await served();
    const page = await visit({ origin: server.origin });
    await kept(page);
    const [old] = await builds(page);
    const build = buildOf(html());
    server.changed.set("index.html", html().replace(build, "AAAAAAAA"));
    const script = readFileSync(join(folder, "service.js"), "utf8");
    server.changed.set("service.js", script.replaceAll(build, "AAAAAAAA"));
    await page.reload();
    expect(buildOf(await page.content())).toBe("AAAAAAAA");
    // It waits while a page of the older build could be open.
    await expect.poll(() => builds(page)).toHaveLength(2);
    await page.goto("about:blank");
    await expect
      .poll(async () => {
        await page.goto(`${server.origin}/index.html`);
        const names = await builds(page);
        await page.goto("about:blank");
        return names;
      })
      .toEqual([old?.replace(build, "AAAAAAAA")]);
    await server.stop();
    forgive(/net::ERR_/);
    await page.goto(`${server.origin}/`);
    await expect.poll(() => headlineOf(page).first().innerText()).toMatch(isEviction);
  });

  it("keeps no page together with files of another build", async () => {
    const server = await served();
    const script = readFileSync(join(folder, "service.js"), "utf8");
    server.changed.set("service.js", script.replaceAll(buildOf(html()), "BBBBBBBB"));
    const page = await open({ origin: server.origin });
    await expect.poll(() => server.asked.filter((name) => name === "service.js").length).toBe(1);
    // The page itself comes a second time, for the service worker.
    await expect.poll(() => server.asked.filter((name) => name === "index.html").length).toBe(2);
    await expect.poll(() => builds(page)).toEqual([]);
  });

  it("is none of this where a system picks a port, which nobody finds again", async () => {
    const page = await visit();
    await editorOf(page).waitFor();
    const registered = await page.evaluate(() => navigator.serviceWorker.getRegistrations());
    expect(registered).toEqual([]);
  });
});

/** All below a folder, by their paths in it. */
function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}
