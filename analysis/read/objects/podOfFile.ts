/** The pod that a manifest describes, or that a controller would make of its template. */

import { podText } from "../../text/podText.ts";
import type { ConfigurationText } from "../kubelet/loaded.ts";
import { jsonDocumentsOf } from "../kubelet/yaml.ts";
import { ObjectsError } from "./objectsError.ts";

interface Manifest {
  readonly kind?: unknown;
  readonly metadata?: { readonly name?: unknown; readonly namespace?: unknown };
  readonly spec?: Manifest & {
    readonly template?: Manifest;
    readonly jobTemplate?: Manifest;
  };
}

export interface DescribedPod {
  readonly pod: object;
  /** A sentence about what it was made of, where that was not a pod. */
  readonly note: string | null;
}

/** Each pod of a DaemonSet is for another node, so there is not one to evaluate. */
const WITHOUT_ONE = "DaemonSet";

/** Throws ObjectsError for a text without a pod, or with several. */
export function podOfFile(source: ConfigurationText): DescribedPod {
  const manifests = jsonDocumentsOf(source).values as readonly Manifest[];
  const found = manifests.flatMap((manifest) => {
    const template = templateOf(manifest);
    return template === null ? [] : [{ manifest, template }];
  });
  const [first, second] = found;
  if (first === undefined || second !== undefined) {
    throw new ObjectsError(
      `${source.name}: it describes ${first === undefined ? "no pod" : "several pods"}`,
      "give a Pod, or a Deployment, ReplicaSet, StatefulSet, Job or CronJob",
    );
  }
  const { manifest, template } = first;
  if (manifest.kind === "Pod") return { pod: manifest, note: null };
  const { name, namespace } = manifest.metadata ?? {};
  const metadata = {
    ...template.metadata,
    name: String(name ?? "pod"),
    namespace: String(namespace ?? "default"),
  };
  return {
    pod: { apiVersion: "v1", kind: "Pod", metadata, spec: template.spec },
    note: `The pod comes from the template of ${manifest.kind} ${podText(metadata)}.`,
  };
}

function templateOf(manifest: Manifest | null): Manifest | null {
  if (typeof manifest !== "object" || manifest === null) return null;
  if (manifest.kind === "Pod") return manifest;
  if (manifest.kind === WITHOUT_ONE) return null;
  const { spec } = manifest;
  return spec?.template ?? spec?.jobTemplate?.spec?.template ?? null;
}
