/** @module-tag long */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../../../../hosts/cli/exitCode.ts";
import {
  dumpOf,
  evictionsOf,
  exportedText,
  writeConfiguration,
} from "../../../../prometheus/exported.ts";
import { answerOf, seriesOfText } from "../../../../prometheus/openMetricsText.ts";
import type { SetupName } from "../../../../prometheus/setups.ts";
import { commandLine } from "../../commandLine.ts";

const EXAMPLE = "memory-leak";
const CART = "shop/cart-p89ncn6dqk-8t8pl";
let directory = "";
let text = "";
const at = (name: string) => join(directory, name);

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "plimsoll-"));
  text = await exportedText(EXAMPLE);
  writeFileSync(at("dump.json"), dumpOf(text));
  writeConfiguration(EXAMPLE, directory);
});
afterAll(() => rmSync(directory, { recursive: true }));

const imported = (words: string, out = "-") =>
  commandLine(
    ["capture", "import", ...words.replaceAll("@", `${directory}/`).split(" "), "--out", out],
    {},
  );

const DUMP = "--prometheus-dump @dump.json --node worker-3";
const CONFIGURED = `${DUMP} --config @memory-leak.config.json`;

describe("capture import --prometheus-dump", () => {
  it("makes a capture that is decided as the one that was exported", async () => {
    const { exitCode } = await imported(CONFIGURED, at("a.plimsoll.ndjson.gz"));
    expect(exitCode).toBe(ExitCode.Ok);
    const found = await evictionsOf(at("a.plimsoll.ndjson.gz"));
    expect(found).toEqual(await evictionsOf("--example", EXAMPLE));
    expect(found).toHaveLength(1);
  });

  it.each<SetupName>([
    "kube-prometheus-stack",
    "without /metrics/resource",
    "addresses as instances",
    "without honor_labels",
    "without the scheduler",
  ])("gives the same eviction with the series of a setup: %s", async (setup) => {
    const name = `${setup.replace(/\W/g, "-")}.json`;
    writeFileSync(at(name), dumpOf(text, setup));
    // Without the scheduler, priorities are those of priority classes.
    const words = `--prometheus-dump @${name} --node worker-3 --priority-class platform=100000`;
    const out = at(`${name}.plimsoll.ndjson`);
    const { stderr } = await imported(`${words} --config @memory-leak.config.json`, out);
    expect(stderr).not.toMatch(/podPriorities/);
    expect(await evictionsOf(out)).toEqual(await evictionsOf("--example", EXAMPLE));
  });

  it("says what is missing without kube-state-metrics, and what was counted", async () => {
    writeFileSync(at("bare.json"), dumpOf(text, "without kube-state-metrics"));
    const words = "--prometheus-dump @bare.json --node worker-3";
    const { stderr } = await imported(`${words} --config @memory-leak.config.json`);
    const printed = stderr.replace(/\s+/g, " ");
    expect(printed).toMatch(
      /missing podVolumes, podInodes, podRequests, podPriorities, gracePeriods/,
    );
    expect(printed).toMatch(/The kubelet counts 1 eviction for memory.available/);
  });

  it("says of each figure whether it is measured, derived or assumed", async () => {
    const { stderr, stdout } = await imported(CONFIGURED);
    for (const word of ["measured ", "derived ", "missing ", "scrapes   every 10s"]) {
      expect(stderr).toContain(word);
    }
    const { series } = JSON.parse(stdout.split("\n")[0] ?? "");
    expect(series.origins).toContainEqual({
      member: "node.memory.workingSetBytes",
      origin: "measured",
      from: 'container_memory_working_set_bytes{id="/"}',
    });
  });

  it("shows what happened next to what the policy does, also in replay", async () => {
    const sentence =
      `${CART} is evicted for memory.available. ` + "On these numbers the policy does the same.";
    const { stderr } = await imported(CONFIGURED, at("b.plimsoll.ndjson"));
    expect(stderr.replace(/\s+/g, " ")).toContain(sentence);
    const { stdout } = await commandLine(["replay", at("b.plimsoll.ndjson"), "--all"]);
    expect(stdout.replace(/\s+/g, " ")).toContain(sentence);
    const stricter = ["--eviction-hard", "memory.available<10Mi"];
    const other = await commandLine(["replay", at("b.plimsoll.ndjson"), ...stricter, "--all"]);
    expect(other.stdout.replace(/\s+/g, " ")).toContain(
      `${CART} is evicted for memory.available. The scrapes, 10 s apart, do not show it: their ` +
        "lowest memory.available near it is 92.5Mi, and the threshold is 10Mi.",
    );
  });

  it("has what happened in every form of a replay", async () => {
    await imported(CONFIGURED, at("forms.plimsoll.ndjson"));
    const replayed = async (...words: readonly string[]) =>
      (await commandLine(["replay", at("forms.plimsoll.ndjson"), "--output", ...words])).stdout;
    const [namespace = "", name = ""] = CART.split("/");
    const recorded = { namespace, name, reason: "Evicted", source: "series" };
    const { happened, policyOnly } = JSON.parse(await replayed("json"));
    expect(happened).toMatchObject([{ ...recorded, policy: "agrees" }]);
    expect(policyOnly).toEqual([]);
    const other = JSON.parse(await replayed("json", "--eviction-hard", "memory.available<10Mi"));
    expect(other.happened).toMatchObject([{ ...recorded, policy: "none" }]);
    for (const form of ["markdown", "html"]) {
      expect(await replayed(form)).toMatch(/The scrapes are 10s apart/);
    }
  });

  it("says what coarse scrapes do not show", async () => {
    const scraping = ["--scrape-interval", "30s"];
    writeFileSync(at("coarse.json"), dumpOf(await exportedText(EXAMPLE, ...scraping)));
    const words =
      "--prometheus-dump @coarse.json --node worker-3 --config @memory-leak.config.json";
    const { stderr } = await imported(words);
    expect(stderr).toMatch(/scrapes {3}every 30s/);
    expect(stderr.replace(/\s+/g, " ")).toMatch(
      new RegExp(
        `2026-01-15 UTC 10:12:30 .*✖ ${CART} is evicted for memory.available. ` +
          "The scrapes, 30 s apart",
      ),
    );
  });

  it("makes what verify, explain, diff, reduce and anonymize read", async () => {
    await imported(CONFIGURED, at("c.plimsoll.ndjson"));
    const capture = at("c.plimsoll.ndjson");
    expect((await commandLine(["capture", "verify", capture])).stdout).toMatch(/no problems found/);
    const explained = await commandLine(["explain", capture, "--all"]);
    expect(explained.stdout).toContain(CART);
    expect(explained.stdout).toMatch(/inactive/);
    expect(explained.said).toMatch(/leaves out: podVolumes/);
    const other = at("memory-leak.config.json");
    const diff = ["diff", capture, "--config", other, "--config", other];
    expect((await commandLine(diff)).exitCode).toBe(ExitCode.Ok);
    for (const verb of ["reduce", "anonymize"]) {
      const { stdout } = await commandLine(["capture", verb, capture, "--out", "-"]);
      const [line = ""] = stdout.split("\n");
      expect(JSON.parse(line).missing).toContain("podVolumes");
      expect(JSON.parse(line).series.happened).toHaveLength(4);
      // Events contain names of pods.
      if (verb === "anonymize") expect(line).not.toMatch(/cart|shop/);
      writeFileSync(at("kept.ndjson"), stdout);
      const printed = await commandLine(["replay", at("kept.ndjson"), "--all"]);
      expect(printed.stdout.replace(/\s+/g, " ")).toMatch(
        /is evicted for memory\.available\. On these numbers the policy does the same\./,
      );
    }
  });

  it("reads gzip and several files in any order, to the same bytes", async () => {
    const all = seriesOfText(text);
    const half = Math.floor(all.length / 2);
    writeFileSync(at("one.json.gz"), gzipSync(answerOf(all.slice(0, half).reverse())));
    writeFileSync(at("two.json"), answerOf(all.slice(half).reverse()));
    const whole = await imported(CONFIGURED);
    const words = "--node worker-3 --config @memory-leak.config.json";
    for (const files of ["@one.json.gz @two.json", "@two.json @one.json.gz"]) {
      const parts = await imported(`--prometheus-dump ${files} ${words}`);
      expect(parts.stdout).toBe(whole.stdout);
    }
  });

  it("takes only what lies between --from and --to", async () => {
    const span = "--from 2026-01-15T10:05:00Z --to 2026-01-15T10:06:00Z";
    const { stderr } = await imported(`${CONFIGURED} ${span}`);
    expect(stderr).toMatch(/standard output: 7 records/);
  });

  it("warns of the grid of query_range, which repeats old values", async () => {
    const { stderr } = await imported(CONFIGURED);
    expect(stderr.replace(/\s+/g, " ")).toMatch(/exactly 10 s apart, as in answers of query_range/);
  });
});

describe("bad input of capture import", () => {
  const error = '{"status":"error","errorType":"bad_data","error":"parse error at 1:3"}';
  const rows = [
    {
      title: "another text",
      content: "<html>",
      sentence: /not an answer of Prometheus' query API/,
    },
    { title: "no result", content: "{}", sentence: /it has no result/ },
    { title: "an error", content: error, sentence: /the query failed: parse error at 1:3/ },
    {
      title: "a scalar",
      content: '{"status":"success","data":{"resultType":"scalar","result":[1,"2"]}}',
      sentence: /its result is a scalar; a matrix/,
    },
    { title: "no series", content: answerOf([]), sentence: /it contains no series/ },
    {
      title: "what is not a series",
      content: '{"status":"success","data":{"resultType":"matrix","result":[7]}}',
      sentence: /a series in it is not a JSON object/,
    },
    {
      title: "a sample without a time",
      content: '{"status":"success","data":{"resultType":"matrix","result":[{"values":[["x"]]}]}}',
      sentence: /a sample in it has no time/,
    },
    { title: "a cut answer", content: dumpOf("a 1 2\n").slice(0, 60), sentence: /does not end/ },
    {
      title: "series of other nodes",
      content: answerOf([
        { metric: { __name__: "machine_memory_bytes", node: "worker-4" }, values: [[1, "2"]] },
      ]),
      sentence: /none of its 1 series is one that is read of node worker-3; check --node/,
    },
    {
      title: "nothing that says how much there is",
      content: answerOf([
        { metric: { __name__: "machine_memory_bytes", node: "worker-3" }, values: [[1, "2"]] },
      ]),
      sentence: /Of node worker-3 no series has memory, file systems or processes/,
    },
    {
      title: "two clusters",
      content: answerOf(
        ["a", "b"].flatMap((cluster) => [
          { metric: { __name__: "kube_node_info", node: "worker-3", cluster }, values: [[1, "1"]] },
        ]),
      ),
      sentence:
        /Several clusters have a node worker-3: cluster=a, cluster=b; choose one, as --matcher/,
    },
  ] as const;

  it.each(rows)("is refused in one sentence: $title", async ({ content, sentence }) => {
    writeFileSync(at("bad.json"), content);
    const { exitCode, stderr } = await imported("--prometheus-dump @bad.json --node worker-3");
    expect([exitCode, stderr.trimEnd().split("\n").length]).toEqual([ExitCode.Input, 1]);
    expect(stderr).toMatch(sentence);
  });

  it("is refused when its compressed data is truncated", async () => {
    const whole = gzipSync(readFileSync(at("dump.json")));
    writeFileSync(at("cut.json.gz"), whole.subarray(0, whole.length - 100));
    const { exitCode, stderr } = await imported("--prometheus-dump @cut.json.gz --node worker-3");
    expect(exitCode).toBe(ExitCode.Input);
    expect(stderr).toMatch(/its compressed data is truncated/);
  });

  it.each([
    { words: `${DUMP} --from tomorrow`, sentence: /Write it as 2h, now or 2026-/ },
    { words: `${DUMP} --matcher cluster`, sentence: /Write it as cluster=prod/ },
    { words: `${DUMP} --matcher a=~(`, sentence: /Write it as cluster=prod/ },
    { words: `${DUMP} --priority-class high`, sentence: /Write it as high=100000/ },
    {
      words: "--prometheus http://127.0.0.1:1 --node a",
      sentence: /--prometheus needs --from; add it\./,
    },
    {
      words: "--prometheus http://127.0.0.1:1 --node a --from now",
      sentence: /--from is not before --to/,
    },
    {
      words: "--prometheus http://127.0.0.1:1 --node a --from 32d",
      sentence: /more than 31 days/,
    },
    {
      words: "--prometheus http://127.0.0.1:1 --node a --from 2h --username b",
      sentence: /--username needs --password-file; add it\./,
    },
    {
      words: "--prometheus http://127.0.0.1:1 --node a --from 2h --key-file b",
      sentence: /--key-file needs --cert-file; add it\./,
    },
  ])("is a usage error: $words", async ({ words, sentence }) => {
    const { exitCode, stderr } = await imported(words);
    expect(exitCode).toBe(ExitCode.Usage);
    expect(stderr).toMatch(sentence);
  });
});

describe("capture export", () => {
  it("ends with # EOF, and has each metric in one place", () => {
    expect(text.endsWith("\n# EOF\n")).toBe(true);
    const types = text.split("\n").filter((line) => line.startsWith("# TYPE"));
    expect(new Set(types).size).toBe(types.length);
  });

  it("counts what the policy evicts, after the step that does", () => {
    const counted = seriesOfText(text).find(
      ({ metric }) => metric.__name__ === "kubelet_evictions",
    );
    expect(counted?.metric.eviction_signal).toBe("memory.available");
    expect(new Date((counted?.values[0]?.[0] ?? 0) * 1000).toISOString()).toBe(
      "2026-01-15T10:12:30.000Z",
    );
  });

  it.each([
    { words: "--out -", sentence: /required option '--openmetrics'/, exitCode: ExitCode.Usage },
    {
      words: "--openmetrics @dump.json --out -",
      sentence: /this is an answer of Prometheus, not a capture;/,
      exitCode: ExitCode.Input,
    },
    {
      words: "--openmetrics --example memory-leak --out @dump.json",
      sentence: /it exists already/,
      exitCode: ExitCode.Input,
    },
  ])("refuses $words", async ({ words, sentence, exitCode }) => {
    const ended = await commandLine(
      ["capture", "export", ...words.replaceAll("@", `${directory}/`).split(" ")],
      {},
    );
    expect(ended.exitCode).toBe(exitCode);
    expect(ended.stderr).toMatch(sentence);
  });
});
