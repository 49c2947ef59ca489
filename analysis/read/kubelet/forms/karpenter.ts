/** Karpenter on AWS and on Azure: `spec.kubelet` of a node class, and of older NodePools. */

import { isMembers, type Members, memberAt } from "../../json/untyped.ts";
import { NoConfigurationError } from "../error.ts";
import type { LoadedConfiguration } from "../loaded.ts";
import { bottlerocketConfiguration } from "./bottlerocket.ts";
import { al2Configuration, nodeadmConfiguration } from "./eks.ts";
import {
  addedBy,
  type Form,
  type FormInput,
  isOfGroup,
  kindsOfNode,
  loaded,
  membersOrNone,
  nameOfDocument,
  note,
  wordsOfMembers,
} from "./form.ts";
import { nodeConfigsOf } from "./mime.ts";
import { kubernetesSettings } from "./toml.ts";

const CORE_GROUP = "karpenter.sh";

const AKS_SETTINGS = { evictionHard: { "memory.available": "750Mi" } } as const;

/** Maps of the kubelet's fields to the settings of Bottlerocket. */
const BOTTLEROCKET: Readonly<Record<string, string>> = {
  evictionHard: "eviction-hard",
  evictionSoft: "eviction-soft",
  evictionSoftGracePeriod: "eviction-soft-grace-period",
  evictionMaxPodGracePeriod: "eviction-max-pod-grace-period",
  kubeReserved: "kube-reserved",
  systemReserved: "system-reserved",
  maxPods: "max-pods",
};

export const KARPENTER: Form = {
  reads: "Karpenter EC2NodeClass, AKSNodeClass, NodePool (v1beta1)",
  load(input) {
    const { documents } = input;
    const classes = documents.filter(
      ({ kind }) => kind === "EC2NodeClass" || kind === "AKSNodeClass",
    );
    const own = documents.filter((document) => isOfGroup(document, CORE_GROUP));
    const pools = kindsOfNode(input.name, own);
    const ofPools = pools.map((pool) => ofPool(input, pool, classes));
    const used = new Set(ofPools.map((each) => each?.nodeClass));
    const configurations = [
      ...classes.filter((each) => !used.has(each)).map((document) => ofClass(input, document)),
      ...ofPools.flatMap((each) => (each === undefined ? [] : [each.configuration])),
    ];
    const [pool] = pools;
    if (configurations.length > 0 || pool === undefined) return configurations;
    throw new NoConfigurationError(
      `${input.name}: a ${String(pool.kind)} of this version holds no kubelet configuration; ` +
        "give the EC2NodeClass or AKSNodeClass that its nodeClassRef names.",
    );
  },
};

/** Until v1beta1 the kubelet was in the NodePool, next to a reference to its class. */
function ofPool(input: FormInput, pool: Members, classes: readonly Members[]) {
  const spec = memberAt(pool, "spec", "template", "spec") ?? pool.spec;
  const kubelet = memberAt(spec, "kubelet") ?? memberAt(spec, "kubeletConfiguration");
  if (!isMembers(kubelet)) return undefined;
  const wanted = memberAt(spec, "nodeClassRef", "name");
  const nodeClass = classes.find(({ metadata }) => memberAt(metadata, "name") === wanted);
  const settings = { ...membersOrNone(nodeClass?.spec, input.name, "spec"), kubelet };
  const kind = nodeClass?.kind ?? "EC2NodeClass";
  const made = ofClass(input, { kind, spec: settings });
  return { nodeClass, configuration: { ...made, part: nameOfDocument(pool) } };
}

function ofClass(input: FormInput, document: Members): LoadedConfiguration {
  const { name } = input;
  const part = nameOfDocument(document);
  const spec = membersOrNone(document.spec, name, "spec");
  const given = membersOrNone(spec.kubelet, name, "spec.kubelet");
  if (document.kind === "AKSNodeClass") {
    return { ...ofAzure(name, given), part };
  }
  return { ...byFamily(input, spec, given), form: "Karpenter", part };
}

function byFamily(input: FormInput, spec: Members, given: Members): LoadedConfiguration {
  const { name, node } = input;
  const family = familyOf(spec);
  const bootText = typeof spec.userData === "string" ? spec.userData : "";
  input.inner.take(`${name} userData`, bootText.length, 1);
  if (family === "al2023") {
    // Karpenter's own NodeConfig comes last, so that it wins over the user data.
    const own = { spec: { kubelet: { config: given } } };
    return nodeadmConfiguration(input, [
      ...nodeConfigsOf({ name: `${name} userData`, text: bootText }),
      own,
    ]);
  }
  if (family === "bottlerocket") {
    const settings = Object.entries(BOTTLEROCKET).flatMap(([member, setting]) =>
      given[member] === undefined ? [] : [[setting, given[member]]],
    );
    const source = { name: `${name} userData`, text: bootText };
    const base = bootText === "" ? {} : kubernetesSettings(source);
    const merged = { ...base, ...Object.fromEntries(settings) };
    return bottlerocketConfiguration(name, merged, node);
  }
  if (family === "al2") return al2Configuration(input, wordsOfMembers(given));
  const known = family === undefined ? "of a kind that the document does not name" : `"${family}"`;
  return loaded(
    "Karpenter",
    given,
    note(
      name,
      `its images are ${known}: the settings of the image and its user data are not known ` +
        "here, and settings that spec.kubelet lacks have the kubelet's defaults; compare " +
        "with configz.",
    ),
  );
}

/** `amiFamily: AL2023`, or the alias of an image such as `al2023@latest`. */
function familyOf(spec: Members): string | undefined {
  if (typeof spec.amiFamily === "string") return spec.amiFamily.toLowerCase();
  const terms = Array.isArray(spec.amiSelectorTerms) ? spec.amiSelectorTerms : [];
  const alias = terms.map((term) => memberAt(term, "alias")).find((each) => each !== undefined);
  return typeof alias === "string" ? alias.split("@")[0]?.toLowerCase() : undefined;
}

function ofAzure(name: string, given: Members): LoadedConfiguration {
  return loaded(
    "Karpenter",
    { ...AKS_SETTINGS, ...given },
    ...addedBy(name, "Karpenter on Azure", AKS_SETTINGS),
    note(name, UNKNOWN_ON_AZURE),
  );
}

const UNKNOWN_ON_AZURE =
  "kubeReserved is computed from the size of the machine, and nodes made through the AKS machine " +
  "API have the thresholds of AKS instead: neither is known here; compare with configz.";
