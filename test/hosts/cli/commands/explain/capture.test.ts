/** Kills that the pods of a capture show, in the timeline of `explain`. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, describe, expect, it } from "vitest";
import { commandLine } from "../../commandLine.ts";

const directory = mkdtempSync(join(tmpdir(), "plimsoll-kills-"));
afterAll(() => rmSync(directory, { recursive: true }));

const read = (path: string) => readFileSync(new URL(`../../../../../${path}`, import.meta.url));
const LINES = gunzipSync(read("examples/memory-leak.plimsoll.ndjson.gz")).toString().split("\n");
const schema = JSON.parse(read("schemas/decision-1.schema.json").toString());
const isDecision = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);

interface Terminated {
  readonly reason?: string;
  readonly exitCode: number;
  readonly finishedAt?: string;
}

/** The example, whose first pod has ended like this before the capture begins. */
function captureWith(terminated: Terminated): string {
  const at = LINES.findIndex((line) => line.includes('"pods"'));
  const record = JSON.parse(LINES[at] ?? "");
  const [pod] = record.pods.items;
  pod.status.containerStatuses = [{ name: "app", lastState: { terminated } }];
  const path = join(directory, "killed.plimsoll.ndjson");
  writeFileSync(path, LINES.with(at, JSON.stringify(record)).join("\n"));
  return path;
}

const flat = (text: string) => text.replaceAll(/\s+/g, " ");

describe("explain, of a capture that shows kills", () => {
  const oom = { reason: "OOMKilled", exitCode: 137, finishedAt: "2026-01-15T09:59:00Z" };
  const path = captureWith(oom);
  const SENTENCE =
    /In this capture the kernel killed container app of \S+ for memory \(OOMKilled\) at/;

  it.each(["text", "markdown", "html"])("tells of them in %s", async (form) => {
    const { stdout } = await commandLine(["explain", path, "--all", "--output", form], {
      columns: 100,
    });
    expect(flat(stdout)).toMatch(SENTENCE);
  });

  it("has them in JSON, as its schema says", async () => {
    const { stdout } = await commandLine(["explain", path, "--output", "json"]);
    const decision = JSON.parse(stdout);
    expect(decision.oom.terminations).toMatchObject([
      { container: "app", isOom: true, finishedAt: oom.finishedAt, step: 0 },
    ]);
    expect([isDecision(decision), isDecision.errors]).toEqual([true, null]);
  });

  it("does not say who sent SIGKILL where the runtime does not", async () => {
    const { stdout } = await commandLine(["explain", captureWith({ exitCode: 137 }), "--all"]);
    expect(flat(stdout)).toContain("the capture does not say who sent it");
  });

  it("says nothing of a container that ended by itself", async () => {
    const { stdout } = await commandLine(["explain", captureWith({ exitCode: 0 }), "--all"]);
    expect(stdout).not.toContain("In this capture");
  });
});
