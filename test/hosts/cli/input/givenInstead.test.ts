import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { create } from "tar";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { EVENTS_TABLE, OF_KUBECTL, OF_KUBELET } from "../../../analysis/read/recognize/samples.ts";
import { commandLine } from "../commandLine.ts";

const LIST = { kind: "EventList", items: [] };
const NODES = { kind: "List", items: [{ kind: "Node", metadata: { name: "worker-1" } }] };
const DMESG = new URL("../../../oom/dumps/stress-5.4-memcg.txt", import.meta.url);
const ANSWER = { status: "success", data: { resultType: "matrix", result: [] } };
const EXAMPLE = new URL("../../../../examples/memory-leak.plimsoll.ndjson.gz", import.meta.url);

function withoutHeader(capture: Buffer): Buffer {
  return capture.subarray(capture.indexOf("\n") + 1);
}

let directory = "";
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "plimsoll-given-"));
  const files: Readonly<Record<string, string | Uint8Array>> = {
    "kubelet.log": OF_KUBELET,
    "kubelet.log.gz": gzipSync(OF_KUBELET),
    "events.txt": EVENTS_TABLE,
    "events.json": JSON.stringify(LIST),
    "kubectl.log": OF_KUBECTL,
    "night.ndjson.gz": readFileSync(EXAMPLE),
    "bare.ndjson.gz": gzipSync(withoutHeader(gunzipSync(readFileSync(EXAMPLE)))),
    "dmesg.txt": readFileSync(DMESG),
    "answer.json": JSON.stringify(ANSWER),
    "dump.json": JSON.stringify(NODES),
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(directory, name), content);
  }
  mkdirSync(join(directory, "gathered"));
  create({ cwd: directory, file: join(directory, "b.tar.gz"), sync: true, gzip: true }, [
    "events.txt",
  ]);
});
afterAll(() => rmSync(directory, { recursive: true }));

const run = (words: string) => commandLine(words.replaceAll("@", `${directory}/`).split(" "));

describe("a file that is given in the place of another", () => {
  it.each([
    ["replay @kubelet.log", "a kubelet's log, not a capture; replay it with plimsoll replay --jou"],
    ["advise @kubelet.log.gz", "a kubelet's log, not a capture; "],
    ["explain @events.txt", "a document with eviction messages, not a capture; explain them with"],
    ["explain @events.json", "a document with eviction messages, not a capture; "],
    ["explain @b.tar.gz", "an archive, not a capture; if it is a support bundle, plimsoll expl"],
    ["explain @gathered", "a directory, not a capture; if it is a support bundle, plimsoll expl"],
    ["replay --journal @night.ndjson.gz", "a capture, not a kubelet's log; plimsoll replay "],
    ["replay --journal @events.txt", "a document with eviction messages, not a kubelet's log; "],
    ["replay --journal @gathered", "a directory, not a kubelet's log; "],
    ["explain --events @kubelet.log", "a kubelet's log, not a document with eviction messages; "],
    ["explain --events @night.ndjson.gz", "a capture, not a document with eviction messages; "],
    ["explain --bundle @kubelet.log.gz", "a kubelet's log, not an archive; "],
    ["explain --bundle @night.ndjson.gz", "a capture, not an archive; "],
    ["replay --journal @bare.ndjson.gz", "a capture, not a kubelet's log; plimsoll replay "],
    [
      "replay @dmesg.txt",
      "a kernel's log, not a capture; explain its OOM kills with plimsoll oom ",
    ],
    ["replay @answer.json", "an answer of Prometheus, not a capture; make a capture of it with "],
  ])("is called what it is, with the command for it: %s", async (words, sentence) => {
    const { stdout, stderr, exitCode } = await run(words);
    const [, name = ""] = /@(\S+)/.exec(words) ?? [];
    expect(stderr).toContain(`plimsoll: ${directory}/${name}: this is ${sentence}`);
    expect([exitCode, stdout]).toEqual([ExitCode.Input, ""]);
  });

  it("that is a capture without a header is one for oom too", async () => {
    expect((await run("oom @bare.ndjson.gz")).exitCode).toBe(ExitCode.Ok);
  });

  it.each([
    ["replay @kubectl.log", "The first line is not JSON"],
    ["explain @nothing", "there is no such file"],
  ])("that is nothing known has the sentence it had: %s", async (words, sentence) => {
    const { stderr, exitCode } = await run(words);
    expect(stderr).toContain(sentence);
    expect(exitCode).toBe(ExitCode.Input);
  });
});

describe("a file in the place of a name", () => {
  it.each([
    ["schedule @dump.json", "a pod; type plimsoll schedule --objects @dump.json (or --pod-file "],
    ["schedule @dump.json shop/a", "a pod; type plimsoll schedule shop/a --objects @dump.json "],
    ["schedule @dump.json -n shop", "a pod; type plimsoll schedule --objects @dump.json "],
    ["admit @dump.json", "a pod; type plimsoll admit NAMESPACE/NAME --objects @dump.json "],
    ["drain @dump.json", "a node; type plimsoll drain NODE --objects @dump.json."],
    ["drain @dump.json worker-1", "a node; type plimsoll drain worker-1 --objects @dump.json."],
    ["drain @dump.json @dump.json", "a node; type plimsoll drain NODE --objects @dump.json."],
    ["drain @gathered", "a node; type plimsoll drain NODE --objects @gathered."],
  ])("is a usage error that says what to type: %s", async (words, sentence) => {
    const { stdout, stderr, exitCode } = await run(words);
    expect(stderr).toContain(sentence.replaceAll("@", `${directory}/`));
    expect([exitCode, stdout]).toEqual([ExitCode.Usage, ""]);
  });

  it("that has no objects is called what it is", async () => {
    const { stderr } = await run("drain @kubelet.log");
    expect(stderr).toContain("this is a kubelet's log, not objects of a cluster; replay it with");
  });

  it("that is not there is a name", async () => {
    const { stderr } = await run("schedule @shop.json");
    expect(stderr).toContain("write a pod as NAMESPACE/NAME");
  });
});

describe("an option of another command", () => {
  it.each([
    ["explain --journal x", "(plimsoll replay, plimsoll capture import have --journal.)"],
    ["replay --message x", "(plimsoll explain has --message.)"],
    ["next --events x", "(plimsoll explain has --events.)"],
  ])("is named with those that have it: %s", async (words, sentence) => {
    const { stderr, exitCode } = await run(words);
    expect(stderr).toContain(sentence);
    expect(exitCode).toBe(ExitCode.Usage);
  });

  it("that no command has is answered as before", async () => {
    const { stderr } = await run("explain --mesage x");
    expect(stderr).toContain("(Did you mean --message?)");
    expect(stderr).not.toMatch(/ha(?:s|ve) --/);
  });
});
