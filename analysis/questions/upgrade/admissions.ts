/**
 * A kubelet that restarts admits the pods of its node again, oldest first (`HandlePodAdditions` in
 * pkg/kubelet/kubelet.go): the pods that one release takes and the other rejects.
 */
import type { Admission } from "../../engine/admission.ts";
import type { AdmissionEngine } from "../../engine/admissionEngine.ts";
import { RELEASES } from "../../engine/contract/releases.ts";
import { EngineError } from "../../engine/engineError.ts";
import { memberAt } from "../../read/json/untyped.ts";
import { plural } from "../../text/amount.ts";
import { podText } from "../../text/podText.ts";
import { followedRelease } from "../../text/release.ts";
import type { ObjectTree } from "../change/change.ts";
import type { Compared, Difference } from "./difference.ts";
import { type ComparedReleases, type Rule, rulesBetween, rulesFor } from "./rules.ts";

const ENDED: readonly unknown[] = ["Succeeded", "Failed"];
const TAKEN = "admitted again";

/** What a kubelet answers about each pod of its node, by namespace and name. */
type Answers = ReadonlyMap<string, Admission>;

export function comparedAdmissions(
  name: string,
  objects: readonly ObjectTree[],
  engine: AdmissionEngine,
  releases: ComparedReleases,
): Compared {
  const rules = rulesBetween(releases);
  const pods = objects.filter(isRunning);
  const classes = objects.filter(({ kind }) => kind === "PriorityClass");
  const differences: Difference[] = [];
  const notes = new Set<string>();
  let asked = 0;
  for (const node of objects.filter(({ kind }) => kind === "Node")) {
    const own = pods.filter((pod) => memberAt(pod, "spec", "nodeName") === nameOf(node));
    asked += own.length;
    const restarted = [releases.from, releases.to].map((release) => {
      const followed = followedRelease("The kubelet", release, RELEASES.admission);
      if (followed !== null && followed.note !== null) notes.add(followed.note);
      return restart(engine, followed?.release ?? release, [node, ...classes], own);
    });
    const [before = new Map(), after = new Map()] = restarted;
    differences.push(...differencesOf(before, after, rules));
  }
  return {
    input: name,
    checked: asked === 0 ? "" : `${plural(asked, "running pod")} admitted again`,
    differences,
    notes: [...notes],
  };
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
): Answers {
  const answers = new Map<string, Admission>();
  engine.configure({ kubeletVersion });
  for (const object of others) engine.objects(JSON.stringify(object));
  for (const pod of [...pods].sort(byCreation)) {
    const text = JSON.stringify(pod);
    try {
      const isAdmitted = engine.admit(text);
      const answer = engine.report().parse();
      answers.set(podText(answer.pod), answer);
      if (isAdmitted) engine.objects(text);
    } catch (error) {
      // What the module refuses is not a Pod that an API server has.
      if (error instanceof EngineError) continue;
      throw error;
    }
  }
  return answers;
}

function byCreation(a: ObjectTree, b: ObjectTree): number {
  const [left, right] = [a, b].map((pod) => String(memberAt(pod.metadata, "creationTimestamp")));
  if (left === right) return 0;
  return (left ?? "") < (right ?? "") ? -1 : 1;
}

function differencesOf(
  before: Answers,
  after: Answers,
  rules: readonly Rule[],
): readonly Difference[] {
  return [...after].flatMap(([pod, now]) => {
    const was = before.get(pod);
    if (was === undefined) return [];
    const [a, b] = [was, now].map(admissionWords);
    if (a === undefined || b === undefined || a === b) return [];
    const isOtherResult = was.admitted !== now.admitted;
    return [
      {
        kind: isOtherResult ? ("admission" as const) : ("message" as const),
        subject: pod,
        ...{ before: a, after: b, isWorse: was.admitted && !now.admitted },
        rules: rulesFor(rules, "admission", isOtherResult ? ["admission"] : ["message"]),
      },
    ];
  });
}

function admissionWords({ admitted, reason, message }: Admission): string {
  if (admitted) return TAKEN;
  return `rejected: ${[reason, message].filter((part) => part !== undefined).join(", ")}`;
}
