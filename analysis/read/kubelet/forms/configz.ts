/** What the kubelet itself answers. */

import { isMembers, type Members } from "../../json/untyped.ts";
import type { LoadedConfiguration } from "../loaded.ts";
import { type Form, loaded } from "./form.ts";

const ANSWERED = "is the kubelet's own answer: it includes defaults, files and flags.";

export const CONFIGZ: Form = {
  reads: "the answer of /configz",
  load({ name, documents }) {
    return documents.flatMap(({ kubeletconfig }) =>
      isMembers(kubeletconfig) ? [configzOf(name, kubeletconfig)] : [],
    );
  },
};

/** Reads the only member of the answer. */
export function configzOf(name: string, kubeletconfig: Members): LoadedConfiguration {
  const sentence = `${name} ${ANSWERED}`;
  return loaded("configz", kubeletconfig, { origin: name, sentence });
}
