/** kubeadm, and the Cluster API objects that carry its configuration. */

import { isMembers, type Members, memberAt } from "../../json/untyped.ts";
import { ConfigurationError } from "../error.ts";
import type { LoadedConfiguration, Note } from "../loaded.ts";
import {
  type Form,
  type FormInput,
  isOfGroup,
  kindsOfNode,
  loaded,
  nameOfDocument,
  note,
  textsOf,
  withFlags,
} from "./form.ts";

/** The kinds of kubeadm's own configuration that say something about a node. */
const NODE_KINDS = new Set(["InitConfiguration", "JoinConfiguration"]);
const KINDS = new Set([...NODE_KINDS, "ClusterConfiguration"]);

/** Where the Cluster API keeps kubeadm's configuration, by kind. */
const CLUSTER_API: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["KubeadmConfig", ["spec"]],
  ["KubeadmConfigTemplate", ["spec", "template", "spec"]],
  ["KubeadmControlPlane", ["spec", "kubeadmConfigSpec"]],
  ["KubeadmControlPlaneTemplate", ["spec", "template", "spec", "kubeadmConfigSpec"]],
]);
const CLUSTER_API_GROUPS = ["bootstrap.cluster.x-k8s.io", "controlplane.cluster.x-k8s.io"];

/** kubeadm runs its kubelets with this file; it contains what the document does not. */
const IN_CLUSTER =
  "the KubeletConfiguration of the cluster (ConfigMap kubelet-config) is missing: its " +
  "settings are not known here, and settings without a flag have the kubelet's " +
  "defaults.";

export function isOfKubeadm({ kind }: Members): boolean {
  return typeof kind === "string" && KINDS.has(kind);
}

export const KUBEADM: Form = {
  reads: "kubeadm Init-, Join- and ClusterConfiguration, its ConfigMap",
  load({ name, documents }) {
    const own = documents.filter(isOfKubeadm);
    if (own.length === 0) return [];
    const kubelets = documents.filter(({ kind }) => kind === "KubeletConfiguration");
    if (kubelets.length > 1) {
      throw new ConfigurationError(
        `${name} holds ${kubelets.length} documents of kind KubeletConfiguration; kubeadm ` +
          "takes one; keep one of them.",
      );
    }
    const [kubelet] = kubelets;
    const base =
      kubelet === undefined
        ? loaded("kubeadm", {}, note(name, IN_CLUSTER))
        : loaded("kubeadm", kubelet);
    const nodes = kindsOfNode(
      name,
      own.filter(({ kind }) => typeof kind === "string" && NODE_KINDS.has(kind)),
    );
    if (nodes.length === 0) return [base];
    return nodes.map((document) => {
      const flagged = withFlags(base, registrationWords(document));
      return nodes.length === 1 ? flagged : { ...flagged, part: nameOfDocument(document) };
    });
  },
};

export const KUBEADM_CONFIG_MAP: Form = {
  reads: "the ConfigMap kubelet-config",
  load({ name, documents, read }) {
    return documents.flatMap((document) => {
      const text = memberAt(document, "data", "kubelet");
      if (document.kind !== "ConfigMap" || typeof text !== "string") return [];
      return [{ ...read({ name: `${name} data.kubelet`, text }), form: "ConfigMap" as const }];
    });
  },
};

export const CLUSTER_API_KUBEADM: Form = {
  reads: "Cluster API KubeadmConfig, KubeadmConfigTemplate, KubeadmControlPlane",
  load(input) {
    return input.documents.flatMap((document) => {
      const path = CLUSTER_API.get(document.kind);
      if (path === undefined || !CLUSTER_API_GROUPS.some((group) => isOfGroup(document, group))) {
        return [];
      }
      return ofSpec(input, document, memberAt(document, ...path));
    });
  },
};

/** The first control plane node is made by init, all others by join; their flags may differ. */
function ofSpec(input: FormInput, document: Members, spec: unknown): LoadedConfiguration[] {
  const { name } = input;
  const { base, notes } = fileOf(input, spec);
  const part = nameOfDocument(document);
  const made = ["initConfiguration", "joinConfiguration"].flatMap((key) => {
    const configuration = memberAt(spec, key);
    if (!isMembers(configuration)) return [];
    return [{ ...withFlags(base, registrationWords(configuration)), part: `${part} ${key}` }];
  });
  const all = made.length > 0 ? made : [{ ...base, part }];
  const [first, second] = all;
  const same = JSON.stringify(first?.configuration) === JSON.stringify(second?.configuration);
  const kept = all.length === 2 && same && first !== undefined ? [{ ...first, part }] : all;
  return kept.map((each) => ({
    ...each,
    notes: [note(name, IN_CLUSTER), ...notes, ...each.notes],
  }));
}

/** kubeadm's patches of the KubeletConfiguration, which its `files` may write. */
const PATCH = /\/kubeletconfiguration[^/]*\+(strategic|merge)\.(?:ya?ml|json)$/;

function fileOf(
  { name, read }: FormInput,
  spec: unknown,
): { base: LoadedConfiguration; notes: Note[] } {
  const files = memberAt(spec, "files");
  const notes: Note[] = [];
  let base = loaded("Cluster API", {});
  for (const file of Array.isArray(files) ? files : []) {
    const { path, content, contentFrom, encoding } = isMembers(file) ? file : {};
    if (typeof path !== "string" || !/kubelet/i.test(path)) continue;
    if (!PATCH.test(path)) {
      notes.push(note(name, `the file ${path} is not read here.`));
    } else if (typeof content !== "string" || contentFrom !== undefined || encoding !== undefined) {
      notes.push(note(name, `the patch ${path} is not plain text and is not read here.`));
    } else {
      const { configuration } = read({ name: `${name} ${path}`, text: content });
      base = { ...base, configuration: { ...base.configuration, ...configuration } };
      notes.push(note(name, `the patch ${path} is applied.`));
    }
  }
  return { base, notes };
}

/** `kubeletExtraArgs` is a map until v1beta3, and a list of name and value since v1beta4. */
function registrationWords(document: Members): string[] {
  const given = memberAt(document, "nodeRegistration", "kubeletExtraArgs");
  const pairs = Array.isArray(given)
    ? given
        .filter(isMembers)
        .map(({ name, value }): [string, unknown] => [textsOf(name).join(), value])
    : Object.entries(isMembers(given) ? given : {});
  return pairs.flatMap(([flag, value]) => textsOf(value).map((text) => `--${flag}=${text}`));
}
