import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { Detail } from "../../../../assembly/abi.ts";
import { Liveness } from "../../../../hosts/daemon/loop/liveness.ts";
import { pageFiles } from "../../../../hosts/daemon/server/pages.ts";
import { ask, serving, servingEviction } from "./serving.ts";

describe("/healthz and /readyz", () => {
  it("tell a daemon that runs from one that sees its node", async () => {
    const served = await serving({ freshSeconds: 30.5 });
    const ready = async () => (await ask(served, "/readyz")).text;
    expect((await ask(served, "/healthz")).text).toBe("ok\n");
    expect(await ready()).toBe('{"reason":"Nothing has been observed yet."}');
    const step = await served.next();
    if (step !== null) served.server.step(step);
    expect(await ready()).toBe("ok\n");
    served.clock.pass(30);
    expect(await ready()).toBe("ok\n");
    served.clock.pass(1);
    expect(await ready()).toBe('{"reason":"The last observation was 31 s ago."}');
    if (step !== null) served.server.step({ ...step, observed: false, decision: null });
    expect((await ask(served, "/readyz")).status).toBe(503);
    expect((await ask(served, "/healthz")).text).toBe("ok\n");
  });

  it("tell a loop that stands still from one that turns, blind or not", async () => {
    let elapsed = 0n;
    const liveness = new Liveness({ elapsed: () => elapsed }, { step: 90.5, act: 600 });
    const served = await serving({ liveness });
    const alive = async () => (await ask(served, "/healthz")).text;
    elapsed = 90_000_000_000n;
    expect(await alive()).toBe("ok\n");
    elapsed = 91_000_000_000n;
    expect(await alive()).toBe('{"reason":"The loop has been stuck for 91 s."}');
    expect((await ask(served, "/healthz")).status).toBe(503);
    liveness.turned("step");
    expect(await alive()).toBe("ok\n");
    liveness.turned("act");
    elapsed += 600_000_000_000n;
    expect(await alive()).toBe("ok\n");
    elapsed += 1_000_000_000n;
    expect(await alive()).toBe('{"reason":"The loop has been stuck for 601 s."}');
  });

  it("are always answered with yes about a recording, which sets its own pace", async () => {
    let elapsed = 0n;
    const served = await serving({ liveness: new Liveness({ elapsed: () => elapsed }, null) });
    elapsed = 1n << 60n;
    expect((await ask(served, "/healthz")).text).toBe("ok\n");
  });
});

describe("/v1/decision", () => {
  it("has nothing to say before the first step", async () => {
    const { status, text } = await ask(await serving(), "/v1/decision");
    expect(status).toBe(503);
    expect(JSON.parse(text)).toEqual({ reason: "Nothing has been observed yet." });
  });

  it("is the core's own text, in as much detail as asked for", async () => {
    const served = await servingEviction();
    const texts = [Detail.Decision, Detail.Arithmetic, Detail.Counterfactuals].map((detail) =>
      Buffer.from(served.decisionQuery.decision(detail) ?? []).toString(),
    );
    for (const [detail, text] of texts.entries()) {
      const answered = await ask(served, `/v1/decision?detail=${detail}`);
      expect(answered.headers["content-type"]).toBe("application/json");
      expect(answered.text).toBe(text);
    }
    expect((await ask(served, "/v1/decision")).text).toBe(texts[1]);
  });

  it("explains a pod that is named", async () => {
    const served = await servingEviction();
    const { evictions, ranking } = JSON.parse((await ask(served, "/v1/decision")).text);
    const spared = ranking.find(({ uid }: { uid: string }) => uid !== evictions[0].uid);
    const path = `/v1/decision?pod=${spared.namespace}/${spared.name}`;
    const { subject, standing } = JSON.parse((await ask(served, path)).text);
    expect(subject.uid).toBe(spared.uid);
    expect(standing).toMatch(/\.$/);
  });

  it.each([
    ["?detail=3", 400, "detail is 0, 1 or 2."],
    ["?detail=", 400, "detail is 0, 1 or 2."],
    ["?detail=constructor", 400, "detail is 0, 1 or 2."],
    ["?signal=pid.available", 400, '"signal" is not known here; this takes detail and pod.'],
    ["?pod=cart", 400, "pod is a namespace and a name: ?pod=shop/cart-7d9."],
    ["?pod=a/b/c", 400, "pod is a namespace and a name: ?pod=shop/cart-7d9."],
    [
      "?pod=shop/nobody",
      404,
      "The node has no such pod; /v1/decision?detail=2 lists those it has.",
    ],
  ])("answers %s with %i", async (query, status, reason) => {
    const served = await servingEviction();
    const before = await ask(served, "/v1/decision?detail=2");
    const answered = await ask(served, `/v1/decision${query}`);
    expect(answered.status).toBe(status);
    expect((await ask(served, "/v1/decision?detail=2")).text).toBe(before.text);
    expect(JSON.parse(answered.text)).toEqual({ reason });
  });

  it("says in the log what could not be answered, and nothing of it outside", async () => {
    const decisionQuery = {
      decision: () => {
        throw new Error("The core is gone");
      },
      explain: () => null,
    };
    const served = await serving({ decisionQuery });
    const { status, text } = await ask(served, "/v1/decision");
    expect(status).toBe(500);
    expect(text).not.toContain("core");
    expect(served.errors).toEqual(["/v1/decision could not be answered: The core is gone."]);
  });
});

describe("/v1/capture", () => {
  it("is not there when nothing is recorded", async () => {
    expect((await ask(await serving(), "/v1/capture")).status).toBe(404);
  });

  it("is a file of what was recorded", async () => {
    const kept = () => [Buffer.from("one "), Buffer.from("two")];
    const served = await serving({ recording: { kept } });
    const { status, headers, bytes } = await ask(served, "/v1/capture");
    expect([status, gunzipSync(bytes).toString()]).toEqual([200, "one two"]);
    expect(headers["content-disposition"]).toMatch(/^attachment; filename=".*\.ndjson\.gz"$/);
  });
});

describe("the playground", () => {
  it.each([
    [/worker-\w{8}\.js/, "private, max-age=31536000, immutable"],
    [/plimsoll-eviction-\w{8}\.wasm/, "private, max-age=31536000, immutable"],
    [/examples\/memory-leak\S+\.gz/, "no-cache"],
  ])("is kept by browsers as far as %s is named by its content", async (name, kept) => {
    const page = await pageFiles();
    const served = await serving({ page });
    const [path = ""] = name.exec(`${page.html} ${[...page.shared.keys()].join(" ")}`) ?? [];
    const { status, headers } = await ask(served, `/${path}`);
    expect([status, headers["cache-control"]]).toEqual([200, kept]);
  });

  it("keeps no answer about the node, and none that there is nothing", async () => {
    const served = await servingEviction({ page: await pageFiles() });
    for (const path of ["/", "/v1/decision", "/metrics", "/nothing-AAAAAAAA.js"]) {
      const { headers } = await ask(served, path);
      expect([path, headers["cache-control"]]).toEqual([path, "no-store"]);
    }
  });
});

/** Larger than what the sockets of both sides hold. */
const FILE_BYTES = 32 * 2 ** 20;
const HEAD_END = "\r\n\r\n";

/** What comes for a file, and for a probe behind it, when the file changes while it is sent. */
async function changedWhileSent(range: string, change: (path: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), "plimsoll-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "large.bin");
  writeFileSync(path, Buffer.alloc(FILE_BYTES, "a"));
  const page = { folder, shared: new Map<string, string>(), policy: "", html: "" };
  const served = await serving({ page });
  const socket = connect(Number(new URL(served.server.url).port), "127.0.0.1");
  socket.on("error", () => {});
  const request = (of: string, more = "") => `GET ${of} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
  const last = "Connection: close\r\n";
  socket.write(request("/large.bin", range) + request("/healthz", last));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) {
    if (chunks.push(chunk as Buffer) === 1) change(path);
  }
  const bytes = Buffer.concat(chunks);
  const body = bytes.indexOf(HEAD_END) + HEAD_END.length;
  const size = Number(/content-length: (\d+)/i.exec(bytes.toString("latin1", 0, body))?.[1]);
  return { size, body: bytes.subarray(body, body + size), behind: bytes.subarray(body + size) };
}

describe("a file that changes while it is sent", () => {
  it.each([
    ["whole", "", FILE_BYTES],
    ["in part", `Range: bytes=${FILE_BYTES / 2}-\r\n`, FILE_BYTES / 2],
  ])("is sent as long as was said when it grows: %s", async (_, range, expected) => {
    const grow = (path: string) => appendFileSync(path, Buffer.alloc(2 ** 20, "b"));
    const { size, body, behind } = await changedWhileSent(range, grow);
    expect([size, body.length, body.includes("b")]).toEqual([expected, expected, false]);
    expect(behind.toString("latin1", 0, 15)).toBe("HTTP/1.1 200 OK");
  });

  it.each([
    ["whole", ""],
    ["in part", "Range: bytes=1-\r\n"],
  ])("ends the connection when it shrinks: %s", async (_, range) => {
    const { size, body } = await changedWhileSent(range, (path) => truncateSync(path, 2 ** 20));
    expect(body.length).toBeLessThan(size);
    expect(body.includes("HTTP/1.1")).toBe(false);
  });
});

describe("the plain page", () => {
  it("points to places that are there", async () => {
    const served = await servingEviction();
    const { text, headers } = await ask(served, "/v1");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    const paths = [...text.matchAll(/href="([^"]+)"/g)].map(([, path]) => path ?? "");
    expect(paths.length).toBeGreaterThan(5);
    for (const path of paths.filter((each) => each !== "/v1/capture")) {
      expect([path, (await ask(served, path, { method: "HEAD" })).status]).toEqual([path, 200]);
    }
  });
});
