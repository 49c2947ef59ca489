import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect } from "vitest";
import type { Decision } from "../../../analysis/engine/decision.ts";
import type { ExitCode } from "../../../hosts/cli/exitCode.ts";
import { commandLine, type Ended, type NodeContext } from "./commandLine.ts";

const EXAMPLE = new URL("../../../examples/memory-leak.plimsoll.ndjson.gz", import.meta.url);
const LINES = gunzipSync(readFileSync(EXAMPLE)).toString().trimEnd().split("\n");
/** Steps of the example `memory-leak`: its first line is the header. */
export const STEPS = LINES.length - 1;

/** A command line and how it ends; `@name` in the words is a file of the workplace. */
export interface Row extends NodeContext {
  readonly words: string;
  readonly exitCode: ExitCode;
  /** What is not named stays empty. */
  readonly stdout?: RegExp;
  readonly stderr?: RegExp;
  /** In any of them, with line ends as spaces. */
  readonly said?: RegExp;
}

/** A directory with a document of every kind, for the time of a test file. */
export interface Workplace {
  directory(): string;
  run(words: string, around?: NodeContext): Promise<Ended>;
  expectRow(row: Row): Promise<void>;
  /** What `replay` decides in each step. */
  decisions(words: string): Promise<Decision[]>;
}

export function workplace(): Workplace {
  let directory = "";
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "plimsoll-"));
    for (const [name, content] of Object.entries(documents())) {
      writeFileSync(join(directory, name), content);
    }
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  function run(words: string, around: NodeContext = {}): Promise<Ended> {
    return commandLine(words.replaceAll("@", `${directory}/`).split(" "), around);
  }
  return {
    directory: () => directory,
    run,
    async expectRow({ words, exitCode, stdout, stderr, said = /^/, ...around }) {
      const ended = await run(words, around);
      expect(ended.stderr).toMatch(stderr ?? /^$/);
      expect(ended.exitCode).toBe(exitCode);
      expect(ended.stdout).toMatch(stdout ?? /^$/);
      expect(ended.said).toMatch(said);
    },
    async decisions(words) {
      const { stdout } = await run(`replay ${words} --output ndjson`);
      return stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Decision);
    },
  };
}

/** The start of a file that a kubelet reads. */
export const TYPED = "kind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1beta1\n";

/** Recorded through an API server, with all members of a cloud's Node. */
const NODE_HEADER = JSON.stringify({
  plimsoll: "capture/1",
  node: "worker-3",
  kubelet: "v1.35.2-eks-1234",
  capacity: {
    cpu: "4",
    memory: "8132152Ki",
    "ephemeral-storage": "100Gi",
    pods: "110",
    "hugepages-2Mi": "0",
    "attachable-volumes-aws-ebs": "25",
    "nvidia.com/gpu": "1",
  },
});

/** The files the rows below name as `@name`. */
function documents(): Record<string, string | Uint8Array> {
  const gzip = readFileSync(EXAMPLE);
  const [first, last] = [LINES[1], LINES.at(-1)].map((line) => JSON.parse(line ?? ""));
  const windows = structuredClone(first.summary);
  delete windows.node.rlimit;
  for (const fs of [windows.node.fs, windows.node.runtime.imageFs]) {
    for (const name of ["inodes", "inodesFree", "inodesUsed"]) delete fs[name];
  }
  const summary = JSON.stringify(first.summary);
  return {
    "summary1.json": summary,
    "pods1.json": JSON.stringify(first.pods),
    "summary2.json": JSON.stringify(last.summary),
    "pods2.json": JSON.stringify(first.pods),
    "windows.json": JSON.stringify(windows),
    "inodes.json": summary.replace(/"inodesFree":\d+/g, '"inodesFree":18446744073709551615'),
    "pressed.json": summary.replace(/("node":.*?"availableBytes":)\d+/, "$152428800"),
    "cut.ndjson": `${LINES.slice(0, 3).join("\n")}\n${LINES[3]?.slice(0, 200)}`,
    "cut.ndjson.gz": gzip.subarray(0, gzip.length - 2000),
    "gap.ndjson": [...LINES.slice(0, 3), '{"time":"2027-01-01T00:00:00Z","summary":null}'].join(
      "\n",
    ),
    "node.ndjson": [NODE_HEADER, ...LINES.slice(1, 4)].join("\n"),
    "blind.ndjson": '{"time":"2026-11-20T10:00:00Z","summary":null,"summaryError":"No answer."}\n',
    "good.yaml": `${TYPED}evictionHard:\n  memory.available: 500Mi\n`,
    "bad.yaml": `${TYPED}evictionHard:\n  memory.available: "-1Gi"\n`,
    "example.gz": gzip,
    "flags.env": "KUBELET_ARGS=--eviction-hard=memory.available<500Mi\n",
  };
}
