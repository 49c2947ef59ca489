/** Habits of kubectl: -n, -A, -o, and names and files without an option. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../../hosts/cli/exitCode.ts";
import { processIo } from "../../../hosts/cli/processIo.ts";
import { wholeProgram } from "../../../hosts/cli/program.ts";
import { commandLine } from "./commandLine.ts";

const folder = mkdtempSync(join(tmpdir(), "plimsoll-kubectl-"));
afterAll(() => rmSync(folder, { recursive: true }));

const DUMP = join(folder, "dump.json");
const NODE = { allocatable: { cpu: "4", memory: "8Gi", pods: "110" } };
writeFileSync(
  DUMP,
  JSON.stringify({
    kind: "List",
    items: [
      { apiVersion: "v1", kind: "Node", metadata: { name: "worker-1" }, status: NODE },
      {
        ...{ apiVersion: "v1", kind: "Pod", metadata: { namespace: "shop", name: "web-1" } },
        spec: { containers: [{ name: "web", image: "web" }] },
        status: { phase: "Pending" },
      },
    ],
  }),
);
const COLUMNS = 10_000;
const answered = (words: string, stdin = "") =>
  commandLine(words.split(" "), { stdin, columns: COLUMNS });

const MESSAGE = "The node was low on resource: memory. Threshold quantity: 100Mi, available: 9Mi. ";

function evicted(namespace: string, name: string) {
  return {
    kind: "Event",
    ...{ reason: "Evicted", message: MESSAGE, metadata: { uid: name, namespace, name } },
    source: { component: "kubelet", host: "worker-3" },
    involvedObject: { kind: "Pod", namespace, name },
  };
}

const NODE_EVENT = {
  kind: "Event",
  ...{ reason: "SystemOOM", message: "System OOM encountered", metadata: { uid: "node" } },
  source: { component: "kubelet", host: "worker-2" },
  involvedObject: { kind: "Node", name: "worker-2" },
};
const EVENTS = JSON.stringify({
  kind: "List",
  items: [evicted("shop", "cart"), evicted("batch", "report"), NODE_EVENT],
});

describe("a namespace", () => {
  it.each([
    ["-n shop", /^✖ shop\/cart was evicted .*\n.* 1 object · 2 others not shown /],
    ["--namespace batch", /^✖ batch\/report was evicted .*\n.* 1 object · 2 others not shown /],
    ["-n none", /^\? No pod was evicted.*\n.* 3 others not shown/],
    ["-A", /^✖ 2 pods were evicted .*\n.* 3 objects · 2 nodes/],
  ])("of events is %s", async (words, expected) => {
    for (const asked of [`explain --events - ${words}`, `- ${words}`]) {
      expect((await answered(asked, EVENTS)).stdout).toMatch(expected);
    }
  });

  it("that nothing is in is followed by those that there are", async () => {
    const events = "warning: Namespace none has no events and no pods; batch, shop have some.\n";
    expect((await answered("- -n none", EVENTS)).stderr).toBe(events);
    for (const words of ["- -n shop", "- -A", "-"]) {
      expect((await answered(words, EVENTS)).stderr).toBe("");
    }
    const { stderr } = await answered("schedule --example shop -n none");
    const objects = "Namespace none has no objects; data, kube-system, research, shop have some.";
    expect(stderr).toContain(`warning: ${objects}\n`);
    const known = await answered("schedule --example shop -n research");
    expect(known.stderr).not.toContain("Namespace research");
  });

  it("is not looked for in a text, whose lines may lack it", async () => {
    const { exitCode, stderr } = await answered("explain --events - -n shop", `x: ${MESSAGE}`);
    expect(exitCode).toBe(ExitCode.Input);
    expect(stderr).toContain("in which not every line names a namespace; get one with kubectl");
  });

  it.each([
    ["-n shop", "shop/cart was evicted", "1 eviction message about pods in namespace shop"],
    ["-n none", "records no eviction", "0 eviction messages about pods in namespace none"],
    ["-A", "were evicted", "2 eviction messages"],
  ])("of a bundle is %s", async (words, verdict, count) => {
    const bundle = join(folder, "dump");
    mkdirSync(join(bundle, "shop"), { recursive: true });
    writeFileSync(join(bundle, "nodes.json"), JSON.stringify({ kind: "NodeList", items: [] }));
    const events = { kind: "EventList", items: [evicted("shop", "cart"), evicted("x", "y")] };
    writeFileSync(join(bundle, "shop/events.json"), JSON.stringify(events));
    const { stdout } = await answered(`explain --bundle ${bundle} ${words}`);
    expect(stdout.split("\n")[0]).toContain(verdict);
    expect(stdout).toContain(count);
  });

  it("of pending pods leaves out the others, which are scheduled with them", async () => {
    const decisionsOf = async (words: string) => {
      const { stdout } = await answered(`schedule --example shop -o json ${words}`);
      return JSON.parse(stdout).decisions as { pod: { namespace: string } }[];
    };
    const all = await decisionsOf("-A");
    const own = all.filter(({ pod }) => pod.namespace === "research");
    expect(own.length).toBeGreaterThan(0);
    expect(own.length).toBeLessThan(all.length);
    expect(await decisionsOf("-n research")).toEqual(own);
    const { stdout } = await answered("schedule --example shop -n research");
    expect(stdout).toContain("only pods of namespace research are shown");
  });

  it("of pending pods alone decides the exit code", async () => {
    const { exitCode, stdout } = await answered("schedule --example shop -n none");
    expect(stdout).toMatch(/^✔ No pod is pending\n/);
    expect(exitCode).toBe(ExitCode.Ok);
  });

  it("belongs to the name of a pod", async () => {
    const named = await answered("explain --example memory-leak --pod batch/report --all");
    const apart = await answered("explain --example memory-leak --pod report -n batch --all");
    expect(apart.stdout).toBe(named.stdout);
  });

  it.each([
    ["drain worker-3 -n shop", "-n does not fit drain: a drain evicts the pods of all namespaces"],
    ["drain worker-3 -A", "-A does not fit drain: a drain evicts the pods of all namespaces"],
    ["next --namespace shop", "--namespace does not fit next: a kubelet ranks the pods of all"],
    ["advise x -n shop", "-n does not fit advise: a kubelet ranks the pods of all namespaces"],
    ["replay x -A", "-A does not fit replay: a kubelet ranks the pods of all namespaces together"],
    ["upgrade x -n shop", "-n does not fit upgrade: pods of all namespaces share the nodes"],
    ["simulate -n shop", "-n does not fit simulate: pods of all namespaces share the nodes"],
    [
      "simulate explain --node x --at 1m --all-namespaces",
      "--all-namespaces does not fit simulate explain: ",
    ],
    ["admit shop/cart-1 -A", "-A does not fit admit: it decides about one pod"],
    ["explain x -n shop", "--namespace needs --pod, --events, --pod-status or --bundle"],
    ["explain x -A", "--all-namespaces needs --pod, --events, --pod-status or --bundle"],
    ["explain x --pod shop/cart -n shop", "shop/cart names a namespace; leave it out, or leave"],
    ["schedule -n shop -A", "--namespace and --all-namespaces exclude each other"],
    ["schedule --pod-file x -n shop", "--namespace and --pod-file exclude each other"],
  ])("does not fit: %s", async (words, sentence) => {
    const { exitCode, stdout, stderr } = await answered(words);
    expect(exitCode).toBe(ExitCode.Usage);
    expect(stdout).toBe("");
    expect(stderr.startsWith(`plimsoll: ${sentence}`), stderr).toBe(true);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});

describe("files after a name", () => {
  // A test is called by the same name each time, and a folder of the day is not.
  const dumped = (words: string) => words.replaceAll("DUMP", DUMP);

  it.each([
    ["drain worker-1 DUMP --force", "drain worker-1 --objects DUMP --force"],
    ["schedule shop/web-1 DUMP", "schedule shop/web-1 --objects DUMP"],
    ["schedule web-1 DUMP -n shop", "schedule web-1 -n shop --objects DUMP"],
    ["admit shop/web-1 DUMP --node worker-1", "admit shop/web-1 --objects DUMP --node worker-1"],
  ])("are those of --objects: %s", async (after, named) => {
    const [first, second] = [await answered(dumped(after)), await answered(dumped(named))];
    expect(first.exitCode).toBe(second.exitCode);
    const suggested = (text: string) => text.replace(/^Next .*$/m, "");
    expect(suggested(first.stdout)).toBe(suggested(second.stdout));
    expect(first.stdout).not.toBe("");
  });

  it.each([
    ["drain worker-2 DUMP --objects x", "DUMP and --objects exclude each other"],
    ["schedule shop/cart-1 DUMP --example shop", "DUMP and --example exclude each other"],
    ["admit shop/cart-1 -", "- needs --node"],
  ])("are not given twice: %s", async (words, sentence) => {
    const { exitCode, stderr } = await answered(dumped(words));
    expect(exitCode).toBe(ExitCode.Usage);
    expect(stderr).toContain(`plimsoll: ${dumped(sentence)}`);
  });
});

it("has one meaning for each short option", async () => {
  const root = await wholeProgram(processIo());
  const meanings = new Map<string, Set<string>>();
  const all = [root, ...root.commands, ...root.commands.flatMap(({ commands }) => commands)];
  for (const { short, long } of all.flatMap(({ options }) => options)) {
    if (!short || !long) continue;
    meanings.set(short, (meanings.get(short) ?? new Set<string>()).add(long));
  }
  expect(Object.fromEntries([...meanings].map(([short, of]) => [short, [...of].join()]))).toEqual({
    "-A": "--all-namespaces",
    "-V": "--version",
    "-l": "--selector",
    "-n": "--namespace",
    "-o": "--output",
  });
});

it("has -o wherever there is --output", async () => {
  const root = await wholeProgram(processIo());
  const all = [...root.commands, ...root.commands.flatMap(({ commands }) => commands)];
  const options = all.flatMap(({ options }) => options).filter(({ long }) => long === "--output");
  expect(options.map(({ short }) => short)).toEqual(options.map(() => "-o"));
});
