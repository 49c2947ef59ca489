/** OpenShift 3 and 4. */
import { isMembers, memberAt } from "../../json/untyped.ts";
import {
  type Form,
  isOfGroup,
  loaded,
  membersOrNone,
  note,
  withFlags,
  wordsOfArguments,
} from "./form.ts";

const MACHINE_CONFIGURATION = "machineconfiguration.openshift.io";

export const OPENSHIFT_KUBELET_CONFIG: Form = {
  reads: "OpenShift 4 KubeletConfig",
  load({ name, documents }) {
    return documents
      .filter((document) => document.kind === "KubeletConfig")
      .filter((document) => isOfGroup(document, MACHINE_CONFIGURATION) || isMembers(document.spec))
      .map(({ spec }) => {
        const given = membersOrNone(memberAt(spec, "kubeletConfig"), name, "kubeletConfig");
        const sizing =
          memberAt(spec, "autoSizingReserved") === true
            ? [note(name, `autoSizingReserved: systemReserved ${COMPUTED}.`)]
            : [];
        return loaded(
          "KubeletConfig",
          given,
          {
            origin: name,
            sentence:
              `OpenShift merges ${name} into the configuration of its machine pool, which it ` +
              "does not contain: settings that it lacks have the kubelet's defaults here.",
          },
          ...sizing,
        );
      });
  },
};

const COMPUTED = "is computed on each node and is not known here; give it with --system-reserved";

export const OPENSHIFT_NODE_CONFIG: Form = {
  reads: "OpenShift 3 NodeConfig",
  load({ name, documents }) {
    return documents
      .filter(({ kind = "NodeConfig", kubeletArguments }) => {
        return kind === "NodeConfig" && isMembers(kubeletArguments);
      })
      .map(({ kubeletArguments }) => {
        const words = wordsOfArguments(membersOrNone(kubeletArguments, name, "kubeletArguments"));
        return withFlags(loaded("NodeConfig", {}, flagsOnly(name)), words);
      });
  },
};

function flagsOnly(name: string) {
  return {
    origin: name,
    sentence: `${name} contains flags; settings without a flag have the kubelet's defaults.`,
  };
}
