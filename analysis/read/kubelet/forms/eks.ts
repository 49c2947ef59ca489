/** Amazon EKS: what nodeadm makes of a NodeConfig on AL2023. */

import { isMembers, type Members, memberAt, mergePatch } from "../../json/untyped.ts";
import { ConfigurationError } from "../error.ts";
import type { LoadedConfiguration, Note } from "../loaded.ts";
import {
  addedBy,
  type Form,
  type FormInput,
  isOfGroup,
  loaded,
  membersOrNone,
  note,
  textsOf,
  withFlags,
} from "./form.ts";

export const NODEADM_GROUP = "node.eks.aws";

/** What nodeadm writes whatever the NodeConfig says, as far as it matters here. */
const WRITTEN = {
  evictionHard: {
    "memory.available": "100Mi",
    "nodefs.available": "10%",
    "nodefs.inodesFree": "5%",
  },
  protectKernelDefaults: true,
  kubeReservedCgroup: "/runtime",
  systemReservedCgroup: "/system",
} as const;

/** MiB that nodeadm and Bottlerocket reserve for a kubelet, and for each pod it may run. */
const RESERVED_MEBIBYTES = 255;
const RESERVED_MEBIBYTES_PER_POD = 11;
const RESERVED_STORAGE = "1Gi";
/** Reserved share of each further core, in hundredths of a percent: 1st, 2nd, 3rd and 4th, rest. */
const CPU_SHARES = [
  { upTo: 1000, share: 600 },
  { upTo: 2000, share: 100 },
  { upTo: 4000, share: 50 },
  { upTo: Number.POSITIVE_INFINITY, share: 25 },
];

export const EKS: Form = {
  reads: "EKS NodeConfig",
  load(input) {
    return input.documents
      .filter((document) => document.kind === "NodeConfig")
      .filter((document) => isOfGroup(document, NODEADM_GROUP) || isMembers(document.spec))
      .map((document) => nodeadmConfiguration(input, [document]));
  },
};

/** NodeConfigs of one user data are merged in their order; flags are appended. */
export function nodeadmConfiguration(
  { name, node }: Pick<FormInput, "name" | "node">,
  nodeConfigs: readonly Members[],
): LoadedConfiguration {
  let given: unknown = {};
  const flags: string[] = [];
  for (const { spec } of nodeConfigs) {
    const kubelet = membersOrNone(memberAt(spec, "kubelet"), name, "spec.kubelet");
    given = mergeDocuments(given, membersOrNone(kubelet.config, name, "spec.kubelet.config"));
    flags.push(...textsOf(kubelet.flags));
  }
  const { kubeReserved, notes } = eksReservation(name, "nodeadm", node.capacity);
  const written = { ...WRITTEN, kubeReserved };
  // A drop-in: it comes too late to turn the kubelet's own defaults on.
  const { mergeDefaultEvictionSettings: _, ...patch } = given as Members;
  const configuration = mergePatch(written, patch) as Members;
  const base = loaded(
    "NodeConfig",
    configuration,
    ...addedBy(name, "nodeadm", WRITTEN),
    ...mergedNotes(name, patch, configuration),
    ...unlessGiven(notes, memberAt(patch, "kubeReserved")),
  );
  return withFlags(base, flags);
}

/** The AMIs before AL2023: bootstrap.sh writes the same file, and `words` are flags over it. */
export function al2Configuration(
  { name, node }: Pick<FormInput, "name" | "node">,
  words: readonly string[],
): LoadedConfiguration {
  const { evictionHard } = WRITTEN;
  const { kubeReserved, notes } = eksReservation(name, "bootstrap.sh", node.capacity);
  const base = loaded(
    "user data",
    { evictionHard, kubeReserved },
    ...addedBy(name, "bootstrap.sh", { evictionHard }),
  );
  const made = withFlags(base, words);
  const isReserved = made.replacedByFlags.includes("kubeReserved");
  return isReserved ? made : { ...made, notes: [...made.notes, ...notes] };
}

/** The kubelet's own default for images is the one that nodeadm does not write. */
function mergedNotes(name: string, patch: Members, { evictionHard }: Members): Note[] {
  const isMerged = Object.keys(patch).length > 0;
  const hasImages = memberAt(evictionHard, "imagefs.available") !== undefined;
  return [
    ...(isMerged ? [note(name, "spec.kubelet.config is merged over that, member by member.")] : []),
    ...(hasImages ? [] : [note(name, "there is no imagefs threshold in the result.")]),
  ];
}

/** Unlike in the drop-in that is made of it, null is a value like any other here. */
function mergeDocuments(target: unknown, source: unknown): unknown {
  if (!isMembers(target) || !isMembers(source)) return source;
  const fields = Object.entries(source).map(([name, value]) => [
    name,
    mergeDocuments(target[name], value),
  ]);
  return { ...target, ...Object.fromEntries(fields) };
}

function unlessGiven(notes: readonly Note[], reserved: unknown): readonly Note[] {
  const isGiven = isMembers(reserved) && "memory" in reserved && "cpu" in reserved;
  return isGiven ? [] : notes;
}

/** kubeReserved as EKS computes it on the instance, as far as the instance is known. */
export function eksReservation(
  name: string,
  system: string,
  capacity: Readonly<Record<string, string>> = {},
): { readonly kubeReserved: Members; readonly notes: readonly Note[] } {
  const cores = coresOf(name, capacity.cpu);
  const pods = podsOf(name, capacity.pods);
  const kubeReserved = {
    "ephemeral-storage": RESERVED_STORAGE,
    ...(cores === undefined ? {} : { cpu: `${reservedMillicores(cores)}m` }),
    ...(pods === undefined ? {} : { memory: `${reservedMebibytes(pods)}Mi` }),
  };
  const missing = [
    ...(pods === undefined
      ? [
          `memory (${RESERVED_MEBIBYTES}Mi and ${RESERVED_MEBIBYTES_PER_POD}Mi for each pod ` +
            "that the instance type allows)",
        ]
      : []),
    ...(cores === undefined ? ["cpu (a share of the cores)"] : []),
  ];
  const notes =
    missing.length === 0
      ? []
      : [
          note(
            name,
            `${system} computes kubeReserved on the instance; ${missing.join(" and ")} ` +
              "is not known here: give --capacity cpu=4,pods=58, or --kube-reserved.",
          ),
        ];
  return { kubeReserved, notes };
}

export function reservedMebibytes(pods: number): number {
  return RESERVED_MEBIBYTES + RESERVED_MEBIBYTES_PER_POD * pods;
}

function reservedMillicores(cores: number): number {
  let from = 0;
  let reserved = 0;
  for (const { upTo, share } of CPU_SHARES) {
    const within = Math.max(0, Math.min(cores, upTo) - from);
    reserved += Math.floor((within * share) / 10000);
    from = upTo;
  }
  return reserved;
}

function coresOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const found = /^(\d+(?:\.\d+)?)(m?)$/.exec(text);
  if (found === null)
    throw new ConfigurationError(
      `${name}: cpu=${text} is not a number of cores; write --capacity cpu=4.`,
    );
  return Math.round(Number(found[1]) * (found[2] === "m" ? 1 : 1000));
}

function podsOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new ConfigurationError(`${name}: pods=${text} is not a number; write --capacity pods=58.`);
}
