import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readPodsFile, ruleFor } from "../../../../hosts/daemon/cgroup/podsFile.ts";
import { documentsOf, layOut, machineOf, PROC, type Tree } from "./tree.ts";

const FILE = `
pods:
  - name: postgresql@*.service
    namespace: system-*.slice
    priority: 1000
    priorityClassName: database
    terminationGracePeriodSeconds: 90
    requests: {memory: 2Gi}
    limits: {ephemeral-storage: 10Gi}
  - {name: "worker-?.scope", static: true}
  - {name: ssh.service, priority: 5}
`;
const TREE: Tree = { ...PROC, "cgroup/cgroup.controllers": "cpu" };

describe("a pods file", () => {
  it("gives units what their cgroups do not say", async () => {
    const tree = {
      ...TREE,
      "cgroup/system.slice/system-pg.slice/postgresql@main.service/cgroup.procs": "9",
      "cgroup/system.slice/worker-1.scope/cgroup.procs": "10",
      "cgroup/system.slice/worker-12.scope/cgroup.procs": "11",
    };
    const { pods } = await documentsOf(machineOf(tree, { rules: readPodsFile("pods.yaml", FILE) }));
    const [database, one, other] = pods;
    expect(database?.spec).toMatchObject({
      priority: 1000,
      priorityClassName: "database",
      terminationGracePeriodSeconds: 90,
      containers: [
        { resources: { requests: { memory: "2Gi" }, limits: { "ephemeral-storage": "10Gi" } } },
      ],
    });
    expect(one?.metadata.annotations["kubernetes.io/config.source"]).toBe("file");
    expect(other?.metadata.annotations["kubernetes.io/config.source"]).toBe("api");
    expect(other?.spec).toMatchObject({ priority: 0, terminationGracePeriodSeconds: 30 });
  });

  it.each([
    { unit: "system.slice/postgresql@main.service", priority: undefined, why: "another slice" },
    { unit: "system-pg.slice/postgresqlXmain.service", priority: undefined, why: "another name" },
    { unit: "system-pg.slice/postgresql@a.service", priority: 1000, why: "a pattern fits" },
    { unit: "system.slice/ssh.service", priority: 5, why: "the file comes before the defaults" },
    { unit: "system.slice/dbus.service", priority: 2_000_001_000, why: "the defaults stay" },
  ])("gives $unit the priority $priority: $why", ({ unit, priority }) => {
    const [namespace = "", name = ""] = unit.split("/");
    const rule = ruleFor(readPodsFile("pods.yaml", FILE), { namespace, name });
    expect(rule?.priority).toBe(priority);
  });

  it.each([
    { text: "units: []", message: 'f.yaml: it has no list "pods"; begin it with' },
    { text: "pods: [{priority: 1}]", message: "f.yaml: pods[0] has no name; give a pattern" },
    {
      text: "pods: [{name: a, prio: 1}]",
      message: "pods[0].prio is not a member of a rule; write",
    },
    { text: "pods: [{name: a, priority: high}]", message: "pods[0].priority is not valid; give a" },
    { text: "pods: [{name: a, requests: {memory: 2}}]", message: "pods[0].requests is not valid" },
    { text: "pods: [{name: a, directories: [b]}]", message: "give a list of absolute paths." },
    { text: "pods: [", message: "f.yaml:1:" },
  ])("is refused in one sentence: $text", ({ text, message }) =>
    expect(() => readPodsFile("f.yaml", text)).toThrow(message),
  );

  it("says what a unit stores, which is walked outside the measurement", async () => {
    const stored = layOut({ "deep/": "", "empty/": "" });
    mkdirSync(join(stored, "deep/er"));
    writeFileSync(join(stored, "deep/er/file"), Buffer.alloc(1_000_000, 1));
    const directories = [join(stored, "deep"), join(stored, "none")];
    const tree = { ...TREE, "cgroup/a/cgroup.procs": "9" };
    const machine = machineOf(tree, { rules: [{ name: "a", directories }] });
    const { pods, summary } = await documentsOf(machine);
    expect(summary.pods[0]?.volume).toEqual([]);
    expect(pods[0]?.spec.volumes).toEqual(
      directories.map((path) => ({ name: path, hostPath: { path } })),
    );
    await machine.directoriesMeasured();
    const { summary: later } = await documentsOf(machine);
    const [volume, ...others] = later.pods[0]?.volume ?? [];
    expect(others).toEqual([]);
    expect(volume).toMatchObject({ name: directories[0], inodesUsed: 3 });
    const { usedBytes } = volume as { usedBytes: number };
    expect(usedBytes).toBeGreaterThanOrEqual(1_000_000);
    expect(usedBytes).toBeLessThan(1_100_000);
  });
});
