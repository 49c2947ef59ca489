import { describe, expect, it } from "vitest";
import { answersTo } from "../../../../analysis/questions/given/answers.ts";
import { answerUpgrade } from "../../../../analysis/questions/given/upgrade.ts";
import { moduleOf } from "../../../hosts/browser/examples.ts";

const asking = {
  module: async (policy: Parameters<typeof moduleOf>[0]) => moduleOf(policy),
  now: 1_764_000_000_000_000_000n,
  onRead: () => {},
  rest: async () => {},
};

const NODE = {
  kind: "Node",
  metadata: { name: "worker-3" },
  status: { allocatable: { memory: "8Gi", cpu: "4" }, nodeInfo: { kubeletVersion: "v1.35.8" } },
};
const POD = {
  kind: "Pod",
  metadata: { namespace: "shop", name: "cart-1" },
  status: { phase: "Failed", reason: "Evicted", message: "The node was low on resource: memory." },
};
const list = (kind: string, item: object) => JSON.stringify({ kind, items: [item] });

/** A kubelet of 1.37 does not know the gate any more. */
const CONFIGZ = JSON.stringify({
  kubeletconfig: {
    kind: "KubeletConfiguration",
    apiVersion: "kubelet.config.k8s.io/v1beta1",
    featureGates: { SidecarContainers: true },
  },
});

type Files = Readonly<Record<string, string>>;

/** A folder as a browser hands it on: its name is not part of the paths. */
function folder(name: string, files: Files) {
  const all = Object.entries(files).map(([path, text]) => ({ path, content: new Blob([text]) }));
  return { name, content: new Blob(), files: all };
}

const SNAPSHOT = {
  "resources/cluster/core_v1_nodes.json": list("NodeList", NODE),
  "resources/ns/shop/core_v1_pods.json": list("PodList", POD),
  "hosts/worker-3/configz.json": CONFIGZ,
};

describe("bundles", () => {
  it.each([
    ["log-bundle-20260115093000", "a log bundle of openshift-install"],
    ["incident/log-bundle-20260115093000", "a log bundle of openshift-install"],
    ["log-bundle-20260115093000/again", "a kubectl cluster-info dump"],
    ["dump", "a kubectl cluster-info dump"],
  ])("are called by their name where the paths are anybody's: %s", async (name, tool) => {
    const files = {
      "resources/nodes.json": list("NodeList", NODE),
      "resources/pods.json": list("PodList", POD),
    };
    const { answers } = await answersTo([folder(name, files)], asking, null);
    expect(JSON.stringify(answers[0]?.document)).toContain(tool);
  });

  it("are compared between two releases with the configuration that they contain", async () => {
    const releases = { from: "1.35", to: "1.37" };
    const { document } = await answerUpgrade([folder("snapshot", SNAPSHOT)], releases, asking);
    expect(document.title).toContain("1.37 brings 1 error that stops the kubelet");
    expect(JSON.stringify(document)).toContain("hosts/worker-3/configz.json");
  });

  it("are compared with each configuration once, however many nodes have it", async () => {
    const files = { ...SNAPSHOT, "hosts/worker-4/configz.json": CONFIGZ };
    const releases = { from: "1.35", to: "1.37" };
    const { document } = await answerUpgrade([folder("snapshot", files)], releases, asking);
    expect(document.title).toContain("1.37 brings 1 error that stops the kubelet");
  });
});
