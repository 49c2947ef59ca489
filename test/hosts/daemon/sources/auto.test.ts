import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import {
  chooseSource,
  hasCgroups,
  listensAt,
  type NodeContext,
} from "../../../../hosts/daemon/sources/auto.ts";
import { commandLine } from "../../cli/commandLine.ts";
import { layOut, PROC } from "../cgroup/tree.ts";

const NOTHING: NodeContext = {
  capture: false,
  credentials: false,
  kubelet: false,
  apiServer: false,
  cgroups: false,
};

const SENTENCES = {
  capture: /^Replaying the given capture\.$/,
  kubelet: /^Watching the kubelet of this machine \(--source kubelet\)\.$/,
  apiserver:
    /through the API server \(--source apiserver\); --source cgroup watches this machine\.$/,
  cgroup: /^No kubelet is reachable\. Watching this machine instead \(--source cgroup\); /,
  example: /^No kubelet is reachable, .* Replaying a recorded memory leak instead\.$/,
} as const;

describe("the source auto", () => {
  it.each<{ there: Partial<NodeContext>; choice: string }>([
    { there: { kubelet: true, credentials: true, cgroups: true }, choice: "kubelet" },
    { there: { kubelet: true, cgroups: true }, choice: "cgroup" },
    { there: { credentials: true, cgroups: true }, choice: "cgroup" },
    { there: { credentials: true, apiServer: true, cgroups: true }, choice: "apiserver" },
    { there: { kubelet: true, credentials: true, apiServer: true }, choice: "kubelet" },
    { there: { cgroups: true }, choice: "cgroup" },
    { there: {}, choice: "example" },
    {
      there: { capture: true, kubelet: true, credentials: true, cgroups: true },
      choice: "capture",
    },
  ])("is $choice where there is $there", ({ there, choice }) => {
    const chosen = chooseSource({ ...NOTHING, ...there });
    expect(chosen.choice).toBe(choice);
    expect(chosen.sentence).toMatch(SENTENCES[choice as keyof typeof SENTENCES]);
  });

  it("sees whether something listens", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    expect(await listensAt(`https://127.0.0.1:${port}`)).toBe(true);
    await new Promise((resolve) => server.close(resolve));
    expect(await listensAt(`https://127.0.0.1:${port}`)).toBe(false);
    expect(await listensAt("nowhere")).toBe(false);
  });

  it.each([
    { file: "cgroup/cgroup.controllers", there: true },
    { file: "cgroup/memory/memory.stat", there: true },
    { file: "cgroup/unified/cgroup.controllers", there: true },
    { file: "cgroup/cpu/tasks", there: false },
  ])("sees cgroups by $file: $there", ({ file, there }) => {
    expect(hasCgroups(join(layOut({ [file]: "" }), "cgroup"))).toBe(there);
  });

  it("opens what it chose, and says so on standard error", async () => {
    const directory = layOut({
      ...PROC,
      "cgroup/cgroup.controllers": "memory",
      "cgroup/memory.stat": "anon 4096\nfile 0",
    });
    const nobody = "--kubelet https://127.0.0.1:1".split(" ");
    const roots = ["--cgroup-root", join(directory, "cgroup"), "--proc-root"];
    const words = ["run", "--source", "auto", ...nobody, ...roots, join(directory, "proc")];
    const others = "--steps 1 --no-notifications --output ndjson --listen none".split(" ");
    const ended = await commandLine([...words, ...others]);
    expect(ended.stderr).toMatch(
      /note: No kubelet is reachable\. Watching this machine instead .*\n/,
    );
    expect(JSON.parse(ended.stdout.split("\n")[0] ?? "")).toMatchObject({ step: 1 });
    expect(ended.exitCode).toBe(ExitCode.Ok);
  });

  it("never takes this machine for a node that is named", async () => {
    const nobody = "--kubelet https://127.0.0.1:1 --kubeconfig /none".split(" ");
    const words = ["run", "--node", "worker-3", ...nobody, ..."--steps 1 --listen none".split(" ")];
    const ended = await commandLine(words);
    const [note] = ended.stdout.split("\n").map((line) => JSON.parse(line || "{}"));
    expect(note.sentence).toMatch(SENTENCES.apiserver);
    expect(ended.stderr).toContain("/none");
    expect(ended.exitCode).toBe(ExitCode.Input);
  });

  it("plays an example where there is nothing else, and says so first in a log", async () => {
    const words = "run --source auto --kubelet https://127.0.0.1:1 --cgroup-root /none";
    const ended = await commandLine(`${words} --steps 1 --listen none`.split(" "));
    const [note, next] = ended.stdout.split("\n").map((line) => JSON.parse(line || "{}"));
    expect(note).toMatchObject({ level: "info", event: "note" });
    expect(note.sentence).toMatch(SENTENCES.example);
    expect(next).toMatchObject({ event: "configured" });
  });
});
