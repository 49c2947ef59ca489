import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { RELEASES } from "../../../../analysis/engine/contract/releases.ts";
import { formatRelease } from "../../../../analysis/text/release.ts";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { commandLine } from "../commandLine.ts";

const resources = { cpu: "4", memory: "4Gi", pods: "110", "ephemeral-storage": "100Gi" };
const owner = (name: string) => ({
  metadata: { namespace: "shop", name },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: "c", resources: { requests: { cpu: "1" } } }] },
    },
  },
});
const LISTS: Readonly<Record<string, readonly [kind: string, ...items: readonly object[]]>> = {
  "/api/v1/nodes": [
    "NodeList",
    { metadata: { name: "worker-1" }, status: { capacity: resources, allocatable: resources } },
  ],
  "/api/v1/pods": ["PodList"],
  "/apis/apps/v1/deployments": ["DeploymentList", owner("cart")],
  "/apis/apps/v1/daemonsets": ["DaemonSetList", owner("agent")],
  "/apis/batch/v1/jobs": ["JobList", owner("report")],
};

const folder = mkdtempSync(join(tmpdir(), "plimsoll-live-"));
const kubeconfig = join(folder, "config");
const asked: string[] = [];
/** What the API server says of its release. */
let minor = String(RELEASES.scheduler.newest);
const server = createServer((request, response) => {
  const path = (request.url ?? "").replace(/\?.*/, "");
  asked.push(path);
  const [kind, ...items] = LISTS[path] ?? [];
  response.statusCode = kind === undefined && path !== "/version" ? 404 : 200;
  const version = { major: "1", minor };
  response.end(JSON.stringify(path === "/version" ? version : { kind, metadata: {}, items }));
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const config = {
    ...{ apiVersion: "v1", kind: "Config", "current-context": "one" },
    contexts: [{ name: "one", context: { cluster: "c", user: "u" } }],
    clusters: [{ name: "c", cluster: { server: `http://127.0.0.1:${port}` } }],
    users: [{ name: "u", user: {} }],
  };
  writeFileSync(kubeconfig, stringify(config));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

describe("a cluster that runs", () => {
  it("is simulated with what makes its pods, also where that has none yet", async () => {
    const words = ["--kubeconfig", kubeconfig, "--output", "ndjson", "--no-search"];
    const { exitCode, stdout } = await commandLine(["simulate", ...words]);
    expect(exitCode).toBe(ExitCode.Ok);
    const events = stdout.split("\n").filter((line) => line.includes('"kind":"Started"'));
    const started = events.map((line) => JSON.parse(line).pod.name.replace(/-[^-]*$/, ""));
    expect(started.sort()).toEqual(["agent", "cart", "report"]);
  });

  it("is not asked for it by a question about the scheduler", async () => {
    asked.length = 0;
    await commandLine(["drain", "worker-1", "--kubeconfig", kubeconfig]);
    expect(asked).toContain("/apis/apps/v1/replicasets");
    expect(asked).not.toContain("/apis/apps/v1/deployments");
  });

  const { oldest, newest } = RELEASES.scheduler;
  it.each([
    ["older than all that are supported", oldest - 2, formatRelease(oldest)],
    ["newer than all that are supported", newest + 1, formatRelease(newest)],
    ["supported", newest, null],
  ])("is decided on by the nearest release where its own is %s", async (_, own, nearest) => {
    minor = String(own);
    const { stderr } = await commandLine(["schedule", "--kubeconfig", kubeconfig]);
    minor = String(newest);
    const release = formatRelease(own);
    const note = `The API server is ${release}; the nearest supported release, ${nearest}`;
    if (nearest === null) expect(stderr).not.toContain("supported release");
    else expect(stderr).toContain(`${note}, is followed.`);
  });
});
