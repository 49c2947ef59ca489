/** Talos: `machine.kubelet` of a machine configuration, and the KubeletConfig document. */
import { isMembers, type Members, memberAt } from "../../json/untyped.ts";
import {
  addedBy,
  type Form,
  loaded,
  membersOrNone,
  note,
  remaining,
  withFlags,
  wordsOfArguments,
} from "./form.ts";

const RESERVED = { cpu: "50m", pid: "100", "ephemeral-storage": "256Mi" } as const;
const RESERVED_MEMORY = { worker: "384Mi", controlplane: "512Mi" } as const;

export const TALOS: Form = {
  reads: "Talos machine configuration",
  load({ name, documents }) {
    const machines = documents.filter(isMachine);
    const kubelets = documents.filter(isKubeletDocument);
    if (machines.length === 0 && kubelets.length === 0) return [];
    const machine = memberAt(machines[0], "machine");
    const kubelet =
      kubelets[0] ?? membersOrNone(memberAt(machine, "kubelet"), name, "machine.kubelet");
    const extra = kubelets.length > 0 ? kubelet.config : kubelet.extraConfig;
    const given = membersOrNone(extra, name, "the extra configuration");
    const type = memberAt(machine, "type");
    const isControlPlane = type === "controlplane" || type === "init";
    const memory = RESERVED_MEMORY[isControlPlane ? "controlplane" : "worker"];
    // Talos looks at whether systemReserved has any member, not at each one.
    const reserved = Object.keys(
      membersOrNone(given.systemReserved, name, "systemReserved"),
    ).length;
    const settings = {
      ...(reserved === 0 ? { systemReserved: { ...RESERVED, memory } } : {}),
      failSwapOn: false,
      protectKernelDefaults: true,
    };
    const kept = remaining(settings, reserved === 0 ? { ...given, systemReserved: null } : given);
    const words = wordsOfArguments(membersOrNone(kubelet.extraArgs, name, "extraArgs"));
    const isPatch = machines.length > 0 && machines[0]?.version === undefined;
    const notes = isPatch ? [note(name, PATCH)] : [];
    const base = loaded("Talos", { ...given, ...kept }, ...addedBy(name, "Talos", kept), ...notes);
    return [withFlags(base, words)];
  },
};

const PATCH = "it is a patch: the settings of the machine configuration are not known here.";

function isMachine(document: Members): boolean {
  const { machine, kind, version } = document;
  if (kind !== undefined || !isMembers(machine)) return false;
  return version === "v1alpha1" || isMembers(machine.kubelet);
}

function isKubeletDocument({ kind, apiVersion }: Members): boolean {
  return kind === "KubeletConfig" && apiVersion === "v1alpha1";
}
