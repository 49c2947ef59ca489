import type { Finding } from "../../../engine/decision.ts";
import { JsonNumber, JsonObject, type JsonTree } from "../../json/tree.ts";
import { isRegistered, type Release } from "./facts.ts";
import { quoted } from "./goText.ts";

const KIND = "KubeletConfiguration";
/** The rule of a document that does not say what it is. */
export const MISSING = "type-meta-missing";
const VERSION = "kubelet.config.k8s.io/v1beta1";

/** Why the kubelet does not take a document for its configuration; undefined when it does. */
export function typeMetaError(tree: JsonTree, release: Release): Finding | undefined {
  const names = tree === null ? new JsonObject([]) : tree;
  if (!(names instanceof JsonObject)) {
    const message = `${PARSE}json: cannot unmarshal ${typeName(tree)} into Go value of type struct`;
    return { rule: "type-meta", path: "$", message };
  }
  const found = namesOf(names);
  return "rule" in found ? found : registeredError(found.apiVersion, found.kind, release);
}

const PARSE = "couldn't get version/kind; json parse error: ";

function registeredError(version: string, kind: string, release: Release): Finding | undefined {
  const parts = version.split("/");
  if (parts.length > 2) {
    const message = `unexpected GroupVersion string: ${version}`;
    return { rule: "type-meta", path: "apiVersion", message };
  }
  if (kind === "") return { rule: MISSING, path: "kind", message: "Object 'Kind' is missing" };
  if (parts.at(-1) === "") {
    return { rule: MISSING, path: "apiVersion", message: "Object 'apiVersion' is missing" };
  }
  if (!isRegistered(version, kind, release)) {
    const message = `no kind ${quoted(kind)} is registered for version ${quoted(version)}`;
    return { rule: "type-meta", path: kind === KIND ? "apiVersion" : "kind", message };
  }
  if (kind === KIND && version === VERSION) return undefined;
  const [group, name] = parts.length > 1 ? parts : ["", version];
  const message =
    "failed to cast object to KubeletConfiguration, unexpected type: " +
    `${group}/${name}, Kind=${kind}`;
  return { rule: "type-meta", path: "kind", message };
}

/** These two members alone are found in any case; of several the last counts, null is nothing. */
function namesOf(
  tree: JsonObject,
): { readonly apiVersion: string; readonly kind: string } | Finding {
  const names = { apiVersion: "", kind: "" };
  for (const [member, value] of tree.members) {
    const name = (["apiVersion", "kind"] as const).find((each) => folded(each) === folded(member));
    if (name === undefined || value === null) continue;
    if (typeof value !== "string") {
      const message =
        `${PARSE}json: cannot unmarshal ${typeName(value)} into Go struct field .${name} ` +
        "of type string";
      return { rule: "type-meta", path: member, message };
    }
    names[name] = value;
  }
  return names;
}

function folded(name: string): string {
  return name.toUpperCase().toLowerCase();
}

function typeName(value: JsonTree): string {
  if (value instanceof JsonNumber) return "number";
  if (value instanceof JsonObject) return "object";
  if (Array.isArray(value)) return "array";
  return typeof value === "boolean" ? "bool" : "string";
}
