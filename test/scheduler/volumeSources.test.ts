/** Which plugins sources of volumes need: from the sources of the plugins in 1.31 to 1.36. */
import { expect, test } from "vitest";
import { loadModule } from "../../hosts/system/modules.ts";
import { ClusterModule } from "./schedulerModule.ts";

const cluster = new ClusterModule(await loadModule("scheduler"));
const encoder = new TextEncoder();
const CLAIMED = ["VolumeBinding", "VolumeRestrictions", "NodeVolumeLimits", "VolumeZone"];

function notEvaluated(source: object): readonly string[] | undefined {
  cluster.call("clear");
  const give = (verb: string, document: object) =>
    cluster.give(verb, encoder.encode(JSON.stringify(document)));
  const metadata = { namespace: "shop", name: "new", uid: "new" };
  const spec = { containers: [{ name: "c" }], volumes: [{ name: "v", ...source }] };
  give("objects", {
    kind: "List",
    items: [
      { kind: "Node", metadata: { name: "n0" }, status: { allocatable: { pods: "10" } } },
      { kind: "Pod", metadata, spec },
    ],
  });
  give("schedule", { namespace: "shop", name: "new" });
  cluster.call("report", 1);
  return JSON.parse(cluster.answer()).notEvaluated;
}

test.each([
  ["emptyDir", undefined],
  ["configMap", undefined],
  ["hostPath", undefined],
  ["nfs", undefined],
  // A CSI driver's inline volume needs no claim, and no limit counts it.
  ["csi", undefined],
  ["persistentVolumeClaim", CLAIMED],
  ["ephemeral", CLAIMED],
  ["rbd", ["VolumeRestrictions"]],
  ["iscsi", ["VolumeRestrictions"]],
  ["gcePersistentDisk", ["VolumeRestrictions", "NodeVolumeLimits"]],
  ["awsElasticBlockStore", ["VolumeRestrictions", "NodeVolumeLimits"]],
  // CSI drivers serve these, and the limits of the drivers count them.
  ["azureDisk", ["NodeVolumeLimits"]],
  ["azureFile", ["NodeVolumeLimits"]],
  ["cinder", ["NodeVolumeLimits"]],
  ["portworxVolume", ["NodeVolumeLimits"]],
  ["vsphereVolume", ["NodeVolumeLimits"]],
])("a pod with %s needs what reads it", (source, needed) => {
  expect(notEvaluated({ [source]: {} })).toEqual(needed);
});

/** The scores of the nodes by a release, with 512 Mi of `app` on two nodes and 1 Gi of `model`. */
function imageScores(kubernetesVersion: string, volumes: readonly object[]) {
  const give = (verb: string, document: object) =>
    cluster.give(verb, encoder.encode(JSON.stringify(document)));
  const image = (name: string, sizeBytes: number) => ({ names: [name], sizeBytes });
  const node = (name: string, images: readonly object[]) => ({
    kind: "Node",
    metadata: { name },
    status: { allocatable: { cpu: "8", memory: "16Gi", pods: "10" }, images },
  });
  const [app, model] = [image("app:1", 2 ** 29), image("model:latest", 2 ** 30)];
  cluster.call("clear");
  give("configure", { plimsoll: { kubernetesVersion } });
  const metadata = { namespace: "shop", name: "new", uid: "new" };
  const spec = { containers: [{ name: "c", image: "app:1" }], volumes };
  const nodes = [node("a", [app, model]), node("b", [app]), node("c", [model])];
  give("objects", { kind: "List", items: [...nodes, { kind: "Pod", metadata, spec }] });
  give("schedule", { namespace: "shop", name: "new" });
  cluster.call("report", 1);
  const decided = JSON.parse(cluster.answer()) as {
    nodes: { name: string; scores: { ImageLocality: { raw: number } } }[];
  };
  return decided.nodes.map(({ name, scores }) => [name, scores.ImageLocality.raw]);
}

// Those of 1.37 were answered by its own code; the others follow from sumImageScores.
test.each([
  ["1.35", [32, 32, 0]],
  ["1.36", [100, 32, 67]],
  ["1.37", [50, 16, 33]],
])("the images of volumes score as %s scores them", (release, [a, b, c]) => {
  const volumes = [{ name: "m", image: { reference: "model" } }];
  expect(imageScores(release, volumes)).toEqual([
    ["a", a],
    ["b", b],
    ["c", c],
  ]);
});

test("an image volume without a reference counts, and an emptyDir does not", () => {
  const volumes = [
    { name: "m", image: { reference: "model" } },
    { name: "n", image: { reference: "model:latest", pullPolicy: "Always" } },
    { name: "o", image: {} },
    { name: "e", emptyDir: {} },
  ];
  expect(imageScores("1.37", volumes)).toEqual([
    ["a", 42],
    ["b", 8],
    ["c", 33],
  ]);
});
