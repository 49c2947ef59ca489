/**
 * Fixes of drawn drains, made by their commands in the objects and decided again: each ends as it
 * says, and none brings a pod to the drained node that does not return there anyway.
 */
import { expect, test } from "vitest";
import type { Drain, DrainRequest } from "../../analysis/engine/drain.ts";
import { SchedulerEngine } from "../../analysis/engine/schedulerEngine.ts";
import { readChange } from "../../analysis/questions/change/change.ts";
import { ChangedDocuments } from "../../analysis/questions/change/changedObjects.ts";
import {
  type DrainRemedy,
  drainRemedies,
} from "../../analysis/questions/drain/remedies/drainRemedies.ts";
import { drainRemedyForms } from "../../analysis/questions/drain/remedies/remedyWords.ts";
import { finish } from "../../analysis/questions/search.ts";
import { memberAt, mergePatch } from "../../analysis/read/json/untyped.ts";
import { loadModule } from "../../hosts/system/modules.ts";
import type { DrainCase, KubernetesObject } from "./drainCase.ts";
import { drawStuck } from "./drawStuck.ts";

const engine = new SchedulerEngine(await loadModule("scheduler"));
const CASES = 120;

/** A cluster as its administrator has changed it. */
interface World {
  readonly objects: readonly KubernetesObject[];
  readonly request: DrainRequest;
}

const encode = (objects: readonly object[]) =>
  new TextEncoder().encode(JSON.stringify({ kind: "List", items: objects }));

function drained({ objects, request }: World): Drain {
  engine.clear();
  engine.configure(null);
  engine.objects(encode(objects));
  return engine.drain(request).parse();
}

const FLAGS = {
  "--ignore-daemonsets": "ignoreDaemonSets",
  "--delete-emptydir-data": "deleteEmptyDir",
  "--force": "force",
};

/** What each command does to the objects, or to the drain. */
const COMMANDS: readonly (readonly [
  form: RegExp,
  made: (world: World, words: readonly string[]) => World,
])[] = [
  [
    /^kubectl patch pdb (\S+) -n (\S+) --type merge -p '(.*)'$/,
    ({ objects, request }, [, name = "", namespace = "", patch = ""]) => ({
      request: {
        ...request,
        changedBudgets: [...(request.changedBudgets ?? []), { namespace, name }],
      },
      objects: objects.map((object) => {
        if (object.kind !== "PodDisruptionBudget" || object.metadata.name !== name) return object;
        const changed = mergePatch(object, JSON.parse(patch)) as KubernetesObject;
        if (!patch.includes("selector")) return changed;
        return mergePatch(changed, { status: { expectedPods: null } }) as KubernetesObject;
      }),
    }),
  ],
  [
    /^kubectl delete pdb (.+) -n \S+$/,
    ({ objects, request }, [, names = ""]) => ({
      request,
      objects: objects.filter(
        ({ kind, metadata }) =>
          kind !== "PodDisruptionBudget" || !names.split(" ").includes(metadata.name),
      ),
    }),
  ],
  [/^kubectl scale replicaset (\S+) -n (\S+) --replicas=(\d+)$/, scaled],
  [
    /^kubectl drain \S+ (.*)$/,
    ({ objects, request }, [, flags = ""]) => {
      const given = flags.split(" ").map((flag) => [FLAGS[flag as keyof typeof FLAGS], true]);
      return { objects, request: { ...request, ...Object.fromEntries(given) } };
    },
  ],
];

function scaled({ objects, request }: World, words: readonly string[]): World {
  const [, owner = "", namespace = "", replicas = ""] = words;
  const named = (kind: string, prefix: string) =>
    objects.find((object) => object.kind === kind && object.metadata.name.startsWith(prefix));
  const [set, like] = [named("ReplicaSet", owner), named("Pod", `${owner}-`)];
  const count = Number(replicas) - Number(memberAt(set, "spec", "replicas"));
  const pods = Array.from({ length: count }, (_, index) => ({
    ...(mergePatch(like, { spec: { nodeName: null } }) as KubernetesObject),
    metadata: { ...like?.metadata, name: `${owner}-scaled-${index}` },
    status: { phase: "Pending" },
  }));
  const names = pods.map(({ metadata: { name } }) => ({ namespace, name }));
  return { objects: [...objects, ...pods], request: { ...request, scaledPods: names } };
}

function changedBy(world: World, form: string): World {
  for (const [pattern, made] of COMMANDS) {
    const words = pattern.exec(form);
    if (words !== null) return made(world, words);
  }
  const texts = [...form.matchAll(/--change '(.*?)'(?= --change|$)/g)].map(([, text = ""]) => text);
  expect(texts, form).not.toEqual([]);
  const documents = new ChangedDocuments(texts.map(readChange));
  const changed = documents.changed(encode(world.objects));
  return { ...world, objects: JSON.parse(new TextDecoder().decode(changed)).items };
}

const comesTo = ({ events, node }: Drain) =>
  events.flatMap((event) =>
    event.kind === "Scheduled" && event.replacement && event.node === node ? [event.pod.name] : [],
  );

/** As it says, when its commands are carried out. */
function check(asIs: DrainCase, baseline: Drain, remedy: DrainRemedy): void {
  const world = drainRemedyForms(remedy).reduce<World>(changedBy, asIs);
  const drain = drained(world);
  const returned = comesTo(drain);
  const { blocked = [], pending, events, result, budgets } = drain;
  expect({
    result,
    evicted: events.filter(({ kind }) => kind === "Evicted").length,
    left: blocked.length + pending.length + new Set(returned).size,
  }).toEqual({ result: remedy.result, evicted: remedy.evicted, left: remedy.left });
  expect(remedy.returned).toBe(new Set(returned).size);
  const isFlagged = remedy.changes.every(({ kind }) => kind === "flag");
  if (!isFlagged) expect(comesTo(baseline)).toEqual(expect.arrayContaining(returned));
  for (const { objects, kind, cost } of remedy.changes) {
    const name = objects[0]?.split("/")[1];
    const after = budgets.find((budget) => budget.name === name);
    const isSized = kind === "minAvailable" || kind === "maxUnavailable";
    if (isSized && after?.desiredHealthy === 0) expect(cost).toContain("all of its pods");
    if (kind === "selector" && after?.selectedPods === 0) expect(cost).toContain("selects no pod");
  }
}

test("every fix ends as it says, and none returns a pod to the drained node", () => {
  let checked = 0;
  for (let number = 0; number < CASES; number++) {
    const asIs = drawStuck(1, number);
    const drain = drained(asIs);
    const { objects, request } = asIs;
    const documents = [encode(objects)];
    const { remedies } = finish(
      drainRemedies({ engine, configuration: null, documents, request, drain }),
    );
    // What returns with the flags alone returns whatever else is changed.
    const flags = { ignoreDaemonSets: true, deleteEmptyDir: true, force: true };
    const baseline = drained({ objects, request: { ...request, ...flags } });
    for (const remedy of remedies) {
      checked += 1;
      check(asIs, baseline, remedy);
    }
  }
  expect(checked).toBeGreaterThan(CASES / 2);
});
