import type { CaptureHeader } from "../../shared/capture.ts";
import type { Decision, RankedPod } from "../../shared/decision.ts";
import { podText } from "../../shared/podText.ts";

/** Whether a capture was made of a kubelet's log: no pod has stats, and priorities are places. */
export function isOfLog(header: CaptureHeader | null | undefined): boolean {
  return Array.isArray(header?.missing) && header.missing.includes("podStats");
}

/** A decision on such a capture, which has the order of the pods and not what made it. */
export function asLogged(decision: Decision): Decision {
  const { ranking, counterfactuals } = decision;
  return {
    ...decision,
    ...(ranking === undefined ? {} : { ranking: ranking.map(loggedPod) }),
    ...(counterfactuals === undefined
      ? {}
      : { counterfactuals: counterfactuals.filter(({ change }) => change === "threshold") }),
  };
}

function loggedPod(pod: RankedPod): RankedPod {
  const sentence = `${podText(pod)} is number ${pod.position} in the log, which does not say why.`;
  return { ...pod, sentence };
}
