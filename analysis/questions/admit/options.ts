import { RELEASES } from "../../engine/contract/releases.ts";
import { DOCUMENT_FORMS } from "../../text/document.ts";
import { formatReleases } from "../../text/release.ts";
import { SUMMARIES } from "../options/commands.ts";
import {
  NAMESPACE,
  OBJECT_FILES,
  OBJECT_FILES_RULES,
  OBJECTS_RULES,
  OBJECTS_SERVER,
  objectsRows,
  POD,
  POD_FILE,
} from "../options/objects.ts";
import { outputRow } from "../options/output.ts";
import { releaseIn } from "../options/release.ts";
import { commandRow, type OptionsOf } from "../options/row.ts";
import type { PodReference } from "../options/values.ts";

const FOLLOWED = formatReleases(RELEASES.admission);

export const ADMIT = commandRow({
  name: "admit",
  summary: SUMMARIES.admit,
  description:
    "Decides like a kubelet whether its node admits a pod, and which pods it preempts for it.",
  arguments: {
    pod: { ...POD, description: `one of the objects: ${POD.description}` },
    file: OBJECT_FILES,
  },
  options: {
    ...objectsRows("nodes and pods"),
    node: {
      argument: "<name>",
      description: "the node (default: the one that the pod is bound to)",
      value: "node",
    },
    namespace: NAMESPACE,
    podFile: POD_FILE,
    kubeletVersion: {
      argument: "<version>",
      description: `the kubelet's release, ${FOLLOWED} (default: the node's own)`,
      parse: releaseIn(RELEASES.admission),
    },
    all: { description: "show all pods and resources" },
    output: outputRow([...DOCUMENT_FORMS, "json"]),
    ...OBJECTS_SERVER,
  },
  rules: {
    excludes: [
      ["file", "podFile", "give the files as --objects"],
      ["pod", "podFile"],
      ...OBJECT_FILES_RULES,
      ...OBJECTS_RULES.excludes,
    ],
    needs: [
      ["namespace", "pod"],
      // Standard input is read once, and the node is to be known before.
      [{ objects: ["-"] }, "node"],
      [{ file: ["-"] }, "node"],
      // A cluster is asked for one node; a pod of its objects names it.
      ["podFile", "node", "objects", "example"],
    ],
    oneOf: [
      [
        ["pod", "podFile"],
        "No pod is given; name it as NAMESPACE/NAME, or give a manifest as --pod-file.",
      ],
    ],
  },
  acrossNamespaces: "it decides about one pod",
  examples: [
    "plimsoll admit cart-1 -n shop",
    "plimsoll admit --node worker-3 --pod-file agent.yaml",
    "plimsoll admit shop/cart-1 dump.json",
    "kubectl get nodes,pods -A -o json | " +
      "plimsoll admit --objects - --node worker-3 --pod-file pod.yaml",
    "plimsoll admit shop/cart-1 --example shop --node worker-1",
  ],
  after: `\
The scheduler binds a pod to a node. The kubelet of that node then decides again, from what it
knows: resources, labels, taints, ports and pressure. A rejected pod ends as Failed with a reason
such as OutOfcpu, OutOfmemory, OutOfpods, NodeAffinity or Evicted. For a critical pod, the kubelet
preempts other pods. This command makes the same decision, and lists the pods that would be
preempted.

Objects are the output of kubectl (nodes and pods are enough) as JSON or YAML: a file, a folder or
an archive. Without --objects, the node and its pods are read from the cluster of the kubeconfig. A
pod that already runs on the node is evaluated as if it arrived now.

The exit code is 0 if the node admits the pod, and 1 if it rejects it.`,
});

export type AdmitOptions = OptionsOf<typeof ADMIT.options> & {
  readonly pod?: PodReference | undefined;
};
