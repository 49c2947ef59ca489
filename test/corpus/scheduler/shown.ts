/** What the scheduler's answers to a case show, in the words that the tests count by. */
import type { OracleDecision } from "../../scheduler/scenario.ts";
import type { RecordedCluster } from "./corpus.ts";

export function shownBy({ answers }: RecordedCluster): ReadonlySet<string> {
  const shown = new Set<string>();
  if (answers.length > 1) shown.add("releases differ");
  for (const { decisions, error } of answers) {
    if (error !== undefined) shown.add(`a ${error.stage} is refused`);
    for (const decision of decisions) addDecision(shown, decision);
  }
  return shown;
}

function addDecision(shown: Set<string>, decision: OracleDecision): void {
  const { result, alternatives = [], nominatedNode, victims = [], nodes = [] } = decision;
  shown.add(result);
  if (alternatives.length > 0) shown.add("several nodes are as good");
  if (nominatedNode !== undefined) shown.add("a node is nominated");
  if (victims.length > 1) shown.add("several pods are preempted");
  for (const { filter, scores = {} } of nodes) {
    if (filter !== undefined) shown.add(`refused by ${filter.plugin}`);
    for (const [plugin, { raw, normalized }] of Object.entries(scores)) {
      if (raw !== 0 || normalized !== 0) shown.add(`scored by ${plugin}`);
    }
  }
}
