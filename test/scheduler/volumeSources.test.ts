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
