import { documentsOf } from "../../../analysis/read/kubelet/yaml.ts";
import { InputError } from "../../system/errors.ts";

/** Facts about the named units that their cgroups do not show. */
export interface PodRule {
  /** A pattern in which `*` matches any characters, and `?` one. */
  readonly name: string;
  /** A pattern for the slice; any when absent. */
  readonly namespace?: string;
  readonly priority?: number;
  readonly priorityClassName?: string;
  /** A static pod is never evicted. Spec 5.2. */
  readonly static?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  /** Quantities that count instead of memory.min and memory.low, and of memory.max. */
  readonly requests?: Readonly<Record<string, string>>;
  readonly limits?: Readonly<Record<string, string>>;
  /** What the unit stores, and what evicting and clearing it could free. */
  readonly directories?: readonly string[];
}

const isText = (value: unknown) => typeof value === "string" && value !== "";
const isInteger = (value: unknown) => Number.isInteger(value);
const isQuantities = (value: unknown) =>
  typeof value === "object" && value !== null && Object.values(value).every(isText);

/** The members of a rule, with what each must be. */
const MEMBERS: Readonly<Record<string, { is: (value: unknown) => boolean; words: string }>> = {
  name: { is: isText, words: "a text, such as postgresql*.service" },
  namespace: { is: isText, words: "a text, such as system.slice" },
  priority: {
    is: (value) => isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
    words: "a whole number of 32 bits",
  },
  priorityClassName: { is: isText, words: "a text, such as system-node-critical" },
  static: { is: (value) => typeof value === "boolean", words: "true or false" },
  terminationGracePeriodSeconds: {
    is: (value) => isInteger(value) && Number(value) >= 0,
    words: "a whole number of seconds",
  },
  requests: { is: isQuantities, words: 'quantities as texts, such as {memory: "2Gi"}' },
  limits: { is: isQuantities, words: 'quantities as texts, such as {memory: "2Gi"}' },
  directories: {
    is: (value) => Array.isArray(value) && value.every((path) => /^\//.test(String(path))),
    words: "a list of absolute paths",
  },
};

/** Reads `--pods-file`, YAML or JSON: `pods:` and a list of rules. Throws an InputError. */
export function readPodsFile(name: string, text: string): readonly PodRule[] {
  const values = documentsOf({ name, text }).values;
  const rules = (values[0] as { pods?: unknown } | undefined)?.pods;
  if (values.length !== 1 || !Array.isArray(rules)) {
    throw new InputError(`${name}: it has no list "pods"`, 'begin it with "pods:" and "- name: …"');
  }
  return rules.map((rule, index) => checked(rule, `${name}: pods[${index}]`));
}

function checked(rule: unknown, place: string): PodRule {
  if (typeof rule !== "object" || rule === null || !("name" in rule)) {
    throw new InputError(`${place} has no name`, "give a pattern for the names of units");
  }
  for (const [name, value] of Object.entries(rule)) {
    const member = MEMBERS[name];
    if (member === undefined) {
      const known = Object.keys(MEMBERS).join(", ");
      throw new InputError(`${place}.${name} is not a member of a rule`, `write one of ${known}`);
    }
    if (!member.is(value))
      throw new InputError(`${place}.${name} is not valid`, `give ${member.words}`);
  }
  return rule as PodRule;
}

/** Without these a machine cannot be reached, or cannot do what it is asked. */
const CRITICAL = [
  "init.scope",
  "systemd-*.service",
  "dbus*.service",
  "ssh.service",
  "sshd.service",
  "ssh@*.service",
  "sshd@*.service",
  "kubelet.service",
  "containerd.service",
  "crio.service",
  "docker.service",
] as const;

/** The least priority that makes a pod critical, and its name. Spec 5.2. */
export const DEFAULT_RULES: readonly PodRule[] = CRITICAL.map((name) => ({
  name,
  priority: 2_000_001_000,
  priorityClassName: "system-node-critical",
}));

/** The first rule that fits counts; those of the file come before the defaults. */
export function ruleFor(
  rules: readonly PodRule[],
  { namespace, name }: { readonly namespace: string; readonly name: string },
): PodRule | undefined {
  return [...rules, ...DEFAULT_RULES].find(
    (rule) => fits(rule.name, name) && fits(rule.namespace ?? "*", namespace),
  );
}

function fits(pattern: string, text: string): boolean {
  const literal = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal.replaceAll("*", ".*").replaceAll("?", ".")}$`, "s").test(text);
}
