import { DecisionPanel } from "./decision.tsx";

/** What the kubelet does in a step, and why. */
export const decision = { Panel: DecisionPanel };
