/** Which pod is evicted, as a question: what a reader is shown of a step, and the answer. */
import type { Decision, PodName, RankedPod } from "../../engine/decision.ts";
import type { Row, Table } from "../../text/document.ts";
import { podText, podTexts } from "../../text/podText.ts";
import { columnsOf, keyCell } from "../../text/rankingKeys.ts";
import { DIFFERENCE, POSITION, rankingColumns } from "./rankingTable.ts";

/** What a reader has to find out follows from the other keys. */
const FOLLOWS = new Set(["", POSITION.title, "exceeds", DIFFERENCE]);

/** All pods by name, with what the kubelet knows of them and nothing of what it decides. */
export function candidates(decision: Decision): {
  readonly pods: readonly RankedPod[];
  readonly table: Table;
} {
  const pods = [...(decision.ranking ?? [])].sort((a, b) => (podText(a) < podText(b) ? -1 : 1));
  const keys = rankingColumns(decision, false, { hasQosClass: true }).filter(
    ({ title }) => !FOLLOWS.has(title),
  );
  const rows = pods.map((pod): Row => ({ cells: keys.map((key) => keyCell(key, pod)) }));
  return { pods, table: { columns: columnsOf(keys), rows, cut: "none" } };
}

/** Whether the kubelet evicts the pod that a reader picks, or none. */
export function agrees(pod: PodName | null, { evictions }: Decision): boolean {
  return pod === null ? evictions.length === 0 : evictions.some(isOf(pod));
}

/** What the kubelet does, and whether a reader said so. */
export function answerTo(pod: PodName | null, decision: Decision): string {
  const { evictions, alternatives } = decision;
  const picked = pod === null ? "that no pod is evicted" : podText(pod);
  const does =
    evictions.length === 0 ? "evicts no pod in this step" : `evicts ${podTexts(evictions)}`;
  if (agrees(pod, decision)) return `You said ${picked}. The kubelet agrees: it ${does}.`;
  const isOther = pod !== null && alternatives.some(({ pods }) => pods.some(isOf(pod)));
  if (isOther) {
    return `You said ${picked}. The kubelet could have done so as well; here it ${does}.`;
  }
  return `You said ${picked}. The kubelet does not agree: it ${does}.`;
}

function isOf({ uid }: PodName): (other: { readonly uid: string }) => boolean {
  return (other) => other.uid === uid;
}
