/**
 * A folder as a reader may have it: the files that the documents name, a cluster to ask, and the
 * programs whose output is passed on. The command is the built one, in a real shell.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { gzipSync } from "node:zlib";
import { create } from "tar";
import { INPUTS } from "../hosts/cli/formInputs.ts";
import { queryServer } from "../hosts/cli/queryServer.ts";
import { exportedText } from "../prometheus/exported.ts";
import { seriesOfText, type TextSeries } from "../prometheus/openMetricsText.ts";
import { startApi } from "./api.ts";
import { ROOT, readPage } from "./guide.ts";

export interface Run {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Workshop {
  run(command: string): Promise<Run>;
  /** Ends a command that goes on by itself, once it has printed something. */
  runUntilItPrints(command: string): Promise<Run>;
  close(): Promise<void>;
}

/** A configuration of the tutorial; one that begins with another one names it. */
const CONFIGURATION = /^```yaml\n# ([\w.]+)(?:: ([\w.]+) and [^\n]*)?\n([\s\S]*?)^```$/gm;

function tutorialFiles(): Record<string, string> {
  const files: Record<string, string> = {};
  const page = readPage("docs/tutorial/eviction-to-fix.md");
  for (const [, name = "", first, lines = ""] of page.matchAll(CONFIGURATION)) {
    files[name] = (first === undefined ? "" : (files[first] ?? "")) + lines;
  }
  return files;
}

const FILES: Readonly<Record<string, string | Uint8Array>> = {
  "agent.yaml": INPUTS.pod,
  "configz.json": INPUTS.configz,
  "dump.json": INPUTS.objects,
  "events.json": INPUTS.eventList,
  "kernel.log": INPUTS.kernelLog,
  "kubelet.log": INPUTS.journal,
  "kubelet.yaml": INPUTS.configuration,
  "pods.json": INPUTS.pods,
  "scheduler.yaml": INPUTS.scheduler,
  ...tutorialFiles(),
  "story-objects.yaml": INPUTS.objectsYaml,
  "scenario.yaml": INPUTS.scenario,
  "recorded.json": INPUTS.recorded,
  "summary.json": INPUTS.summary,
  "worker-3.ndjson.gz": gzipSync(INPUTS.evicting),
};

/** Programs whose output a reader passes on, and what they print here. */
const PROGRAMS: Readonly<Record<string, string>> = {
  dmesg: "cat served/kernel.log",
  journalctl: 'case "$*" in *-k*) cat served/kernel.log ;; *) cat served/kubelet.log ;; esac',
  plimsoll: `exec ${process.execPath} ${join(ROOT, "dist/plimsoll.mjs")} "$@"`,
  kubectl: `case "$*" in
plimsoll*) shift; exec plimsoll "$@" ;;
*events*) cat served/events.json ;;
*stats/summary) cat served/summary.json ;;
*configz) cat served/configz.json ;;
*proxy/pods | "describe pod"* | "get pods"*) cat served/pods.json ;;
*) cat served/dump.json ;;
esac`,
};

const BUNDLE = "must-gather";

/** A fleet of one node, and its sweep as a Job writes it. */
function recordFleet(directory: string): void {
  const node = join(directory, "captures/pool-a/worker-3");
  mkdirSync(node, { recursive: true });
  copyFileSync(
    join(ROOT, "examples/memory-leak.plimsoll.ndjson.gz"),
    join(node, "2026-11-29.ndjson.gz"),
  );
  mkdirSync(join(directory, "cells"));
  const words = [
    "sweep",
    "captures",
    "--vary",
    "evictionHard.memory.available=1Gi",
    "--shard",
    "1/1",
  ];
  const shard = execFileSync(process.execPath, [join(ROOT, "dist/plimsoll.mjs"), ...words], {
    cwd: directory,
  });
  writeFileSync(join(directory, "cells/shard-0.ndjson"), shard);
}

/** As `oc adm must-gather` leaves it. */
function gather(directory: string): void {
  const root = join(directory, BUNDLE, "quay-io-sha256-0123");
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  write("cluster-scoped-resources/core/nodes/worker-3.yaml", INPUTS.node);
  write("namespaces/shop/core/events.yaml", INPUTS.eventList);
  write("nodes/worker-3/worker-3_logs_kubelet.gz", gzipSync(INPUTS.journal));
  create({ cwd: directory, file: join(directory, `${BUNDLE}.tar.gz`), gzip: true, sync: true }, [
    BUNDLE,
  ]);
}

function prepare(directory: string): void {
  // A shell empties the file that a command writes to before the command begins.
  mkdirSync(join(directory, "served"));
  for (const [name, content] of Object.entries(FILES)) {
    writeFileSync(join(directory, name), content);
    writeFileSync(join(directory, "served", name), content);
  }
  copyFileSync(
    join(ROOT, "examples/memory-leak.plimsoll.ndjson.gz"),
    join(directory, "night.ndjson.gz"),
  );
  gather(directory);
  recordFleet(directory);
  mkdirSync(join(directory, "bin"));
  for (const [name, script] of Object.entries(PROGRAMS)) {
    const path = join(directory, "bin", name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
  }
}

/** The series of an example, as if they had been scraped within the last hour. */
async function recentSeries(): Promise<TextSeries[]> {
  const series = seriesOfText(await exportedText("memory-leak"));
  const newest = Math.max(...series.flatMap(({ values }) => values.map(([at]) => at)));
  const later = Math.floor(Date.now() / 1000) - 600 - newest;
  return series.map(({ values, ...rest }) => ({
    ...rest,
    values: values.map(([at, value]): [number, string] => [at + later, value]),
  }));
}

/** What Ctrl-C sends. */
const STOP = "SIGINT";

async function ended(child: ChildProcess, onOutput: () => void): Promise<Run> {
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      written[name] += text;
      onOutput();
    });
  }
  const [exitCode, signal] = await once(child, "close");
  return { exitCode: signal === STOP ? 0 : exitCode, ...written };
}

export async function openWorkshop(): Promise<Workshop> {
  const directory = mkdtempSync(join(tmpdir(), "plimsoll-guide-"));
  prepare(directory);
  const api = await startApi(directory);
  const prometheus = await queryServer(await recentSeries());
  const env = {
    ...process.env,
    PATH: [join(directory, "bin"), process.env.PATH].join(delimiter),
    KUBECONFIG: api.kubeconfig,
    HOME: directory,
    COLUMNS: "100",
    NO_COLOR: "1",
    BROWSER: "none",
  };
  const start = (command: string) => {
    const words = command.replaceAll("https://prometheus.example", prometheus.url);
    // An `exec` of its own, so that a signal reaches the program and not a shell around it.
    return spawn("bash", ["-c", words], { cwd: directory, env, stdio: ["ignore", "pipe", "pipe"] });
  };
  return {
    run: (command) => ended(start(command), () => {}),
    async runUntilItPrints(command) {
      const child = start(`exec ${command}`);
      let isStopped = false;
      return ended(child, () => {
        if (!isStopped) child.kill(STOP);
        isStopped = true;
      });
    },
    async close() {
      await Promise.all([api.close(), prometheus.close()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
