/** What the kubelet itself reads. */
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

const AS_A_FILE = "a kubelet whose --config names this file would stop there";
