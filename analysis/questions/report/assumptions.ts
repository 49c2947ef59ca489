import type { Policy } from "../../engine/decision.ts";
import { plural } from "../../text/amount.ts";
import { assumedRelease } from "../../text/assumedDefaults.ts";
import type { Incident } from "../explain/incident.ts";
import type { ClosingParts } from "../replay/closing.ts";
import type { Subject } from "../replay/opening.ts";
import type { ReportRecord } from "./recorder.ts";

/** What a document of a whole capture is about. */
export interface ReportSubject extends Subject {
  /** Whether a configuration was given or recorded, or the defaults are assumed. */
  readonly isConfigured: boolean;
  /** What a capture of a log or of series leaves out; a note says so. */
  readonly missing: readonly string[];
  readonly policy: Policy;
  readonly closing: ClosingParts;
}

/** A capture of a log has the order of the pods and nothing else of them. */
export function isOfLog(missing: readonly string[]): boolean {
  return missing.includes("podStats");
}

/** The assumptions, one sentence each: documents, defaults, random choices. */
export function assumptions(
  subject: ReportSubject,
  record: ReportRecord,
  incidents: readonly Incident[],
): readonly string[] {
  const { policy } = subject;
  const defaults = policy.thresholds
    .filter(({ origin }) => origin === "default")
    .map(({ signal, value }) => `${signal}<${value}`);
  const tossed = incidents.filter(({ decision }) => decision.alternatives.length > 0);
  const hasPods = incidents.some(({ decision }) => (decision.ranking ?? []).length > 0);
  return [
    subject.isConfigured
      ? null
      : "No configuration was given or recorded: the kubelet's defaults are assumed.",
    defaults.length === 0
      ? null
      : `Thresholds that are the kubelet's default: ${defaults.join(", ")}.`,
    subject.kubelet === undefined
      ? `The kubelet's version is not recorded: the rules of ${policy.kubeletVersion} are assumed.`
      : null,
    ...assumedRelease(policy),
    policy.profile === "kubelet"
      ? null
      : `The policy is ${policy.profile}, which no current kubelet follows.`,
    policy.layout === null
      ? "The file-system layout was not given; it is derived from the first Summary."
      : null,
    record.isReduced
      ? "The documents are reduced to what the policy reads; nothing else of the node is known."
      : null,
    isOfLog(subject.missing)
      ? "The capture is from a kubelet's log: pods are in the order of the log, which has no " +
        "usage, request or priority."
      : null,
    hasPods || incidents.length === 0 ? null : "No pods are known, so none is ranked.",
    record.leftOut === null ? null : `${record.leftOut}.`,
    tossed.length === 0
      ? null
      : "Where the kubelet itself is not deterministic, the likeliest outcome is shown; the " +
        "others are listed with it.",
    record.eventsLeftOut === 0
      ? null
      : `${plural(record.eventsLeftOut, "further event")} left out.`,
  ].filter((sentence) => sentence !== null);
}
