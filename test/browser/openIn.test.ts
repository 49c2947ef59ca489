import { serve } from "@hono/node-server";
import { Hono } from "hono";
import type { Browser, Frame, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { pageFiles, servePage } from "../../hosts/daemon/server/pages.ts";
import { broken } from "./accessibility.ts";
import { launch, MISSING } from "./chromium.ts";
import { exampleLines } from "./documents.ts";
import { headlineOf } from "./visit.ts";

interface Site {
  readonly origin: string;
  close(): void;
}

/** A page of its own origin: another port of this machine. */
async function site(app: Hono): Promise<Site> {
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) =>
      resolve({ origin: `http://127.0.0.1:${port}`, close: () => server.close() }),
    );
  });
}

/** Keeps what it hears, and who said it. */
const LISTENING = `<!doctype html><title>Another page</title><script>
  const heard = [];
  addEventListener("message", ({ origin, data: said }) => heard.push({ origin, ...said }));
</script>`;
/** May open windows that are not sandboxed; has itself no origin. */
const SANDBOX = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox";

interface Heard {
  readonly origin: string;
  readonly plimsoll: string;
  readonly nonce?: string;
  readonly sentence?: string;
}

declare const heard: readonly Heard[];

const heardBy = (page: Page | Frame) => page.evaluate(() => heard);
const wordsTo = async (page: Page | Frame) => (await heardBy(page)).map((each) => each.plimsoll);
const asks = (page: Page | Frame) => page.locator(".notice.asks");

describe.skipIf(MISSING !== null)("a capture that another page brings", () => {
  let browser: Browser;
  let playground: Site;
  let friend: Site;
  let stranger: Site;
  let page: Page;

  beforeAll(async () => {
    const app = new Hono();
    servePage(app, await pageFiles());
    const others = () =>
      new Hono()
        .get("/", (context) => context.html(LISTENING))
        .get("/sandboxed", (context) =>
          context.html(LISTENING, 200, { "Content-Security-Policy": SANDBOX }),
        );
    [browser, playground, friend, stranger] = await Promise.all([
      launch(),
      site(app),
      site(others()),
      site(others()),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    for (const each of [playground, friend, stranger]) each?.close();
  });
  afterEach(() => page.context().close());

  /** The page of a friend, and the playground in a window that it opened. */
  async function openedBy(path = "/"): Promise<Page> {
    page = await (await browser.newContext()).newPage();
    await page.goto(`${friend.origin}${path}`);
    const [opened] = await Promise.all([
      page.waitForEvent("popup"),
      page.evaluate((address) => {
        Object.assign(window, { other: window.open(address) });
      }, playground.origin),
    ]);
    await opened.locator(".signal").first().waitFor();
    return opened;
  }

  /** The page of a friend that embeds the playground, and next to it a page of a stranger. */
  async function embedded(): Promise<{ readonly frame: Frame; readonly beside: Frame }> {
    page = await (await browser.newContext()).newPage();
    await page.goto(friend.origin);
    await page.evaluate(
      async (addresses) => {
        for (const address of addresses) {
          const frame = document.createElement("iframe");
          frame.src = address;
          frame.width = "900";
          frame.height = "700";
          document.body.append(frame);
        }
        Object.assign(window, { other: window.frames[0] });
      },
      [playground.origin, stranger.origin],
    );
    await page.frameLocator("iframe").first().locator(".eviction").waitFor();
    const frameOf = (origin: string) =>
      page.frames().find((each) => each.url().startsWith(origin)) ?? expect.fail("No frame.");
    return { frame: frameOf(playground.origin), beside: frameOf(stranger.origin) };
  }

  /** What a page says to the window it opened, or to its first frame. */
  const say = (from: Page | Frame, message: object) =>
    from.evaluate((said) => {
      const { other = window.parent.frames[0] } = window as { other?: Window };
      other?.postMessage(said, "*");
    }, message);

  /** The nonce that a page is given when it says hello. */
  async function greeted(): Promise<string> {
    const before = (await heardBy(page)).filter(({ nonce }) => nonce !== undefined).length;
    await say(page, { plimsoll: "hello" });
    const nonces = async () => (await heardBy(page)).filter(({ nonce }) => nonce !== undefined);
    await expect.poll(async () => (await nonces()).length, PATIENT).toBe(before + 1);
    return (await nonces()).at(-1)?.nonce ?? "";
  }

  it("is opened when the visitor, who sees from where it is, agrees", async () => {
    const opened = await openedBy();
    const [ready] = await heardBy(page);
    expect(ready).toEqual({ origin: playground.origin, plimsoll: "ready", version: 1 });
    const nonce = await greeted();
    await say(page, { plimsoll: "open", nonce, documents: DOCUMENTS });
    await asks(opened).waitFor();
    expect(await asks(opened).innerText()).toContain(`${friend.origin} wants to open 1 document`);
    expect(await opened.locator(".opened .name").innerText()).not.toBe("theirs.ndjson");
    expect(await broken(opened)).toEqual([]);
    await opened.getByRole("button", { name: "Open", exact: true }).click();
    await expect
      .poll(() => opened.locator(".opened .name").innerText(), PATIENT)
      .toBe("theirs.ndjson");
    await expect.poll(() => headlineOf(opened).innerText(), PATIENT).toMatch(/^Evicts ci\//);
    await expect.poll(() => wordsTo(page)).toEqual(["ready", "ready", "opened"]);
  });

  it("is left when the visitor dismisses it, and that page asks no more", async () => {
    const opened = await openedBy();
    const nonce = await greeted();
    await say(page, { plimsoll: "open", nonce, documents: DOCUMENTS });
    await opened.getByRole("button", { name: "Dismiss" }).click();
    await expect.poll(() => wordsTo(page), PATIENT).toEqual(["ready", "ready", "dismissed"]);
    await say(page, { plimsoll: "open", nonce, documents: DOCUMENTS });
    await expect.poll(async () => (await wordsTo(page)).length, PATIENT).toBe(4);
    expect((await wordsTo(page)).at(-1)).toBe("dismissed");
    expect(await asks(opened).count()).toBe(0);
    await expect.poll(() => headlineOf(opened).innerText()).toMatch(/^Evicts shop\/cart-/);
  });

  it("is taken from the page that embeds the playground, and from no other window", async () => {
    const { frame, beside } = await embedded();
    await say(beside, { plimsoll: "hello" });
    const nonce = await greeted();
    // Even with the nonce, a window that neither opened nor embeds the page is not heard.
    await say(beside, { plimsoll: "open", nonce, documents: [...DOCUMENTS, ...DOCUMENTS] });
    await say(page, {
      plimsoll: "open",
      nonce: "guessed",
      documents: [...DOCUMENTS, ...DOCUMENTS],
    });
    await say(page, { plimsoll: "open", nonce, documents: DOCUMENTS });
    await asks(frame).waitFor();
    expect(await asks(frame).innerText()).toContain(`${friend.origin} wants to open 1 document`);
    await frame.getByRole("button", { name: "Open", exact: true }).click();
    await expect
      .poll(() => frame.locator(".opened .name").innerText(), PATIENT)
      .toBe("theirs.ndjson");
    await expect.poll(() => heardBy(beside)).toEqual([]);
    await expect.poll(() => wordsTo(page)).toEqual(["ready", "ready", "opened"]);
  });

  it.each([
    ["nothing", undefined],
    ["no list", "theirs.ndjson"],
    ["an empty list", []],
    ["a document without a name", [{ content: "{}" }]],
    ["a document without content", [{ name: "a" }]],
    ["content that is neither text nor bytes", [{ name: "a", content: { size: 1 } }]],
    ["too many", new Array(1001).fill({ name: "a", content: "" })],
  ])("is refused with a sentence when it is %s", async (_, documents) => {
    const opened = await openedBy();
    const nonce = await greeted();
    await say(page, { plimsoll: "open", nonce, documents });
    await expect.poll(() => wordsTo(page), PATIENT).toEqual(["ready", "ready", "refused"]);
    expect((await heardBy(page)).at(-1)?.sentence).toMatch(/^Give documents as \[\{name, content/);
    expect(await asks(opened).count()).toBe(0);
  });

  it("waits for the answer about the one before", async () => {
    const opened = await openedBy();
    const nonce = await greeted();
    for (const documents of [DOCUMENTS, [...DOCUMENTS, ...DOCUMENTS]]) {
      await say(page, { plimsoll: "open", nonce, documents });
    }
    await expect.poll(() => wordsTo(page), PATIENT).toEqual(["ready", "ready", "refused"]);
    expect(await asks(opened).innerText()).toContain("1 document");
  });

  it("is not taken from a page that has no origin to show", async () => {
    const opened = await openedBy("/sandboxed");
    await say(page, { plimsoll: "hello" });
    await expect.poll(() => wordsTo(page), PATIENT).toEqual(["ready", "refused"]);
    expect((await heardBy(page)).at(-1)).not.toHaveProperty("nonce");
    expect(await asks(opened).count()).toBe(0);
  });
});

const PATIENT = { timeout: 20_000 };
const DOCUMENTS = [{ name: "theirs.ndjson", content: `${exampleLines("fork-bomb").join("\n")}\n` }];
