import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Decision } from "../../../../../analysis/engine/decision.ts";
import { ExitCode } from "../../../../../hosts/cli/exitCode.ts";
import { logOf } from "../../../../analysis/read/messages/kubeletLog.ts";
import { type KeptRun, readKept } from "../../../../recorded/kept.ts";
import { commandLine } from "../../commandLine.ts";

let directory = "";
let run: KeptRun;
const at = (name: string) => join(directory, name);

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "plimsoll-"));
  run = await readKept("memory-hard");
  writeFileSync(at("config.json"), run.config);
  writeFileSync(at("kubelet.log"), logOf(run.passes, "klog of 1.35"));
});
afterAll(() => rmSync(directory, { recursive: true }));

const imported = (out: string, ...words: string[]) =>
  commandLine(
    ["capture", "import", "--journal", at("kubelet.log"), "--out", at(out), ...words],
    {},
  );

describe("capture import --journal", () => {
  it("makes a capture that is decided as the log says, and names what is missing", async () => {
    const { exitCode, stderr } = await imported("a.ndjson", "--config", at("config.json"));
    expect([exitCode, stderr]).toEqual([ExitCode.Ok, `${at("a.ndjson")}: 28 records\n`]);
    const header = JSON.parse(readFileSync(at("a.ndjson"), "utf8").split("\n")[0] ?? "");
    expect(header.missing).toEqual(["podStats", "podUids", "unrankedPods"]);
    const { stdout } = await commandLine(["replay", at("a.ndjson"), "--output", "ndjson"], {});
    const decisions = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Decision);
    const evicted = decisions.map(({ evictions }) => evictions.map(({ name }) => name));
    expect(evicted).toEqual(
      run.passes.map(({ evicted: pods = [] }) => pods.map(({ name }) => name)),
    );
  });

  it("takes the thresholds of the log without a configuration", async () => {
    await imported("b.ndjson", "--node", "worker-3");
    const header = JSON.parse(readFileSync(at("b.ndjson"), "utf8").split("\n")[0] ?? "");
    expect(header).toMatchObject({
      node: "worker-3",
      config: { evictionHard: { "memory.available": "500Mi" } },
    });
  });

  it("configures no thresholds where the log names none, and says so", async () => {
    const log = readFileSync(at("kubelet.log"), "utf8");
    writeFileSync(at("quiet.log"), log.slice(0, log.indexOf("threshold observed resource")));
    const words = ["--journal", at("quiet.log"), "--out", at("quiet.ndjson")];
    const { stderr } = await commandLine(["capture", "import", ...words], {});
    expect(stderr).toMatch(/names no threshold; the capture has none: give --config/);
    const header = JSON.parse(readFileSync(at("quiet.ndjson"), "utf8").split("\n")[0] ?? "");
    expect(header.config).toBeUndefined();
  });

  it("makes what verify, reduce and anonymize read, and they keep what is missing", async () => {
    await imported("c.ndjson");
    expect((await commandLine(["capture", "verify", at("c.ndjson")], {})).exitCode).toBe(0);
    for (const verb of ["reduce", "anonymize"]) {
      const { stdout } = await commandLine(["capture", verb, at("c.ndjson"), "--out", "-"], {});
      const header = JSON.parse(stdout.split("\n")[0] ?? "");
      expect(header.missing).toEqual(["podStats", "podUids", "unrankedPods"]);
    }
  });

  it("makes a capture of which explain says what it leaves out", async () => {
    await imported("e.ndjson");
    const { said, stdout } = await commandLine(["explain", at("e.ndjson")], {});
    expect(said).toContain(
      "e.ndjson leaves out: podStats, podUids, unrankedPods (docs/reference/formats.md).",
    );
    expect(stdout).toMatch(/^✖ default\/nightly is evicted at /);
  });

  it("makes a capture of which nothing is said that a log does not have", async () => {
    await imported("f.ndjson");
    const { stdout } = await commandLine(["explain", at("f.ndjson"), "--all"], {});
    expect(stdout).toMatch(/default\/nightly is number 1 in the log, which does not say why\./);
    expect(stdout).toMatch(/\? {2}the log has its place, and no usage, request or priority/);
    expect(stdout).toMatch(/Hard memory\.available<478384Ki \(now 500Mi\): no pod is evicted yet/);
    expect(stdout).toMatch(
      /not known +the containers and their usage, which follow in the message/,
    );
    expect(stdout).not.toMatch(
      /If the priority|If .* requested|priority is|the Summary has no stats/,
    );
    const story = await commandLine(["replay", at("f.ndjson"), "--all"], {});
    expect(story.stdout).toMatch(/why: default\/nightly is number 1 in the log/);
    expect(story.stdout).not.toMatch(/the Summary has no stats/);
    const words = ["replay", at("f.ndjson"), "--output", "markdown"];
    const report = await commandLine(words, {});
    expect(report.stdout).toMatch(/number 1 in the log, which does not say why/);
    expect(report.stdout).toMatch(/pods are in the order of the log/);
    expect(report.stdout).toMatch(/\*\*not known:\*\* the containers and their usage/);
    expect(report.stdout).not.toMatch(/\| priority \||\| request \|/);
    expect(report.stdout).not.toMatch(/If the priority|the Summary has no stats/);
  });

  it("makes a capture whose JSON says nothing that a log does not have either", async () => {
    await imported("g.ndjson");
    const asked = [
      ["explain", at("g.ndjson"), "--output", "json"],
      ["replay", at("g.ndjson"), "--output", "ndjson", "--detail", "2"],
    ];
    for (const words of asked) {
      const { stdout } = await commandLine(words, {});
      const decisions = stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      const evicts = decisions.find(({ evictions }) => evictions.length > 0);
      const changes = evicts.counterfactuals.map(({ change }: { change: string }) => change);
      expect(changes).toEqual(["threshold"]);
      expect(evicts.ranking[0].sentence).toBe(
        "default/nightly is number 1 in the log, which does not say why.",
      );
    }
  });

  it("makes a capture of which advise says that a log has no pods' figures", async () => {
    await imported("h.ndjson");
    const { said } = await commandLine(["advise", at("h.ndjson")], {});
    expect(said).toMatch(/from a kubelet's log, which has no figures of pods/);
    expect(said).toMatch(/No change is advised, although \d+ pods were evicted/);
  });

  it("refuses a log without numbers", async () => {
    const terse = "I1122 01:20:02.000000     812 eviction_manager.go:344] ";
    writeFileSync(at("terse.log"), `${terse}eviction manager: attempting to reclaim memory\n`);
    const words = ["capture", "import", "--journal", at("terse.log"), "--out", at("d.ndjson")];
    const { exitCode, stderr } = await commandLine(words, {});
    expect(exitCode).toBe(ExitCode.Input);
    expect(stderr).toMatch(
      /none of its passes has numbers, which a capture needs; give a log with --v=3/,
    );
  });
});
