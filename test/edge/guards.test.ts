import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Asked, asking, bytesOf, envelope, tenantsSetting } from "./client.ts";
import { startWorkerd, WITHOUT_WORKERD, type Workerd } from "./workerd.ts";

let workerd: Workerd;
const ask = asking(() => workerd.url);

const TIME = "2026-01-15T10:00:00Z";
/** A word that no request may leave in a log. */
const SECRET = "zanzibar";
const LIMITS = JSON.stringify({ bodyBytesMax: 20_000, configurationBytesMax: 2_000, podsMax: 2 });

const MEMORY = { time: TIME, availableBytes: 1, workingSetBytes: 1000 };
const SUMMARY = bytesOf({ node: { nodeName: "n", memory: MEMORY }, pods: [] });
const SNAPSHOT = envelope({ time: TIME, summary: SUMMARY });

function podsOf(count: number): Uint8Array {
  const items = Array.from({ length: count }, (_, index) => ({
    metadata: { name: `p${index}`, namespace: "a", uid: `u${index}` },
    spec: { containers: [{ name: "c" }] },
    status: { phase: "Running" },
  }));
  return bytesOf({ kind: "PodList", apiVersion: "v1", items });
}

async function problemOf(response: Response) {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  return (await response.json()) as Record<string, unknown>;
}

describe.skipIf(WITHOUT_WORKERD)("guards, in workerd", () => {
  beforeAll(async () => {
    workerd = await startWorkerd({ settings: { TENANTS: await tenantsSetting(), LIMITS } });
  });
  afterAll(() => workerd?.stop());

  it.each<[string, number, string, Asked & { path?: string }]>([
    ["an unknown path", 404, "not-found", { path: `/v1/${SECRET}` }],
    ["no token", 401, "unauthorized", { body: SNAPSHOT, tenant: null }],
    [
      "a token of no tenant",
      401,
      "unauthorized",
      { body: SNAPSHOT, tenant: null, headers: { authorization: `Bearer ${SECRET}` } },
    ],
    [
      "another kind of authorization",
      401,
      "unauthorized",
      { body: SNAPSHOT, tenant: null, headers: { authorization: `Basic ${SECRET}` } },
    ],
    ["a body that is not JSON", 400, "bad-request", { body: SECRET }],
    ["a body that is cut off", 400, "bad-request", { body: SNAPSHOT.slice(0, -10) }],
    ["a body that is empty", 400, "bad-request", { body: "" }],
    ["a snapshot without a time", 400, "bad-request", { body: envelope({ summary: SUMMARY }) }],
    ["what is not a time", 400, "bad-request", { body: envelope({ time: SECRET }) }],
    ["a time alone", 400, "bad-request", { body: envelope({ time: TIME }) }],
    [
      "a detail there is not",
      400,
      "bad-request",
      { path: `/v1/evaluate?detail=${SECRET}`, body: SNAPSHOT },
    ],
    [
      "a state that is not base64",
      422,
      "refused-document",
      { body: envelope({ time: TIME, summary: SUMMARY, state: "%" }) },
    ],
    [
      "what is not a state",
      422,
      "refused-document",
      { body: envelope({ time: TIME, summary: SUMMARY, state: btoa(SECRET) }) },
    ],
    [
      "what is not a Summary",
      422,
      "refused-document",
      { body: envelope({ time: TIME, summary: bytesOf({ node: SECRET }) }) },
    ],
    [
      "a configuration the kubelet refuses",
      422,
      "refused-document",
      {
        body: envelope({
          time: TIME,
          summary: SUMMARY,
          configuration: bytesOf({ evictionHard: { [SECRET]: "1" } }),
        }),
      },
    ],
    [
      "a text that is not a configuration",
      422,
      "refused-document",
      { body: envelope({ time: TIME, summary: SUMMARY, configuration: "kind: Pod" }) },
    ],
    [
      "more pods than are served",
      413,
      "too-large",
      { body: envelope({ time: TIME, pods: podsOf(3), summary: SUMMARY }) },
    ],
    [
      "a body beyond the bound",
      413,
      "too-large",
      { body: envelope({ time: TIME, summary: SUMMARY, x: SECRET.repeat(3000) }) },
    ],
    [
      "a small body that inflates beyond the bound",
      413,
      "too-large",
      { body: gzipSync(" ".repeat(1_000_000)), headers: { "content-encoding": "gzip" } },
    ],
    [
      "gzip that is cut off",
      400,
      "bad-request",
      { body: gzipSync(SNAPSHOT).subarray(0, -9), headers: { "content-encoding": "gzip" } },
    ],
    [
      "an encoding that is not read",
      415,
      "unsupported-encoding",
      { body: SNAPSHOT, headers: { "content-encoding": "br" } },
    ],
    [
      "a configuration beyond its own bound",
      413,
      "too-large",
      { path: "/v1/check", body: "#".repeat(3000) },
    ],
    ["a check of another document", 422, "refused-document", { path: "/v1/check", body: "[]" }],
  ])("answers %s with %i %s", async (_, status, kind, { path = "/v1/evaluate", ...asked }) => {
    const response = await ask(path, asked);
    const problem = await problemOf(response);
    expect(problem).toMatchObject({ status, type: `urn:plimsoll:problem:${kind}` });
    expect(response.status).toBe(status);
    expect(problem.detail).toMatch(/\.$/);
  });

  it("says where in a document the engine stopped", async () => {
    const body = envelope({ time: TIME, summary: bytesOf({ node: { memory: 1 } }) });
    expect(await problemOf(await ask("/v1/evaluate", { body }))).toMatchObject({
      document: "Summary",
      path: "$.node.memory",
      offset: 18,
    });
  });

  it("takes the same snapshot as gzip and as a form with files", async () => {
    const plain = await (await ask("/v1/evaluate", { body: SNAPSHOT })).text();
    const headers = { "content-encoding": "gzip" };
    const zipped = await ask("/v1/evaluate", { body: gzipSync(SNAPSHOT), headers });
    expect(await zipped.text()).toBe(plain);
    const form = new FormData();
    form.set("time", TIME);
    form.set("configuration", "kind: KubeletConfiguration\n");
    form.set("summary", new File([SUMMARY as BlobPart], "summary.json"));
    const formed = await (await ask("/v1/evaluate", { body: form })).text();
    // The state belongs to the configuration as it was spelled.
    expect(formed.split('"state"')[0]).toBe(plain.split('"state"')[0]);
  });

  it("knows no pod of the request before", async () => {
    const withPods = envelope({ time: TIME, pods: podsOf(2), summary: SUMMARY });
    const first = await (await ask("/v1/evaluate", { body: withPods })).json();
    expect(first).toMatchObject({ decision: { evictions: [{ name: "p0" }] } });
    const second = await ask("/v1/evaluate", { body: SNAPSHOT, tenant: "globex" });
    expect(await second.json()).toMatchObject({ decision: { evictions: [] } });
  });

  it("says which request lacks a token, and lets no page of another origin in", async () => {
    const refused = await ask("/v1/check", { body: "{}", tenant: null });
    expect(refused.headers.get("www-authenticate")).toMatch(/^Bearer/);
    const headers = { origin: "https://page.example", "access-control-request-method": "POST" };
    const preflight = await ask("/v1/check", { method: "OPTIONS", headers, tenant: null });
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("lets no cache keep an answer, and no page take it for something else", async () => {
    const answers = [await ask("/v1/evaluate", { body: SNAPSHOT }), await ask("/v1/none")];
    for (const { headers } of answers) {
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  it("answers for health without a token", async () => {
    expect((await ask("/healthz", { tenant: null })).status).toBe(200);
  });

  it("checks a configuration in YAML with the lines of its findings", async () => {
    const text =
      "kind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1beta1\n" +
      'evictionHard:\n  memory.available: "1Zi"\n';
    const answer = await (await ask("/v1/check", { body: text })).json();
    expect(answer).toMatchObject({
      plimsoll: "check/1",
      configurations: [{ errors: [{ line: 4 }], warnings: [] }],
    });
  });

  it("has printed nothing of what it was sent", () => {
    expect(workerd.printed()).not.toMatch(new RegExp(`${SECRET}|token-1`));
  });
});

describe.skipIf(WITHOUT_WORKERD)("settings, in workerd", () => {
  it("refuses more requests than a tenant may send, and answers the other one", async () => {
    const RATE = JSON.stringify({ perSecond: 0.001, burst: 2 });
    const limited = await startWorkerd({ settings: { TENANTS: await tenantsSetting(), RATE } });
    try {
      const hurry = asking(limited.url);
      const seen = [];
      for (let count = 0; count < 3; count++) seen.push(await hurry("/v1/check", { body: "{}" }));
      expect(seen.map(({ status }) => status)).toEqual([200, 200, 429]);
      expect(seen[2]?.headers.get("retry-after")).toBe("1");
      const other = await hurry("/v1/check", { body: "{}", tenant: "globex" });
      expect(other.status).toBe(200);
    } finally {
      await limited.stop();
    }
  });

  it("lets in the pages of origins that are named, and no other", async () => {
    const ORIGINS = "https://page.example";
    const open = await startWorkerd({ settings: { TENANTS: await tenantsSetting(), ORIGINS } });
    try {
      const from = async (origin: string) => {
        const headers = { origin, "access-control-request-method": "POST" };
        const asked = { method: "OPTIONS", headers, tenant: null };
        return (await asking(open.url)("/v1/check", asked)).headers;
      };
      const allowed = "access-control-allow-origin";
      expect((await from("https://page.example")).get(allowed)).toBe("https://page.example");
      expect((await from("https://other.example")).get(allowed)).toBeNull();
    } finally {
      await open.stop();
    }
  });
});
