import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { commandLine, type Ended } from "../commandLine.ts";

const { Ok, Findings, Input } = ExitCode;
const GIBIBYTE = 2 ** 30;

function summaryOf(node: string, time: string, names: readonly string[]): object {
  const memory = (bytes: number) => ({ time, workingSetBytes: bytes });
  return {
    node: { nodeName: node, memory: { ...memory(7 * GIBIBYTE), availableBytes: GIBIBYTE / 2 } },
    pods: names.map((name, index) => ({
      podRef: { name, namespace: "shop", uid: `uid-${name}` },
      memory: memory((names.length - index) * GIBIBYTE),
    })),
  };
}

function podOf(name: string, node: string | null): object {
  return {
    kind: "Pod",
    metadata: { name, namespace: "shop", uid: `uid-${name}` },
    spec: { ...(node === null ? {} : { nodeName: node }), containers: [{ name: "main" }] },
    status: { phase: "Running" },
  };
}

const FIRST = "2026-11-20T10:00:00Z";
const SECOND = "2026-11-20T10:00:10Z";
const OWN = [podOf("big", "n1"), podOf("small", "n1")];
const ALL = [...OWN, podOf("other", "n2"), podOf("third", "n3"), podOf("pending", null)];
const LIST = { kind: "List", apiVersion: "v1", items: ALL };
const FORBIDDEN = { kind: "Status", code: 403, reason: "Forbidden", message: "no\u001b[31m way" };

const FILES: Readonly<Record<string, string | Uint8Array>> = {
  "summary-1.json": JSON.stringify(summaryOf("n1", FIRST, ["big", "small"])),
  "summary-10.json": JSON.stringify(summaryOf("n1", SECOND, ["big", "small"])),
  "other.json": JSON.stringify(summaryOf("n2", SECOND, ["other"])),
  "timeless.json": JSON.stringify(summaryOf("n1", "", ["big"])).replaceAll('"time":"",', ""),
  "own.json": JSON.stringify({ kind: "PodList", items: OWN }),
  "elsewhere.json": JSON.stringify({ kind: "PodList", items: [podOf("other", "n2")] }),
  "all.json": JSON.stringify(LIST, null, 2),
  "all.yaml": stringify(LIST),
  "pod.yaml": stringify(OWN[0]),
  "utf16.json": Buffer.from(`\ufeff${JSON.stringify(LIST)}`, "utf16le"),
  "table.txt": "NAMESPACE   NAME   READY   STATUS    RESTARTS\nshop   big   1/1   Running   0\n",
  "empty.txt": "",
  "all.json.gz": gzipSync(JSON.stringify(LIST)),
  "cut.json.gz": gzipSync(JSON.stringify(LIST)).subarray(0, 40),
  "hello.txt": "hello\n",
  "status.json": JSON.stringify(FORBIDDEN),
  "bad.json": '{"kind":"PodList","items":[{"spec":{"priority":"high"}}]}',
};

let directory = "";
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "plimsoll-"));
  for (const [name, content] of Object.entries(FILES))
    writeFileSync(join(directory, name), content);
});
afterAll(() => rmSync(directory, { recursive: true }));

/** `@name` in the words is a file of the directory above. */
function run(words: string): Promise<Ended> {
  return commandLine(words.replaceAll("@", `${directory}/`).split(" "));
}

const PRESSED = "--eviction-hard memory.available<1Gi";

describe.each([
  ["replay", PRESSED],
  ["explain", PRESSED],
  ["diff", PRESSED],
  ["capture pack", "--out @never.ndjson"],
])("%s", (command, others) => {
  it.each([
    ["table.txt", "this is the table that kubectl prints without --output, not a PodList"],
    ["empty.txt", "this is empty, not a PodList"],
    ["cut.json.gz", "it is gzip that is damaged, or longer than 256 MiB; get it again."],
    ["hello.txt", 'this is a text that begins with "hello", not a PodList'],
    ["status.json", "this is a Status (403 Forbidden: no\ufffd[31m way), not a PodList"],
    ["bad.json", "PodList $.items[0].spec.priority"],
    ["summary-1.json", "this is a stats Summary, not a PodList; did you swap --summary and"],
  ])("refuses %s as --pods, and says what it is", async (file, sentence) => {
    const { exitCode, stderr, stdout } = await run(
      `${command} --summary @summary-1.json --pods @${file} ${others}`,
    );
    expect(stderr).toContain(`plimsoll: ${directory}/${file}: ${sentence}`);
    expect([exitCode, stdout]).toEqual([Input, ""]);
  });

  it("refuses a Summary and pods of two nodes", async () => {
    const { exitCode, stderr } = await run(
      `${command} --summary @summary-1.json --pods @elsewhere.json ${others}`,
    );
    expect(exitCode).toBe(Input);
    expect(stderr).toContain("The list has pods of node n2 and none of node n1");
  });

  it("refuses Summaries of two nodes, and names them", async () => {
    const { exitCode, stderr } = await run(
      `${command} --summary @summary-1.json @other.json --pods @all.json @all.json ${others}`,
    );
    expect(exitCode).toBe(Input);
    expect(stderr).toContain("The Summaries are from several nodes (n1, n2); give those of one.");
  });
});

describe("the pods of a node", () => {
  it.each(["all.json", "all.yaml", "utf16.json", "all.json.gz"])(
    "are found in %s, the others counted",
    async (file) => {
      const { stdout, stderr, exitCode } = await run(
        `explain --summary @summary-1.json --pods @${file} ${PRESSED} --output json`,
      );
      expect(exitCode).toBe(Ok);
      expect(stderr).toContain("2 pods of other nodes and 1 not scheduled yet are left out.");
      const { evictions, ranking } = JSON.parse(stdout);
      expect(evictions[0].name).toBe("big");
      expect(ranking.map(({ name }: { name: string }) => name)).toEqual(["big", "small"]);
    },
  );

  it("may be one", async () => {
    const { stdout } = await run(`explain --summary @summary-1.json --pods @pod.yaml ${PRESSED}`);
    expect(stdout).toContain("shop/big is evicted");
  });

  it("are all that a packed capture has, and it says of which node it is", async () => {
    const out = join(directory, "packed.ndjson");
    const { stderr } = await run(
      `capture pack --summary @summary-1.json --pods @all.json --out ${out}`,
    );
    expect(stderr).toContain("2 pods of other nodes and 1 not scheduled yet are left out.");
    const [header, record] = readFileSync(out, "utf8")
      .split("\n")
      .map((line) => line && JSON.parse(line));
    expect(header.node).toBe("n1");
    expect(record.pods.items).toHaveLength(2);
    const verified = await run("capture verify @packed.ndjson");
    expect(verified.exitCode).toBe(Ok);
  });

  it("are not packed under the name of another node", async () => {
    const { exitCode, stderr } = await run(
      "capture pack --summary @summary-1.json --pods @all.json --node n9 --out @never.ndjson",
    );
    expect(exitCode).toBe(Input);
    expect(stderr).toContain("--node n9: the Summaries are from node n1; name that one.");
  });
});

describe("several Summaries", () => {
  it("are replayed in the order of their times, which a shell's pattern is not", async () => {
    const { stdout, stderr, exitCode } = await run(
      "replay --summary @summary-10.json @summary-1.json --pods @own.json @own.json " +
        "--output ndjson",
    );
    expect(exitCode).toBe(Ok);
    expect(stderr).toContain("The Summaries are sorted by their times");
    const times = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).time);
    expect(times).toEqual([FIRST, SECOND]);
  });

  it("take a time each where they have none", async () => {
    const refused = await run("replay --summary @timeless.json --pods @own.json");
    expect(refused.stderr).toContain("timeless.json has no time in its node block; give its time");
    const { stdout } = await run(
      `replay --summary @timeless.json --pods @own.json --time ${SECOND} --output ndjson`,
    );
    expect(JSON.parse(stdout).time).toBe(SECOND);
  });
});

describe("a capture of two nodes", () => {
  const line = (time: string, file: string, more = {}) =>
    JSON.stringify({ time, ...more, summary: JSON.parse(String(FILES[file])) });
  const pods = { pods: { kind: "PodList", items: OWN } };

  beforeAll(() => {
    const header = (node: string) => JSON.stringify({ plimsoll: "capture/1", node });
    const lines = [line(FIRST, "summary-1.json", pods), line(SECOND, "other.json")];
    writeFileSync(join(directory, "mixed.ndjson"), [header("n1"), ...lines, ""].join("\n"));
    const renamed = [header("n9"), line(FIRST, "summary-1.json", pods), ""];
    writeFileSync(join(directory, "renamed.ndjson"), renamed.join("\n"));
    const backwards = [line(SECOND, "summary-10.json", pods), line(FIRST, "summary-1.json")];
    writeFileSync(join(directory, "backwards.ndjson"), [header("n1"), ...backwards, ""].join("\n"));
  });

  it.each(["replay", "explain --step 2", `diff ${PRESSED}`])(
    "is refused by %s",
    async (command) => {
      const { exitCode, stderr } = await run(`${command} @mixed.ndjson`);
      expect(exitCode).toBe(Input);
      expect(stderr).toContain(
        "line 3: The Summary is from node n2, and the previous ones are from node n1.",
      );
    },
  );

  it.each([
    [
      "mixed.ndjson",
      "line 3: The Summary is from node n2, and the previous ones are from node n1.",
    ],
    ["renamed.ndjson", "line 1: The header names node n9, and the Summaries are from node n1."],
    ["backwards.ndjson", "Line 3 is older than the previous record; it is used nevertheless."],
  ])("and one of another name or order is found by verify: %s", async (file, sentence) => {
    const { exitCode, stdout } = await run(`capture verify @${file}`);
    expect(exitCode).toBe(Findings);
    expect(stdout).toContain(sentence);
  });
});
