import type { ConfigurationText, LoadedConfiguration } from "../configuration.ts";
import { ConfigurationError } from "./error.ts";
import { FORMS, type Form, fromWords, isMembers, loaded, type Members } from "./forms.ts";
import { wordsOf } from "./words.ts";
import { documentsOf } from "./yaml.ts";

/** The first line of a text that is a command line, a systemd unit or a file of variables. */
const COMMANDS: readonly RegExp[] = [
  /^\[[A-Z][A-Za-z]*\]$/, // a section of a unit
  /^(?:export\s+)?[A-Za-z_][A-Za-z0-9_]*=/,
  /^--?[A-Za-z]/,
  /^\S*kubelet(?:\s|\0|$)/,
  /kubelet[\s\0]+--/, // a line of `ps`
];

/** Reads any of the forms; throws ConfigurationError with a line and column where it can. */
export function readConfiguration({ name, text }: ConfigurationText): LoadedConfiguration {
  // A byte order mark, which some editors write, belongs to no form.
  const source = { name, text: text.replace(/^\uFEFF/, "") };
  const first = source.text
    .split(/\r?\n/)
    .find((line) => !/^\s*(?:[#;].*)?$/.test(line))
    ?.trim();
  if (first === undefined) {
    throw new ConfigurationError(`${name} is empty; write {} to mean the defaults.`);
  }
  if (COMMANDS.some((command) => command.test(first))) {
    return withHint(fromWords("flags", name, wordsOf(source.text)), name);
  }
  const { values, notes } = documentsOf(source);
  const found = documentOf(values.flatMap(itemsOf), name);
  const configuration = found.form.load(found.document, name, readConfiguration);
  return { ...configuration, notes: [...notes, ...found.notes, ...configuration.notes] };
}

interface Found {
  readonly form: Form;
  readonly document: Members;
  readonly notes: LoadedConfiguration["notes"];
}

/** The one document of a text that holds a kubelet configuration. */
function documentOf(documents: readonly unknown[], name: string): Found {
  const found = documents.flatMap((document) => {
    const form = isMembers(document) ? FORMS.find((row) => row.matches(document)) : undefined;
    return form === undefined ? [] : [{ form, document: document as Members, notes: [] }];
  });
  if (found.length > 1) {
    const names = found.map(({ document }) => nameOf(document)).join(", ");
    throw new ConfigurationError(
      `${name} holds ${found.length} kubelet configurations (${names}); leave one of them.`,
    );
  }
  return found[0] ?? bareFields(documents, name);
}

/** Fields without a kind, as people paste them; the kubelet itself would refuse them. */
function bareFields(documents: readonly unknown[], name: string): Found {
  const [document] = documents;
  if (documents.length === 1 && isMembers(document) && document.kind === undefined) {
    const notes = [
      { origin: name, sentence: `${name} has no kind; it is read as a KubeletConfiguration.` },
    ];
    const form: Form = {
      form: "KubeletConfiguration",
      matches: () => true,
      load: (fields) => loaded("KubeletConfiguration", fields),
    };
    return { form, document, notes };
  }
  const kinds = documents
    .map((value) => (isMembers(value) ? nameOf(value) : "no object"))
    .join(", ");
  throw new ConfigurationError(
    `${name} holds no kubelet configuration (it holds ${kinds || "nothing"}); ` +
      "give a KubeletConfiguration, the answer of configz, or the kubelet's command line.",
  );
}

/** `kubectl get -o yaml` wraps several objects in a List. */
function itemsOf(document: unknown): readonly unknown[] {
  const list = isMembers(document) && /List$/.test(String(document.kind)) ? document.items : null;
  return Array.isArray(list) ? list : [document];
}

function nameOf(document: Members): string {
  const { kind, metadata } = document;
  const name = isMembers(metadata) ? metadata.name : undefined;
  return [kind ?? "an object without a kind", name].filter((part) => part !== undefined).join(" ");
}

function withHint(flags: LoadedConfiguration, name: string): LoadedConfiguration {
  if (flags.notes.some(({ origin }) => origin === "--config")) return flags;
  const sentence =
    `${name} names no --config: a kubelet that has no file at all has no hard thresholds but ` +
    "those of --eviction-hard; the defaults of a file are assumed.";
  return { ...flags, notes: [...flags.notes, { member: "evictionHard", origin: name, sentence }] };
}
