/**
 * A kubelet that restarts admits the pods of its node again, oldest first (`HandlePodAdditions` in
 * pkg/kubelet/kubelet.go): the pods that one release takes and the other rejects.
 */
import type { Admission } from "../../engine/admission.ts";
import type { AdmissionEngine } from "../../engine/admissionEngine.ts";
import { RELEASES } from "../../engine/contract/releases.ts";
import { memberAt } from "../../read/json/untyped.ts";
import { plural } from "../../text/amount.ts";
import { podText } from "../../text/podText.ts";
import type { ObjectTree } from "../change/change.ts";
import type { Compared, Difference } from "./difference.ts";
import { followedReleases, notCompared } from "./followed.ts";
import { answerOr, Refusals } from "./refusals.ts";
import { type ComparedReleases, type Rule, rulesBetween, rulesFor } from "./rules.ts";

const ENDED: readonly unknown[] = ["Succeeded", "Failed"];
const ADMITTED = "admitted";

/** What becomes of a pod while the kubelet admits the pods of its node. */
interface Fate {
  /** Equal for pods that fare alike: `admitted`, the reason of a rejection, who preempts it. */
  readonly result: string;
  /** The words of a rejection. */
  readonly message?: string;
}

/** By namespace and name. */
type Fates = ReadonlyMap<string, Fate>;

interface Restart {
  readonly fates: Fates;
  /** Why the module refuses pods. */
  readonly refused: ReadonlyMap<ObjectTree, string>;
}

export function comparedAdmissions(
  name: string,
  objects: readonly ObjectTree[],
  engine: AdmissionEngine,
  releases: ComparedReleases,
): Compared {
  const followed = followedReleases("The kubelet", releases, RELEASES.admission);
  if (followed.isSame) {
    const note = notCompared("Admission is", releases, followed);
    return { input: name, checked: "", differences: [], notes: [note] };
  }
  const { from, to } = followed.releases;
  const rules = rulesBetween(followed.releases);
  const pods = objects.filter(isRunning);
  const classes = objects.filter(({ kind }) => kind === "PriorityClass");
  const differences: Difference[] = [];
  const refused = new Refusals();
  let asked = 0;
  const nodes = objects.filter(({ kind }) => kind === "Node");
  for (const node of nodes) {
    const own = pods.filter((pod) => nodeOf(pod) === nameOf(node));
    const before = restart(engine, from, [node, ...classes], own);
    const after = restart(engine, to, [node, ...classes], own);
    for (const [, reason] of new Map([...before.refused, ...after.refused])) refused.add(reason);
    asked += [...after.fates.keys()].filter((pod) => before.fates.has(pod)).length;
    differences.push(...differencesOf(before.fates, after.fates, rules));
  }
  const names = new Set(nodes.map(nameOf));
  const elsewhere = pods.filter((pod) => nodeOf(pod) !== null && !names.has(nodeOf(pod)));
  if (elsewhere.length > 0) refused.add(ELSEWHERE, elsewhere.length);
  return {
    input: name,
    checked: asked === 0 ? "" : `admission of ${plural(asked, "running pod")} compared`,
    differences,
    notes: [
      ...followed.notes,
      ...refused.sentences(
        (count) => `${name}: the admission of ${plural(count, "running pod")} is not compared`,
      ),
    ],
  };
}

const ELSEWHERE = "the node is not among the objects";

/** Null for a pod that is on no node. */
function nodeOf(pod: ObjectTree): unknown {
  return memberAt(pod, "spec", "nodeName") || null;
}

function isRunning({ kind, metadata, status }: ObjectTree): boolean {
  return (
    kind === "Pod" &&
    memberAt(metadata, "deletionTimestamp") === undefined &&
    !ENDED.includes(memberAt(status, "phase"))
  );
}

function nameOf({ metadata }: ObjectTree): unknown {
  return memberAt(metadata, "name");
}

function restart(
  engine: AdmissionEngine,
  kubeletVersion: string,
  others: readonly ObjectTree[],
  pods: readonly ObjectTree[],
): Restart {
  const fates = new Map<string, Fate>();
  const refused = new Map<ObjectTree, string>();
  const admitted = new Map<string, string>();
  const begin = () => {
    engine.configure({ kubeletVersion });
    for (const object of others) engine.objects(JSON.stringify(object));
    for (const text of admitted.values()) engine.objects(text);
  };
  const started = answerOr(() => ({ begun: begin() }));
  if (typeof started === "string") {
    return { fates, refused: new Map(pods.map((pod) => [pod, started])) };
  }
  for (const pod of [...pods].sort(byCreation)) {
    const text = JSON.stringify(pod);
    const answer = admission(engine, text);
    if (typeof answer === "string") {
      refused.set(pod, answer);
      continue;
    }
    const name = podText(answer.pod);
    const preempted = (answer.preempted ?? []).map(podText);
    for (const other of preempted) {
      fates.set(other, { result: `preempted by ${name}` });
      admitted.delete(other);
    }
    fates.set(name, fateOf(answer));
    if (answer.admitted) admitted.set(name, text);
    // The module keeps a pod that was preempted.
    if (preempted.length > 0) begin();
    else if (answer.admitted) engine.objects(text);
  }
  return { fates, refused };
}

/** Or why the module refuses the pod. */
function admission(engine: AdmissionEngine, pod: string): Admission | string {
  return answerOr(() => {
    engine.admit(pod);
    return engine.report().parse();
  });
}

function fateOf({ admitted, reason = "", message = "" }: Admission): Fate {
  return admitted ? { result: ADMITTED } : { result: `rejected: ${reason}`, message };
}

function byCreation(a: ObjectTree, b: ObjectTree): number {
  const [left, right] = [a, b].map((pod) => String(memberAt(pod.metadata, "creationTimestamp")));
  if (left === right) return 0;
  return (left ?? "") < (right ?? "") ? -1 : 1;
}

function differencesOf(before: Fates, after: Fates, rules: readonly Rule[]): readonly Difference[] {
  return [...after].flatMap(([pod, now]) => {
    const was = before.get(pod);
    if (was === undefined) return [];
    const isOtherResult = was.result !== now.result;
    if (!isOtherResult && was.message === now.message) return [];
    const kind = isOtherResult ? ("admission" as const) : ("message" as const);
    const isWorse = was.result === ADMITTED && isOtherResult;
    return [
      {
        ...{ kind, subject: pod, before: fateWords(was), after: fateWords(now), isWorse },
        rules: rulesFor(rules, "admission", [kind]),
      },
    ];
  });
}

function fateWords({ result, message }: Fate): string {
  return message === undefined ? result : `${result}, ${message}`;
}
