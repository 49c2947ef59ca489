/** What the kubelet itself reads or answers. */
import { isMembers } from "../members.ts";
import { type Form, loaded, nameOfDocument, note } from "./form.ts";
import { isOfKubeadm } from "./kubeadm.ts";

const KIND = "KubeletConfiguration";

export const KUBELET_CONFIGURATION: Form = {
  reads: "KubeletConfiguration (YAML, JSON)",
  load({ name, documents }) {
    const own = documents.filter(({ kind }) => kind === KIND);
    const [counts] = own;
    // kubeadm takes it out of a file of its own.
    if (counts === undefined || documents.some(isOfKubeadm)) return [];
    const others = documents.length - 1;
    const first = documents[0];
    const notes =
      others === 0
        ? []
        : first === counts
          ? [note(name, `it holds ${others + 1} documents; the kubelet reads only the first.`)]
          : [note(name, `its first document is ${nameOfDocument(first ?? {})}: ${AS_A_FILE}.`)];
    return [loaded(KIND, counts, ...notes)];
  },
};

const ANSWERED = "is the kubelet's own answer: its defaults, files and flags are in it.";
const AS_A_FILE = "a kubelet whose --config names this file would stop there";

export const CONFIGZ: Form = {
  reads: "the answer of /configz",
  load({ name, documents }) {
    return documents.flatMap(({ kubeletconfig }) =>
      isMembers(kubeletconfig)
        ? [
            loaded("configz", kubeletconfig, {
              origin: name,
              sentence: `${name} ${ANSWERED}`,
            }),
          ]
        : [],
    );
  },
};
