import { nestsDeeperThan } from "../json/levels.ts";
import { isMembers, type Members } from "../json/untyped.ts";
import { TEXT_BYTES_MAX } from "../recognize/text.ts";
import { isFlagsText } from "./flagsText.ts";
import { configzOf } from "./forms/configz.ts";
import { isOfGroup, loaded } from "./forms/form.ts";
import type { ConfigurationText, LoadedConfiguration } from "./loaded.ts";

/** More than a KubeletConfiguration has, and less than any reader of JSON minds. */
const LEVELS = 16;
const encoder = new TextEncoder();

/**
 * What a kubelet answers, or a KubeletConfiguration, where the text is plain JSON; null for every
 * other text. `readConfiguration` reads the same, with all that other texts need: a daemon whose
 * kubelet answers loads none of it.
 */
export function readKubeletJson({ name, text }: ConfigurationText): LoadedConfiguration | null {
  const document = plainJson(text);
  if (!isMembers(document)) return null;
  const { kubeletconfig, ...others } = document;
  if (isMembers(kubeletconfig) && Object.keys(others).length === 0) {
    return configzOf(name, kubeletconfig);
  }
  return isOfKubelet(document) ? loaded("KubeletConfiguration", document) : null;
}

/** Other forms know their documents by the group, of whatever kind these are. */
function isOfKubelet({ apiVersion, kind, kubeletconfig }: Members): boolean {
  const isOwn = apiVersion === undefined || isOfGroup({ apiVersion }, "kubelet.config.k8s.io");
  return isOwn && kind === "KubeletConfiguration" && kubeletconfig === undefined;
}

/**
 * The value of a text that is rewritten unchanged. In such a text no key occurs twice, and
 * no number is one that YAML reads otherwise.
 */
function plainJson(text: string): unknown {
  if (!text.startsWith("{") || text.length > TEXT_BYTES_MAX || isFlagsText(text)) return null;
  if (nestsDeeperThan(LEVELS, encoder.encode(text))) return null;
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
