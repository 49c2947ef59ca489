import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Asked, asking, bytesOf, envelope, TOKENS } from "./client.ts";
import { type RunningService, SERVICE_HOSTS } from "./services.ts";

const TIME = "2026-01-15T10:00:00Z";
const MEMORY = { time: TIME, availableBytes: 1, workingSetBytes: 1000 };
const SUMMARY = bytesOf({ node: { nodeName: "n", memory: MEMORY }, pods: [] });
const CONFIGURATION_BYTES_MAX = 65_536;
const BODY_BYTES_MAX = 8 * 2 ** 20;

const lists = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const maps = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const configured = (configuration: string | Uint8Array) =>
  envelope({ time: TIME, summary: SUMMARY, configuration });
const withMember = (name: string, value: string) =>
  envelope({ time: TIME, summary: SUMMARY, [name]: bytesOf(value) });
const keys = (bytes: number) =>
  Array.from({ length: bytes / 10 }, (_, index) => `k${10_000 + index}: 1\n`).join("");

/** Sent in chunks, without saying how many bytes there are. */
function chunked(size: number): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(2 ** 16).fill(0x20);
  let left = size;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close();
      left -= chunk.length;
      controller.enqueue(chunk);
    },
  });
}

const GZIP = { "content-encoding": "gzip" };
const BOMB = gzipSync(Buffer.alloc(64 * 2 ** 20));

/** A configuration of 1 MiB in a document of a kilobyte. */
const PACKED = JSON.stringify({
  kind: "MachineConfig",
  spec: {
    config: {
      storage: {
        files: [
          {
            path: "/etc/kubernetes/kubelet.conf",
            contents: {
              compression: "gzip",
              source: `data:;base64,${gzipSync("- a\n".repeat(2 ** 18)).toString("base64")}`,
            },
          },
        ],
      },
    },
  },
});

/** Nine times what is already nine times something. */
const laugh = (name = "", before = "") => `${name}: &${name} [${`*${before},`.repeat(9)}]\n`;

type Refusal = readonly [
  string,
  number,
  string | RegExp,
  Asked & { readonly path?: string; readonly chunks?: number },
];

const REFUSALS: readonly Refusal[] = [
  [
    "a configuration as a text beyond its bound",
    413,
    "larger than the 65536 bytes",
    { body: configured(keys(CONFIGURATION_BYTES_MAX + 20)) },
  ],
  [
    "a configuration as an object beyond its bound",
    413,
    "larger than the 65536 bytes",
    { body: configured(bytesOf({ a: "x".repeat(CONFIGURATION_BYTES_MAX) })) },
  ],
  [
    "a configuration to check beyond its bound",
    413,
    "larger than the 65536 bytes",
    { path: "/v1/check", body: keys(CONFIGURATION_BYTES_MAX + 20) },
  ],
  [
    "a policy beyond its bound",
    413,
    "larger than the 65536 bytes",
    { path: "/v1/nodes/n1/policy", method: "PUT", body: keys(CONFIGURATION_BYTES_MAX + 20) },
  ],
  [
    "a configuration of a capture beyond its bound",
    413,
    "larger than the 65536 bytes",
    {
      path: "/v1/replay",
      body: JSON.stringify({
        plimsoll: "capture/1",
        config: { a: "x".repeat(CONFIGURATION_BYTES_MAX) },
      }),
    },
  ],
  [
    "a packed configuration to check",
    422,
    "the texts inside the document have more than 64 KiB together",
    { path: "/v1/check", body: PACKED },
  ],
  [
    "a packed configuration of a step",
    422,
    "the texts inside the document have more than 64 KiB together",
    { body: configured(PACKED) },
  ],
  [
    "a packed policy",
    422,
    "the texts inside the document have more than 64 KiB together",
    { path: "/v1/nodes/n1/policy", method: "PUT", body: PACKED },
  ],
  ["a header that is huge", 422, "The header has", replayOf({ x: "y".repeat(200_000) })],
  ["lists of a text", 422, "more than 64 levels", { body: configured(lists(20_000)) }],
  ["maps of a text", 422, "more than 64 levels", { body: configured(maps(9_000)) }],
  ["lists to check", 422, "more than 64 levels", { path: "/v1/check", body: lists(30_000) }],
  [
    "lists of a policy",
    422,
    "more than 64 levels",
    { path: "/v1/nodes/n1/policy", method: "PUT", body: lists(30_000) },
  ],
  ["maps of an object", 422, "deeper than 64 levels", { body: configured(bytesOf(maps(65))) }],
  [
    "maps of a header",
    422,
    "nests deeper than 64 levels",
    replayOf(`{"plimsoll":"capture/1","config":${maps(65)}}`),
  ],
  [
    "a deep time",
    400,
    "time nests deeper than 64 levels",
    { body: `{"time":${lists(20_000)},"summary":{}}` },
  ],
  ["a long time", 400, "time is longer than", { body: envelope({ time: "1".repeat(70_000) }) }],
  ["a deep state", 400, "state is not a string", { body: withMember("state", lists(20_000)) }],
  ["a deep unknown member", 400, "x nests deeper", { body: withMember("x", lists(20_000)) }],
  ["an unknown member of other text", 400, "x is not JSON", { body: withMember("x", "maybe") }],
  [
    "large unknown members",
    413,
    "The members that are not known here have 300001 bytes",
    { body: withMember("x", `"${"y".repeat(299_999)}"`) },
  ],
  [
    "an alias that repeats itself",
    422,
    "its aliases repeat more than",
    {
      path: "/v1/check",
      body: `a: &a [${"x,".repeat(9)}]\n${Array.from({ length: 9 }, (_, level) =>
        laugh("bcdefghij"[level], "abcdefghi"[level]),
      ).join("")}`,
    },
  ],
  [
    "a body of many members",
    400,
    "more than 1000 members at byte",
    { body: `{"time":"${TIME}",${'"k":1,'.repeat(1_000)}"summary":{}}` },
  ],
  ["a form of many parts", 413, "more than 100 parts", formOf('name="x"\r\n\r\n1', 101)],
  [
    "a form of many parts, behind a name that ends in boundary",
    413,
    "more than 100 parts",
    formOf('name="x"\r\n\r\n1', 101, "xboundary=zz; boundary=b"),
  ],
  [
    "a form of many parts, behind a boundary in quotes of another parameter",
    413,
    "more than 100 parts",
    formOf('name="x"\r\n\r\n1', 101, 'a="; boundary=zz"; boundary="b"'),
  ],
  [
    "a form with an invalid boundary",
    400,
    "not a form",
    formOf('name="x"\r\n\r\n1', 1, 'boundary="a;b"'),
  ],
  [
    "a form with a large part that is text",
    413,
    'The part "configuration" has 300000 bytes and a part that is not a document has at most',
    formOf(`name="configuration"\r\n\r\n${"\0".repeat(300_000)}`, 1),
  ],
  ["a body in chunks", 413, "larger than the", { chunks: 2 * BODY_BYTES_MAX }],
  ["a body that inflates", 413, "larger than the", { body: BOMB, headers: GZIP }],
  [
    "a policy that inflates",
    413,
    "larger than the",
    { path: "/v1/nodes/n1/policy", method: "PUT", body: BOMB, headers: GZIP },
  ],
  [
    "a body of gzip that is not gzip",
    400,
    "damaged or truncated",
    { body: "zanzibar", headers: { "content-encoding": " GZip " } },
  ],
];

function formOf(part: string, count: number, parameters = "boundary=b"): Asked {
  const parts = `--b\r\ncontent-disposition: form-data; ${part}\r\n`.repeat(count);
  return {
    body: `${parts}--b--\r\n`,
    headers: { "content-type": `multipart/form-data; ${parameters}` },
  };
}

function replayOf(header: object | string) {
  const text = typeof header === "string" ? header : JSON.stringify({ plimsoll: 1, ...header });
  return { path: "/v1/replay", body: text };
}

describe.each(SERVICE_HOSTS)("bounds, in $name", ({ start, isMissing }) => {
  let service: RunningService;
  const ask = asking(() => service.url);
  beforeAll(async () => {
    if (!isMissing) service = await start({ limits: { nodesMax: 3 } });
  });
  afterAll(() => service?.stop());

  it.skipIf(isMissing).each(REFUSALS)(
    "refuses %s with %i",
    async (_, status, sentence, { path = "/v1/evaluate", chunks, ...asked }) => {
      const body = chunks === undefined ? {} : { body: chunked(chunks) };
      const response = await ask(path, { ...asked, ...body });
      const { detail } = (await response.json()) as { detail: string };
      expect(response.status, detail).toBe(status);
      expect(detail).toMatch(sentence);
      expect(detail.length).toBeLessThan(400);
    },
  );

  it.skipIf(isMissing)(
    "reads gzip by any spelling of its name, and as fast as it comes",
    async () => {
      const body = gzipSync(envelope({ time: TIME, summary: SUMMARY }));
      for (const encoding of ["gzip", "GZIP", "Gzip"]) {
        const headers = { "content-encoding": encoding };
        expect((await ask("/v1/evaluate", { body, headers })).status).toBe(200);
      }
    },
  );

  it.skipIf(isMissing)("reads a configuration at its bound in every form", async () => {
    const text = `evictionHard: {}\n${keys(CONFIGURATION_BYTES_MAX - 6_000)}`;
    expect((await ask("/v1/evaluate", { body: configured(text) })).status).toBe(200);
    const object = bytesOf({ a: "x".repeat(CONFIGURATION_BYTES_MAX - 10), evictionHard: {} });
    const small = object.slice(0, CONFIGURATION_BYTES_MAX);
    expect(small.length).toBe(CONFIGURATION_BYTES_MAX);
    expect((await ask("/v1/check", { body: text })).status).toBe(200);
    expect((await ask("/v1/evaluate", { body: configured(bytesOf(maps(64))) })).status).toBe(200);
  });

  it.skipIf(isMissing).each([
    ["GET", "/v1/evaluate", "POST"],
    ["DELETE", "/v1/check", "POST"],
    ["POST", "/v1/nodes/n1/policy", "PUT"],
    ["PATCH", "/v1/nodes/n1/history", "GET, HEAD"],
    ["PUT", "/v1/nodes", "GET, HEAD"],
    ["GET", "/v1/nodes/n1", "DELETE"],
  ])("answers %s %s with 405 and what is allowed", async (method, path, allow) => {
    const response = await ask(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe(allow);
    expect(await response.json()).toMatchObject({
      type: "urn:plimsoll:problem:method-not-allowed",
    });
    expect((await ask(`${path}/none/none`, { method })).status).toBe(404);
  });

  it.skipIf(isMissing)("keeps so many nodes of a tenant and no more", async () => {
    const put = (node: string, tenant: "acme" | "globex" = "acme") =>
      ask(`/v1/nodes/${node}/policy`, { method: "PUT", body: "{}", tenant });
    // Each of 16 shares of the list takes at least one.
    const statuses: number[] = [];
    for (let node = 0; node < 40; node++) statuses.push((await put(`many-${node}`)).status);
    const taken = statuses.filter((status) => status === 200).length;
    expect(taken).toBeGreaterThanOrEqual(3);
    expect(taken).toBeLessThanOrEqual(16);
    const last = statuses.indexOf(409);
    const refused = await put(`many-${last}`);
    expect(await refused.json()).toMatchObject({ type: "urn:plimsoll:problem:too-many-nodes" });
    expect((await put("many-0", "globex")).status).toBe(200);
    expect((await put("many-0")).status).toBe(200);
    for (let node = 0; node < 40; node++) {
      await ask(`/v1/nodes/many-${node}`, { method: "DELETE" });
    }
    expect((await put(`many-${last}`)).status).toBe(200);
  });

  it.skipIf(isMissing)("answers what it refuses to a sender that goes on sending", async () => {
    const { hostname, port } = new URL(service.url);
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let seen = "";
      socket.on("data", (chunk) => {
        seen += chunk.toString("latin1");
        if (seen.includes("}")) socket.destroy();
      });
      socket.on("error", reject).on("close", () => resolve(seen));
      socket.write(
        `POST /v1/evaluate HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${TOKENS.acme}\r\n` +
          "transfer-encoding: chunked\r\n\r\n",
      );
      const piece = `10000\r\n${" ".repeat(0x10000)}\r\n`;
      for (let sent = 0; sent < 160; sent++) socket.write(piece);
      socket.write("0\r\n\r\n");
    });
    expect(text).toContain("413");
    expect(text).toContain("too-large");
  });
});

describe.each(SERVICE_HOSTS)("bodies that come slowly, in $name", ({ start, isMissing }) => {
  it.skipIf(isMissing)("fill no more memory than a tenant may have", async () => {
    const service = await start({ work: { bodyBytes: 2 ** 20, concurrent: 100 } });
    const { hostname, port } = new URL(service.url);
    const ask = asking(service.url);
    const body = envelope({ time: TIME, summary: SUMMARY, x: "y".repeat(200_000) });
    const slow = connect(Number(port), hostname);
    try {
      const size = 2 ** 20 - 100_000;
      slow.write(
        `POST /v1/evaluate HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${TOKENS.acme}\r\n` +
          `content-length: ${size}\r\n\r\n{"time":`,
      );
      const statusOf = async (tenant: "acme" | "globex" = "acme") =>
        (await ask("/v1/evaluate", { body, tenant })).status;
      await expect.poll(statusOf).toBe(429);
      expect(await (await ask("/v1/evaluate", { body })).text()).toContain(
        "as many bytes of bodies in memory as it may have",
      );
      expect(await statusOf("globex")).toBe(200);
      slow.destroy();
      await expect.poll(statusOf).toBe(200);
    } finally {
      slow.destroy();
      await service.stop();
    }
  });
});

const HEADER = '{"plimsoll":"capture/1"}\n';
const record = (second: number) =>
  `{"time":"2026-01-15T10:${String(Math.floor(second / 60)).padStart(2, "0")}:` +
  `${String(second % 60).padStart(2, "0")}Z","summary":${new TextDecoder().decode(SUMMARY)}}\n`;
const CAPTURE = HEADER + Array.from({ length: 100 }, (_, second) => record(second)).join("");

describe.each(SERVICE_HOSTS)("replays, in $name", ({ start, isMissing }) => {
  it.skipIf(isMissing).each<[string, Parameters<typeof start>[0], RegExp]>([
    ["bytes", { limits: { replayBytesMax: 5_000 } }, /^An answer has at most 5000 bytes: \d+ /],
    ["records", { limits: { recordsMax: 7 } }, /^A replay has at most 7 records: 7 records/],
    [
      "processor time",
      { work: { burstMilliseconds: 2, millisecondsPerSecond: 0.001 } },
      /^The tenant has used up its processor time for now: \d+ records/,
    ],
  ])("end when their %s are used up, and say so", async (_, options, sentence) => {
    const service = await start(options);
    try {
      const response = await asking(service.url)("/v1/replay", { body: CAPTURE });
      const lines = (await response.text()).trimEnd().split("\n");
      const account = JSON.parse(lines.at(-1) ?? "") as { records: number; problems: string[] };
      expect(account.problems).toEqual([expect.stringMatching(sentence)]);
      expect(account.records).toBe(lines.length - 1);
      expect(account.records).toBeGreaterThan(0);
      expect(account.records).toBeLessThan(100);
    } finally {
      await service.stop();
    }
  });

  it.skipIf(isMissing)(
    "are refused beyond their number, and when the time is used up",
    async () => {
      const work = { replays: 1, burstMilliseconds: 40, millisecondsPerSecond: 0.001 };
      const service = await start({ work });
      const ask = asking(service.url);
      try {
        const first = await ask("/v1/replay", { body: endless() });
        const second = await ask("/v1/replay", { body: CAPTURE });
        expect(second.status).toBe(429);
        expect(await second.text()).toContain("as many replays running as it may have");
        await first.body?.cancel();
        const checks: Response[] = [];
        for (let count = 0; count < 4; count++) {
          checks.push(await ask("/v1/check", { body: `evictionHard: {}\n${keys(20_000)}` }));
        }
        expect(checks.map(({ status }) => status)).toEqual([200, 429, 429, 429]);
        const seconds = Number(checks[1]?.headers.get("retry-after"));
        expect(seconds).toBeGreaterThan(100);
        expect((await ask("/v1/check", { body: "{}", tenant: "globex" })).status).toBe(200);
      } finally {
        await service.stop();
      }
    },
  );
});

/** A capture that goes on after its first record. */
function endless(): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      if (sent > 3) await new Promise((resolve) => setTimeout(resolve, 200));
      controller.enqueue(bytesOf(sent === 0 ? HEADER : record(sent)));
      sent += 1;
    },
  });
}
