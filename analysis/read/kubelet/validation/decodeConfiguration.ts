import type { Finding } from "../../../engine/decision.ts";
import { JsonNumber, JsonObject, type JsonTree } from "../../json/tree.ts";
import type { ConfigurationForm } from "../configuration.ts";
import { type Decoded, decodeMembers } from "./decode.ts";
import { DocumentError, readDocument } from "./document.ts";
import type { Release } from "./facts.ts";
import { MISSING, typeMetaError } from "./typeMeta.ts";

/** What decoding finds in a whole document. */
export interface DecodedConfiguration extends Decoded {
  /** It does not say what it is. The kubelet stops at that; the rest is read nevertheless. */
  readonly untyped?: Finding;
}

/**
 * What the kubelet's decoder finds in a configuration. A file of its own is read as the kubelet
 * reads it, apiVersion and kind included; what another document holds of a configuration is held
 * against its types alone.
 */
export function decodeConfiguration(
  form: ConfigurationForm,
  text: string,
  configuration: Readonly<Record<string, unknown>>,
  release: Release,
): DecodedConfiguration {
  if (form !== "KubeletConfiguration") {
    return decodeMembers(treeOf(configuration) as JsonObject, release);
  }
  try {
    const tree = readDocument(text);
    const error = typeMetaError(tree, release);
    if (error === undefined) return decodeMembers(tree as JsonObject, release);
    const readable = error.rule === MISSING && tree instanceof JsonObject;
    return readable ? { ...decodeMembers(tree, release), untyped: error } : stopped(error);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return stopped({ rule: "document", path: "$", message: error.message });
  }
}

function stopped(error: Finding): Decoded {
  return { errors: [error], warnings: [] };
}

function treeOf(value: unknown): JsonTree {
  if (typeof value === "number" || typeof value === "bigint") return new JsonNumber(String(value));
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.map(treeOf);
  if (typeof value !== "object" || value === null) return null;
  return new JsonObject(Object.entries(value).map(([name, each]) => [name, treeOf(each)]));
}
