/** @module-tag long */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../../../../hosts/cli/exitCode.ts";
import { createAuthority } from "../../../../cluster/certificates.ts";
import { evictionsOf, exportedText, writeConfiguration } from "../../../../prometheus/exported.ts";
import { seriesOfText, type TextSeries } from "../../../../prometheus/openMetricsText.ts";
import { SETUPS, type SetupName } from "../../../../prometheus/setups.ts";
import { commandLine } from "../../commandLine.ts";
import { type Instead, type QueryServer, queryServer } from "../../queryServer.ts";

const SECRET = "s3cret-of-the-night";
const SPAN = "--from 2026-01-15T08:00:00Z --to 2026-01-15T12:00:00Z";
let directory = "";
let series: TextSeries[] = [];
let server: QueryServer | null = null;
const at = (name: string) => join(directory, name);

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "plimsoll-"));
  series = seriesOfText(await exportedText("memory-leak"));
  writeConfiguration("memory-leak", directory);
  writeFileSync(at("secret"), `${SECRET}\n`);
});
afterAll(() => rmSync(directory, { recursive: true }));
afterEach(async () => {
  await server?.close();
  server = null;
});

async function imported(words: string, instead?: Instead, given: readonly TextSeries[] = series) {
  server = await queryServer(given, instead);
  const out = at("out.plimsoll.ndjson");
  rmSync(out, { force: true });
  const all = `--prometheus ${server.url} --node worker-3 ${SPAN} ${words} --out ${out}`;
  const ended = await commandLine(
    ["capture", "import", ...all.replaceAll("@", `${directory}/`).split(/ +/)],
    {},
  );
  const capture = ended.exitCode === ExitCode.Ok ? readFileSync(out, "utf8") : "";
  return { ...ended, capture, out, asked: server.asked };
}

const CONFIGURED = "--config @memory-leak.config.json";

describe("capture import --prometheus", () => {
  it.each<SetupName>([
    "everything that is scraped",
    "kube-prometheus-stack",
    "addresses as instances",
    "without honor_labels",
  ])("finds the node's series by its labels: %s", async (setup) => {
    const { out, exitCode } = await imported(CONFIGURED, undefined, SETUPS[setup](series));
    expect(exitCode).toBe(ExitCode.Ok);
    expect(await evictionsOf(out)).toEqual(await evictionsOf("--example", "memory-leak"));
  });

  it("names the nodes that the server knows where it has none of the node", async () => {
    const known: Instead = ({ expression }, response) => {
      if (!expression.startsWith("group by (node, exported_node)")) return undefined;
      const result = ["worker-4", "worker-3.example"].map((node) => ({
        ...{ metric: { node }, value: [0, "1"] },
      }));
      const answer = { status: "success", data: { resultType: "vector", result } };
      response.end(JSON.stringify(answer));
      return true;
    };
    const { stderr, exitCode } = await imported("--node worker-9", known);
    expect(exitCode).toBe(ExitCode.Input);
    expect(stderr).toContain(
      "no series of node worker-9 in this span, but of worker-3.example, worker-4; check --node.",
    );
    const without = await imported("--node worker-9");
    expect(without.stderr).toMatch(/Of node worker-9 no series has memory|no series of node/);
  });

  it("writes the same bytes for the same answers", async () => {
    const { capture } = await imported(CONFIGURED);
    const again = await imported(CONFIGURED, undefined, [...series].reverse());
    expect(again.capture).toBe(capture);
  });

  it("asks in slices of two hours for raw, whole and deduplicated samples", async () => {
    const { asked } = await imported("");
    const ranges = asked.flatMap(({ expression }) =>
      [...expression.matchAll(/\[(\d+)s\]/g)].map(([, range]) => Number(range)),
    );
    // Who is who is asked of the whole span.
    expect([...new Set(ranges)].sort((a, b) => a - b)).toEqual([7200, 14_400]);
    for (const { parameters } of asked) {
      expect(Object.fromEntries(parameters)).toMatchObject({
        dedup: "true",
        partial_response: "false",
        max_source_resolution: "0s",
      });
    }
  });

  it("asks for series that a matcher chooses alone", async () => {
    const clustered = series.map(({ metric, values }) => ({
      metric: { ...metric, cluster: "prod" },
      values,
    }));
    const { asked, out } = await imported(
      `--matcher cluster=prod ${CONFIGURED}`,
      undefined,
      clustered,
    );
    const selections = asked.flatMap(({ expression }) => expression.match(/\{[^}]*\}/g) ?? []);
    expect(selections.every((selection) => selection.includes('cluster="prod"'))).toBe(true);
    expect(await evictionsOf(out)).toHaveLength(1);
    const other = await imported("--matcher cluster=staging", undefined, clustered);
    expect(other.exitCode).toBe(ExitCode.Input);
  });

  it.each([
    { words: "--bearer-token-file @secret", header: "authorization", value: `Bearer ${SECRET}` },
    {
      words: "--username jane --password-file @secret",
      header: "authorization",
      value: `Basic ${Buffer.from(`jane:${SECRET}`).toString("base64")}`,
    },
    { words: "--tenant team-a", header: "x-scope-orgid", value: "team-a" },
    {
      words: "--tenant team-a --tenant-header THANOS-TENANT",
      header: "thanos-tenant",
      value: "team-a",
    },
  ])("sends $header with every request: $words", async ({ words, header, value }) => {
    const { asked, exitCode } = await imported(words);
    expect(exitCode).toBe(ExitCode.Ok);
    expect(new Set(asked.map(({ headers }) => headers[header]))).toEqual(new Set([value]));
  });

  it("asks below the path that the address has", async () => {
    server = await queryServer(series);
    const words = `--prometheus ${server.url}/prometheus/ --node worker-3 ${SPAN} --out -`;
    const { exitCode } = await commandLine(["capture", "import", ...words.split(" ")]);
    expect(exitCode).toBe(ExitCode.Ok);
    expect(new Set(server.asked.map(({ path }) => path))).toEqual(
      new Set(["/prometheus/api/v1/query"]),
    );
  });

  it("asks again in halves for what is too much for the server", async () => {
    const refuse: Instead = ({ expression }, response) => {
      if (!/^container_memory.*\[(?!3600s)\d+s\]$/.test(expression)) return undefined;
      response.statusCode = 422;
      response.end('{"status":"error","error":"query processing would load too many samples"}');
      return true;
    };
    const { exitCode, out } = await imported(CONFIGURED, refuse);
    expect(exitCode).toBe(ExitCode.Ok);
    expect(await evictionsOf(out)).toEqual(await evictionsOf("--example", "memory-leak"));
  });

  it("says what the server warns of", async () => {
    const warn: Instead = (_, response) => {
      const answer = { status: "success", warnings: ["one store is down"] };
      response.end(JSON.stringify({ ...answer, data: { resultType: "vector", result: [] } }));
      return true;
    };
    const { stderr } = await imported("", warn);
    expect(stderr).toMatch(/The server warns: one store is down/);
  });
});

describe("TLS", () => {
  it("trusts the authority that is named, and shows a client certificate", async () => {
    const authority = await createAuthority();
    const { certificate: cert, key } = await authority.server(["127.0.0.1"]);
    const ca = authority.certificate;
    server = await queryServer(series, undefined, { cert, key, ca, requestCert: true });
    const client = await authority.client("plimsoll");
    writeFileSync(at("ca.pem"), ca);
    writeFileSync(at("client.pem"), client.certificate);
    writeFileSync(at("client.key"), client.key);
    const to = `--prometheus ${server.url} --node worker-3 ${SPAN} --out -`;
    const run = (words: string) =>
      commandLine([
        "capture",
        "import",
        ...`${to} ${words}`.replaceAll("@", `${directory}/`).trim().split(" "),
      ]);
    const shown = await run("--ca-file @ca.pem --cert-file @client.pem --key-file @client.key");
    expect(shown.exitCode).toBe(ExitCode.Ok);
    const { exitCode, stderr } = await run("");
    expect(exitCode).toBe(ExitCode.Input);
    expect(stderr).toMatch(/an authority that is not trusted; give the authority with --ca-file/);
  });
});

describe("a server that cannot be used", () => {
  const answering =
    (status: number, body: string): Instead =>
    (_, response) => {
      response.statusCode = status;
      response.end(body);
      return true;
    };
  const rows: { title: string; instead: Instead; words?: string; sentence: RegExp }[] = [
    {
      title: "refuses the credentials",
      instead: answering(401, "Unauthorized"),
      sentence: /is answered with 401, Unauthorized; give --bearer-token-file, or --username/,
    },
    {
      title: "forbids the query",
      instead: answering(403, ""),
      sentence: /is answered with 403; use an account that may query/,
    },
    {
      title: "has no query API there",
      instead: answering(404, "404 page not found"),
      sentence: /give the address before \/api\/v1/,
    },
    {
      title: "says what is wrong with the query",
      instead: answering(400, '{"status":"error","error":"unknown label"}'),
      sentence: /is answered with 400, unknown label; see its message/,
    },
    {
      title: "redirects",
      instead: answering(302, ""),
      sentence: /is answered with 302; give the address that it redirects to/,
    },
    {
      title: "answers with a page",
      instead: answering(200, "<html>Sign in</html>"),
      sentence: /it is not an answer of Prometheus' query API/,
    },
    {
      title: "is always too busy",
      instead: answering(503, '{"status":"error","error":"query timed out"}'),
      sentence: /is answered with 503, query timed out/,
    },
    {
      title: "does not answer in time",
      instead: () => true,
      words: "--request-timeout 0.2s",
      sentence: /got no complete response within 0.2 s; try again, or ask for a shorter time/,
    },
    {
      title: "hangs up",
      instead: (_, response) => {
        response.destroy();
        return true;
      },
      sentence: /the server closed the connection; try again/,
    },
    {
      title: "has no series of the node",
      instead: answering(200, '{"status":"success","data":{"resultType":"vector","result":[]}}'),
      sentence: /Of node worker-3 no series has memory, file systems or processes/,
    },
  ];

  it.each(rows)(
    "is reported in one sentence: it $title",
    async ({ instead, words = "", sentence }) => {
      const { exitCode, stderr } = await imported(words, instead);
      expect([exitCode, stderr.trimEnd().split("\n").length]).toEqual([ExitCode.Input, 1]);
      expect(stderr).toMatch(sentence);
    },
  );

  it("is reported when nothing listens there", async () => {
    const words = `--prometheus http://127.0.0.1:9 --node worker-3 ${SPAN} --out -`;
    const { exitCode, stderr } = await commandLine(["capture", "import", ...words.split(" ")]);
    expect(exitCode).toBe(ExitCode.Input);
    expect(stderr).toMatch(
      /The query of kube_node_info at http:\/\/127.0.0.1:9 has no answer: nothing/,
    );
  });

  it.each([
    { url: "prometheus.example", sentence: /--prometheus: the server is not a URL/ },
    {
      url: `http://jane:${SECRET}@127.0.0.1:9`,
      sentence: /the address contains a name or a password; give --username and --pass/,
    },
    { url: `http://127.0.0.1:9/?token=${SECRET}`, sentence: /has a query or a fragment/ },
    { url: `http://127.0.0.1:9/#${SECRET}`, sentence: /has a query or a fragment/ },
  ])("is refused by its address alone: $url", async ({ url, sentence }) => {
    const words = `--prometheus ${url} --node worker-3 ${SPAN} --out -`;
    const { exitCode, stderr, stdout } = await commandLine([
      "capture",
      "import",
      ...words.split(" "),
    ]);
    expect([exitCode, stdout]).toEqual([ExitCode.Input, ""]);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toContain(SECRET);
  });
});

describe("secrets", () => {
  const WAYS = ["--bearer-token-file @secret", "--username jane --password-file @secret"];
  const hidden = [SECRET, Buffer.from(`jane:${SECRET}`).toString("base64")];

  /** A server that says in every place what it was sent. */
  const echoing =
    (status: number): Instead =>
    ({ headers }, response) => {
      const said = `${SECRET} in ${headers.authorization} is not welcome`;
      const empty = { resultType: "vector", result: [] };
      response.statusCode = status;
      response.end(
        status === 200
          ? JSON.stringify({ status: "success", data: empty, warnings: [said] })
          : JSON.stringify({ status: "error", error: said }),
      );
      return true;
    };

  it.each(WAYS.flatMap((words) => [200, 400, 401, 422, 500].map((status) => ({ words, status }))))(
    "are in no sentence, even when the server repeats them with $status: $words",
    async ({ words, status }) => {
      const { stderr, stdout } = await imported(words, echoing(status));
      expect(stderr).toContain("[removed]");
      for (const secret of hidden) expect(stderr + stdout).not.toContain(secret);
    },
  );

  it.each(WAYS)("are not in the capture: %s", async (words) => {
    const { capture, stderr } = await imported(words);
    expect(capture).toContain('"plimsoll":"capture/1"');
    for (const secret of hidden) expect(capture + stderr).not.toContain(secret);
  });

  it.each(WAYS)("go to no other machine unencrypted: %s", async (way) => {
    const words = `--prometheus http://192.0.2.1:9090 --node worker-3 ${SPAN} ${way} --out -`;
    const { exitCode, stderr } = await commandLine(
      ["capture", "import", ...words.replaceAll("@", `${directory}/`).split(" ")],
      {},
    );
    expect(exitCode).toBe(ExitCode.Input);
    expect(stderr).toMatch(
      /(?:token|password) would be sent to http:\/\/192.0.2.1:9090 unencrypted; write/,
    );
  });
});

describe("a hostile server", () => {
  const NODE = { node: "worker-3", instance: "worker-3:10250" };
  const now = 1_768_473_000;
  type Sample = readonly [time: number, value: string];

  /** Answers every query about a metric with series of its own. */
  function lying(metric: string, lie: () => readonly object[]): Instead {
    return ({ expression }, response) => {
      if (!expression.includes(metric) || expression.startsWith("group")) return undefined;
      response.end(JSON.stringify({ status: "success", data: { result: lie() } }));
      return true;
    };
  }
  const samples = (metric: string, values: readonly Sample[], labels: object = {}) =>
    lying(metric, () => [{ metric: { __name__: metric, ...NODE, ...labels }, values }]);
  const many = (count: number, of: (index: number) => object) => () =>
    Array.from({ length: count }, (_, index) => ({ metric: of(index), value: [now, "1"] }));
  const pod = { uid: "u1", namespace: "shop", pod: "cart" };

  it.each<[string, Instead, string]>([
    [
      "samples at a time that no clock shows",
      samples("kubelet_evictions", [[1e306, "1"]]),
      "a sample in it has a time that no clock shows",
    ],
    [
      "ten thousand evictions",
      samples(
        "kubelet_evictions",
        Array.from({ length: 10_002 }, (_, at) => [now + at / 10, String(at)] as const),
      ),
      "more than 10000 evictions and conditions",
    ],
    [
      "more addresses of the node than it has",
      lying(
        "kube_node_info",
        many(200, (at) => ({ node: "worker-3", internal_ip: `10.0.0.${at}` })),
      ),
      "they name more than 100 addresses of it; check --node.",
    ],
    [
      "more pods than a node has",
      lying(
        "kube_pod_info",
        many(10_001, (at) => ({ __name__: "kube_pod_info", node: "worker-3", uid: `u${at}` })),
      ),
      "they have more than 10000 pods in two hours; check --node.",
    ],
    [
      "a hundred thousand series",
      lying(
        "kube_pod_info",
        many(100_001, () => ({})),
      ),
      "is answered with more than 100000 series; ask for a shorter time, or name --matcher.",
    ],
    [
      "many clusters, one of them with a command in its name",
      lying(
        "kube_node_info",
        many(9, (at) => ({ node: "worker-3", cluster: `$(id)${at}` })),
      ),
      "and 4 more; choose one, as --matcher 'cluster=$(id)0'.",
    ],
  ])("is refused in one sentence: %s", async (_, instead, sentence) => {
    const { exitCode, stderr } = await imported("", instead);
    expect(stderr).toContain(sentence);
    expect(exitCode).toBe(ExitCode.Input);
  });

  it.each<[string, string]>([
    ["a number too large for a time", "1e30"],
    ["a fraction of a millisecond", "1768473000.00005"],
    ["a number below zero", "-5"],
  ])("says that a pod is deleted at %s, and the import goes on", async (_, value) => {
    const metric = "kube_pod_deletion_timestamp";
    const { exitCode } = await imported("", samples(metric, [[now, value]], pod));
    expect(exitCode).toBe(ExitCode.Ok);
  });

  it.each(["constructor", "toString", "__proto__"])(
    "has a resource and a priority class that JavaScript has a member for: %s",
    async (name) => {
      const priority_class = name;
      const lies = [
        samples("kube_node_status_capacity", [[now, "1"]], { resource: name }),
        samples("kube_pod_info", [[now, "1"]], { ...pod, priority_class }),
      ];
      const instead: Instead = (asked, response) =>
        lies.map((lie) => lie(asked, response)).find((done) => done === true);
      const { exitCode, stderr } = await imported("", instead);
      expect([exitCode, stderr.includes("defect")]).toEqual([ExitCode.Ok, false]);
    },
  );

  it("has facts in the wrong order, which are read once", async () => {
    const values = Array.from({ length: 60_000 }, (_, at) => [now - at / 100, String(at)] as const);
    const begun = performance.now();
    await imported("", samples("kube_node_status_capacity", values, { resource: "memory" }));
    expect(performance.now() - begun).toBeLessThan(60_000);
  });

  it.each(["encodeURIComponent", "base64", "without padding"])(
    "says the password back, and no output has it: %s",
    async (way) => {
      const pair = Buffer.from(`bob:${SECRET}`).toString("base64");
      const said = {
        encodeURIComponent: encodeURIComponent(pair),
        base64: Buffer.from(SECRET).toString("base64"),
        "without padding": pair.replace(/=+$/, ""),
      }[way];
      const { stderr } = await imported("--username bob --password-file @secret", (_, answer) => {
        answer.writeHead(400).end(`you sent ${said}`);
        return true;
      });
      expect(stderr).toContain("[removed]");
      expect(stderr).not.toContain(pair.slice(0, 12));
      expect(stderr).not.toContain(Buffer.from(SECRET).toString("base64").slice(0, 12));
    },
  );
});
