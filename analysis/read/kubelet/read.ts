import { isMembers, type Members, memberAt } from "../json/untyped.ts";
import { codeIn, codeNotes } from "./codeIn.ts";
import { ConfigurationError, NoConfigurationError } from "./error.ts";
import { hasKubeletField } from "./fieldNames.ts";
import { FLAG_NAMES } from "./flags.ts";
import { isFlagsText, readFlags } from "./flagsText.ts";
import { bottlerocketConfiguration } from "./forms/bottlerocket.ts";
import {
  type FormInput,
  kindsOfNode,
  loaded,
  nameOfDocument,
  withFlags,
  wordsOfArguments,
} from "./forms/form.ts";
import { FORMS } from "./forms/index.ts";
import { bootConfiguration, looksLikeMime, looksLikeScript } from "./forms/mime.ts";
import { kubernetesSettings, looksLikeToml } from "./forms/toml.ts";
import { InnerTexts, type ReadingLimits } from "./innerTexts.ts";
import type { ConfigurationText, LoadedConfiguration, NodeDescription } from "./loaded.ts";
import { namedRelease } from "./namedRelease.ts";
import { foldRepeats } from "./validation/repeats.ts";
import { documentsOf, isJson } from "./yaml.ts";

/** A member of a document that says what the document is, for those that have no kind. */
const TELLTALES: readonly [what: string, path: readonly string[]][] = [
  ["a stats Summary", ["node", "nodeName"]],
  ["an answer of Prometheus", ["data", "resultType"]],
  ["a capture", ["plimsoll"]],
];
const NAMES_SHOWN = 5;

/**
 * Reads the one configuration that a text holds; throws ConfigurationError with a line and column
 * where it can, and with their names when the text describes several kinds of node.
 */
export function readConfiguration(
  source: ConfigurationText,
  node: NodeDescription = {},
  limits: ReadingLimits = {},
): LoadedConfiguration {
  return onlyOne(source, readAll(source, { node, inner: new InnerTexts(limits), depth: 0 }));
}

/** What all texts of one reading share, and how deep this one is nested. */
interface Reading {
  readonly node: NodeDescription;
  readonly inner: InnerTexts;
  readonly depth: number;
}

function readInner(source: ConfigurationText, outer: Reading): LoadedConfiguration {
  const reading = { ...outer, depth: outer.depth + 1 };
  reading.inner.take(source.name, source.text.length, reading.depth);
  return onlyOne(source, readAll(source, reading));
}

function onlyOne(
  source: ConfigurationText,
  [first, ...others]: readonly LoadedConfiguration[],
): LoadedConfiguration {
  if (first === undefined) throw new ConfigurationError(`${source.name} is empty.`);
  if (others.length === 0) return first;
  const names = [first, ...others].map(({ part, form }) => part ?? form).join(", ");
  throw new ConfigurationError(
    `${source.name} holds ${others.length + 1} kubelet configurations (${names}); keep ` +
      "one of them.",
  );
}

/** Reads any of the forms: one configuration for each kind of node that the text describes. */
export function readConfigurations(
  source: ConfigurationText,
  node: NodeDescription = {},
): readonly LoadedConfiguration[] {
  return readAll(source, { node, inner: new InnerTexts({}), depth: 0 });
}

function readAll(
  { name, text }: ConfigurationText,
  reading: Reading,
): readonly LoadedConfiguration[] {
  const { node } = reading;
  // A byte order mark, which some editors write, belongs to no form.
  const whole = { name, text: text.replace(/^\uFEFF/, "") };
  const script = whole.text.trimStart();
  if (looksLikeMime(firstLine(script) ?? "") || looksLikeScript(script)) {
    return [bootConfiguration({ name, node }, script)];
  }
  const code = codeIn(whole.text);
  const around = codeNotes(name, code);
  const source = code === null ? whole : { name, text: code.text };
  return ofText(source, reading).map((each) => ({ ...each, notes: [...around, ...each.notes] }));
}

/** A text of one form, without what a person has written around it. */
function ofText(source: ConfigurationText, reading: Reading): readonly LoadedConfiguration[] {
  const { name, text } = source;
  const first = firstLine(text);
  if (first === undefined) {
    throw new NoConfigurationError(`${name} is empty; write {} to mean the defaults.`);
  }
  if (looksLikeToml(first)) {
    return [bottlerocketConfiguration(name, kubernetesSettings(source), reading.node)];
  }
  return isFlagsText(first) ? [readFlags(source)] : ofDocuments(source, reading);
}

function firstLine(text: string): string | undefined {
  return text
    .split(/\r?\n/)
    .find((line) => !/^\s*(?:[#;].*)?$/.test(line))
    ?.trim();
}

function ofDocuments(source: ConfigurationText, reading: Reading): readonly LoadedConfiguration[] {
  const { name } = source;
  const { values, notes } = documentsOf(source);
  // Notes are about keys that are written twice.
  const folded = notes.length > 0 && isJson(source.text) ? foldRepeats(source.text) : undefined;
  const all = (folded === undefined ? values : [folded]).flatMap(itemsOf);
  const documents = all.filter(isMembers);
  const input: FormInput = {
    name,
    documents,
    node: reading.node,
    inner: reading.inner,
    read: (inner) => readInner(inner, reading),
  };
  const found = kindsOfNode(
    name,
    FORMS.flatMap((form) => form.load(input)),
  );
  const configurations = found.length > 0 ? found : [bareFields(all, name)];
  const release = namedRelease(documents);
  return configurations.map((each) => ({
    ...each,
    ...(release === undefined ? {} : { release }),
    notes: [...notes, ...each.notes],
  }));
}

/** Fields without a kind, as people paste them; the kubelet itself would refuse them. */
function bareFields(documents: readonly unknown[], name: string): LoadedConfiguration {
  const [document] = documents;
  const isBare = documents.length === 1 && isMembers(document) && document.kind === undefined;
  if (isBare && areFlags(document)) {
    const sentence = `${name} has no kind; it is read as flags of the kubelet.`;
    return withFlags(loaded("flags", {}, { origin: name, sentence }), wordsOfArguments(document));
  }
  if (isBare && (hasKubeletField(document) || Object.keys(document).length === 0)) {
    return loaded("KubeletConfiguration", document, {
      origin: name,
      sentence: `${name} has no kind; it is read as a KubeletConfiguration.`,
    });
  }
  const held = [...new Set(documents.map(described))].slice(0, NAMES_SHOWN).join(", ");
  const isOfScheduler = documents.some((each) => isMembers(each) && each.kind === SCHEDULER_KIND);
  const give = isOfScheduler
    ? "give it to schedule --scheduler-config."
    : "give a KubeletConfiguration, the answer of configz, or one of the forms in check --help.";
  throw new NoConfigurationError(
    `${name} holds no kubelet configuration (it holds ${held || "nothing"}); ${give}`,
  );
}

const SCHEDULER_KIND = "KubeSchedulerConfiguration";
const DASHED = /^[a-z]+(?:-[a-z]+)+$/;

/** Flags as a distribution lists them, such as `eviction-hard: memory.available<1Gi`. */
function areFlags(document: Members): boolean {
  const names = Object.keys(document);
  return (
    names.every((each) => DASHED.test(each)) && names.some((each) => FLAG_NAMES.includes(each))
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
