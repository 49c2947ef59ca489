/** OpenShift 4 MachineConfig: kubelet configurations among its files. */

import { isMembers, type Members, memberAt } from "../../json/untyped.ts";
import { ConfigurationError, NoConfigurationError } from "../error.ts";
import type { InnerTexts } from "../innerTexts.ts";
import type { LoadedConfiguration } from "../loaded.ts";
import type { FormInput } from "./form.ts";
import { type Form, nameOfDocument, note } from "./form.ts";
import { gunzipped } from "./gunzip.ts";

/** Where OpenShift keeps the configuration of its kubelets. */
const KUBELET_FILE =
  /^\/etc\/(?:kubernetes\/)?(?:kubelet\.conf|kubelet-config\.ya?ml)$|kubelet\.conf\.d\//;

export const MACHINE_CONFIG: Form = {
  reads: "OpenShift 4 MachineConfig (files), templates of the Machine Config Operator",
  load(input) {
    return input.documents.flatMap((document) => [
      ...ofMachineConfig(input, document),
      ...ofTemplate(input, document),
    ]);
  },
};

function ofMachineConfig(input: FormInput, document: Members): LoadedConfiguration[] {
  if (document.kind !== "MachineConfig") return [];
  const files = memberAt(document, "spec", "config", "storage", "files");
  const found = (Array.isArray(files) ? files : [])
    .filter(isMembers)
    .filter(({ path }) => typeof path === "string" && KUBELET_FILE.test(path));
  if (found.length === 0) {
    throw new NoConfigurationError(
      `${input.name}: ${nameOfDocument(document)} has no file that configures a kubelet; ` +
        "give the rendered MachineConfig of the pool, which has /etc/kubernetes/kubelet.conf.",
    );
  }
  return found.map((file) => {
    const path = String(file.path);
    const text = textOfFile(`${input.name} ${path}`, file, input.inner);
    return ofFile(input, `${nameOfDocument(document)} ${path}`, path, text);
  });
}

/** One file of the operator's templates: a path, and its contents in the document itself. */
function ofTemplate(input: FormInput, document: Members): LoadedConfiguration[] {
  const { path, kind } = document;
  const text = memberAt(document, "contents", "inline");
  if (kind !== undefined || typeof path !== "string" || typeof text !== "string") return [];
  if (!KUBELET_FILE.test(path)) return [];
  return [ofFile(input, path, path, withoutTemplate(text))];
}

/** Statements of the template language go, and its values become texts. */
function withoutTemplate(text: string): string {
  return text
    .replace(/^[ \t]*\{\{[^{}\n]*\}\}[ \t]*$/gm, "")
    .replace(/\{\{[^{}\n]*\}\}/g, "template");
}

function ofFile(
  { name, read }: FormInput,
  part: string,
  path: string,
  text: string,
): LoadedConfiguration {
  const made = read({ name: `${name} ${path}`, text });
  const sizing = note(
    name,
    "OpenShift sets systemReserved in another file of the node, computed from the " +
      "machine if automatic sizing is on. It is not known here; give --system-reserved.",
  );
  return { ...made, form: "MachineConfig", part, notes: [...made.notes, sizing] };
}

/** Ignition: a `data:` URL, percent-encoded or in base64, and perhaps compressed. */
function textOfFile(name: string, file: Members, inner: InnerTexts): string {
  const inline = memberAt(file, "contents", "inline");
  if (typeof inline === "string") return inline;
  const source = memberAt(file, "contents", "source");
  const found = /^data:([^,]*),([\s\S]*)$/.exec(typeof source === "string" ? source : "");
  if (found?.[2] === undefined) {
    throw new ConfigurationError(`${name}: its contents are not in the document; give that file.`);
  }
  const isGzip = memberAt(file, "contents", "compression") === "gzip";
  const bytes = bytesOfUrl(found[1] ?? "", found[2]);
  const unpacked = isGzip && bytes !== null ? gunzipped(bytes, inner.left) : bytes;
  if (unpacked === "too large") throw inner.refused(name);
  const text = unpacked === null ? null : textOfBytes(unpacked);
  if (text !== null) return text;
  throw new ConfigurationError(`${name}: its data: URL cannot be decoded; give the file itself.`);
}

function bytesOfUrl(parameters: string, encoded: string): Uint8Array | null {
  try {
    const plain = decodeURIComponent(encoded);
    if (!parameters.endsWith(";base64")) return new TextEncoder().encode(plain);
    return Uint8Array.from(atob(plain), (each) => each.charCodeAt(0));
  } catch {
    return null;
  }
}

function textOfBytes(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
