import type { Alternative } from "../engine/decision.ts";
import { podText } from "./podText.ts";

/** What a kubelet could have done instead, in one sentence. */
export function alternativeSentence(alternative: Alternative): string {
  const { probability } = alternative;
  const chance = probability === undefined ? "" : `, with a probability of ${probability}`;
  const threshold = `${alternative.hard ? "hard" : "soft"} ${alternative.signal}${chance}`;
  const reclaim = alternative.reclaim.length > 0 ? [`call ${alternative.reclaim.join(", ")}`] : [];
  const pods = alternative.pods.map((pod) => podText(pod));
  const evict = pods.length > 0 ? [`evict ${pods.join(" or ")}`] : [];
  return `Under ${threshold}: ${[...reclaim, ...evict].join(", then ") || "evict no pod"}.`;
}
