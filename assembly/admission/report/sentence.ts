/** The decision in one sentence. */
import { addInteger, addLiteral } from "../../base/json/write.ts";
import { insufficiencyAt } from "../../filters/resourcesFit.ts";
import { addResource } from "../../filters/resourceWords.ts";
import { ResourceKind } from "../../objects/model/resourceName.ts";
import { decision, Verdict } from "../model/decision.ts";
import { addTaint } from "./failures.ts";
import { addAmount } from "./texts.ts";
import { FILTER_COUNT, hasFailed, isResourceFirst } from "./words.ts";

const PRESSURE = "the node reports pressure, and rejects such pods";
const FILTER_SENTENCES: StaticArray<string> = [
  "the node's labels do not match its node selector or affinity",
  "it names another node",
  "a host port that it requests is in use",
  "it does not tolerate the taint ",
];

export function addSentence(): void {
  if (decision.verdict == Verdict.Admitted) return addAdmitted();
  addLiteral("Rejected: ");
  switch (decision.verdict) {
    case Verdict.Pressure:
      addLiteral(PRESSURE);
      break;
    case Verdict.OSLabel:
      addLiteral("its label kubernetes.io/os is not linux");
      break;
    case Verdict.OSField:
      addLiteral("its operating system is not linux");
      break;
    case Verdict.SupplementalGroupsPolicy:
      addLiteral("the node does not have the strict supplementalGroupsPolicy");
      break;
    case Verdict.NothingToPreempt:
      addLiteral("the pod is critical, but preempting pods would not free enough: ");
      addInsufficient();
      break;
    default:
      if (isResourceFirst()) addInsufficient();
      else addFailed();
  }
  addLiteral(".");
}

function addAdmitted(): void {
  if (decision.preempted == 0) return addLiteral("Admitted: it fits on the node.");
  addLiteral("Admitted: the pod is critical, and ");
  addInteger(decision.preempted);
  addLiteral(decision.preempted == 1 ? " pod is" : " pods are");
  addLiteral(" preempted to make room.");
}

function addInsufficient(): void {
  for (let index: u32 = 0; index < decision.insufficient; index++) {
    if (index > 0) addLiteral(index + 1 == decision.insufficient ? " and " : ", ");
    addOne(index);
  }
}

function addOne(index: u32): void {
  const row = insufficiencyAt(index);
  const free = max(0, row.capacity - row.used);
  if (row.kind == ResourceKind.Pods) {
    addLiteral("the node has ");
    addInteger(row.used);
    addLiteral(" of at most ");
    addInteger(row.capacity);
    return addLiteral(" pods");
  }
  addLiteral("it requests ");
  addAmount(row.kind, row.requested);
  addLiteral(" of ");
  addResource(row.kind, row.name);
  addLiteral(", and ");
  addAmount(row.kind, free);
  addLiteral(" of ");
  addAmount(row.kind, row.capacity);
  addLiteral(free == 1 ? " is free" : " are free");
}

function addFailed(): void {
  let count = 0;
  for (let filter = 0; filter < FILTER_COUNT; filter++) {
    if (!hasFailed(filter)) continue;
    if (count++ > 0) addLiteral("; ");
    addLiteral(unchecked(FILTER_SENTENCES[filter]));
    if (filter == FILTER_COUNT - 1) addTaint();
  }
}
