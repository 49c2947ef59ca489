import { afterAll, beforeAll, expect, it } from "vitest";
import { ExitCode } from "../../../../../hosts/cli/exitCode.ts";
import { type ClusterStandIn, startCluster, TOKEN } from "../../clusterStandIn.ts";
import { commandLine } from "../../commandLine.ts";

let cluster: ClusterStandIn;
beforeAll(async () => {
  cluster = await startCluster([]);
});
afterAll(() => cluster?.close());

it("compares from the newest older kubelet of the cluster, each configuration once", async () => {
  const configz = { featureGates: { SidecarContainers: true } };
  const older = { name: "a", configz, kubelet: "v1.36.2", memoryAvailable: () => 0 };
  const newer = { ...older, name: "b", configz: {}, kubelet: "v1.37.0" };
  cluster.restart([older, { ...older, name: "c", kubelet: "v1.35.1" }, newer]);
  const words = ["upgrade", "--to", "1.37", "--kubeconfig", cluster.kubeconfig];
  const { stdout, stderr, exitCode } = await commandLine(words);
  expect(stdout + stderr).not.toContain(TOKEN);
  expect(exitCode).toBe(ExitCode.Findings);
  expect(stdout).toMatch(/^✖ 1\.37 brings \d errors? that stops? the kubelet\n/);
  expect(stdout).toContain("  the cluster: drain of 3 nodes compared\n");
  expect(stdout).toMatch(/^ +1\.36 +1\.37$/m);
  expect(stdout).toMatch(/configz of .*: Delete\s+featureGates\.SidecarContainers/);
  expect(stdout).not.toContain("line 1");
});
