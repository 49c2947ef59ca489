/** The API server's answer to an eviction that it refuses, in its words. */
import {
  addInteger,
  addLiteral,
  addText,
  beginObject,
  beginText,
  endObject,
  endText,
  integerMember,
  key,
  member,
  textMember,
} from "../../base/json/write.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { behavesAs } from "../../scheduler/model/release.ts";
import { Behavior } from "../../scheduler/model/releaseTable.ts";
import { budgetRow } from "../model/budget.ts";
import { DrainedPod } from "../model/drainedPods.ts";
import { Eviction, isRetried } from "../stages/evict.ts";

export function budgetMember(row: u32): void {
  key("budget");
  writeBudgetName(row);
}

export function writeBudgetName(row: u32): void {
  beginObject();
  nameMembers(row);
  endObject();
}

export function nameMembers(row: u32): void {
  const namespace = budgetRow(row).namespace;
  const name = budgetRow(row).name;
  textMember("namespace", textAt(namespace), textSize(namespace));
  textMember("name", textAt(name), textSize(name));
}

/** Status code and message; where a budget alone refuses, the cause as well. */
export function answerMembers(drained: DrainedPod): void {
  const eviction = drained.eviction;
  if (isRetried(eviction)) {
    integerMember("code", 429);
    member("message", "Cannot evict pod as it would violate the pod's disruption budget.");
    return causeMember(eviction, drained.budget - 1);
  }
  if (eviction == Eviction.ManyBudgets) {
    integerMember("code", 500);
    key("message");
    beginText();
    addLiteral("This pod has more than one PodDisruptionBudget, ");
    addLiteral("which the eviction subresource does not support.");
    return endText();
  }
  integerMember("code", 403);
  key("message");
  beginText();
  addLiteral("poddisruptionbudget.policy ");
  addQuoted(budgetRow(drained.budget - 1).name);
  addLiteral(" is forbidden: ");
  addLiteral(
    eviction == Eviction.Negative
      ? NEGATIVE
      : "DisruptedPods map too big - too many evictions not confirmed by PDB controller",
  );
  endText();
  if (behavesAs(Behavior.ForbiddenCauses)) causeMember(eviction, drained.budget - 1);
}

const NEGATIVE: string = "pdb disruptions allowed is negative";

function causeMember(eviction: i32, row: u32): void {
  key("cause");
  beginText();
  addCause(eviction, row);
  endText();
}

const QUOTE_TEXT: usize = memory.data<u8>([0x22]);

function addQuoted(text: u32): void {
  addText(QUOTE_TEXT, 1);
  addWord(text);
  addText(QUOTE_TEXT, 1);
}

function addCause(eviction: i32, row: u32): void {
  const budget = budgetRow(row);
  addLiteral("The disruption budget ");
  addWord(budget.name);
  if (eviction == Eviction.Unprocessed) {
    return addLiteral(" is still being processed by the server.");
  }
  if (eviction == Eviction.TooFewHealthy) {
    addLiteral(" needs ");
    addInteger(i64(budget.desiredHealthy));
    addLiteral(" healthy pods and has ");
    addInteger(i64(budget.currentHealthy));
    return addLiteral(" currently");
  }
  addLiteral(" does not allow evicting pods currently");
  if (eviction == Eviction.Exhausted) return;
  if (!isRetried(eviction)) {
    addLiteral(": ");
    return addLiteral(
      eviction == Eviction.Negative
        ? NEGATIVE
        : "too many pending evictions not confirmed by PDB controller",
    );
  }
  if (eviction == Eviction.SyncFailed) addLiteral(" because it failed sync: ");
  else {
    addLiteral(" (");
    addWord(budget.reason);
    addLiteral("): ");
  }
  addWord(budget.message);
}

function addWord(text: u32): void {
  addText(textAt(text), textSize(text));
}
