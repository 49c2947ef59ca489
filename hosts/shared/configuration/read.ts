import type { ConfigurationText, LoadedConfiguration, NodeDescription } from "../configuration.ts";
import { ConfigurationError, NoConfigurationError } from "./error.ts";
import { hasKubeletField } from "./fieldNames.ts";
import { isFlagsText, readFlags } from "./flagsText.ts";
import { bottlerocketConfiguration } from "./forms/bottlerocket.ts";
import { type FormInput, loaded, nameOfDocument } from "./forms/form.ts";
import { FORMS } from "./forms/index.ts";
import { bootConfiguration, looksLikeMime, looksLikeScript } from "./forms/mime.ts";
import { kubernetesSettings, looksLikeToml } from "./forms/toml.ts";
import { isMembers, type Members, memberAt } from "./members.ts";
import { documentsOf } from "./yaml.ts";

/** A member of a document that says what the document is, for those that have no kind. */
const TELLTALES: readonly [what: string, path: readonly string[]][] = [
  ["a stats Summary", ["node", "nodeName"]],
  ["an answer of Prometheus", ["data", "resultType"]],
  ["a capture", ["plimsoll"]],
];
const NAMES_SHOWN = 5;
/** Documents whose texts hold documents: a ConfigMap in a MachineConfig is the deepest there is. */
const INNER_TEXTS_MAX = 4;

/**
 * Reads the one configuration that a text holds; throws ConfigurationError with a line and column
 * where it can, and with their names when the text describes several kinds of node.
 */
export function readConfiguration(
  source: ConfigurationText,
  node: NodeDescription = {},
): LoadedConfiguration {
  return readOne(source, node, 0);
}

function readOne(
  source: ConfigurationText,
  node: NodeDescription,
  depth: number,
): LoadedConfiguration {
  const [first, ...others] = readAll(source, node, depth);
  if (first === undefined) throw new ConfigurationError(`${source.name} is empty.`);
  if (others.length === 0) return first;
  const names = [first, ...others].map(({ part, form }) => part ?? form).join(", ");
  throw new ConfigurationError(
    `${source.name} holds ${others.length + 1} kubelet configurations (${names}); ` +
      "leave one of them.",
  );
}

/** Reads any of the forms: one configuration for each kind of node that the text describes. */
export function readConfigurations(
  source: ConfigurationText,
  node: NodeDescription = {},
): readonly LoadedConfiguration[] {
  return readAll(source, node, 0);
}

function readAll(
  { name, text }: ConfigurationText,
  node: NodeDescription,
  depth: number,
): readonly LoadedConfiguration[] {
  if (depth > INNER_TEXTS_MAX) {
    throw new ConfigurationError(
      `${name}: texts stand inside texts too deeply; give the last one.`,
    );
  }
  // A byte order mark, which some editors write, belongs to no form.
  const source = { name, text: text.replace(/^\uFEFF/, "") };
  const first = firstLine(source.text);
  if (first === undefined) {
    throw new NoConfigurationError(`${name} is empty; write {} to mean the defaults.`);
  }
  if (looksLikeMime(first) || looksLikeScript(source.text.trimStart())) {
    return [bootConfiguration({ name, node }, source.text.trimStart())];
  }
  if (looksLikeToml(first)) {
    return [bottlerocketConfiguration(name, kubernetesSettings(source), node)];
  }
  if (isFlagsText(first)) return [readFlags(source)];
  return ofDocuments(source, node, depth);
}

function firstLine(text: string): string | undefined {
  return text
    .split(/\r?\n/)
    .find((line) => !/^\s*(?:[#;].*)?$/.test(line))
    ?.trim();
}

function ofDocuments(
  source: ConfigurationText,
  node: NodeDescription,
  depth: number,
): readonly LoadedConfiguration[] {
  const { name } = source;
  const { values, notes } = documentsOf(source);
  const all = values.flatMap(itemsOf);
  const documents = all.filter(isMembers);
  const input: FormInput = {
    name,
    documents,
    node,
    read: (inner) => readOne(inner, node, depth + 1),
  };
  const found = FORMS.flatMap((form) => form.load(input));
  const configurations = found.length > 0 ? found : [bareFields(all, name)];
  return configurations.map((each) => ({ ...each, notes: [...notes, ...each.notes] }));
}

/** Fields without a kind, as people paste them; the kubelet itself would refuse them. */
function bareFields(documents: readonly unknown[], name: string): LoadedConfiguration {
  const [document] = documents;
  const isBare = documents.length === 1 && isMembers(document) && document.kind === undefined;
  if (isBare && (hasKubeletField(document) || Object.keys(document).length === 0)) {
    return loaded("KubeletConfiguration", document, {
      origin: name,
      sentence: `${name} has no kind; it is read as a KubeletConfiguration.`,
    });
  }
  const held = [...new Set(documents.map(described))].slice(0, NAMES_SHOWN).join(", ");
  throw new NoConfigurationError(
    `${name} holds no kubelet configuration (it holds ${held || "nothing"}); ` +
      "give a KubeletConfiguration, the answer of configz, or one of the forms in check --help.",
  );
}

/** `kubectl get -o yaml` wraps several objects in a List. */
function itemsOf(document: unknown): readonly unknown[] {
  if (!isMembers(document)) return [document];
  const { kind, items } = document;
  const isList = typeof kind === "string" && kind.endsWith("List") && Array.isArray(items);
  return isList && items.length > 0 ? items : [document];
}

function described(document: unknown): string {
  if (!isMembers(document)) return "no object";
  if (document.kind !== undefined) return nameOfDocument(document);
  const telltale = TELLTALES.find(([, path]) => memberAt(document, ...path) !== undefined);
  return telltale?.[0] ?? `an object with ${membersShown(document)}`;
}

function membersShown(document: Members): string {
  const names = Object.keys(document);
  const shown = names.slice(0, NAMES_SHOWN).map((each) => each.slice(0, 40));
  return `${shown.join(", ")}${names.length > NAMES_SHOWN ? ", …" : ""}`;
}
