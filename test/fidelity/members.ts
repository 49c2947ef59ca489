/**
 * Which members of the API objects no generator sets. The members are those of the Go types, in
 * members.json, which `npm run oracle -- members --write` writes.
 */
import { readFileSync } from "node:fs";
import { drawCase as drawAdmission } from "../admission/generate/case.ts";
import { drawCase as drawDrain } from "../drain/drawCase.ts";
import { drawScenario as drawCluster } from "../scheduler/generate/cluster.ts";
import { DEFAULT_RELEASE } from "../scheduler/scenario.ts";
import { CONTROLLERS, scenarioOf } from "../simulator/controllers/scenarios.ts";
import { drawScenario as drawSimulation } from "../simulator/draw.ts";
import { drawScenario as drawEvictions } from "./generate/scenario.ts";

export const MEMBERS_FILE = new URL("members.json", import.meta.url);

/** By kind: JSON paths such as `spec.containers[].name`. */
export type Members = Readonly<Record<string, readonly string[]>>;

export function readMembers(): Members {
  return JSON.parse(readFileSync(MEMBERS_FILE, "utf8")) as Members;
}

/** With so many cases, even the rarest member is drawn. */
const CASES = 600;
/** Configurations that are refused are rare. */
const CONFIGURATIONS = 4000;

/** What generators of pods, nodes and the scheduler's configuration set, by kind. */
export function drawnMembers(members: Members): ReadonlyMap<string, ReadonlySet<string>> {
  const drawn = new Map(Object.keys(members).map((kind) => [kind, new Set<string>()]));
  const leaves = new Map(Object.entries(members).map(([kind, paths]) => [kind, new Set(paths)]));
  const note = (kind: string, value: unknown, path = "") => {
    if (leaves.get(kind)?.has(path)) drawn.get(kind)?.add(path);
    else if (Array.isArray(value)) for (const each of value) note(kind, each, `${path}[]`);
    else if (typeof value === "object" && value !== null)
      for (const [name, each] of Object.entries(value)) {
        if (each !== undefined) note(kind, each, path === "" ? name : `${path}.${name}`);
      }
  };
  /** Objects by their kind, and the pods of templates, wherever they are. */
  const find = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { kind, template } = value as { readonly kind?: unknown; readonly template?: unknown };
    if (typeof kind === "string") note(kind, value);
    if (template !== undefined) note("Pod", template);
    for (const each of Object.values(value)) find(each);
  };
  for (let number = 0; number < CASES; number++) {
    const { pods, steps } = drawEvictions(1, number);
    for (const pod of [...pods, ...steps.flatMap(({ admit = [] }) => admit)]) note("Pod", pod);
    const admission = drawAdmission(1, number);
    for (const pod of [...admission.pods, admission.pod]) note("Pod", pod);
    note("Node", admission.node);
    const cluster = drawCluster(1, number, DEFAULT_RELEASE);
    find(cluster.objects);
    find(drawDrain(1, number).objects);
    if (number % 10 === 0) find(drawSimulation(number));
    for (const controller of number % 10 === 0 ? CONTROLLERS : []) {
      find(scenarioOf(controller, number));
    }
  }
  for (let number = 0; number < CONFIGURATIONS; number++) {
    const { config } = drawCluster(2, number, DEFAULT_RELEASE, ["configuration", "refused"]);
    note("KubeSchedulerConfiguration", config);
  }
  return drawn;
}
