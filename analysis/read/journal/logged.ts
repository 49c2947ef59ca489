/** Decisions on a capture of a log, which has the order of the pods and not what made it. */

import type { Decision, RankedPod } from "../../engine/decision.ts";
import { podText } from "../../text/podText.ts";
import type { CaptureHeader } from "../capture/capture.ts";
import { parseTree } from "../json/parse.ts";
import { formatTree, JsonObject, type JsonTree } from "../json/tree.ts";

/** Whether a capture was made of a kubelet's log: no pod has stats, and priorities are places. */
export function isOfLog(header: CaptureHeader | null | undefined): boolean {
  return Array.isArray(header?.missing) && header.missing.includes("podStats");
}

/** What would change a decision without a word of requests and priorities. */
const KNOWN_CHANGE = "threshold";

export function asLogged(decision: Decision): Decision {
  const { ranking, counterfactuals } = decision;
  return {
    ...decision,
    ...(ranking === undefined ? {} : { ranking: ranking.map(loggedPod) }),
    ...(counterfactuals === undefined
      ? {}
      : { counterfactuals: counterfactuals.filter(({ change }) => change === KNOWN_CHANGE) }),
  };
}

/** The same of a decision as the core wrote it, with every digit of its numbers. */
export function asLoggedText(decision: string): string {
  const tree = parseTree(decision);
  if (!(tree instanceof JsonObject)) return decision;
  const members = tree.members.map(([name, value]) => [name, loggedMember(name, value)] as const);
  return formatTree(new JsonObject(members));
}

function loggedMember(name: string, value: JsonTree): JsonTree {
  if (!Array.isArray(value)) return value;
  const items: readonly JsonTree[] = value;
  if (name === "counterfactuals") {
    return items.filter((item) => {
      return item instanceof JsonObject && item.get("change") === KNOWN_CHANGE;
    });
  }
  return name === "ranking" ? items.map(loggedTree) : value;
}

function loggedTree(pod: JsonTree): JsonTree {
  if (!(pod instanceof JsonObject)) return pod;
  const [namespace, name] = [pod.get("namespace"), pod.get("name")].map(String);
  const position = formatTree(pod.get("position") ?? null);
  const sentence = placeSentence(
    podText({ namespace: namespace ?? "", name: name ?? "" }),
    position,
  );
  return new JsonObject(
    pod.members.map(([member, value]) => [member, member === "sentence" ? sentence : value]),
  );
}

function loggedPod(pod: RankedPod): RankedPod {
  return { ...pod, sentence: placeSentence(podText(pod), String(pod.position)) };
}

function placeSentence(pod: string, position: string): string {
  return `${pod} is number ${position} in the log, which does not say why.`;
}
