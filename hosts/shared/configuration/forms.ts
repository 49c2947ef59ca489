import type {
  ConfigurationForm,
  ConfigurationText,
  KubeletConfiguration,
  LoadedConfiguration,
  Note,
} from "../configuration.ts";
import { applyFlags, NOTHING_SET } from "./apply.ts";
import { ConfigurationError } from "./error.ts";
import { flagsOfWords } from "./flags.ts";

export type Members = Readonly<Record<string, unknown>>;

/** A kind of document that holds a kubelet configuration somewhere inside. */
export interface Form {
  readonly form: ConfigurationForm;
  matches(document: Members): boolean;
  /** `read` reads a text inside the document. */
  load(
    document: Members,
    name: string,
    read: (source: ConfigurationText) => LoadedConfiguration,
  ): LoadedConfiguration;
}

export const FORMS: readonly Form[] = [
  {
    form: "KubeletConfiguration",
    matches: ({ kind }) => kind === "KubeletConfiguration",
    load: (document) => loaded("KubeletConfiguration", document),
  },
  {
    form: "configz",
    matches: ({ kubeletconfig }) => isMembers(kubeletconfig),
    load: ({ kubeletconfig }, name) =>
      loaded("configz", kubeletconfig as Members, {
        origin: name,
        sentence: `${name} is the kubelet's own answer: its defaults, files and flags are in it.`,
      }),
  },
  {
    form: "ConfigMap",
    matches: (document) => document.kind === "ConfigMap" && textOfMap(document) !== undefined,
    load: (document, name, read) => ({
      ...read({ name: `${name} data.kubelet`, text: textOfMap(document) ?? "" }),
      form: "ConfigMap",
    }),
  },
  {
    form: "KubeletConfig",
    matches: ({ kind }) => kind === "KubeletConfig",
    load: ({ spec }, name) =>
      loaded("KubeletConfig", membersOrNone(member(spec, "kubeletConfig"), name, "kubeletConfig"), {
        origin: name,
        sentence:
          `${name} is merged by OpenShift over the configuration of its machine pool, ` +
          "which is not in it: what it leaves out stands at the kubelet's defaults here.",
      }),
  },
  {
    form: "NodeConfig",
    matches: ({ kind, kubeletArguments }) => kind === "NodeConfig" && isMembers(kubeletArguments),
    load: ({ kubeletArguments }, name) =>
      fromWords("NodeConfig", name, wordsOfArguments(kubeletArguments as Members)),
  },
  {
    form: "NodeConfig",
    matches: ({ kind, spec }) => kind === "NodeConfig" && isMembers(member(spec, "kubelet")),
    load: ({ spec }, name) => {
      const { config, flags } = member(spec, "kubelet") as Members;
      const base = loaded("NodeConfig", membersOrNone(config, name, "spec.kubelet.config"));
      return applyFlags(base, flagsOfWords(textsOf(flags)));
    },
  },
  {
    form: "kubelet-arg",
    matches: (document) => document["kubelet-arg"] !== undefined,
    load: (document, name) =>
      fromWords("kubelet-arg", name, textsOf(document["kubelet-arg"]).map(dashed)),
  },
];

export function loaded(
  form: ConfigurationForm,
  configuration: KubeletConfiguration,
  ...notes: readonly Note[]
): LoadedConfiguration {
  return { ...NOTHING_SET, form, configuration, notes };
}

/** A configuration that is nothing but flags. */
export function fromWords(
  form: ConfigurationForm,
  name: string,
  words: readonly string[],
): LoadedConfiguration {
  const base = loaded(
    form,
    {},
    {
      origin: name,
      sentence: `${name} holds flags: what they leave out stands at the kubelet's defaults.`,
    },
  );
  return applyFlags(base, flagsOfWords(words));
}

export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function member(value: unknown, name: string): unknown {
  return isMembers(value) ? value[name] : undefined;
}

/** kubeadm keeps the KubeletConfiguration as a text inside a ConfigMap. */
function textOfMap(document: Members): string | undefined {
  const text = member(member(document, "data"), "kubelet");
  return typeof text === "string" ? text : undefined;
}

function membersOrNone(value: unknown, name: string, path: string): Members {
  if (value === undefined || value === null) return {};
  if (isMembers(value)) return value;
  throw new ConfigurationError(`${name}: ${path} is no object; write the kubelet's fields there.`);
}

/** `{"eviction-hard": ["a", "b"]}` → `--eviction-hard=a --eviction-hard=b`. */
function wordsOfArguments(flags: Members): string[] {
  return Object.entries(flags).flatMap(([name, values]) =>
    textsOf(values).map((value) => `--${name}=${value}`),
  );
}

function textsOf(values: unknown): string[] {
  const list = Array.isArray(values)
    ? values
    : values === undefined || values === null
      ? []
      : [values];
  return list.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
}

function dashed(argument: string): string {
  return argument.startsWith("-") ? argument : `--${argument}`;
}
