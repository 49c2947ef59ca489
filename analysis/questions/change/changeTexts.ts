/** Changes of pods as they are made in a cluster: commands of kubectl, and manifests. */
import type { PodName } from "../../engine/decision.ts";
import type { ContainerChange, PodChange } from "./podChange.ts";

/** A pod that is changed, with its name. */
export interface NamedChange {
  readonly pod: PodName;
  readonly change: PodChange;
}

/** The names that a Deployment and a StatefulSet give to their pods. */
const OWNERS = [
  { kind: "deployment", names: /^(.+)-[bcdfghjklmnpqrstvwxz2456789]{6,10}-[a-z0-9]{5}$/ },
  { kind: "statefulset", names: /^(.+)-\d+$/ },
] as const;

/** The commands, one a line; none for what no object of the API holds. */
export function kubectlOf(changes: readonly NamedChange[]): string {
  return changes.flatMap(({ pod, change }) => commandsOf(pod, change)).join("\n");
}

function commandsOf(pod: PodName, { containers = {}, priority }: PodChange): readonly string[] {
  const at = `kubectl -n ${pod.namespace}`;
  const { owner, note } = ownerOf(pod);
  const requests = Object.entries(containers).flatMap(([container, change]) => {
    const list = requestsOf(change).map(([resource, quantity]) => `${resource}=${quantity}`);
    if (list.length === 0) return [];
    return [`${at} set resources ${owner} -c ${container} --requests=${list.join(",")}${note}`];
  });
  if (priority === undefined) return requests;
  const patch = { spec: { template: { spec: { priorityClassName: className(priority) } } } };
  return [
    ...requests,
    `kubectl create priorityclass ${className(priority)} --value=${priority}`,
    `${at} patch ${owner} -p '${JSON.stringify(patch)}'${note}`,
  ];
}

/** The members of the manifests that change. */
export function manifestsOf(changes: readonly NamedChange[]): string {
  return changes.flatMap(({ pod, change }) => documentsOf(pod, change)).join("---\n");
}

function documentsOf(pod: PodName, { containers = {}, priority }: PodChange): readonly string[] {
  const asked = Object.entries(containers).filter(([, change]) => requestsOf(change).length > 0);
  if (asked.length === 0 && priority === undefined) return [];
  const lines = [
    `# ${ownerOf(pod).owner} in ${pod.namespace}`,
    "spec:",
    "  template:",
    "    spec:",
    ...(priority === undefined ? [] : [`      priorityClassName: ${className(priority)}`]),
    ...(asked.length === 0 ? [] : ["      containers:"]),
    ...asked.flatMap(([name, change]) => [
      `        - name: ${name}`,
      "          resources:",
      "            requests:",
      ...requestsOf(change).map(([resource, text]) => `              ${resource}: ${text}`),
    ]),
  ];
  const own = `${lines.join("\n")}\n`;
  return priority === undefined ? [own] : [priorityClassOf(priority), own];
}

function priorityClassOf(priority: number): string {
  return (
    "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\n" +
    `metadata:\n  name: ${className(priority)}\nvalue: ${priority}\n`
  );
}

/** A priority as a class, and the member of the template that names it. */
export function priorityText(priority: number): string {
  return `${priorityClassOf(priority)}---\npriorityClassName: ${className(priority)}`;
}

function requestsOf(change: ContainerChange): readonly (readonly [string, string])[] {
  return Object.entries(change).filter(([, text]) => text !== "");
}

/** A name of an object has no sign. */
function className(priority: number): string {
  return priority < 0 ? `priority-minus-${-priority}` : `priority-${priority}`;
}

/** What has the template of the pod, as far as the name of the pod says it. */
function ownerOf({ name }: PodName): { readonly owner: string; readonly note: string } {
  for (const { kind, names } of OWNERS) {
    const [, owner] = names.exec(name) ?? [];
    if (owner !== undefined)
      return { owner: `${kind}/${owner}`, note: "  # inferred from the pod" };
  }
  return { owner: "OWNER", note: `  # OWNER: what creates ${name}` };
}
